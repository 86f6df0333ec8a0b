"""Two players of one name are told apart by number wherever both could stand."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import NameDisplay, Role, Source
from matches.events.services.events import update_event
from matches.events.services.plans import plan_of
from matches.models import Entry, Event, Match
from matches.people.labels.names import name_of
from matches.people.services.entries import add_entry, update_entry
from matches.people.services.imports import import_entries
from matches.people.services.removal import remove_entry
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import EntryFactory, EventFactory, PlayerFactory, StageFactory, any_organiser, staff, worked_at
from tests.matches.playing import TWO_ONE, fresh, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    event = EventFactory()
    StageFactory(event=event, rounds_planned=2)
    return event


def add(event: Event, desk: Actor, name: str) -> Entry:
    return add_entry(event=event, actor=desk, name=name, checked_in=True, sure=True)


def names(event: Event) -> list[str]:
    return [entry.unique_name for entry in Entry.objects.filter(event=event).select_related("player")]


def test_the_second_of_a_name_marks_both(event: Event, desk: Actor) -> None:
    add(event, desk, "Ada Lovelace")
    assert names(event) == ["Ada Lovelace"]
    add(event, desk, "Ada Lovelace")
    add(event, desk, "Bo Diddley")
    assert names(event) == ["Ada Lovelace #1", "Ada Lovelace #2", "Bo Diddley"]


def test_a_removed_or_renamed_namesake_takes_the_mark_along(event: Event, desk: Actor) -> None:
    add(event, desk, "Ada Lovelace")
    second, third = (add(event, desk, "Ada Lovelace") for _each in range(2))
    update_entry(actor=desk, entry=third, name="Bo Diddley")
    assert names(event) == ["Ada Lovelace #1", "Ada Lovelace #2", "Bo Diddley"]
    remove_entry(actor=desk, entry=second)
    assert names(event) == ["Ada Lovelace", "Bo Diddley"]


def test_a_rename_reaches_the_other_events_of_the_player(event: Event, desk: Actor) -> None:
    player = PlayerFactory(name="Ada Byron")
    here = EntryFactory(event=event, player=player, number=1)
    elsewhere = worked_at(desk.user)
    EntryFactory(event=elsewhere, player=player, number=1)
    EntryFactory(event=elsewhere, number=2, player__name="Ada Lovelace")
    update_entry(actor=desk, entry=here, name="Ada Lovelace")
    assert names(elsewhere) == ["Ada Lovelace #1", "Ada Lovelace #2"]
    assert names(event) == ["Ada Lovelace"]


def test_names_that_the_public_reads_alike_are_told_apart(event: Event, desk: Actor) -> None:
    Event.objects.filter(pk=event.pk).update(name_display=NameDisplay.INITIAL)
    event.refresh_from_db()
    for name in ("Ada Lovelace", "Ada Lindgren"):
        add(event, desk, name)
    shown = [name_of(entry, staff=False) for entry in Entry.objects.filter(event=event).select_related("player")]
    assert shown == ["Ada L. #1", "Ada L. #2"]


def test_another_way_to_show_names_marks_anew(event: Event, desk: Actor) -> None:
    for name in ("Ada Lovelace", "Ada Lindgren"):
        add(event, desk, name)
    assert names(event) == ["Ada Lovelace", "Ada Lindgren"]
    update_event(event=event, actor=desk, plan=plan_of(event).changed(name_display=NameDisplay.INITIAL))
    assert names(event) == ["Ada Lovelace #1", "Ada Lindgren #2"]


def test_an_imported_list_is_marked(event: Event, desk: Actor) -> None:
    add(event, desk, "Ada Lovelace")
    import_entries(
        event=event, actor=desk, data=b"name,id\nAda Lovelace,A2\nBo Diddley,B1\n", only_good=True, questions=True
    )
    assert names(event) == ["Ada Lovelace #1", "Ada Lovelace #2", "Bo Diddley"]


def test_a_player_shown_by_number_needs_no_second_one(event: Event, desk: Actor) -> None:
    Event.objects.filter(pk=event.pk).update(name_display=NameDisplay.NUMBER)
    for _each in range(2):
        add(event, desk, "Ada Lovelace")
    shown = [name_of(entry, staff=False) for entry in Entry.objects.filter(event=event).select_related("player")]
    assert shown == ["#1", "#2"]


@pytest.fixture
def namesakes(event: Event, desk: Actor) -> Event:
    for name in ("Ada Lovelace", "Ada Lovelace", "Bo Diddley", "Cy Young"):
        add(event, desk, name)
    return event


def test_every_page_shows_the_number(namesakes: Event, desk: Actor, client: Client) -> None:
    event = namesakes
    client.force_login(staff(event, Role.ORGANISER))

    def shows(name: str, *args: object) -> None:
        text = client.get(reverse(name, args=[event.slug, *args])).content.decode()
        assert "Ada Lovelace #1" in text, name
        assert "Ada Lovelace #2" in text, name

    round_ = pair_round(stage=stage_of(event), actor=desk, seed=3)
    shows("matches:round", 1, 1)
    publish_round(round=fresh(round_), actor=desk)
    shows("matches:round", 1, 1)
    for name in ("matches:results", "matches:public", "matches:wall", "matches:players", "judging:tables"):
        shows(name)
    start_clock(round=fresh(round_), actor=desk)
    for match in Match.objects.filter(round=round_, table__gt=0).select_related("round__stage__event"):
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    close_round(round=fresh(round_), actor=desk)
    for name in ("matches:standings", "matches:desk_standings", "matches:wall"):
        shows(name)


def test_the_api_keeps_name_and_number_apart(namesakes: Event, client: Client) -> None:
    rows = client.get(reverse("api-entries", args=[namesakes.slug])).json()["results"]
    assert [(row["number"], row["name"]) for row in rows][:2] == [(1, "Ada Lovelace"), (2, "Ada Lovelace")]
