"""``manage.py odds``: flags, JSON, records, and a clear line with exit status 2 for what cannot be read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules_engine import games

PILE = "2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:3 10:3 J:3 A:4 Q:3 K:3"


def _odds(*arguments: str) -> str:
    out = io.StringIO()
    call_command("odds", *arguments, stdout=out)
    return out.getvalue()


def test_bo_11_8_in_words() -> None:
    text = _odds("--loot", "65", "--jacks", "1", "--hand", "K", "--pile", PILE)
    assert "Pile: 40 cards, 4 Aces, 3 Jacks, numbers worth $162." in text
    assert "exact 10.0%, published 10.0%" in text
    assert "published, with King BO-11.7     $60.00" in text
    assert "Best: play a King (BO-11.10, expected gain)" in text
    assert "$130.00" in text


def test_bo_11_8_as_json() -> None:
    shown = json.loads(_odds("--loot", "65", "--jacks", "1", "--hand", "K", "--pile", PILE, "--json"))
    assert shown["risk"]["exact"] == 0.1
    assert shown["best"]["worth"]["king"] == 130


def test_a_goal_is_answered_with_a_chance() -> None:
    text = _odds("--loot", "30", "--jacks", "1", "--bank", "940", "--goal", "1000", "--hand", "K", "--pile", PILE)
    assert "Best: play a King (BO-11.10, chance of a Bank of $1,000)" in text
    assert "100.0%" in text


def test_rules_by_flags() -> None:
    arguments = ("--jacks", "1", "--latent", "1", "--pile", "J:1 2:1", "--edition", "complete", "--json")
    assert json.loads(_odds(*arguments))["risk"]["latent_trigger"] == 0.5
    other = _odds(*arguments, "--option", "latent_trigger=on_alert_change")
    assert json.loads(other)["risk"]["latent_trigger"] == 0


def test_a_situation_from_a_file_and_flags_over_it(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"loot": 10, "pile": {"A": 1, "5": 3}, "jacks": 1, "rules": {"edition": "complete"}}))
    assert json.loads(_odds("--state", str(path), "--json"))["risk"]["exact"] == 0.25
    assert "Loot $12" in _odds("--state", str(path), "--loot", "12")


def test_the_turn_at_which_a_record_ends(tmp_path: Path) -> None:
    path = tmp_path / "sheet.bo"
    path.write_text("Round 1, A first\nA: 5 J B\nB: 7 J 9\n")
    assert "Loot $16, Jacks 1 (Alert), Latent 0, hand empty, Bank $0 to $5." in _odds("--record", str(path))


def test_nothing_to_draw(tmp_path: Path) -> None:
    assert "Nothing can be drawn." in _odds("--loot", "5", "--pile", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--loot", "-3"), "loot must be a whole number"),
        (("--hand", "Z"), "is not a card"),
        (("--pile", "2"), "--pile takes RANK:COPIES"),
        (("--option", "deck_out"), "--option takes NAME=VALUE"),
        (("--option", "deck_out=never"), "deck_out is"),
        (("--edition", "old"), "edition is"),
        (("--variant", "light_jokers"), "light_jokers belongs to blitz"),
        (("--state", "no/such/file"), "cannot be read"),
        (("--record", "no/such/file"), "cannot be read"),
    ],
)
def test_bad_input_is_a_clear_line_and_status_2(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said) as caught:
        _odds(*arguments)
    assert caught.value.returncode == 2


@pytest.mark.parametrize("content", ["", "[1]", "[" * 100_000, "\x00\xff", '{"loot": '])
def test_a_bad_state_file(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(CommandError) as caught:
        _odds("--state", str(path))
    assert caught.value.returncode == 2


def test_an_unreadable_record(tmp_path: Path) -> None:
    path = tmp_path / "sheet.bo"
    path.write_text("Round 1, A first\nA: 5 Z\nC: 5\n")
    with pytest.raises(CommandError, match="line 2, column 6") as caught:
        _odds("--record", str(path))
    assert caught.value.returncode == 2


def test_an_unknown_game_and_a_game_without_odds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ", ".join(game.key for game in games.all_games())
    with pytest.raises(CommandError, match=rf"There is no game 'chess'; there are {keys}\."):
        _odds("--game", "chess")
    assert _odds("--game", "Bankout") == _odds()
    monkeypatch.setattr(type(games.get("bankout")), "odds", None)
    with pytest.raises(CommandError, match=r"Bankout has no odds; no game has\."):
        call_command("odds", "--game", "bankout")
