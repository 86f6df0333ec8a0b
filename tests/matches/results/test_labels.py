"""What is wrong with a result, in words that say what to type."""

from __future__ import annotations

import re

from matches.results.labels.results import score_problem_text, score_text, won_text
from matches.tables.score import Duel, ScoreProblem
from tests.factories import EventFactory


def test_a_level_score_in_a_bracket_says_what_gives_a_winner() -> None:
    assert "c1 or c2 for the player who conceded" in score_problem_text(ScoreProblem("winner_needed"))


def test_a_level_score_that_time_decided_says_who_wins() -> None:
    event, names = EventFactory.build(), ["Ada", "Bo"]
    by_bank = Duel(winner=1, decided_by="running_bank")
    assert re.sub("[\u2066-\u2069]", "", won_text(by_bank, event, names)) == "0–0, Bo wins"
    by_time, absent = Duel(rounds=(1, 1), decided_by="time"), Duel(winner=0, decided_by="no_show")
    for plain in (Duel(rounds=(2, 1), winner=0), by_time, absent):
        assert won_text(plain, event, names) == score_text(plain, event)
