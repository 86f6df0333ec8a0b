"""The seeds of a cut are set by hand until its first round is paired."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.brackets.queries.brackets import qualified
from matches.brackets.services.seeds import seeded_entries, set_seeds
from matches.enums import Role
from matches.errors import Refused
from matches.models import AuditRow, Event, StageEntry
from matches.rounds.services.rounds import pair_round, withdraw_round
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, played, stage_of

pytestmark = pytest.mark.django_db

WHY = "Tie broken at the table"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event(desk: Actor) -> Event:
    """Eight players before a cut to four."""
    event = event_of(8, rounds=2, cut=4)
    for _round in range(2):
        played(event, desk)
    return event


def numbers(event: Event) -> list[int]:
    return [one.number for one in seeded_entries(stage_of(event, 2))]


def test_the_first_round_is_drawn_by_the_seeds_that_were_set(event: Event, desk: Actor) -> None:
    before = numbers(event)
    wanted = [before[1], before[0], before[3], before[2]]
    set_seeds(stage=stage_of(event, 2), numbers=wanted, actor=desk, reason=WHY)
    row = AuditRow.objects.get(event=event, act="set_seeds")
    assert (row.reason, row.details["before"], row.details["seeds"]) == (WHY, before, wanted)
    draft = pair_round(stage=stage_of(event, 2), actor=desk)
    field = StageEntry.objects.filter(stage=draft.stage).order_by("seed")
    assert list(field.values_list("entry__number", flat=True)) == wanted


def test_who_moves_up_is_seeded_last(event: Event, desk: Actor) -> None:
    wanted = numbers(event)[::-1]
    set_seeds(stage=stage_of(event, 2), numbers=wanted, actor=desk, reason=WHY)
    drop_entry(actor=desk, entry=entry(event, wanted[0]))
    now = numbers(event)
    assert now[:3] == wanted[1:]
    assert now[3] not in wanted


def test_only_all_players_once_and_only_before_the_first_round(event: Event, desk: Actor) -> None:
    stage, field = stage_of(event, 2), numbers(event)
    for wrong in (field[:3], [*field[:3], 99], [*field[:3], field[0]]):
        with pytest.raises(Refused) as caught:
            set_seeds(stage=stage, numbers=wrong, actor=desk, reason=WHY)
        assert caught.value.code == "seeds_incomplete"
    draft = pair_round(stage=stage, actor=desk)
    with pytest.raises(Refused) as begun:
        set_seeds(stage=stage, numbers=field, actor=desk, reason=WHY)
    assert begun.value.code == "bracket_begun"
    withdraw_round(round=draft, actor=desk, reason=WHY)
    set_seeds(stage=stage, numbers=field[::-1], actor=desk, reason=WHY)
    assert qualified(stage_of(event, 2)) == [entry(event, number).pk for number in field[::-1]]


def test_the_seeds_are_set_on_their_page(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = reverse("matches:seeds", args=[event.slug, 2])
    assert url in client.get(reverse("matches:rounds", args=[event.slug])).content.decode()
    field = numbers(event)
    typed = {f"seed-{number}": place for place, number in enumerate(field[::-1], start=1)}
    twice = client.post(url, {**typed, f"seed-{field[0]}": 1, "reason": WHY})
    assert twice.status_code == 422
    assert "already has this seed" in twice.content.decode()
    assert "Give a reason for the log." in client.post(url, typed).content.decode()
    assert client.post(url, {**typed, "reason": WHY}).status_code == 302
    assert numbers(event) == field[::-1]


def test_before_the_swiss_rounds_are_over_there_is_nothing_to_set(client: Client, desk: Actor) -> None:
    event = event_of(8, rounds=2, cut=4)
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = reverse("matches:seeds", args=[event.slug, 2])
    assert url not in client.get(reverse("matches:rounds", args=[event.slug])).content.decode()
    assert client.get(url).status_code == 302
