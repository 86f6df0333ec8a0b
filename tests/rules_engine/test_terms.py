"""The line of a report that says under which terms it judged: each value with its name."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import games

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("bankout", {"format": "bankout", "jokers": True}, ["Guide", "Bankout", "Jokers on"]),
    (
        "bankout",
        {"format": "blitz", "variants": ["light_jokers"], "options": {"deck_out": "immediate"}},
        [
            "Guide",
            "Blitz",
            "Jokers on",
            "One Joker in the whole match",
            "When the last card of the deck is drawn: The round ends at once, Loot is lost",
        ],
    ),
    ("stage", {"variants": ["pitfall"]}, ["Teams off", "Pitfall: a space that is left becomes a pit"]),
]


@pytest.mark.parametrize(("key", "rules", "terms"), CASES)
def test_terms_are_said_with_their_names(key: str, rules: dict[str, Any], terms: list[str]) -> None:
    game = games.get(key)
    assert [str(term) for term in game.wording.terms(game.schema, game.rule_set(rules))] == terms


@pytest.mark.parametrize("key", ["bank", "bankrupt"])
def test_no_value_stands_without_what_it_is_about(key: str) -> None:
    game = games.get(key)
    for preset in game.presets:
        terms = [str(term) for term in game.wording.terms(game.schema, game.rule_set(preset.rules))]
        edition = game.schema.field_of(game.schema.edition)
        bare = [term for term in terms if ": " not in term and not term.endswith((" on", " off"))]
        assert bare == ([] if edition is None else [edition.label_of(preset.rules[edition.key])])


@pytest.mark.parametrize(
    ("key", "token", "said"),
    [
        ("bank", "7h", "Draws 7h"),
        ("bank", "<7h", "Takes the discard 7h"),
        ("bank", "B3:Kh+Qs", "Banks Kh Qs with a trio"),
        ("bankrupt", "H", "Holds"),
        ("bankrupt", "SK+J", "Shows K J"),
        ("stage", "T", "Time is called"),
    ],
)
def test_a_token_is_said_as_a_sentence_of_the_player(key: str, token: str, said: str) -> None:
    assert str(games.get(key).wording.token(token)) == said
