"""Players by name: every strategy and preset can be read, and unknown names are refused."""

from __future__ import annotations

import pytest

from rules_engine.bankout.ruleset import FORMATS
from rules_engine.bankout.simulate import PARTS, PRESETS, player


def test_every_strategy_of_section_14_is_there() -> None:
    assert set(PARTS) == {
        *("threshold", "published", "king_threshold", "king_checkmate", "window", "pressure"),
        *("queen_reactive", "queen_proactive", "joker_denial", "lead_aware", "swap_max"),
        *("counter_keeper", "optimal_turn", "random_legal", "never_bank", "rollouts"),
    }


def test_every_preset_of_each_format_can_be_read() -> None:
    assert set(PRESETS) == set(FORMATS)
    for format_, presets in PRESETS.items():
        for name, spelt in presets.items():
            assert player(name, format_) == player(spelt, format_)


def test_a_players_name_reads_as_the_same_player() -> None:
    for name in PRESETS["blitz"]:
        one = player(name, "blitz")
        assert player(one.name, "blitz") == one


@pytest.mark.parametrize(
    "text", ["", "steadyy", "window(x)", "window(-1)", "threshold+", "swap_max(3)", "window(9999999)"]
)
def test_an_unknown_player_is_said(text: str) -> None:
    with pytest.raises(ValueError, match=r"is neither a preset player nor a strategy|takes no number"):
        player(text)
