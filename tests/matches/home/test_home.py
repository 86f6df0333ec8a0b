"""The first page: what this is, and where each public event stands."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.attendance.services import disqualify_entry
from matches.audit.services import Actor
from matches.clock.services import call_time
from matches.enums import Source
from matches.final.queries import final_ranking
from matches.final.services import finish_event
from matches.models import Event, Match
from matches.results.services.results import correct_result
from tests.factories import any_organiser
from tests.matches.playing import ONE_TWO, event_of, played, published, report, running

pytestmark = pytest.mark.django_db
HOME = reverse("matches:home")
ALL = reverse("matches:all_events")


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def event_on(days: int = 0, players: int = 4, name: str = "", **options: Any) -> Event:
    """A public event so many days from today."""
    event = event_of(players, rounds=2)
    event.date = timezone.localdate() + dt.timedelta(days=days)
    event.name, event.options = name or event.name, {**event.options, **options}
    event.save()
    return event


def states(client: Client, part: str = "today") -> dict[str, str]:
    """What the page says of each event of a part."""
    return {item.event.name: item.state for item in client.get(HOME).context[part]}


def test_a_stranger_reads_what_this_is_and_what_one_can_do(client: Client) -> None:
    page = client.get(HOME).content.decode()

    assert "Card-game events, from sign-up to the last table" in page
    assert "No events today" in page
    for name in ("practice:practice", "rules_engine:learn", "rules_engine:drill", "rules_engine:rulebook"):
        assert f'href="{reverse(name)}"' in page


def test_an_event_goes_from_waiting_to_its_winner(client: Client, desk: Actor) -> None:
    event = event_on(name="Cup", page={"start_time": "10:30"})
    assert states(client) == {"Cup": "Starts at 10:30"}

    first = published(event, desk)
    assert states(client) == {"Cup": "Round 1 of 2, about to start"}

    report(first, desk)
    assert states(client)["Cup"].startswith("Round 1 of 2")


def test_a_running_round_shows_its_clock_until_time_is_called(client: Client, desk: Actor) -> None:
    round_ = running(event_on(name="Cup"), desk)
    [item] = client.get(HOME).context["today"]
    assert (item.state, item.kind, item.clock.state) == ("Round 1 of 2", "running", "running")

    call_time(round=round_, actor=desk)
    [item] = client.get(HOME).context["today"]
    assert (item.state, item.clock) == ("Round 1 of 2, time called", None)


def test_between_rounds_and_after_the_last_one(client: Client, desk: Actor) -> None:
    event = event_on(name="Cup")
    played(event, desk, seed=1)
    assert states(client) == {"Cup": "Round 1 of 2 is over"}

    played(event, desk, seed=2)
    ranking = final_ranking(event)
    assert ranking is not None
    [winner] = ranking.winners
    assert states(client) == {"Cup": f"Finished: won by {winner.player.name}"}


def test_who_finishes_an_event_early_names_its_winner_too(client: Client, desk: Actor) -> None:
    event = event_on(name="Cup")
    played(event, desk, seed=1)
    finish_event(event=event, actor=desk)

    assert states(client)["Cup"].startswith("Finished: won by Player ")


def test_a_winner_who_is_disqualified_afterwards_is_not_named(client: Client, desk: Actor) -> None:
    event = event_on(name="Cup")
    played(event, desk, seed=1)
    finish_event(event=event, actor=desk)
    ranking = final_ranking(event)
    assert ranking is not None
    disqualify_entry(actor=desk, entry=ranking.winners[0], reason="A marked deck", keeps_place=False)

    assert states(client) == {"Cup": "Finished"}


def test_a_result_that_is_corrected_afterwards_leaves_the_winner_open(client: Client, desk: Actor) -> None:
    event = event_on(name="Cup")
    round_ = played(event, desk, seed=1)
    finish_event(event=event, actor=desk)
    match = Match.objects.select_related("round__stage__event").filter(round=round_).first()
    assert match is not None
    correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="Wrong way round")

    assert states(client) == {"Cup": "Finished"}


def test_sign_up_says_how_many_places_are_taken(client: Client) -> None:
    event_on(3, name="Cup", sign_up={"is_open": True, "capacity": 32})
    event_on(4, name="Full Cup", sign_up={"is_open": True, "capacity": 4})
    event_on(5, name="Free Cup", sign_up={"is_open": True})
    event_on(6, name="Late Cup", sign_up={"is_open": True, "opens": "2999-01-01T00:00"})

    assert states(client, "coming") == {
        "Cup": "Sign-up open, 4 of 32 places taken",
        "Full Cup": "Full, waiting list open",
        "Free Cup": "Sign-up open",
        "Late Cup": "Not started yet",
    }


def test_running_events_stand_first_and_an_old_one_that_was_left_open_does_not(client: Client, desk: Actor) -> None:
    event_on(name="Later")
    over = event_on(name="Over")
    played(over, desk, seed=1)
    finish_event(event=over, actor=desk)
    running(event_on(name="Now"), desk)
    running(event_on(-2, name="Since Friday"), desk)
    running(event_on(-30, name="Left open"), desk)
    event_on(8, name="Next week")
    event_on(2, name="Soon")

    context = client.get(HOME).context
    assert {item.event.name for item in context["today"][:2]} == {"Now", "Since Friday"}
    assert [item.event.name for item in context["today"][2:]] == ["Later", "Over"]
    assert [item.event.name for item in context["coming"]] == ["Soon", "Next week"]
    assert [(item.event.name, item.state) for item in context["lately"]] == [("Left open", "Not finished")]


def test_an_unpublished_event_is_not_there(client: Client) -> None:
    event = event_on(name="Secret Cup")
    Event.objects.filter(pk=event.pk).update(published=False)

    assert "Secret Cup" not in client.get(HOME).content.decode()


@pytest.mark.parametrize("size", [1, 4])
def test_more_events_cost_no_more_queries(client: Client, desk: Actor, size: int) -> None:
    for _number in range(size):
        running(event_on(), desk)
        event_on(2, sign_up={"is_open": True, "capacity": 8})
        over = event_on(-1)
        played(over, desk, seed=1)
        finish_event(event=over, actor=desk)
    with CaptureQueriesContext(connection) as queries:
        page = client.get(HOME)

    assert len(page.context["today"]) == size
    assert all("won by" in item.state for item in page.context["lately"])
    assert len(queries) == 9


def test_running_events_are_never_behind_those_to_come(client: Client, desk: Actor) -> None:
    Event.objects.bulk_create(
        Event(
            slug=f"later-{number}",
            name=f"Later {number}",
            date=timezone.localdate() + dt.timedelta(days=number),
            game="bankout",
            cap_minutes=25,
            seed=number,
            published=True,
        )
        for number in range(1, 121)
    )
    running(event_on(name="Now"), desk)

    context = client.get(HOME).context
    assert [item.event.name for item in context["today"]] == ["Now"]
    assert [item.event.name for item in context["coming"]] == [f"Later {number}" for number in range(1, 25)]
    assert f'href="{ALL}"' in client.get(HOME).content.decode()


def test_all_events_are_searched_by_name_and_venue_and_come_in_pages(client: Client) -> None:
    for number in range(55):
        event_on(-number, players=2, name=f"Cup {number}")
    Event.objects.filter(name="Cup 7").update(venue="Town hall")
    Event.objects.filter(name="Cup 8").update(published=False)

    first, second = client.get(ALL).context["events"], client.get(ALL, {"page": 2}).context["events"]
    assert [len(first), len(second)] == [50, 4]
    assert first[0].event.name == "Cup 0"
    assert first[0].players == 2
    assert [item.event.name for item in client.get(ALL, {"q": "town"}).context["events"]] == ["Cup 7"]
    assert "No events found" in client.get(ALL, {"q": "Cup 8"}).content.decode()
