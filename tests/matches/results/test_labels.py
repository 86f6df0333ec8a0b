"""What is wrong with a result, in words that say what to type."""

from __future__ import annotations

from matches.results.labels.results import score_problem_text
from matches.tables.score import ScoreProblem


def test_a_level_score_in_a_bracket_says_what_gives_a_winner() -> None:
    assert "c1 or c2 for the player who conceded" in score_problem_text(ScoreProblem("winner_needed"))
