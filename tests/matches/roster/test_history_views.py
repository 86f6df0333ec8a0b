"""A player's points at the desk are those of the standings, whatever was played and however it was decided."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from judging.papers.queries import PaperTerms
from judging.papers.standings_builders import standings_sheet
from matches.attendance.services import drop_entry, return_entry
from matches.audit.services import Actor
from matches.enums import EntryStatus, LatePolicy, MatchKind, Role, Source, StageKind
from matches.events.queries.kinds import kind_of
from matches.models import Event, Round
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round
from matches.snapshots.queries import latest_snapshot
from matches.tables.pod import POD
from matches.tables.solo import SOLO
from tests.factories import EntryFactory, any_organiser, staff
from tests.matches.playing import entry, event_of, fresh, played, running, stage_of
from tests.matches.pods import pod_event
from tests.matches.score_attack import attack_event, scored

pytestmark = pytest.mark.django_db

MARKS = {
    "two": (("2-1", "1-1 t", "id", "x2"), ("xx", "2-0", "1-0 c1", "ll"), ("0-2", "1-1 sd1", "2-1", "1-0 t")),
    "blitz": (
        ("2410-1980", "1500-1500 t", "id", "x2"),
        ("xx", "900-800", "800-900 c1", "ll"),
        ("2-1 t", "9-0 c2", "id", "w1"),
    ),
    "pods": (("id", "C A -D B"), ("=", "A cB lC D"), ("A=B C D", "id")),
    "alone": (("216", "l100", "-", "90 t"), ("80", "70", "60"), ("5", "l6", "7")),
    "robin": (("id", "l2"), ("2-1", "1-1 t"), ("1-0 c1", "id")),
}


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def event_for(kind: str, policy: LatePolicy) -> Event:
    if kind == "pods":
        event = pod_event(8, game="bank", size=4, draw_points=1)
    elif kind == "alone":
        event = attack_event(4, rounds=4)
    elif kind == "robin":
        event = event_of(4, kind=StageKind.ROUND_ROBIN)
    else:
        event = event_of(8, rounds=4)
    rules = {"edition": "guide", "format": "blitz", "jokers": False}
    given = {"rules": rules, "preset": "competitive", "cap_minutes": 20} if kind == "blitz" else {}
    Event.objects.filter(pk=event.pk).update(late_policy=policy, intentional_draws=True, **given)
    return Event.objects.get(pk=event.pk)


def play(event: Event, desk: Actor, marks: tuple[str, ...]) -> Round:
    round_ = running(event, desk)
    tables = round_.matches.filter(kind=MatchKind.PLAYED).select_related("round__stage__event").order_by("table")
    kind = kind_of(stage_of(event))
    for match, mark in zip(tables, (*marks, *[""] * 9), strict=False):
        seats, line = match.seats.count(), mark or ("1" if kind is SOLO else "2-0")
        if kind is POD and (not mark or any(seat in mark for seat in "ABCD"[seats:])):
            line = " ".join("ABCD"[:seats])
        report_result(match=match, score=read_score(match, line), actor=desk, source=Source.DESK, reason="as typed")
    return fresh(close_round(round=round_, actor=desk))


def at_the_desk(client: Client, event: Event, number: int) -> Fraction:
    context = client.get(f"/e/{event.slug}/desk/people/{number}/").context
    each = [Fraction(line.points) for line in context["history"] if line.points is not None]
    assert sum(each) == Fraction(context["points"]), "every point is on a line"
    return Fraction(context["points"])


def on_paper(event: Event) -> dict[str, str]:
    return {row.name: row.points for row in standings_sheet(event, PaperTerms(kind="standings")).rows}


@pytest.mark.parametrize("policy", LatePolicy)
@pytest.mark.parametrize("kind", MARKS)
@pytest.mark.sampled(2)
def test_page_api_paper_and_standings_have_the_same_points(
    kind: str, policy: LatePolicy, client: Client, desk: Actor
) -> None:
    event = event_for(kind, policy)
    client.force_login(staff(event, Role.SCOREKEEPER))
    first, *others = MARKS[kind]
    play(event, desk, first)
    if kind != "robin":
        if entry(event, 2).is_in:
            drop_entry(actor=desk, entry=entry(event, 2))
        EntryFactory(event=event, number=9, entered_round=3, player__name="Player 009")
        EntryFactory(event=event, number=10, entered_round=2, status=EntryStatus.REGISTERED, checked_in_at=None)
    for number, marks in enumerate(others):
        if number == 1 and not entry(event, 2).is_in:
            return_entry(actor=desk, entry=entry(event, 2))
        play(event, desk, marks)
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    printed, api = on_paper(event), APIClient()
    for row in snapshot.rows:
        number, points = row["number"], Fraction(row["points"])
        assert at_the_desk(client, event, number) == points, f"player {number}"
        page = client.get(f"/e/{event.slug}/players/{number}/").content.decode()
        place = re.search(r'class="place-head">.*?·\s+([\d.]+)\s+points?\b', page, re.DOTALL)
        told = api.get(f"/api/v1/events/{event.slug}/standings/{number}/").json()["points"]
        assert place is not None, page
        assert (Fraction(place[1]), Fraction(told)) == (points, points)
        assert Fraction(printed[f"Player {number:03d}"]) == points


def test_a_late_player_has_the_byes_of_the_event_on_lines_that_say_so(client: Client, desk: Actor) -> None:
    event = event_for("two", LatePolicy.BYES)
    client.force_login(staff(event, Role.SCOREKEEPER))
    played(event, desk)
    EntryFactory(event=event, number=9, entered_round=2)
    context = client.get(f"/e/{event.slug}/desk/people/9/").context
    assert [(line.round, line.kind, line.points) for line in context["history"]] == [
        ("Round 1", "Missed, counts as a bye", "3")
    ]


def test_an_open_round_counts_from_its_result_and_a_draft_not_at_all(client: Client, desk: Actor) -> None:
    event = event_of(3, rounds=3)
    client.force_login(staff(event, Role.SCOREKEEPER))
    draft = pair_round(stage=stage_of(event), actor=desk)
    bye = draft.matches.get(kind=MatchKind.BYE).seats.get().entry.number
    context = client.get(f"/e/{event.slug}/desk/people/{bye}/").context
    assert ([line.points for line in context["history"]], context["points"]) == ([None], "0")
    Round.objects.filter(pk=draft.pk).delete()
    round_ = running(event, desk)
    match = round_.matches.get(kind=MatchKind.PLAYED)
    bye = round_.matches.get(kind=MatchKind.BYE).seats.get().entry.number
    number = match.seats.get(index=0).entry.number
    assert at_the_desk(client, event, bye) == 3
    assert at_the_desk(client, event, number) == 0
    report_result(match=match, score=read_score(match, "2-1"), actor=desk, source=Source.DESK)
    assert at_the_desk(client, event, number) == 3


def test_in_a_score_attack_nobody_has_an_opponent(client: Client, desk: Actor) -> None:
    event = attack_event(2)
    scored(event, desk, "216", "31")
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(reverse("matches:person", args=[event.slug, 1]))
    assert len(page.context["history"]) == 1
    assert not page.context["with_opponents"]
    assert "Opponent" not in page.content.decode()


@pytest.mark.parametrize(("kind", "starts"), [("two", True), ("alone", False)])
def test_starts_are_listed_where_somebody_starts(client: Client, desk: Actor, kind: str, starts: bool) -> None:
    event = event_for(kind, LatePolicy.LOSSES)
    play(event, desk, ())
    client.force_login(staff(event, Role.ORGANISER))
    answer = client.get(f"/e/{event.slug}/desk/people/1/")
    assert answer.context["with_starts"] is starts
    head = answer.content.decode().split('id="history"')[1].split("</thead>")[0]
    assert head.count("<th ") == (6 if starts else 4)
