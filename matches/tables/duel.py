"""Two at a table who play against each other: round wins, money, points or the place. Pure.

Beside the score (``duel_score``) the desk's line takes round losses and the pot: ``SCORE [MARK] [rl1 AMOUNT] [rl2
AMOUNT] [pot AMOUNT]``. ``rl1 300`` takes $300 off the first player's total: what a round had brought that was lost by
penalty. ``pot`` goes with games that have one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from matches.history import Played
from matches.tables.amounts import AMOUNT, plain_text, whole
from matches.tables.duel_score import is_doubtful, parse, show, typed
from matches.tables.outcome import Outcome, Part
from matches.tables.reckoning import SeatReckoned, reckon_places
from matches.tables.round_losses import takes_off
from matches.tables.score import ALL_LOST, DRAWN, MOST_AMOUNT, Duel, Lines, SeatLine, fail
from matches.tables.table import LETTERS, Recorded, ScoreShape, Table, TypedScore
from matches.tables.terms import PodTerms

SEATS = 2
WITHOUT_NUMBERS = ("no_show", "intentional_draw", "walkover", "penalty")

_POT = re.compile(rf"(.*\S)\s+pot\s*:?\s*({AMOUNT})", re.IGNORECASE)
_OFF = re.compile(rf"(.*\S)\s+rl(\d)\s*:?\s*({AMOUNT})", re.IGNORECASE)


def split_pot(text: str, shape: ScoreShape) -> tuple[str, int | None]:
    """Split ``"2410-1980 t pot 4390"`` into ``"2410-1980 t"`` and 4390; None without a pot. Raises ScoreError."""
    found = _POT.fullmatch(plain_text(text)) if shape.form.pot_label else None
    if not found:
        return text, None
    pot, most = whole(found[2]), MOST_AMOUNT
    if pot > most:
        raise fail("too_much_money", most=most)
    return found[1], pot


def split_off(text: str, shape: ScoreShape) -> tuple[str, dict[int, int]]:
    """Split ``"2410-1980 t rl1 300"`` into ``"2410-1980 t"`` and what is taken off by seat, ``{0: 300}``."""
    off: dict[int, int] = {}
    while takes_off(shape) and (found := _OFF.fullmatch(plain_text(text))):
        text = found[1]
        off.setdefault(int(found[2]) - 1, whole(found[3]))
    return text, off


def off_text(seat: int, amount: int | str) -> str:
    """What stands on the line for an amount that is taken off: a number, or what was typed for it."""
    return f"rl{seat + 1} {amount}"


def read_line(text: str, table: Table) -> TypedScore:
    """Read a line without its table. Raises ScoreError, also where numbers that add up over the rounds do not say what
    a round had brought that was lost by penalty.
    """
    shape, lost = table.shape, table.lost
    rest, pot = split_pot(text, shape)
    rest, typed = split_off(rest, shape)
    for seat in typed:
        if seat not in range(len(lost)) or not lost[seat]:
            raise fail("no_round_loss", mark=f"rl{seat + 1}")
    off = tuple(typed.get(seat, 0) for seat in range(len(lost)))
    score = parse(rest, shape, needs_winner=table.needs_winner, off=off)
    if takes_off(shape) and score.decided_by not in WITHOUT_NUMBERS:
        for seat, rounds in enumerate(lost):
            if rounds and seat not in typed:
                raise fail("round_loss_missing", mark=f"rl{seat + 1}", seat=seat)
    return TypedScore(score, pot, off)


class _Duel:
    """The kind of a match of two (``kind.TableKind``)."""

    name = "duel"
    score = Duel
    keeps_places = False
    ends_with_loss = True
    meets = True
    has_order = False

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        return size == SEATS

    def parse(self, text: str, table: Table) -> Duel:
        return parse(text, table.shape, needs_winner=table.needs_winner)

    def read(self, text: str, table: Table) -> TypedScore:
        return read_line(text, table)

    def of_places(self, places: Sequence[int | None], table: Table) -> Duel:
        raise fail("places_for_pods")

    def of_record(self, outcome: Recorded, table: Table, ways: Collection[str]) -> Duel | None:
        """None as well for places, of which a record does not say which were shared at time."""
        if table.shape.unit == "places" or outcome.places is None:
            return None
        first = outcome.places[0]
        decided = outcome.decided_by if outcome.decided_by in ways else "played"
        numbers = tuple([outcome.scores.get(letter) or 0 for letter in LETTERS[:SEATS]])
        return Duel(
            rounds=numbers if table.shape.unit == "rounds" else (0, 0),
            totals=(0, 0) if table.shape.unit == "rounds" else numbers,
            winner=DRAWN if len(first) > 1 else LETTERS.index(first[0]),
            decided_by=str(decided),
        )

    def typed(self, score: Duel, shape: ScoreShape) -> str:
        return typed(score, shape)

    def shown(self, score: Duel, shape: ScoreShape) -> str:
        return show(score, shape)

    def is_doubtful(self, score: Duel, shape: ScoreShape) -> bool:
        return is_doubtful(score, shape)

    def lines(self, score: Duel) -> tuple[SeatLine, ...]:
        return tuple(map(SeatLine, score.outcomes, score.rounds, score.totals))

    def is_kept_in(self, lines: Lines) -> bool:
        return all(line.place is None and line.part == Part.PLAYED for line in lines)

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Duel:
        outcomes = [line.outcome for line in lines]
        level = DRAWN if Outcome.DRAWN in outcomes else ALL_LOST
        return Duel(
            rounds=tuple([line.rounds_won for line in lines]),
            totals=tuple([line.total for line in lines]),
            drawn_rounds=drawn_rounds,
            winner=outcomes.index(Outcome.WON) if Outcome.WON in outcomes else level,
            decided_by=decided_by,
        )

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        """As a table of two: the winner is first, a draw shares the first place, and a double loss brings nothing."""
        outcomes = line.outcomes
        best = Outcome.WON if Outcome.WON in outcomes else Outcome.DRAWN
        places = tuple([1 if outcome is best else 2 for outcome in outcomes])
        part = Part.PLAYED if Outcome.WON in outcomes or Outcome.DRAWN in outcomes else Part.LOST
        return reckon_places(line.seats, places, (part,) * SEATS, (), terms)


DUEL = _Duel()
