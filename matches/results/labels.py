"""Results as text: a score, how it was decided, and what is wrong with a score."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.enums import DecidedBy
from matches.events.game_queries import shape_of
from matches.models import Event
from matches.scores import Score, ScoreProblem, numbers
from matches.standings.formats import money

TEXTS = {
    "line_unreadable": _("Type a table and a result, for example 12 2-1."),
    "score_missing": _("The result is missing. Type for example 12 2-1."),
    "score_unreadable": _("“%(text)s” is not a result. Type for example 2-1, or 1-1 t when time decided."),
    "score_not_needed": _("With %(mark)s no score is needed."),
    "too_many_wins": _("A player can win at most %(needed)s rounds."),
    "too_many_rounds": _("A match has at most %(most)s rounds."),
    "too_much_money": _("A total is at most $%(most)s."),
    "too_little_money": _("A total is at least $%(least)s."),
    "too_many_points": _("A player can have at most %(most)s points."),
    "too_few_points": _("A player has at least %(least)s points."),
    "places_wrong": _("Type places such as 1-2, or 1-1 for a shared first place."),
    "sudden_death_not_level": _("Sudden Death decides only a level score."),
    "concession_level": _("The score is level: say who conceded, c1 for the first player or c2 for the second."),
    "running_bank_not_level": _("The running Bank decides only at level round wins. With a lead, type t."),
    "running_bank_counted": _("The totals count the running round already: add sd1 or sd2 if they are level."),
    "winner_needed": _("A bracket match needs a winner: add sd1 or sd2 for the winner of Sudden Death."),
}


def score_problem_text(problem: ScoreProblem) -> str:
    """Return the sentence for a problem; it says what to type."""
    return str(TEXTS[problem.code]) % problem.params


DECIDED = {
    DecidedBy.TIME: _("time"),
    DecidedBy.SUDDEN_DEATH: _("Sudden Death"),
    DecidedBy.CONCESSION: _("conceded"),
    DecidedBy.PENALTY: _("penalty"),
    DecidedBy.NO_SHOW: _("no-show"),
    DecidedBy.INTENTIONAL_DRAW: _("agreed draw"),
    DecidedBy.WALKOVER: _("walkover"),
}


def seat_scores(score: Score, event: Event) -> tuple[str, str]:
    """Return each seat's part of a played score: ``2`` and ``1``, or ``$2,410`` and ``$1,980``; empty without play."""
    if score.decided_by in (DecidedBy.NO_SHOW, DecidedBy.INTENTIONAL_DRAW):
        return "", ""
    return amount_texts(score, event)


def amount_texts(score: Score, event: Event) -> tuple[str, str]:
    """The number of each seat as text: ``2`` and ``1`` for rounds, points and places, ``$2,410`` and ``$1,980``."""
    shape = shape_of(event)
    first, second = numbers(score, shape)
    return (money(first), money(second)) if shape.unit == "money" else (str(first), str(second))


def score_text(score: Score, event: Event) -> str:
    """``2–1`` or ``$2,410–$1,980``."""
    return "–".join(amount_texts(score, event))
