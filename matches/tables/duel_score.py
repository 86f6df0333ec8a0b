"""A match of two: how the desk types its score, and which scores are possible. Pure.

What a score looks like comes from the game (``rules_engine.game.ScoreKind``): round wins such as 2-1, money such as
2410-1980, points such as 21-15, or places such as 1-2. Problems are codes with parameters; the services turn them into
sentences.

The desk types ``SCORE [MARK]`` after the table. Any dash, colon or slash may stand between the numbers. Money may have
``$`` and thousands separators, but no spaces. These marks go with every game:

=========== ==========================================================
mark        meaning
=========== ==========================================================
``t``       decided when time was called
``c``       conceded by the one with the lower score
``c1 c2``   conceded by the first or second player, whatever the score
``id``      intentional draw (no score needed)
``x1 x2``   the first or second player did not show (no score)
``xx``      neither showed
``w1 w2``   the first or second player has left: a walkover (no score)
``l1 l2``   the first or second player is given a loss (no score)
``ll``      both are given a loss (no score)
=========== ==========================================================

What else may stand on the line is read by ``duel``.

A game adds marks for what decides a level match (``rules_engine.scoring.TieDecision``), with the number of the player
for whom it was decided.
"""

from __future__ import annotations

import re
from functools import lru_cache

from matches.tables.amounts import AMOUNT, plain_text, whole
from matches.tables.outcome import Outcome
from matches.tables.score import ALL_LOST, DRAWN, MOST_AMOUNT, Duel, ScoreError, ScoreProblem, fail
from matches.tables.table import ScoreShape
from rules_engine.scoring import TieDecision
from rules_engine.units import UNITS

MARKS = ("t", "c", "c1", "c2", "id", "x1", "x2", "xx", "w1", "w2", "l1", "l2", "ll")
WITHOUT_SCORE = ("id", "x1", "x2", "xx", "w1", "w2", "l1", "l2", "ll")
NOT_PLAYED = {"x": "no_show", "w": "walkover", "l": "penalty"}
"""What decides a match whose mark begins with this letter; the rest of the mark says who lost it."""
_BETWEEN = r"\s*[-‐‒–—−:/]\s*"


@lru_cache(maxsize=64)
def _score_pattern(decisions: tuple[TieDecision, ...]) -> re.Pattern[str]:
    """The pattern of ``SCORE [MARK]``."""
    marks = "|".join(map(re.escape, sorted({*MARKS, *tie_marks(decisions)}, key=len, reverse=True)))
    return re.compile(rf"({AMOUNT}{_BETWEEN}{AMOUNT})?\s*({marks})?")


def tie_marks(decisions: tuple[TieDecision, ...]) -> dict[str, tuple[TieDecision, int]]:
    """Each mark of these decisions, with its decision and the seat for which it was decided."""
    return {f"{decision.mark}{seat + 1}": (decision, seat) for decision in decisions for seat in range(2)}


def is_doubtful(score: Duel, shape: ScoreShape) -> bool:
    """Whether a score is possible, but so low that round wins were probably typed instead."""
    if score.decided_by not in ("played", "time") or not UNITS[shape.unit].adds_up:
        return False
    return max(score.totals) < shape.form.doubtful_below


def parse(text: str, shape: ScoreShape, *, needs_winner: bool = False, off: tuple[int, ...] = (0, 0)) -> Duel:
    """Read and check ``SCORE [MARK]``; the marks are listed above. Raises ScoreError.

    ``off`` is taken off the numbers of the seats before the winner is found.
    """
    unit = UNITS[shape.unit]
    found = _score_pattern(shape.form.tie_decisions).fullmatch(plain_text(text).lower())
    if not found:
        raise fail("score_unreadable", text=text[:40], score=unit.example, level=unit.level)
    amounts, mark = found[1], found[2] or ""
    if mark in WITHOUT_SCORE:
        if amounts is not None:
            raise fail("score_not_needed", mark=mark)
        return _without_play(mark, shape, needs_winner)
    if amounts is None:
        raise fail("score_missing", score=unit.example)
    numbers = [whole(amount) for amount in re.split(_BETWEEN, amounts)]
    left = tuple(number - less for number, less in zip(numbers, off, strict=True))
    if min(left) < 0:
        raise fail("too_much_off")
    return make(left, shape, mark=mark, needs_winner=needs_winner)


def _winner_needed(shape: ScoreShape) -> ScoreError:
    return ScoreError(ScoreProblem("winner_needed", text=shape.form.winner_needed))


def _without_play(mark: str, shape: ScoreShape, needs_winner: bool) -> Duel:
    wins = shape.wins_needed or 0
    if mark == "id":
        if needs_winner:
            raise _winner_needed(shape)
        return Duel(decided_by="intentional_draw")
    how, loser = NOT_PLAYED[mark[0]], mark[1]
    if loser not in "12":
        return Duel(winner=ALL_LOST, decided_by=how)
    winner = 1 if loser == "1" else 0
    rounds = (wins, 0) if winner == 0 else (0, wins)
    return Duel(rounds=rounds, winner=winner, decided_by=how)


def make(numbers: tuple[int, ...], shape: ScoreShape, *, mark: str = "", needs_winner: bool = False) -> Duel:
    """Check the number of each seat in the game's unit and return the score. ``mark`` goes with a score.

    Raises ScoreError.
    """
    _CHECKS[shape.unit](numbers, shape)
    winner, decided = _decided(numbers, mark, shape)
    if not decided:
        decided = "time" if _is_cut_short(numbers, winner, shape) else "played"
    if winner is DRAWN and needs_winner:
        raise _winner_needed(shape)
    return Duel(
        rounds=numbers if shape.unit == "rounds" else (0, 0),
        totals=numbers if UNITS[shape.unit].adds_up else (0, 0),
        winner=winner,
        decided_by=decided,
    )


