"""What a phone fetches on its first visit to a public page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.models import Event, Seat
from matches.people.services.links import make_player_link
from tests.factories import any_organiser
from tests.matches.playing import event_of, played, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LIMIT = 60_000
ICONS = "img/icons.svg"


def packed(body: bytes) -> int:
    return len(gzip.compress(body))


def in_the_cut() -> tuple[Event, Actor]:
    event, desk = event_of(300, rounds=1, cut=16), any_organiser()
    played(event, desk)
    running(event, desk, order=2)
    return event, desk


def _address(event: Event, desk: Actor, name: str) -> str:
    if name != "me":
        return reverse(f"matches:{name}", args=[event.slug])
    seat = Seat.objects.filter(round__stage__event=event, round__stage__order=2).select_related("entry__event").first()
    assert seat is not None
    return reverse("matches:me", args=[make_player_link(actor=desk, entry=seat.entry).token])


def test_the_first_visit_costs_less_than_60_kb_with_one_style_sheet_and_no_font_before_paint(
    subtests: pytest.Subtests, client: Client
) -> None:
    event, desk = in_the_cut()
    for name in ["public", "standings", "players", "bracket", "me"]:
        with subtests.test(name=name):
            html = client.get(_address(event, desk, name)).content
            head = html.decode().partition("</head>")[0]
            assert re.findall(r'rel="stylesheet"', head) == ['rel="stylesheet"']
            assert "preload" not in head
            asked = re.findall(r'(?:href|src)="/static/([^"#]+)', html.decode())
            named = {path.split("?")[0] for path in asked} | {ICONS}
            weights = {path: packed(Path(str(finders.find(path))).read_bytes()) for path in named}
            assert sum(weights.values()) + packed(html) <= LIMIT, weights
