"""The result line of a player who plays alone."""

from __future__ import annotations

import pytest

from matches.tables.score import ALL_LOST, ScoreError
from matches.tables.solo import read_solo, solo_text
from rules_engine import games

BANK = games.get("bank")
SHAPE = BANK.scoring(BANK.rule_set({"preset": "simple"}))


@pytest.mark.parametrize(
    ("typed", "total", "part", "decided", "text"),
    [
        ("216", 216, "played", "played", "216"),
        (" 216 t ", 216, "played", "time", "216 t"),
        ("0", 0, "played", "played", "0"),
        ("l216", 216, "lost", "played", "l216"),
        ("L 40 T", 40, "lost", "time", "l40 t"),
        ("-", 0, "absent", "no_show", "-"),
        ("x1", 0, "absent", "no_show", "-"),
    ],
)
def test_a_line_is_read_and_written_again(typed: str, total: int, part: str, decided: str, text: str) -> None:
    score = read_solo(typed, SHAPE)
    assert (score.total, score.part, score.decided_by) == (total, part, decided)
    assert score.winner == (0 if part == "played" else ALL_LOST)
    assert solo_text(score) == text
    assert read_solo(text, SHAPE) == score


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "alone_missing"),
        ("A", "alone_unreadable"),
        ("216-100", "alone_unreadable"),
        ("216 40", "alone_unreadable"),
        ("id", "alone_unreadable"),
        ("897", "too_many_points"),
    ],
)
def test_what_is_no_score_is_refused(typed: str, code: str) -> None:
    with pytest.raises(ScoreError) as refused:
        read_solo(typed, SHAPE)
    assert refused.value.problem.code == code
