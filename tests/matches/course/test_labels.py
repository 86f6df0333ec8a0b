"""The rounds of a bracket have the names that players know, before and after they are paired."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.course.bracket_labels import play_round_name
from matches.course.labels import round_label
from matches.enums import Role, StageKind
from matches.models import Event, Round
from matches.next_steps.queries import read_event_now
from matches.pairing.bracket import BracketKind, build, rounds
from tests.factories import any_organiser, staff
from tests.matches.playing import event_of, played, published


@pytest.mark.parametrize(
    ("size", "kind", "names"),
    [
        (13, BracketKind.SINGLE, ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]),
        (2, BracketKind.SINGLE, ["Final"]),
        (
            13,
            BracketKind.DOUBLE,
            [
                "Winners’ round 1",
                "Winners’ round 2, losers’ round 1",
                "Losers’ round 2",
                "Winners’ round 3, losers’ round 3",
                "Losers’ round 4",
                "Winners’ round 4, losers’ round 5",
                "Losers’ round 6",
                "Grand final",
                "Grand final reset",
            ],
        ),
        (
            11,
            BracketKind.DOUBLE,
            [
                "Winners’ round 1",
                "Winners’ round 2",
                "Losers’ round 1",
                "Winners’ round 3, losers’ round 2",
                "Losers’ round 3",
                "Winners’ round 4, losers’ round 4",
                "Losers’ round 5",
                "Grand final",
                "Grand final reset",
            ],
        ),
    ],
)
def test_each_round_of_play_has_its_name(size: int, kind: BracketKind, names: list[str]) -> None:
    bracket = build(size, kind, third_place=True)
    assert [play_round_name(kind, size, keys) for keys in rounds(bracket)] == names


@pytest.mark.parametrize(
    ("size", "kind", "names"),
    [
        (13, BracketKind.SINGLE, ["the round of 16", "the quarter-finals", "the semi-finals", "the final"]),
        (3, BracketKind.DOUBLE, ["Winners’ round 1", "Winners’ round 2", "Losers’ round 1"]),
    ],
)
def test_in_a_sentence_a_round_has_its_article(size: int, kind: BracketKind, names: list[str]) -> None:
    bracket = build(size, kind, third_place=True)
    found = [play_round_name(kind, size, keys, in_sentence=True) for keys in rounds(bracket)]
    assert found[: len(names)] == names
    if kind is BracketKind.DOUBLE:
        assert found[-2:] == ["the grand final", "the grand final reset"]


@pytest.mark.django_db
def test_a_round_is_named_before_it_is_paired_and_on_every_page() -> None:
    event, desk = event_of(8, kind=StageKind.SINGLE_ELIMINATION), any_organiser()
    client = Client()
    client.force_login(staff(event, Role.ORGANISER))
    assert _pair_button(client, event) == "Pair the quarter-finals"
    played(event, desk)
    assert _pair_button(client, event) == "Pair the semi-finals"
    round_ = published(event, desk)
    for name, args in (("public", []), ("rounds", []), ("round", [1, 2]), ("desk", []), ("results", []), ("wall", [])):
        page = client.get(reverse(f"matches:{name}", args=[event.slug, *args])).content.decode()
        assert "Semi-finals" in page, name
        assert "limination, round" not in page, name
    api = client.get(reverse("api-round", args=[event.slug, 1, 2])).json()
    assert api["label"] == "Semi-finals" == round_label(round_)


@pytest.mark.django_db
def test_the_round_after_a_cut_is_named_before_it_is_seeded() -> None:
    event, desk = event_of(8, rounds=1, cut=4), any_organiser()
    played(event, desk)
    now = read_event_now(event, frozenset({Role.ORGANISER}), Round.objects.get().created_at)
    assert now.pairable is not None
    assert round_label(now.pairable) == "Semi-finals"


def _pair_button(client: Client, event: Event) -> str:
    page = client.get(reverse("matches:rounds", args=[event.slug]))
    return str(page.context["stages"][0].pair.label)
