"""A player in the cut who leaves before the bracket: the next in line moves up, or the opponent has a walkover."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import drop_entry, return_entry
from matches.audit.services import Actor
from matches.brackets.queries.brackets import cut_of, qualified, stage_bracket
from matches.enums import EntryStatus, Role
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event
from matches.pairing.bracket import Status
from matches.rounds.services.rounds import pair_round, publish_round
from matches.snapshots.queries import latest_snapshot
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, fresh, played, published, stage_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    """Eight players after their Swiss rounds, before a cut to four."""
    event = event_of(8, rounds=2, cut=4)
    played(event, desk, seed=1)
    played(event, desk, seed=2)
    return event


def at_place(event: Event, place: int) -> Entry:
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    return entry(event, snapshot.rows[place - 1]["number"])


def in_cut(event: Event) -> list[int]:
    numbers = dict(Entry.objects.filter(event=event).values_list("pk", "number"))
    return [numbers[pk] for pk in qualified(stage_of(event, 2))]


def test_without_a_choice_the_next_in_line_moves_up(event: Event, desk: Actor) -> None:
    second, fifth = at_place(event, 2), at_place(event, 5)
    drop_entry(actor=desk, entry=second)
    assert second.number not in in_cut(event)
    assert in_cut(event)[-1] == fifth.number


def test_a_walkover_keeps_the_seed_and_the_opponent_goes_on(event: Event, desk: Actor) -> None:
    first, before = at_place(event, 1), in_cut(event)
    drop_entry(actor=desk, entry=first, walkover=True)
    assert in_cut(event) == before
    round_ = published(event, desk, order=2)
    assert [match.bracket_key for match in round_.matches.all()] == ["W1-2"]
    known = stage_bracket(stage_of(event, 2))
    assert known is not None
    opening = known.state.matches["W1-1"]
    assert (opening.status, opening.winner) == (Status.WALKOVER, 4)
    assert AuditRow.objects.filter(event=event, act="drop_entry").get().details["walkover"] is True


def test_only_a_player_in_the_cut_can_leave_a_walkover(event: Event, desk: Actor) -> None:
    with pytest.raises(Refused, check=lambda refused: refused.code == "not_in_cut"):
        drop_entry(actor=desk, entry=at_place(event, 5), walkover=True)


def test_there_is_no_choice_during_the_swiss_rounds_and_after_the_bracket_is_published(desk: Actor) -> None:
    event = event_of(8, rounds=2, cut=4)
    played(event, desk, seed=1)
    assert cut_of(at_place(event, 1)) is None
    played(event, desk, seed=2)
    assert cut_of(at_place(event, 1)) == stage_of(event, 2)
    draft = pair_round(stage=stage_of(event, 2), actor=desk)
    assert cut_of(at_place(event, 1)) is not None
    publish_round(round=fresh(draft), actor=desk)
    assert cut_of(at_place(event, 1)) is None


def test_a_player_who_returns_plays(event: Event, desk: Actor) -> None:
    first = at_place(event, 1)
    drop_entry(actor=desk, entry=first, walkover=True)
    return_entry(actor=desk, entry=first)
    first.refresh_from_db()
    assert (first.status, first.holds_cut_place) == (EntryStatus.CHECKED_IN, False)


def test_the_desk_is_asked_once_and_chooses(event: Event, client: Client) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    first = at_place(event, 1)
    address = reverse("matches:person_act", args=[event.slug, first.number, "drop"])
    asked = client.post(address, {"reason": "train"})
    assert "The next in line moves up" in asked.content.decode()
    assert 'value="train"' in asked.content.decode()
    assert client.post(address, {"reason": "train", "confirmed": "1"}).status_code == 422, "the choice is missing"
    first.refresh_from_db()
    assert first.is_in
    client.post(address, {"reason": "train", "confirmed": "1", "cut": "walkover"})
    first.refresh_from_db()
    assert (first.status, first.holds_cut_place) == (EntryStatus.DROPPED, True)
    fifth = at_place(event, 5)
    plain = client.post(reverse("matches:person_act", args=[event.slug, fifth.number, "drop"]), {}).content.decode()
    assert "Drop Player" in plain
    assert "moves up" not in plain


def test_a_program_chooses_by_a_field(event: Event, client: Client) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    first = at_place(event, 1)
    url = reverse("api-entry-drop", args=[event.slug, first.number])
    answer = client.post(url, {"walkover": True}, content_type="application/json")
    assert answer.status_code in (200, 204), answer.content
    first.refresh_from_db()
    assert first.holds_cut_place


def test_the_history_shows_every_round(event: Event, client: Client, desk: Actor) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    first = at_place(event, 1)
    context = client.get(reverse("matches:person", args=[event.slug, first.number])).context
    assert [line.round for line in context["history"]] == ["Round 1", "Round 2"]
    assert [line.points for line in context["history"]] == ["3", "3"]
    assert [line.word for line in context["history"]] == ["Won", "Won"]
    assert context["points"] == "6"
    assert context["place"] == "place 1 after Round 2"
    assert context["starts"] == sum(line.started for line in context["history"])
