"""Each player's record of the rounds: the lines from which every share and tie-break is computed.

A round has one line for each of its players: the opponent, the result, the points. A bye and an assigned result have
no opponent. Reading checks that each player is known and appears once in a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from matches.history import Kind, Played, RoundPlayed
from matches.standings.settings import Entrant, StandingsSettings
from matches.tables.outcome import Outcome
from matches.tables.score import Duel

WON, LOST, DRAWN = Outcome.WON, Outcome.LOST, Outcome.DRAWN

ROUND_WON, ROUND_DRAWN = 3, 1  # round points, whatever the match points are (section 5)


class HistoryError(ValueError):
    """Impossible rounds; ``player`` is None if the problem is the round itself."""

    def __init__(self, round_number: int, player: str | None, problem: str) -> None:
        self.round_number = round_number
        self.player = player
        place = f"round {round_number}" if player is None else f"round {round_number}, player {player}"
        super().__init__(f"{place}: {problem}")


class LineScore(msgspec.Struct, frozen=True, gc=False):
    """The score of a round without the opponent; matches with the same score share it.

    ``points`` are match points for the score, ``share_points`` those for the share: they differ only if a bye does
    not score as a win. ``round_points`` of ``round_whole`` are for the rounds inside the match, 3 for each one won.
    Of a pod, ``first`` is the part of a first place, ``amount_share`` the amount against the average of the pod.
    """

    result: Outcome
    points: int
    share_points: int
    round_points: int
    round_whole: int
    bye: bool = False
    first: Fraction | None = None
    amount_share: Fraction | None = None


class RoundLine(msgspec.Struct, frozen=True, gc=False):
    """One round of one player; ``total`` is the player's own money, ``against`` the opponent's."""

    number: int
    opponent: str | None
    score: LineScore
    total: int
    against: int


class PlayerRecord(msgspec.Struct, frozen=True, gc=False):
    """A player's lines in the order of the rounds, with their sums. ``met`` are the lines with an opponent, so
    without byes (section 5); ``opponents`` are these opponents in the same order. A bye is among the ``wins``.
    """

    player: str
    lines: list[RoundLine]
    met: list[RoundLine]
    opponents: list[str]
    points: int
    share_points: int
    round_points: int
    round_whole: int
    wins: int
    losses: int
    draws: int
    byes: int


def read_records(
    players: Iterable[Entrant], rounds: Sequence[RoundPlayed], settings: StandingsSettings
) -> dict[str, PlayerRecord]:
    """Return the records by player key, also for players without a match. Raises HistoryError at the first
    contradiction.
    """
    known: Known = {entrant.player: (entrant.player, []) for entrant in players}
    book = _ScoreBook(settings)
    last: int | None = None
    for played in rounds:
        number = played.number
        if last is not None and number <= last:
            raise HistoryError(number, None, "the rounds are not in order")
        last = number
        try:
            _read_round(number, played.matches, known, book)
        except KeyError as error:
            raise HistoryError(number, error.args[0], "is not in the event") from None
    return {player: _record(player, lines) for player, lines in known.values()}


Known = dict[str, tuple[str, list["RoundLine"]]]
"""Each player's lines, with the key itself: all lines share one string object per opponent, which dictionaries find
faster than an equal string.
"""


def _read_round(number: int, matches: tuple[Played, ...], known: Known, book: _ScoreBook) -> None:
    for match in matches:
        seats = match.seats
        if len(seats) != 2:
            _read_alone(number, match, known, book)
            continue
        a, lines_a = known[seats[0]]
        b, lines_b = known[seats[1]]
        duel = _duel(number, match)
        total_a, total_b = duel.totals
        score_a, score_b = book.scores(duel)
        lines_a.append(RoundLine(number, b, score_a, total_a, total_b))
        lines_b.append(RoundLine(number, a, score_b, total_b, total_a))


def _duel(number: int, match: Played) -> Duel:
    if not isinstance(match.score, Duel):
        raise HistoryError(number, match.seats[0], "has a result that is no match of two")
    return match.score


def _read_alone(number: int, match: Played, known: Known, book: _ScoreBook) -> None:
    """Add the line of a player without an opponent. A line never holds more than two seats."""
    player, lines = known[match.seats[0]]
    if len(match.seats) > 1:
        raise HistoryError(number, player, f"has a match of {len(match.seats)} seats; only matches of two are ranked")
    lines.append(RoundLine(number, None, _alone(number, match, book.settings), 0, 0))


def _record(player: str, lines: list[RoundLine]) -> PlayerRecord:
    """Sum the lines in one pass. They are in the order of the rounds, so the same round twice is two neighbours."""
    opponents: list[str] = []
    points = share_points = round_points = round_whole = wins = draws = byes = 0
    before: int | None = None
    for line in lines:
        if line.number == before:
            raise HistoryError(line.number, player, "is in the round twice")
        before = line.number
        score = line.score
        points += score.points
        share_points += score.share_points
        round_points += score.round_points
        round_whole += score.round_whole
        wins += score.result is WON
        draws += score.result is DRAWN
        if line.opponent is not None:
            opponents.append(line.opponent)
        else:
            byes += score.bye
    losses = len(lines) - wins - draws
    met = lines if len(opponents) == len(lines) else [line for line in lines if line.opponent is not None]
    return PlayerRecord(
        player, lines, met, opponents, points, share_points, round_points, round_whole, wins, losses, draws, byes
    )


Scores = tuple[LineScore, ...]
"""The score of each seat."""


class _ScoreBook:
    """The scores of the seats for each kind of result, computed once."""

    def __init__(self, settings: StandingsSettings) -> None:
        self.settings = settings
        self.known: dict[tuple[int | None, tuple[int, ...], int], Scores] = {}

    def scores(self, duel: Duel) -> Scores:
        went = (duel.winner, duel.rounds, duel.drawn_rounds)
        found = self.known.get(went)
        if found is None:
            found = self.known[went] = self.make(duel)
        return found

    def make(self, duel: Duel) -> Scores:
        """Compute the scores of a match: each share is of the rounds won by both seats plus the drawn ones."""
        wins, drawn, scoring = duel.rounds, duel.drawn_rounds, self.settings.scoring
        whole = ROUND_WON * (sum(wins) + drawn)
        level = drawn * (ROUND_DRAWN if any(wins) else self.settings.drawn_round_when_none_won)
        points = {WON: scoring.win, LOST: scoring.loss, DRAWN: scoring.draw}
        return tuple(
            LineScore(outcome, points[outcome], points[outcome], ROUND_WON * won + level, whole)
            for outcome, won in zip(duel.outcomes, wins, strict=True)
        )


def _alone(number: int, match: Played, settings: StandingsSettings) -> LineScore:
    """Compute the score of a line without an opponent.

    A bye is a match won 2–0. An assigned loss or draw counts in the match share and has no rounds inside, unless the
    settings count an assigned loss with the rounds lost in it.
    """
    scoring = settings.scoring
    if match.kind is Kind.BYE:
        rounds = ROUND_WON * settings.bye_rounds
        return LineScore(WON, scoring.bye, scoring.win, rounds, rounds, bye=True)
    if match.kind is Kind.ASSIGNED_LOSS:
        return LineScore(LOST, scoring.loss, scoring.loss, 0, ROUND_WON * settings.assigned_loss_rounds)
    if match.kind is Kind.ASSIGNED_DRAW:
        return LineScore(DRAWN, scoring.draw, scoring.draw, 0, 0)
    raise HistoryError(number, match.seats[0], "has a match without an opponent")
