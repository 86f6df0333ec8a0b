"""A walkover that the bracket continued from stands, no matter which of its players leaves or returns afterwards."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import disqualify_entry, drop_entry, return_entry
from matches.audit.services import Actor
from matches.brackets.queries.brackets import stage_bracket
from matches.enums import RoundStatus, StageKind
from matches.models import Event, Match, Round
from matches.pairing.bracket import Status
from matches.rounds.services.rounds import close_round, pair_round
from tests.factories import any_organiser
from tests.matches.playing import (
    TWO_ONE,
    entry,
    event_of,
    fresh,
    match_at,
    numbers_in,
    played,
    report,
    running,
    stage_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def final_after_a_walkover(desk: Actor) -> tuple[Event, Round, int, int]:
    """The final of eight players is in play. One finalist had a walkover against the semifinalist who dropped."""
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    played(event, desk)
    known = stage_bracket(stage_of(event))
    assert known is not None
    stayed, left = known.state.matches["W2-1"].seats
    assert stayed
    assert left
    drop_entry(entry=entry(event, left), actor=desk)
    played(event, desk)
    final = running(event, desk)
    assert stayed in numbers_in(match_at(final, 1))
    return event, final, stayed, left


def semifinal(event: Event) -> tuple[Status, int | None]:
    known = stage_bracket(stage_of(event))
    assert known is not None
    state = known.state.matches["W2-1"]
    return state.status, state.winner


def test_the_player_who_dropped_returns_too_late(desk: Actor) -> None:
    event, final, stayed, left = final_after_a_walkover(desk)
    return_entry(entry=entry(event, left), actor=desk)
    assert semifinal(event) == (Status.WALKOVER, stayed)
    report(final, desk, TWO_ONE)
    close_round(round=fresh(final), actor=desk)
    event.refresh_from_db()
    assert event.finished_at is not None


def test_the_player_with_the_walkover_is_disqualified_in_the_next_round(desk: Actor) -> None:
    event, final, stayed, _ = final_after_a_walkover(desk)
    disqualify_entry(entry=entry(event, stayed), actor=desk, reason="bribery")
    report(final, desk, TWO_ONE)
    assert semifinal(event) == (Status.WALKOVER, stayed)
    assert Client().get(reverse("matches:bracket", args=[event.slug])).status_code == 200
    close_round(round=fresh(final), actor=desk)
    event.refresh_from_db()
    assert event.finished_at is not None


def test_the_player_who_returns_before_the_next_pairing_plays(desk: Actor) -> None:
    event = event_of(8, kind=StageKind.SINGLE_ELIMINATION)
    played(event, desk)
    left = numbers_in(Match.objects.get(round__stage__event=event, bracket_key="W1-1"))[0]
    drop_entry(entry=entry(event, left), actor=desk)
    played(event, desk)
    return_entry(entry=entry(event, left), actor=desk)
    late = pair_round(stage=stage_of(event), actor=desk)
    assert late.status == RoundStatus.DRAFT
    assert left in numbers_in(match_at(late, 1))
    assert list(late.matches.values_list("bracket_key", flat=True)) == ["W2-1"]
