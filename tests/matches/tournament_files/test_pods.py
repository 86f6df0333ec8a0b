"""Tournaments of pods: their standings, the next round by the command, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from matches.tournament_files import pairing_command, standings_command

FIRST = [
    {"seats": ["P001", "P002", "P003", "P004"], "places": [1, 2, 2, 4]},
    {"seats": ["P005", "P006", "P007"], "places": [1, 2, 3]},
]


def write(folder: Path, rounds: list[Any], players: int = 7, **more: Any) -> str:
    path = folder / "pods.json"
    rows = [{"player": f"P{number:03d}"} for number in range(1, players + 1)]
    path.write_text(
        json.dumps({"rules": {"p": 4}, "standings": rows, "rounds": [{"matches": one} for one in rounds], **more})
    )
    return str(path)


def standings(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert standings_command.main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def test_points_are_exact_in_pods_of_both_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = standings(capsys, write(tmp_path, [FIRST]))

    assert [tuple(row.values()) for row in rows] == [
        (1, "P001", 3, "1/3", 1),
        (2, "P005", 3, "1/4", 1),
        (3, "P002", "3/2", "1/2", 0),
        (3, "P003", "3/2", "1/2", 0),
        (3, "P006", "3/2", "1/2", 0),
        (6, "P007", 0, "3/4", 0),
        (7, "P004", 0, "2/3", 0),
    ]
    assert {row["points"] for row in standings(capsys, write(tmp_path, [FIRST]), "--as-of", "0")} == {0}


def test_a_shared_first_is_halved_and_a_bye_is_no_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = [[{"seats": ["P001", "P002", "P003", "P004"], "places": [1, 1, 3, 4]}, {"seats": ["P005"]}]]
    rows = {row["player"]: row for row in standings(capsys, write(tmp_path, rounds, players=5))}

    assert (rows["P001"]["points"], rows["P001"]["firsts"]) == ("5/2", "1/2")
    assert (rows["P005"]["points"], rows["P005"]["firsts"], rows["P005"]["opp_points"]) == (3, 0, 0)


def test_who_is_met_twice_counts_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = [
        [{"seats": ["P001", "P002", "P003"], "places": [1, 2, 3]}],
        [{"seats": ["P001", "P002", "P004"], "places": [1, 2, 3]}],
    ]
    rows = {row["player"]: row for row in standings(capsys, write(tmp_path, rounds, players=4))}

    # P001 met P002 (3 of 6 points) twice, and P003 and P004 (0 of 3) once each.
    assert rows["P001"]["opp_points"] == "1/4"


def test_the_next_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [FIRST])
    assert pairing_command.main([path, "--after", "1", "--seed", "5", "--pods", "4"]) == 0
    printed = capsys.readouterr().out
    drawn = json.loads(printed)

    assert sorted(key for pod in drawn["pods"] for key in pod) == [f"P{number:03d}" for number in range(1, 8)]
    assert drawn["byes"] == []
    assert drawn["cost"] == {"byes": 0, "repeats": 3, "short": 1, "low": "3/2", "squares": "27/2"}
    assert pairing_command.main([path, "--after", "1", "--seed", "5", "--pods", "4"]) == 0
    assert capsys.readouterr().out == printed


def test_who_dropped_is_not_seated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [FIRST], dropped_after={"P001": 1})
    assert pairing_command.main([path, "--after", "1", "--seed", "5", "--pods", "4", "--least", "3"]) == 0
    drawn = json.loads(capsys.readouterr().out)

    assert "P001" not in [key for pod in drawn["pods"] for key in pod]
    assert sorted(map(len, drawn["pods"])) == [3, 3]


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([[{"seats": ["P001", "P009"], "places": [1, 2]}]], "unknown player P009"),
        ([[{"seats": ["P001", "P002"], "places": [1]}]], "must be 2 places"),
        ([[{"seats": ["P001", "P002"]}]], "no places"),
        ([[{"seats": []}]], "one player at least"),
        ([[{"seats": ["P001"]}, {"seats": ["P001"]}]], "twice in the round"),
        ([[{"seats": ["P001", "P002"], "places": [0, 1]}]], "numbered from 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rounds: list[Any], said: str
) -> None:
    assert standings_command.main([write(tmp_path, rounds)]) == 2
    refused = capsys.readouterr().err
    assert said in refused
    assert "round 1, match" in refused


def test_pairs_that_no_pod_would_keep_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, [FIRST], locked_pairs=[{"round": 2, "a": "P001", "b": "P005"}])

    assert pairing_command.main([path, "--after", "1", "--seed", "5", "--pods", "4"]) == 2
    assert "locked_pairs: a tournament of pods has none" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--pods", "4", "--least", "5"], "cannot be"),
        (["--least", "3"], "give --pods as well"),
        (["--pods", "4", "--power"], "not for pods"),
        (["--pods", "8", "--least", "8"], "7 players cannot be seated: a pod needs 8"),
    ],
)
def test_options_that_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert pairing_command.main([write(tmp_path, [FIRST]), "--after", "1", "--seed", "1", *options]) == 2
    assert said in capsys.readouterr().err
