"""Each player's record of rounds of pods: points in whole parts of a unit, and a line for every opponent met.

``lines`` has one line a round; ``met`` one for each meeting, so that several belong to one round (docs/pods.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from matches.history import RoundPlayed
from matches.standings.records import DRAWN, WON, HistoryError, LineScore, PlayerRecord, RoundLine
from matches.standings.settings import Entrant
from matches.tables.kinds import reckon
from matches.tables.reckoning import SeatReckoned
from matches.tables.terms import PodTerms

Reckoned = list[tuple[int, SeatReckoned]]
"""The rounds of a player: the number, and what it brought."""


def read_pod_records(
    players: Iterable[Entrant], rounds: Sequence[RoundPlayed], terms: PodTerms
) -> tuple[dict[str, PlayerRecord], int]:
    """Return the records by player key, and the unit: points are whole numbers of ``1/unit``.

    Raises HistoryError for a player who is not in the event, or in a round twice.
    """
    known: dict[str, Reckoned] = {entrant.player: [] for entrant in players}
    for played in rounds:
        for line in played.matches:
            for seat in reckon(line, terms):
                _add(known, played.number, seat)
    points = {seat.points for lines in known.values() for _, seat in lines}
    unit = lcm(terms.top.denominator, *(value.denominator for value in points))
    return {player: _record(player, lines, unit) for player, lines in known.items()}, unit


def _add(known: dict[str, Reckoned], number: int, seat: SeatReckoned) -> None:
    if seat.player not in known:
        raise HistoryError(number, seat.player, "is not in the event")
    lines = known[seat.player]
    if lines and lines[-1][0] == number:
        raise HistoryError(number, seat.player, "is in the round twice")
    lines.append((number, seat))


def _record(player: str, reckoned: Reckoned, unit: int) -> PlayerRecord:
    lines = [RoundLine(number, None, _score(seat, unit), 0, 0) for number, seat in reckoned]
    met = [
        RoundLine(number, opponent, LineScore(outcome, 0, 0, 0, 0), 0, 0)
        for number, seat in reckoned
        for opponent, outcome in seat.met
    ]
    points = sum(line.score.points for line in lines)
    wins = sum(line.score.result is WON for line in lines)
    draws = sum(line.score.result is DRAWN for line in lines)
    return PlayerRecord(
        player=player,
        lines=lines,
        met=met,
        opponents=[line.opponent for line in met if line.opponent is not None],
        points=points,
        share_points=points,
        round_points=0,
        round_whole=0,
        wins=wins,
        losses=len(lines) - wins - draws,
        draws=draws,
        byes=sum(seat.is_bye for _, seat in reckoned),
    )


def _score(seat: SeatReckoned, unit: int) -> LineScore:
    points = int(seat.points * unit)
    return LineScore(
        seat.outcome, points, points, 0, 0, bye=seat.is_bye, first=seat.first or None, amount_share=seat.share
    )


def fractions_of(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Exact values as whole numbers of ``1/unit``, and the unit."""
    unit = lcm(1, *(value.denominator for value in values))
    return [value.numerator * (unit // value.denominator) for value in values], unit
