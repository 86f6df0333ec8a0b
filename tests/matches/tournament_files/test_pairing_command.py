"""``python -m matches.pairing``: what it prints, and one clear line for everything it cannot read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from matches.tournament_files.pairing_command import main
from tests.matches.pairing.histories import keys
from tests.matches.pairing.real import path

ROOT = Path(__file__).parents[3]


def run(capsys: pytest.CaptureFixture[str], file: object, *arguments: str) -> tuple[int, str, str]:
    status = main([str(file), *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def event(**more: Any) -> dict[str, Any]:
    """Four players, one round."""
    matches = [{"a": "P001", "b": "P002", "games": [2, 0, 0]}, {"a": "P003", "b": "P004", "games": [0, 2, 0]}]
    standings = [{"player": key} for key in keys(4)]
    return {"rounds": [{"number": 1, "matches": matches}], "standings": standings, **more}


def written(directory: Path, content: object) -> Path:
    file = directory / "event.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def test_a_round_is_printed_as_json(capsys, tmp_path):
    status, out, err = run(capsys, written(tmp_path, event()), "--after", "1", "--seed", "4")
    assert (status, err) == (0, "")
    printed = json.loads(out)
    assert {frozenset(pair[:2]) for pair in printed["pairs"]} == {
        frozenset(("P001", "P004")),
        frozenset(("P002", "P003")),
    }
    assert [pair[2] for pair in printed["pairs"]] == ["score_group", "score_group"]
    assert printed["bye"] is None
    assert printed["cost"] == {"rematches": 0, "second_byes": 0, "bye_group": 0, "sse": 0, "repeated_floats": 0}


def test_a_player_who_dropped_after_an_earlier_round_is_left_out(capsys, tmp_path):
    file = written(tmp_path, event(dropped_after={"P001": 1, "P002": 2}))
    printed = json.loads(run(capsys, file, "--after", "1", "--seed", "4")[1])
    assert printed["bye"] in keys(4)
    assert sorted([printed["bye"], *(key for pair in printed["pairs"] for key in pair[:2])]) == keys(4)[1:]


def test_the_first_round_and_the_power_paired_last_one(capsys):
    first = json.loads(run(capsys, path("melee-19"), "--after", "0", "--seed", "1")[1])
    assert (len(first["pairs"]), first["cost"]["sse"]) == (5, 0)
    last = json.loads(run(capsys, path("melee-19"), "--after", "5", "--seed", "1", "--power")[1])
    assert {pair[2] for pair in last["pairs"]} <= {"power", "rematch_unavoidable"}


def test_another_process_prints_the_same_and_needs_no_django(capsys):
    arguments = [str(path("melee-13")), "--after", "6", "--seed", "12"]
    here = run(capsys, *arguments)[1]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO")}
    command = [sys.executable, "-m", "matches.pairing", *arguments]
    there = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert (there.stdout, there.stderr) == (here, "")


BROKEN = [
    ("{", "line 1 column 2"),
    ("[]", "the top level: must be an object"),
    (event(standings=[{"player": key} for key in keys(3)]), "round 1, match 2: unknown player P004"),
    (
        event(rounds=[{"matches": [{"a": "P001", "b": "P002"}, {"a": "P003", "b": "P001"}]}]),
        "round 1, match 2: player P001 is twice in the round",
    ),
    (event(rules={"points": {"win": 1000}}, rounds=[]), "round 1: not there, the file has no rounds"),
]


@pytest.mark.parametrize(("content", "place"), BROKEN)
def test_bad_input_is_one_line_that_names_the_file_and_the_place(capsys, tmp_path, content, place):
    file = written(tmp_path, content)
    status, out, err = run(capsys, file, "--after", "1", "--seed", "1")
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}: {place}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("after", ["2", "-1"])
def test_a_round_that_is_not_there(capsys, tmp_path, after):
    file = written(tmp_path, event())
    status, _, err = run(capsys, file, "--after", after, "--seed", "1")
    assert (status, err) == (2, f"{file}: round {after}: not there, the file has rounds 1 to 1\n")


def test_a_file_that_is_not_there(capsys, tmp_path):
    status, _, err = run(capsys, tmp_path / "none.json", "--after", "1", "--seed", "1")
    assert (status, err) == (2, f"{tmp_path / 'none.json'}: cannot be opened (No such file or directory)\n")


@pytest.mark.parametrize("arguments", [["--after", "x", "--seed", "1"], ["--after", "1"], []])
def test_a_wrong_command_line_is_one_line_too(capsys, arguments):
    with pytest.raises(SystemExit) as stopped:
        main([str(path("melee-19")), *arguments])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def printed_by(capsys: pytest.CaptureFixture[str], file: Path, *arguments: str) -> dict[str, Any]:
    status, out, err = run(capsys, file, *arguments)
    assert (status, err) == (0, "")
    return dict(json.loads(out))


def test_locked_pairs_and_awarded_byes_of_the_round_are_kept(capsys, tmp_path):
    file = written(
        tmp_path,
        event(locked_pairs=[{"round": 2, "a": "P001", "b": "P002"}], awarded_byes={"P003": [2, 3]}),
    )
    printed = printed_by(capsys, file, "--after", "1", "--seed", "4")

    assert [pair[:2] for pair in printed["pairs"]] == [["P001", "P002"]]
    assert (printed["bye"], printed["awarded_byes"]) == ("P004", ["P003"])
    assert printed["cost"]["rematches"] == 1


def test_without_awarded_byes_none_are_printed(capsys, tmp_path):
    assert set(printed_by(capsys, written(tmp_path, event()), "--after", "1", "--seed", "4")) == {
        "pairs",
        "bye",
        "cost",
    }


def test_a_player_with_an_awarded_bye_later_on_does_not_get_the_bye(capsys, tmp_path):
    content = event(awarded_byes={"P001": [3]}, dropped_after={"P003": 1})
    content["rounds"][0]["matches"][0] = {"a": "P001", "b": "P002", "kind": "double_loss"}
    printed = printed_by(capsys, written(tmp_path, content), "--after", "1", "--seed", "4")

    assert printed["bye"] == "P002"


def test_a_player_who_returned_is_paired(capsys, tmp_path):
    content = event(dropped_after={"P001": 1}, returned_for={"P001": 3})
    content["rounds"].append(
        {"matches": [{"a": "P002", "b": "P003", "games": [2, 0, 0]}, {"a": "P004", "kind": "bye"}]}
    )
    file = written(tmp_path, content)

    second = printed_by(capsys, file, "--after", "1", "--seed", "4")
    third = printed_by(capsys, file, "--after", "2", "--seed", "4")
    assert "P001" not in {second["bye"], *(key for pair in second["pairs"] for key in pair)}
    assert "P001" in {key for pair in third["pairs"] for key in pair}


def test_both_players_of_a_double_loss_have_no_points(capsys, tmp_path):
    content = event()
    content["rounds"][0]["matches"][0] = {"a": "P001", "b": "P002", "kind": "double_loss"}
    printed = printed_by(capsys, written(tmp_path, content), "--after", "1", "--seed", "4")

    assert printed["cost"]["sse"] == 9


def test_the_cost_counts_the_score_groups_below_that_of_the_bye(capsys, tmp_path):
    content = event(dropped_after={"P002": 1})
    content["rounds"][0]["matches"] = [
        {"a": "P001", "b": "P002", "games": [2, 0, 0]},
        {"a": "P003", "kind": "bye"},
        {"a": "P004", "kind": "bye"},
    ]
    content["rules"] = {"points": {"bye": 1}}
    printed = printed_by(capsys, written(tmp_path, content), "--after", "1", "--seed", "4")

    assert (printed["bye"], printed["cost"]["bye_group"]) == ("P001", 1)


@pytest.mark.parametrize("points", [{"win": 0}, {"win": 0, "draw": 0, "bye": 0}, {"draw": 9}, {"loss": 4}])
def test_points_that_cannot_rank_players_are_refused_in_a_power_paired_round_too(capsys, tmp_path, points):
    file = written(tmp_path, event(rules={"points": points}))
    for more in ([], ["--power"]):
        status, out, err = run(capsys, file, "--after", "1", "--seed", "1", *more)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith(f"{file}: rules, points, ")


@pytest.mark.parametrize("value", ["1" * 5000, "9" * 4299, "1\n2", "x" * 99])
@pytest.mark.parametrize("flag", ["--after", "--seed"])
def test_a_number_that_cannot_be_read_is_one_short_line(capsys, flag, value):
    with pytest.raises(SystemExit) as stopped:
        main([str(path("melee-19")), "--after", "1", "--seed", "1", flag, value])
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"argument {flag}: must be a whole number of at most 1000 digits" in said
    assert len(said) < 200


def test_a_seed_of_a_thousand_digits_is_a_seed(capsys, tmp_path):
    printed_by(capsys, written(tmp_path, event()), "--after", "1", "--seed", "7" * 1000)


@pytest.mark.parametrize("name", ["none\nhere.json", "none\r\x1b[31m.json"])
def test_a_line_break_in_the_path_does_not_break_the_line(capsys, tmp_path, name):
    said = [run(capsys, tmp_path / name, "--after", "1", "--seed", "1")[2]]
    (tmp_path / name).write_text("[]")
    said.append(run(capsys, tmp_path / name, "--after", "1", "--seed", "1")[2])
    (tmp_path / name).write_text(json.dumps(event()))
    said.append(run(capsys, tmp_path / name, "--after", "9", "--seed", "1")[2])

    assert [line.count("\n") for line in said] == [1, 1, 1]
    assert all(line.rstrip("\n").isprintable() for line in said)


def test_an_argument_with_a_line_break_is_reported_in_one_line(capsys):
    with pytest.raises(SystemExit):
        main([str(path("melee-19")), "--after", "1", "--seed", "1", "two\nlines"])
    assert capsys.readouterr().err.count("\n") == 1
