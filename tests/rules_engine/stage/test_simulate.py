"""Simulated games: the same on any machine, of players of different strength, for as many as can play."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules_engine import read_record, referee


def simulated(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", "--game", "stage", *arguments, stdout=out)
    return out.getvalue()


def as_data(*arguments: str) -> Any:
    return json.loads(simulated("--json", *arguments))


def test_the_same_run_plays_the_same_games() -> None:
    assert simulated("--matches", "20", "--seed", "5") == simulated("--matches", "20", "--seed", "5")


def test_a_stronger_player_wins_more() -> None:
    won = as_data("--a", "random", "--b", "steady", "--matches", "150")["won"]

    assert won["B"] > 2 * won["A"]


def test_the_first_game_is_written_down(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    simulated("--a", "random", "--b", "thrifty", "--matches", "1", "--record", str(path))

    assert referee(read_record(path)).valid


@pytest.mark.parametrize("seats", [("--c",), ("--c", "--d", "--e")])
def test_an_odd_number_of_players_is_refused(seats: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="A to D"):
        simulated(*(part for seat in seats for part in (seat, "random")), "--matches", "1")


def test_four_play_in_teams() -> None:
    told = as_data("--c", "random", "--d", "random", "--teams", "on", "--matches", "4")

    assert set(told["won"]) <= {"AD", "BC", "tie"}
    assert sum(told["decided_by"].values()) == 4


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="there are random, thrifty, steady"):
        simulated("--a", "nobody")
