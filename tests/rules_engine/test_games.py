"""The registry: what every game offers, and that the engine needs no Django."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from rules_engine import RecordError, games, read_record
from rules_engine.game import Game, ScoreUnit
from rules_engine.rules.configuration import ConfigurationError
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.key)
def test_every_game_offers_all_its_doors(game: Game) -> None:
    assert games.get(game.key) is game
    assert 1 <= game.seats[0] <= game.seats[1]
    for preset in game.presets:
        rules = game.rule_set(preset.rules)
        assert game.cap_minutes[0] <= preset.cap_minutes <= game.cap_minutes[1]
        assert game.scoring(rules).unit in get_args(ScoreUnit)
    with pytest.raises(ConfigurationError) as caught:
        game.rule_set({"variants": ["none"], "options": {"none": 1}})
    assert len(caught.value.problems) == 2
    with pytest.raises(RecordError):
        game.read("")


def test_a_game_is_loaded_when_it_is_asked_for() -> None:
    """The registry knows keys; what needs no game does not wait for its engine, its odds and its simulation. What needs
    no simulation does not wait for numpy either, whichever games there are."""
    code = (
        "import sys; from rules_engine import games; print([m for m in sys.modules if 'bankout' in m]);"
        "games.all_games(); print('numpy' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert found.stdout.split() == ["[]", "False"], found.stderr


def test_the_presets_of_bo_9_7() -> None:
    spectacle, competitive = games.get("bankout").presets
    assert (spectacle.key, dict(spectacle.rules), spectacle.cap_minutes) == (
        "spectacle",
        {"format": "bankout", "jokers": True},
        25,
    )
    assert (competitive.key, dict(competitive.rules), competitive.cap_minutes) == (
        "competitive",
        {"format": "blitz", "jokers": False},
        20,
    )


@pytest.mark.parametrize(
    ("rules", "unit", "wins_needed", "rounds", "limits"),
    [
        ({}, "rounds", 2, 3, (0, None)),
        ({"format": "blitz"}, "money", None, 3, (0, 1_000_000)),
        ({"format": "blitz", "variants": ["short_blitz"]}, "money", None, 2, (0, 1_000_000)),
    ],
)
def test_what_a_score_looks_like(
    rules: dict[str, object], unit: str, wins_needed: int | None, rounds: int, limits: tuple[int, int | None]
) -> None:
    game = games.get("bankout")
    kind = game.scoring(game.rule_set(rules))
    assert (kind.unit, kind.wins_needed, kind.rounds) == (unit, wins_needed, rounds)
    assert (kind.least, kind.most) == limits


@pytest.mark.parametrize(
    ("format_", "tie_breaks"),
    [
        ("bankout", ("omw", "rw", "orw", "head_to_head", "lot")),
        ("blitz", ("omw", "bank_diff", "bank_total", "head_to_head", "lot")),
    ],
)
def test_each_format_has_its_own_order_of_tie_breaks(format_: str, tie_breaks: tuple[str, ...]) -> None:
    game = games.get("bankout")
    assert game.scoring(game.rule_set({"format": format_})).tie_breaks == tie_breaks


def test_an_unknown_game() -> None:
    with pytest.raises(KeyError):
        games.get("chess")
    assert games.language_of(" BANKOUT ") is games.get("bankout").language
    assert games.language_of("chess") is None


def test_a_game_reads_and_judges_its_own_records() -> None:
    game = games.get("bankout")
    record = game.read("Round 1, A first\nA: 7 B(7) = 7 0\n")
    assert record == read_record("Round 1, A first\nA: 7 B(7) = 7 0\n")
    assert game.referee(record, None).valid


def test_reading_and_judging_need_no_django() -> None:
    """record.md section 6: from Python, with no Django configured."""
    program = (
        "import sys\n"
        "from rules_engine import read_record, referee\n"
        "report = referee(read_record('Round 1, A first\\nA: 7 B\\n'))\n"
        "assert report.valid\n"
        "assert not [name for name in sys.modules if name.split('.')[0] == 'django']\n"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, timeout=PATIENCE)
