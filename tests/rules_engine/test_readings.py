"""A record judged under other terms: what is changed, what stays, and what cannot be."""

from __future__ import annotations

import pytest

from rules_engine import games, read_record
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.readings import Changes, under

THREE_ACES = "Round 1, A first\nA: 5 A A A 6 B"
SHIELDED = '[format "blitz"] [variants "shield_token short_blitz"] [deck_out "immediate"]\nRound 1, A first\nA: 5 B'


def test_without_changes_the_record_is_the_same_object() -> None:
    record = read_record(THREE_ACES)

    assert under(record, Changes()) is record


def test_the_edition_decides_on_three_latent_aces() -> None:
    record = read_record(THREE_ACES)

    assert [finding.rule for finding in games.referee(record).findings] == ["BO-5.9"]
    assert games.referee(under(record, Changes({"edition": "complete"}))).valid


def test_variants_are_taken_out_and_put_in() -> None:
    record = read_record(SHIELDED)

    changed = under(record, Changes(variants={"shield_token": False, "light_jokers": True}))

    assert changed.rules["variants"] == ["light_jokers", "short_blitz"]
    assert changed.rules["options"] == {"deck_out": "immediate"}


def test_switches_are_set_over_those_of_the_record_and_words_are_read() -> None:
    record = read_record(SHIELDED)

    changed = under(record, Changes({"jokers": False}, options={"deck_out": "finish_turn", "bonus_in_pot": "true"}))

    assert changed.rules["options"] == {"deck_out": "finish_turn", "bonus_in_pot": True}
    assert changed.rules["jokers"] is False
    assert record.rules["options"] == {"deck_out": "immediate"}


def test_terms_that_cannot_be_are_all_said() -> None:
    changes = Changes({"format": "bankout", "edition": "first"}, options={"deck_out": "later", "nothing": 1})

    with pytest.raises(ConfigurationError) as caught:
        under(read_record(SHIELDED), changes)

    assert len(caught.value.problems) == 5