def _is_cut_short(numbers: tuple[int, ...], winner: int | None, shape: ScoreShape) -> bool:
    """Whether only time can have left a score like this: points may end level, rounds and money are played on."""
    if shape.unit == "points":
        return False
    return winner is DRAWN or (shape.unit == "rounds" and max(numbers) < (shape.wins_needed or 0))


def _decided(numbers: tuple[int, ...], mark: str, shape: ScoreShape) -> tuple[int | None, str]:
    """Return the winner, and how the match was decided if the mark says so."""
    leaders = _leaders(numbers, shape)
    level = len(leaders) > 1
    if found := tie_marks(shape.form.tie_decisions).get(mark):
        decision, winner = found
        if decision.counted:
            raise ScoreError(ScoreProblem(f"{decision.key}_counted", text=decision.counted))
        if not level or winner not in leaders:
            raise ScoreError(ScoreProblem(f"{decision.key}_not_level", text=decision.not_level))
        return winner, decision.decided_by
    if mark in ("c1", "c2"):
        return int(mark == "c1"), "concession"
    if mark == "c" and level:
        raise fail("concession_level")
    return DRAWN if level else leaders[0], {"c": "concession", "t": "time"}.get(mark, "")


def _leaders(amounts: tuple[int, ...], shape: ScoreShape) -> list[int]:
    """The seats with the best number: the lowest place, or the most of anything else."""
    best = min(amounts) if UNITS[shape.unit].lowest_wins else max(amounts)
    return [seat for seat, number in enumerate(amounts) if number == best]


def _check_rounds(won: tuple[int, ...], shape: ScoreShape) -> None:
    needed, most = shape.wins_needed, shape.best_of
    if needed is not None and max(won) > needed:
        raise fail("too_many_wins", needed=needed)
    if (most is not None and sum(won) > most) or (needed is not None and won.count(needed) > 1):
        raise fail("too_many_rounds", most=most if most is not None else len(won) * ((needed or 1) - 1) + 1)


def _check_amounts(amounts: tuple[int, ...], shape: ScoreShape) -> None:
    unit, most = UNITS[shape.unit], MOST_AMOUNT if shape.most is None else shape.most
    if max(amounts) > most:
        raise fail(unit.too_much, most=most)
    if min(amounts) < shape.least:
        raise fail(unit.too_little, least=shape.least)


def _check_places(places: tuple[int, ...], shape: ScoreShape) -> None:
    """A place is one more than the number of seats in better places."""
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise fail("places_wrong")


_CHECKS = {"rounds": _check_rounds, "money": _check_amounts, "points": _check_amounts, "places": _check_places}


def possible_rounds(shape: ScoreShape) -> list[tuple[int, int]]:
    """The scores in rounds that a match can end with, the best for the first seat at the beginning."""
    needed = shape.wins_needed or 2
    most = shape.best_of or 2 * needed - 1
    pairs = [(own, other) for own in range(needed, -1, -1) for other in range(needed + 1)]
    return [pair for pair in pairs if pair != (needed, needed) and sum(pair) <= most]


def numbers(score: Duel, shape: ScoreShape) -> tuple[int, ...]:
    """The number of each seat in the game's unit: rounds won, dollars, points, or places from 1."""
    if shape.unit == "rounds":
        return score.rounds
    if shape.unit == "places":
        # A place at time may also be a clear one, so it is not taken to be shared.
        shared = score.decided_by in {decision.decided_by for decision in _open_decisions(shape)} - {"time"}
        return tuple([2 if outcome is Outcome.LOST and not shared else 1 for outcome in score.outcomes])
    return score.totals


def show(score: Duel, shape: ScoreShape) -> str:
    """Return the score as the desk types it and pages show it: ``2-1``, ``2410-1980``."""
    return "-".join(map(str, numbers(score, shape)))


def _mark_without_score(score: Duel, shape: ScoreShape) -> str:
    """Return the mark of a match that was not played; empty for others, and for a penalty with its own score."""
    for letter, how in NOT_PLAYED.items():
        if score.decided_by == how:
            mark = letter * 2 if score.winner == ALL_LOST else f"{letter}{1 if score.winner == 1 else 2}"
            is_plain = mark in WITHOUT_SCORE and (how != "penalty" or _without_play(mark, shape, False) == score)
            return mark if is_plain else ""
    return ""


def typed(score: Duel, shape: ScoreShape) -> str:
    """Return the score with its mark, so that ``parse`` reads it: ``1-1 sd2``, ``x1``, ``2-1``."""
    second_won = score.winner == 1
    if score.decided_by == "intentional_draw":
        return "id"
    if mark := _mark_without_score(score, shape):
        return mark
    amounts = numbers(score, shape)
    mark = {"concession": "c1" if second_won else "c2", "time": "t"}.get(score.decided_by, "")
    if score.winner is not DRAWN and len(_leaders(amounts, shape)) > 1:
        decided = next(
            (decision for decision in _open_decisions(shape) if decision.decided_by == score.decided_by), None
        )
        mark = f"{decided.mark}{score.winner + 1}" if decided is not None else mark
    return f"{'-'.join(map(str, amounts))} {mark}".rstrip()


def _open_decisions(shape: ScoreShape) -> list[TieDecision]:
    """The tie decisions that can be made under the rules."""
    return [decision for decision in shape.form.tie_decisions if not decision.counted]
