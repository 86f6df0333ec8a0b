"""In a bracket the start is drawn by lot, or the higher seed starts or chooses, as the event says."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.enums import Role, StageKind
from matches.models import Event, Match, Round, StageEntry
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, published

pytestmark = pytest.mark.django_db


def bracket_of(rule: str | None, players: int = 16) -> tuple[Event, Round]:
    event = event_of(players, kind=StageKind.SINGLE_ELIMINATION)
    if rule:
        event.options = {**event.options, "bracket_start": rule}
        event.save()
    return event, published(event, any_organiser())


def higher_seats(round_: Round) -> list[int]:
    """The seat of the higher seed of each match."""
    seeds = dict(StageEntry.objects.filter(stage=round_.stage).values_list("entry_id", "seed"))
    found = []
    for match in Match.objects.filter(round=round_).order_by("table"):
        order = [seeds[seat.entry_id] for seat in match.seats.order_by("index")]
        found.append(order.index(min(order)))
    return found


def test_the_higher_seed_starts() -> None:
    _event, round_ = bracket_of("higher_seed")
    assert list(round_.matches.order_by("table").values_list("starter", flat=True)) == higher_seats(round_)
    assert [why["code"] for why in round_.matches.first().why] == ["bracket", "higher_seed_starts"]  # type: ignore[union-attr]


def test_the_higher_seed_chooses_and_the_pages_say_so(client: Client) -> None:
    event, round_ = bracket_of("choice")
    assert set(round_.matches.values_list("starter", flat=True)) == {None}
    page = client.get(reverse("matches:public", args=[event.slug]))
    notes = [[seat.note for seat in line.seats] for line in page.context["matches"]]
    assert [note.index("chooses who starts") for note in notes] == higher_seats(round_)
    client.force_login(staff(event, Role.ORGANISER))
    shown = client.get(reverse("matches:round", args=[event.slug, 1, 1])).content.decode()
    assert "The higher seed chooses who starts." in shown


def test_without_the_setting_the_start_is_drawn_from_the_seed() -> None:
    event, round_ = bracket_of(None)
    assert set(round_.matches.values_list("starter", flat=True)) == {0, 1}
    assert [why["code"] for why in round_.matches.first().why] == ["bracket"]  # type: ignore[union-attr]
    assert Event.objects.get(pk=event.pk).options.get("bracket_start") is None


def test_the_rule_is_set_on_the_events_page_and_over_the_api() -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    client = Client()
    client.force_login(staff(event, Role.ORGANISER))
    assert (
        "Who starts in a bracket" in client.get(reverse("matches:event_settings", args=[event.slug])).content.decode()
    )
    url = reverse("api-event", args=[event.slug])
    assert client.get(url).json()["bracket_start"] == "lot"
    changed = client.patch(url, {"bracket_start": "higher_seed"}, content_type="application/json")
    assert (changed.status_code, changed.json()["bracket_start"]) == (200, "higher_seed")
    assert Event.objects.get(pk=event.pk).options["bracket_start"] == "higher_seed"
    wrong = client.patch(url, {"bracket_start": "me"}, content_type="application/json")
    assert wrong.status_code == 400
