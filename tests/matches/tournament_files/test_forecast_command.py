"""``python -m matches.forecast``: what it prints, and one clear line for everything it cannot read."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from matches.tournament_files.forecast_command import main
from tests.matches.pairing.real import path
from tests.matches.tournament_files.test_pairing_command import ROOT, event, written


def run(capsys: pytest.CaptureFixture[str], file: object, *arguments: str) -> tuple[int, str, str]:
    status = main([str(file), *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_everyone_still_in_has_a_row_the_best_chance_first(capsys):
    status, out, err = run(capsys, path("melee-11"), "--after", "4", "--cut", "8", "--runs", "200")
    rows = json.loads(out)
    assert (status, err) == (0, "")
    assert out.count("\n") == len(rows) == 57
    assert all(list(row) == ["player", "chance", "certain"] for row in rows)
    assert [row["chance"] for row in rows] == sorted((row["chance"] for row in rows), reverse=True)
    assert {row["certain"] for row in rows} == {None, "out"}
    assert all((row["chance"] == 0) == (row["certain"] == "out") for row in rows)


def test_the_rounds_after_it_do_not_count(capsys, tmp_path):
    content = json.loads(path("melee-11").read_text())
    shorter = {**content, "rounds": content["rounds"][:3], "playoff": []}
    asked = ("--after", "3", "--cut", "8", "--runs", "100", "--seed", "5")
    assert run(capsys, written(tmp_path, shorter), *asked) == run(capsys, path("melee-11"), *asked)


def test_without_rounds_everyone_is_in_and_all_are_level(capsys):
    rows = json.loads(run(capsys, path("melee-15"), "--after", "0", "--cut", "4", "--runs", "2000")[1])
    assert len(rows) == 30
    assert all(0.07 < row["chance"] < 0.2 for row in rows)


def test_a_player_who_dropped_has_no_row(capsys, tmp_path):
    file = written(tmp_path, event(dropped_after={"P001": 1}, swiss_rounds=2))
    rows = json.loads(run(capsys, file, "--after", "1", "--cut", "1", "--runs", "50")[1])
    assert sorted(row["player"] for row in rows) == ["P002", "P003", "P004"]


@pytest.mark.parametrize(
    ("more", "arguments", "told"),
    [
        ({}, ("--after", "2", "--cut", "1"), "round 2: not there, the file has rounds 1 to 1"),
        ({}, ("--after", "-1", "--cut", "1"), "--after must not be below 0"),
        ({}, ("--after", "1", "--cut", "0"), "--cut must be at least 1"),
        ({}, ("--after", "1", "--cut", "1", "--runs", "0"), "--runs must be from 1 to 1,000,000"),
        ({"swiss_rounds": 0}, ("--after", "1", "--cut", "1"), "swiss_rounds: is 0, but the file has 1 rounds"),
        ({"swiss_rounds": "two"}, ("--after", "1", "--cut", "1"), "swiss_rounds: must be a whole number"),
    ],
)
def test_bad_input_is_one_line(capsys, tmp_path, more, arguments, told):
    status, out, err = run(capsys, written(tmp_path, event(**more)), *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(capsys, tmp_path):
    assert run(capsys, tmp_path / "no.json", "--after", "1", "--cut", "1")[0] == 2


def test_it_runs_as_a_module(tmp_path):
    command = [sys.executable, "-m", "matches.forecast", str(written(tmp_path, event(swiss_rounds=2)))]
    done = subprocess.run(
        [*command, "--after", "1", "--cut", "2", "--runs", "20"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(done.stdout)) == 4
