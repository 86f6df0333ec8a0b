"""``manage.py simulate``: the run it plays, the record it writes, and a clear line for what cannot be."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules_engine import read_record, referee


def _simulate(*arguments: str) -> str:
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def test_a_preset_in_words() -> None:
    text = _simulate("--preset", "competitive", "--matches", "20", "--seed", "3", "--a", "bold", "--b", "random")
    assert text.startswith("20 matches of blitz, edition guide, Jokers off, 20 minutes.")
    assert "A bold" in text
    assert "B random" in text
    assert "Turns ended" in text


def test_the_same_run_twice_as_json() -> None:
    shown = _told("--matches", "5", "--seed", "3")
    assert shown == _told("--matches", "5", "--seed", "3")
    assert shown["matches"] == sum(shown["winners"].values()) == 5
    assert shown["rules"]["format"] == "bankout"
    assert shown != _told("--matches", "5", "--seed", "4")


def _told(*arguments: str) -> dict[str, Any]:
    """The JSON without the CPU seconds, which differ from run to run."""
    told: dict[str, Any] = json.loads(_simulate(*arguments, "--json"))
    assert told.pop("cpu_seconds") >= 0
    return told


def test_both_engines_play_the_same_matches() -> None:
    arguments = ("--matches", "30", "--seed", "3", "--cap", "20", "--a", "bold", "--b", "random", "--needs-winner")
    kernel, readable = (_told(*arguments, "--engine", engine) for engine in ("kernel", "readable"))
    assert (kernel.pop("engine"), readable.pop("engine")) == ("kernel", "readable")
    assert kernel == readable
    assert kernel["all_actions"] == pytest.approx(30 * kernel["actions"]["mean"], abs=0.2)


def test_every_share_has_its_error() -> None:
    told = _told("--matches", "40", "--cap", "20")
    for name, counts in {name: told[name] for name in ("winners", "decided_by", "endings")}.items():
        assert told["shares"][name].keys() == counts.keys()
        for share in told["shares"][name].values():
            low, high = share["interval"]
            assert low <= share["share"] <= high
            assert 0 <= share["error"] < 0.1
    assert told["minutes"]["error"] >= 0
    text = _simulate("--matches", "40", "--cap", "20")
    assert re.search(r"won +\d+\.\d% \(\d+\.\d to \d+\.\d\)", text)
    assert "In brackets: where the true share lies" in text


def test_rules_by_flags_over_a_file_over_a_preset(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text(
        json.dumps({"edition": "complete", "variants": ["short_blitz"], "options": {"deck_out": "immediate"}})
    )
    arguments = ("--preset", "competitive", "--rules", str(path), "--option", "swap_scope=total", "--jokers", "on")
    rules = json.loads(_simulate(*arguments, "--matches", "1", "--json"))["rules"]
    assert (rules["format"], rules["edition"], rules["jokers"]) == ("blitz", "complete", True)
    assert rules["variants"] == ["short_blitz"]
    assert (rules["options"]["deck_out"], rules["options"]["swap_scope"]) == ("immediate", "total")


@pytest.mark.parametrize("name", ["match.json", "match.bo"])
def test_the_first_match_is_written_down(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    shown = json.loads(_simulate("--matches", "1", "--seed", "5", "--record", str(path), "--json"))
    report = referee(read_record(path))
    assert report.valid
    assert shown["winners"] == {report.result.winner: 1}


def test_a_time_cap() -> None:
    shown = json.loads(_simulate("--matches", "3", "--cap", "5", "--json"))
    assert shown["decided_by"] == {"time": 3}


def test_the_players_are_listed() -> None:
    text = _simulate("--players")
    assert "Preset players for Blitz:" in text
    assert re.search(r"^  lead_aware {7}\w.+ ahead", text, re.MULTILINE)
    assert "`" not in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--preset", "grand"), "There is no preset 'grand'"),
        (("--matches", "0"), "--matches is a number"),
        (("--matches", "1000000001"), "--matches is a number"),
        (("--engine", "steam"), "There is no engine 'steam'; there are kernel and readable"),
        (("--cap", "0"), "--cap is a number of minutes"),
        (("--a", "genius"), "“genius” is neither"),
        (("--format", "chess"), "format is"),
        (("--variant", "shield_token"), "shield_token belongs to blitz"),
        (("--option", "swap_scope=never"), "swap_scope is"),
        (("--rules", "no/such/file"), "cannot be read"),
        (("--record", "no/such/folder/match.bo"), "cannot be written"),
    ],
)
def test_bad_input_is_a_clear_line_and_status_2(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said) as caught:
        _simulate(*arguments)
    assert caught.value.returncode == 2


@pytest.mark.parametrize(
    "content", ["", "[1]", "[" * 100_000, '{"edition": "old"}', '{"options": {"bogus": 1}}', '{"variants": 3}']
)
def test_a_bad_rules_file(tmp_path: Path, content: str) -> None:
    path = tmp_path / "rules.json"
    path.write_text(content)
    with pytest.raises(CommandError) as caught:
        _simulate("--rules", str(path))
    assert caught.value.returncode == 2


def test_the_game_can_be_named() -> None:
    assert _simulate("--game", "bankout", "--matches", "2") == _simulate("--matches", "2")
    with pytest.raises(CommandError, match="There is no game 'chess'"):
        _simulate("--game", "chess")


def test_a_field_that_is_called_preset_is_set_by_the_preset_of_an_event() -> None:
    told = json.loads(
        _simulate("--game", "bank", "--preset", "five_o", "--tricks", "pairs quads", "--matches", "2", "--json")
    )
    assert (told["rules"]["preset"], told["rules"]["bank_size"]) == ("five_o", "sievebox")
    assert told["rules"]["tricks"] == ["pairs", "quads"]
