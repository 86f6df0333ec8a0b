"""What is wrong with a result, in words that say what to type."""

from __future__ import annotations

import re

from matches.results.labels.results import named_score_text, score_problem_text, score_text, won_text
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


def test_a_score_beside_its_names_cannot_be_read_the_other_way_round() -> None:
    event, names = EventFactory.build(), ["Ada", "Bo"]

    def shown(score: Duel) -> str:
        return re.sub("[\u2066-\u2069]", "", named_score_text(score, event, names))

    assert shown(Duel(rounds=(1, 2), winner=1)) == "Ada 1–2 Bo"
    assert shown(Duel(winner=1, decided_by="running_bank")) == "0–0, Bo wins"
    absent = Duel(winner=0, decided_by="no_show")
    assert shown(absent) == score_text(absent, event)
