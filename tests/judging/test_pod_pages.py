"""An event of pods: every page that a link leads to opens, for the staff and for everybody."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from matches.audit.services import Actor
from matches.clock.services import call_time, start_clock
from matches.enums import Role, Source
from matches.models import Event, EventRole, Match, Round, User
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import UserFactory, any_organiser
from tests.forms import LONG, in_form
from tests.matches.playing import fresh, stage_of
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db

MOST_PAGES = 400
OF_A_KIND = in_form(gate=1, long=2)
"""So many pages of each kind are opened."""
NOT_PAGES = re.compile(r"/(export|stream|live|static|api|audit|photo)/|\.(csv|json|xlsx|pdf|zip|svg|png|js)$|logout")


def links(page: str, base: str) -> set[str]:
    found = {unescape(href).partition("#")[0] for href in re.findall(r'href="([^"]+)"', page)}
    return {href for href in found if href.startswith(base) and not NOT_PAGES.search(href.partition("?")[0])}


def shape_of(address: str) -> str:
    """What addresses of one kind of page have in common. In the gate the pages of all infractions are of one kind."""
    shape = re.sub(r"\d+", "N", address.partition("?")[0])
    return shape if LONG else re.sub(r"/fault/[^/]+/", "/fault/CODE/", shape)


def walk(client: Client, base: str) -> dict[str, str]:
    """Every page that links lead to from the first one, by its address."""
    pages: dict[str, str] = {}
    waiting, shapes = [base], list[str]()
    while waiting and len(pages) < MOST_PAGES:
        address = waiting.pop(0)
        shape = shape_of(address)
        if address in pages or (shape in shapes and "?" in address) or shapes.count(shape) >= OF_A_KIND:
            continue
        shapes.append(shape)
        answer = client.get(address)
        if answer.status_code in (301, 302):
            continue
        assert answer.status_code == 200, (address, answer.status_code)
        pages[address] = answer.content.decode() if "html" in answer.headers.get("content-type", "") else ""
        waiting += sorted(links(pages[address], base) - pages.keys() - set(waiting))
    return pages


def everyone(event: Event) -> User:
    user: User = UserFactory()
    for role in (Role.ORGANISER, Role.HEAD_JUDGE):
        EventRole.objects.create(event=event, user=user, role=role)
    return user


def report_all(round_: Round, desk: Actor, lines: tuple[str, ...]) -> None:
    matches = Match.objects.filter(round=round_, kind="played").select_related("round__stage__event").order_by("table")
    for match, line in zip(matches, lines, strict=False):
        report_result(match=match, score=read_score(match, line), actor=desk, source=Source.DESK)


@pytest.mark.parametrize("state", ["called", "draft", "closed"])
@pytest.mark.sampled(3)
def test_every_page_opens(state: str, client: Client) -> None:
    event, desk = pod_event(9), any_organiser()
    round_ = pair_round(stage=stage_of(event), actor=desk, seed=1)
    if state != "draft":
        publish_round(round=round_, actor=desk)
    if state in ("called", "closed"):
        start_clock(round=fresh(round_), actor=desk)
        report_all(fresh(round_), desk, ("C A -B", "30 60 x1"))
    if state == "called":
        call_time(round=fresh(round_), actor=desk)
    if state == "closed":
        report_all(fresh(round_), desk, ("C A -B", "30 60 x1", "A=B C"))
        close_round(round=fresh(round_), actor=desk)
    client.force_login(everyone(event))
    base = f"/e/{event.slug}/"
    pages = walk(client, base) | walk(client, f"{base}desk/") | walk(client, f"{base}judge/")
    assert len(pages) > 30
    public = walk(Client(), base)
    assert public
