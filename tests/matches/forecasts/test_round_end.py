"""What the pages say about the end of a running round, from the times of the event's own matches."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import Actor
from matches.clock.queries import round_clock
from matches.clock.services import call_time
from matches.enums import Role, RoundStatus
from matches.forecast.round_end import Pace
from matches.forecasts.labels import round_end_text
from matches.forecasts.round_end_queries import forecast_round_end, pace_of
from matches.models import ClockEvent, Event, Result, Round
from matches.results.queries.results import matches_of_round
from tests.factories import any_organiser, staff
from tests.matches.playing import NEITHER, event_of, fresh, published, report, running
from tests.undone import undone

pytestmark = pytest.mark.django_db
SAID = re.compile(r"Expected to end at about \d\d:\d\d(, very likely by \d\d:\d\d)?\.")


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def started(desk: Actor, minutes: int) -> Round:
    """Six tables, so many minutes into a round of 25; two have reported two minutes ago."""
    event = event_of(12)
    event.published, event.cap_minutes = True, 25
    event.save()
    found = published(event, desk)
    ClockEvent.objects.create(round=found, act="start", at=timezone.now() - timedelta(minutes=minutes))
    Round.objects.filter(pk=found.pk).update(status=RoundStatus.RUNNING)
    report(fresh(found), desk, tables=[1, 2])
    Result.objects.update(reported_at=timezone.now() - timedelta(minutes=2))
    return fresh(found)


@pytest.fixture
def round_(desk: Actor) -> Round:
    return started(desk, 10)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


def end(round_: Round, now: datetime | None = None) -> object:
    return forecast_round_end(round_, matches_of_round(round_), round_clock(round_), now or timezone.now())


def test_the_pace_is_that_of_the_matches_that_were_played(round_, desk):
    report(round_, desk, NEITHER, tables=[3])
    pace = pace_of({round_.pk: round_clock(round_)})
    assert [round(seconds / 60) for seconds in pace.played] == [8, 8]
    assert (pace.capped, pace.overtimes) == ((), ())


def test_what_was_reported_after_the_cap_counts_as_at_least(desk):
    round_ = started(desk, 30)
    pace = pace_of({round_.pk: round_clock(round_)})
    assert pace.played == ()
    assert pace.capped == (1500.0, 1500.0)
    assert [round(seconds / 60) for seconds in pace.overtimes] == [3, 3]


def test_it_ends_later_than_now(round_):
    told = end(round_)
    assert told is not None
    assert 60 < told.about < told.likely < 3600


def test_nothing_is_said_while_the_clock_stands_or_when_all_is_in(round_, desk):
    report(round_, desk)
    assert end(round_) is None
    paused = running(event_of(4), desk)
    ClockEvent.objects.create(round=paused, act="pause", at=timezone.now())
    assert end(paused) is None


def test_before_any_match_the_usual_pace_is_taken(desk):
    first = running(event_of(8), desk)
    assert pace_of({first.pk: round_clock(first)}) == Pace()
    assert end(first) is not None


def test_desk_wall_and_public_pairings_say_it_unless_it_is_off(subtests: pytest.Subtests, event):
    for name in ["desk", "public", "wall"]:
        with subtests.test(name=name), undone():
            client = Client()
            client.force_login(staff(event, Role.ORGANISER))
            url = reverse(f"matches:{name}", args=[event.slug])
            assert SAID.search(client.get(url).content.decode())
            event.options = {**event.options, "no_round_end": True}
            event.save()
            assert not SAID.search(client.get(url).content.decode())


def test_times_are_those_of_the_event(round_):
    now = timezone.now()
    said = round_end_text(round_, matches_of_round(round_), round_clock(round_), now)
    assert SAID.fullmatch(said)


def test_once_time_was_called_nothing_is_said_of_when_it_will_be(round_: Round, event: Event) -> None:
    """The tables finish what they are at: what counts is who is missing, not a time that moves on with each look."""
    assert end(round_) is not None
    call_time(round=round_, actor=any_organiser())
    assert end(fresh(round_)) is None
    for address in (f"/e/{event.slug}/", f"/e/{event.slug}/wall/"):
        assert not SAID.search(Client().get(address).content.decode())


def test_nothing_is_said_once_the_clock_is_at_zero_although_nobody_has_called_time(desk: Actor) -> None:
    """The wall shows *Time* from then on."""
    assert end(started(desk, 24)) is not None
    assert end(started(desk, 26)) is None


def test_what_is_said_stands_until_something_changes(round_: Round, desk: Actor) -> None:
    """A page that was kept since the last result and one that is made now say the same."""
    matches, clock, now = matches_of_round(round_), round_clock(round_), timezone.now()
    said = round_end_text(round_, matches, clock, now)
    assert [round_end_text(round_, matches, clock, now + timedelta(seconds=later)) for later in (20, 45, 70, 100)] == [
        said
    ] * 4
