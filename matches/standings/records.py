"""Each player's own view of the rounds: the lines that every share and tie-break is made of.

A round is one line for each player in it: against whom, with what result, for how many points. A bye and an
assigned result have no opponent. Reading checks that each player is known and is in a round once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from matches.history import Kind, Outcome, Played, RoundPlayed
from matches.standings.settings import Entrant, StandingsSettings

WON, LOST, DRAWN = "won", "lost", "drawn"

ROUND_WON, ROUND_DRAWN = 3, 1  # round points, whatever the match points are (section 5)


class HistoryError(ValueError):
    """Rounds that cannot have been played; ``player`` is None where it is the round itself."""

    def __init__(self, round_number: int, player: str | None, problem: str) -> None:
        self.round_number = round_number
        self.player = player
        place = f"round {round_number}" if player is None else f"round {round_number}, player {player}"
        super().__init__(f"{place}: {problem}")


class Score(msgspec.Struct, frozen=True, gc=False):
    """What a round brought, whoever the opponent was; matches with the same score share it.

    ``points`` are match points for the score, ``share_points`` those for the share: they differ only where a bye
    scores other than a win. ``round_points`` of ``round_whole`` are for the rounds inside the match, 3 for each won.
    """

    result: str
    points: int
    share_points: int
    round_points: int
    round_whole: int
    bye: bool = False


class Line(msgspec.Struct, frozen=True, gc=False):
    """One round of one player; ``total`` is the player's own money, ``against`` the opponent's."""

    number: int
    opponent: str | None
    score: Score
    total: int
    against: int


class Record(msgspec.Struct, frozen=True, gc=False):
    """A player's lines in the order of the rounds, with their sums. ``met`` are the lines with an opponent:

    a bye is none (section 5). ``opponents`` names them in the same order. A bye is among the ``wins``.
    """

    player: str
    lines: list[Line]
    met: list[Line]
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
) -> dict[str, Record]:
    """Records by player key, also for players without a match. Raises HistoryError at the first contradiction."""
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


Known = dict[str, tuple[str, list["Line"]]]
"""Each player's lines, with the key itself: all lines name an opponent by one and the same string, which is found

faster than an equal one.
"""


def _read_round(number: int, matches: tuple[Played, ...], known: Known, book: _ScoreBook) -> None:
    for match in matches:
        a, lines_a = known[match.a]
        own, against = match.totals
        if match.b is None or match.kind is not Kind.PLAYED:
            lines_a.append(Line(number, None, _alone(number, match, book.settings), own, against))
            continue
        b, lines_b = known[match.b]
        score_a, score_b = book.scores(match)
        lines_a.append(Line(number, b, score_a, own, against))
        lines_b.append(Line(number, a, score_b, against, own))


def _record(player: str, lines: list[Line]) -> Record:
    """One pass over the lines, which stand in the order of the rounds: a round twice is two neighbours."""
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
    return Record(
        player, lines, met, opponents, points, share_points, round_points, round_whole, wins, losses, draws, byes
    )


Scores = tuple[Score, Score]
Rounds = tuple[tuple[int, int], int]
"""The rounds won by a and by b, and the drawn ones."""


class _ScoreBook:
    """The scores of a and of b for each way a match went, made once."""

    def __init__(self, settings: StandingsSettings) -> None:
        self.settings = settings
        self.won_a: dict[Rounds, Scores] = {}
        self.won_b: dict[Rounds, Scores] = {}
        self.level: dict[Rounds, Scores] = {}
        self.lost: dict[Rounds, Scores] = {}

    def scores(self, match: Played) -> Scores:
        outcome = match.outcome
        if outcome is Outcome.A:
            page = self.won_a
        elif outcome is Outcome.B:
            page = self.won_b
        else:
            page = self.level if outcome is Outcome.DRAW else self.lost
        rounds = (match.wins, match.drawn)
        found = page.get(rounds)
        if found is None:
            found = page[rounds] = self.make(outcome, match)
        return found

    def make(self, outcome: Outcome, match: Played) -> Scores:
        (won_a, won_b), drawn, scoring = match.wins, match.drawn, self.settings.scoring
        whole = ROUND_WON * (won_a + won_b + drawn)
        level = drawn * (ROUND_DRAWN if won_a or won_b else self.settings.drawn_round_when_none_won)
        won, lost, even = (WON, scoring.win), (LOST, scoring.loss), (DRAWN, scoring.draw)
        (result_a, points_a), (result_b, points_b) = {
            Outcome.A: (won, lost),
            Outcome.B: (lost, won),
            Outcome.DRAW: (even, even),
            Outcome.NEITHER: (lost, lost),
        }[outcome]
        return (
            Score(result_a, points_a, points_a, ROUND_WON * won_a + level, whole),
            Score(result_b, points_b, points_b, ROUND_WON * won_b + level, whole),
        )


def _alone(number: int, match: Played, settings: StandingsSettings) -> Score:
    """A bye is a won round and 2–0; an assigned loss or draw is a round of the match share with no rounds inside."""
    scoring = settings.scoring
    if match.kind is Kind.BYE:
        rounds = ROUND_WON * settings.bye_rounds
        return Score(WON, scoring.bye, scoring.win, rounds, rounds, bye=True)
    if match.kind is Kind.ASSIGNED_LOSS:
        return Score(LOST, scoring.loss, scoring.loss, 0, 0)
    if match.kind is Kind.ASSIGNED_DRAW:
        return Score(DRAWN, scoring.draw, scoring.draw, 0, 0)
    raise HistoryError(number, match.a, "has a match without an opponent")
