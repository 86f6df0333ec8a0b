"""``python -m matches.standings``: what it prints, and one line with exit status 2 for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SWISS = ROOT / "tests" / "data" / "swiss"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "matches.standings", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_list_of_rows_shares_with_nine_digits():
    done = run(SWISS / "melee-19.json", "--as-of", 6)
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert len(rows) == 11
    assert rows[0] == {
        "rank": 1,
        "player": "P002",
        "points": 18,
        "omw": 0.444444444,
        "gw": 0.705882353,
        "ogw": 0.475952381,
    }
    assert '"points": 18, "omw": 0.444444444, "gw": 0.705882353, "ogw": 0.475952381}' in done.stdout


def test_without_a_round_the_standings_are_those_after_the_last():
    assert run(SWISS / "melee-19.json").stdout == run(SWISS / "melee-19.json", "--as-of", 6).stdout


def test_before_the_first_round_all_are_first():
    rows = json.loads(run(SWISS / "melee-19.json", "--as-of", 0).stdout)
    assert {(row["rank"], row["points"]) for row in rows} == {(1, 0)}


def test_play_off_rounds_can_be_counted():
    rows = {row["player"]: row for row in json.loads(run(SWISS / "melee-13.json", "--as-of", "playoff+3").stdout)}
    assert abs(rows["P229"]["omw"] - 0.63525222) < 6e-7


def broken(tmp_path: Path, change) -> Path:
    data = json.loads((SWISS / "melee-19.json").read_text())
    change(data)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(data))
    return path


def unknown_player(data) -> None:
    data["rounds"][1]["matches"][0]["a"] = "P999"


def twice_in_a_round(data) -> None:
    data["rounds"][2]["matches"][0]["a"] = data["rounds"][2]["matches"][1]["a"]


def no_points_for_a_win(data) -> None:
    data["rules"]["points"]["win"] = 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (unknown_player, ["round 2", "P999"]),
        (twice_in_a_round, ["round 3", "twice"]),
        (no_points_for_a_win, ["points, win", "more than 0"]),
        (lambda data: data["rules"]["points"].update(loss=4), ["points, loss", "at most 3"]),
        (lambda data: data["rules"].update(mw_flor="1/3"), ["rules", "unknown key", "mw_flor"]),
        (lambda data: data.update(dropped_after={"P001": 0}), ["dropped_after, P001", "is in round"]),
        (lambda data: data.pop("rounds"), ["rounds"]),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line_that_names_the_place(tmp_path: Path, change, said: list[str]):
    path = broken(tmp_path, change)
    refused(run(path), [str(path), *said])


@pytest.mark.parametrize("as_of", ["7", "-1", "two", "playoff+1", "playoff+", "1.0", "9" * 30, "²", "1\n"])
def test_a_round_that_is_not_there(as_of: str):
    refused(run(SWISS / "melee-19.json", f"--as-of={as_of}"), ["melee-19.json"])


def test_a_very_long_round_is_shortened_in_the_message():
    assert len(run(SWISS / "melee-19.json", "--as-of", "9" * 5_000).stderr) < 300


def test_no_file_no_json_and_no_argument(tmp_path: Path):
    refused(run(tmp_path / "none.json"), ["none.json"])
    text = tmp_path / "text.json"
    text.write_text('{"rounds": [')
    refused(run(text), ["text.json", "line 1"])
    refused(run(), ["FILE.json"])


def refused(done: subprocess.CompletedProcess[str], said: list[str]) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    for words in said:
        assert words in done.stderr


def rows_of(tmp_path: Path, lines: list[dict[str, object]], **rules: object) -> dict[str, dict[str, object]]:
    players = sorted({line[seat] for line in lines for seat in ("a", "b") if seat in line})
    path = tmp_path / "event.json"
    standings = [{"player": player} for player in players]
    path.write_text(json.dumps({"rounds": [{"matches": lines}], "standings": standings, "rules": rules}))
    return {row["player"]: row for row in json.loads(run(path).stdout)}


def test_a_double_loss_gives_no_points_and_equal_games_give_a_draw(tmp_path: Path):
    lines = [{"a": "a", "b": "b", "kind": "double_loss"}, {"a": "c", "b": "d", "games": [0, 0, 0]}]

    assert [row["points"] for row in rows_of(tmp_path, lines).values()] == [1, 1, 0, 0]


@pytest.mark.parametrize(("rules", "share"), [({}, 1), ({"assigned_loss_games": 2}, 0.5)])
def test_an_assigned_loss_counted_as_0_2_is_a_setting(tmp_path: Path, rules: dict[str, object], share: float):
    path = tmp_path / "event.json"
    rounds = [
        {"matches": [{"a": "a", "b": "b", "games": [2, 0, 0]}]},
        {"matches": [{"a": "a", "kind": "assigned_loss"}, {"a": "b", "kind": "bye"}]},
    ]
    path.write_text(json.dumps({"rounds": rounds, "standings": [{"player": "a"}, {"player": "b"}], "rules": rules}))

    assert {row["player"]: row["gw"] for row in json.loads(run(path).stdout)}["a"] == share


def test_a_path_with_a_line_break_is_one_line(tmp_path: Path):
    refused(run(tmp_path / "none\nhere.json"), ["none\\nhere.json"])
    refused(run(SWISS / "melee-19.json", "two\nlines"), ["two\\nlines"])
