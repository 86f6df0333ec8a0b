"""A view of any game becomes texts, cards and marks at named places, for any number of seats."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from rules_engine import games
from rules_engine.table import Bank, Card, Counter, Hand, Label, Mark, Pile, View
from rules_engine.text import EMPTY, Text
from rules_engine.views.drawing import difference, drawing, places


def view(to_move: str, points: int, hand: tuple[str, ...]) -> View:
    """A table of three seats with a board of one space."""
    return View(
        seats=("A", "B", "C"),
        to_move=to_move,
        status=Text("{player} to move.", {"player": to_move}),
        piles=(
            Pile("deck", Text("Deck"), 30),
            Pile("stage-1-1", Text("Space 1"), 1, (Card("7h", ("old",)),), row=2, column=1, note=Text("pit")),
            Pile("stage-2-1", Text("Space 2"), 1, (Card("?"),), row=1, column=1),
        ),
        hands=tuple(Hand(seat, tuple(map(Card, hand if seat == to_move else ()))) for seat in "ABC"),
        banks=(Bank("points", "A", Text("Points"), points), Bank("points", "B", Text("Points"), None)),
        counters=(Counter("steps", Text("Steps"), 3), Counter("lives", Text("Lives"), 2, "C")),
        marks=(Mark("last", Text("Last round"), points > 5), Mark("out", EMPTY, False, "C")),
        labels=(Label("role", Text("Banker"), "B"), Label("side", Text("Face up"))),
    )


def test_every_entry_has_its_text_at_its_place() -> None:
    drawn = places(view("B", 4, ("K", "?")))

    assert drawn.texts == {
        "state": "B to move.",
        "deck": "30",
        "points-A": "4",
        "points-B": "?",
        "steps": "3",
        "lives-C": "Lives: 2",
        "last": "Last round",
        "out-C": "",
        "role-B": "Banker",
        "side": "Face up",
        "stage-1-1": "pit",
        "stage-2-1": "",
        "empty-hand-A": "No card",
        "empty-hand-B": "",
        "empty-hand-C": "No card",
    }
    assert drawn.cards == {"hand-A": (), "hand-B": ("K", "?"), "hand-C": (), "stage-1-1": ("7h~",), "stage-2-1": ("?",)}
    assert drawn.marks == {
        "over": "no",
        "turn-A": "no",
        "turn-B": "yes",
        "turn-C": "no",
        "last": "no",
        "out-C": "no",
        "stage-1-1": "yes",
        "stage-2-1": "no",
    }


def test_only_what_changes_goes_from_one_step_to_the_next() -> None:
    before, after = (places(view("B", points, ("K",))) for points in (4, 6))

    assert difference(before, after) == {"texts": {"points-A": "6"}, "marks": {"last": "yes"}}
    assert difference(before, before) == {}
    assert difference(None, after) == {"texts": after.texts, "cards": after.cards, "marks": after.marks}


def test_the_table_is_drawn_for_three_seats() -> None:
    state = view("C", 6, ("Qh",))
    drawn = places(state)
    table = drawing(state, drawn, {"A": "Ada", "B": "Bo"})

    page = " ".join(render_to_string("rules_engine/_felt.html", {"now": {"over": "no", "table": table}}).split())

    assert re.findall(r'<div class="felt-seat" data-mark="turn-(\w)" data-on="(\w+)">', page) == [
        ("A", "no"),
        ("B", "no"),
        ("C", "yes"),
    ]
    assert "<bdi>Ada</bdi>" in page
    assert '<span class="felt-letter">C</span>' in page
    assert re.search(r'<div class="felt-big">\s*<dt>Steps</dt>\s*<dd data-text="steps">3</dd>', page)
    assert 'data-mark="last" data-on="yes"' in page
    assert 'aria-label="Queen of hearts"' in page
    assert re.search(r'data-cards="stage-1-1">\s*<span\s+class="\s*card card--red\s+card--dim\s*"', page)
    assert page.index("Space 2") < page.index("Space 1")
    for place in drawn.texts.keys() - {"state"}:
        assert f'data-text="{place}"' in page
    for place in drawn.cards:
        assert f'data-cards="{place}"' in page
    for place in drawn.marks:
        assert f'data-mark="{place}"' in page


@pytest.mark.parametrize("key", games.MODULES)
def test_every_moment_of_a_games_examples_is_drawn(key: str) -> None:
    game = games.get(key)
    for path in sorted((game.folder / "examples").iterdir()):
        drawn: list[set[str]] = []
        game.replay(
            game.read(path), lambda _moment, state, drawn=drawn: drawn.append({*places(game.view(state)).texts})
        )
        assert drawn
        assert all(texts == drawn[0] for texts in drawn), "the places stay the same throughout a match"
