"""The doors of the kernel: play a part of a run, or one match with its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules_engine.bankout.kernel.compiling import Cells, Worths, cells, room_for_worths
from rules_engine.bankout.kernel.layout import (
    DECISIONS,
    ENDS,
    FIXED_CELLS,
    MATCH_CELLS,
    PLAYER,
    ROLL_PLAYER,
    ROLLS,
    ROW_ACTIONS,
    ROW_CELLS,
    ROW_DECIDED_BY,
    ROW_ENDINGS,
    ROW_POT,
    ROW_ROUNDS,
    ROW_SECONDS,
    ROW_STATUS,
    ROW_TOTALS,
    ROW_TURNS,
    ROW_WINNER,
    ROW_WINS,
    RULE_CELLS_END,
    STATUSES,
    TAPE_AT,
    TAPED,
)
from rules_engine.bankout.kernel.match import PAST_THE_END, play_matches
from rules_engine.bankout.kernel.players.ahead_states import MEMO_CELLS
from rules_engine.bankout.kernel.players.cells import player_cells
from rules_engine.bankout.kernel.sums import add_rows
from rules_engine.bankout.kernel.tape import record_of
from rules_engine.bankout.kernel.terms import term_cells
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedOutcome, Terms, player
from rules_engine.bankout.simulate.rollouts import PLAYER as PLAYS_ON
from rules_engine.bankout.simulate.totals import Totals
from rules_engine.record import GameRecord

AT_ONCE = 4096
"""Matches whose rows are held at a time."""
_CELLS_AN_ACTION = 8
_WINNERS = ("A", "B", "draw", None)


@dataclass
class Run:
    """What is played: rules, players, seed and terms. A match of it is told by its number."""

    rules: BankoutRuleSet
    players: tuple[str, str]
    seed: int = 0
    terms: Terms = field(default_factory=Terms)
    calm: bool = True  # see ``players``
    _sheet: bool = False
    cells: Cells = field(init=False, repr=False)
    memo: Worths = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Put everything into cells.

        Raises:
            ValueError: if a player is unknown.
        """
        first, second = (player(name, self.rules.format) for name in self.players)
        players = [first, second]
        rolls = bool(first.rollouts or second.rollouts)
        if rolls:
            players.append(player(PLAYS_ON, self.rules.format))
        looks_ahead = first.looks_ahead or second.looks_ahead
        begins, written = player_cells(players, FIXED_CELLS, self.calm)
        tape_at = FIXED_CELLS + len(written) if self._sheet else 0
        ahead = [0] * (PLAYER - RULE_CELLS_END)
        fixed = [0] * MATCH_CELLS + term_cells(self.rules, self.terms) + ahead + [*begins[:2], tape_at]
        tape = _CELLS_AN_ACTION * (self.terms.most_actions + PAST_THE_END) if tape_at else 0
        self.cells = cells(fixed + written + [0] * tape)
        if rolls:
            self.cells[ROLLS], self.cells[ROLL_PLAYER] = 1, begins[2]
        self.memo = room_for_worths(MEMO_CELLS if looks_ahead else 1)

    def warm_up(self) -> None:
        """Play a match for nothing: what is not compiled yet is compiled now."""
        self._play(0, 1, cells([0] * ROW_CELLS))

    def rows(self, first: int, count: int) -> Iterator[Cells]:
        """Play matches from a number on: their rows, at most ``AT_ONCE`` of them at a time."""
        for begin in range(first, first + count, AT_ONCE):
            matches = min(AT_ONCE, first + count - begin)
            rows = cells([0] * (ROW_CELLS * matches))
            self._play(begin, matches, rows)
            yield rows

    def outcomes(self, first: int, count: int) -> Iterator[SimulatedOutcome]:
        """Play matches, one result after another."""
        for rows in self.rows(first, count):
            for at in range(0, len(rows), ROW_CELLS):
                yield outcome_of([int(cell) for cell in rows[at : at + ROW_CELLS]])

    def totals(self, first: int, count: int) -> Totals:
        """Play matches and add them up."""
        totals = Totals()
        for rows in self.rows(first, count):
            add_rows(totals, rows)
        return totals

    def record(self, number: int) -> tuple[SimulatedOutcome, GameRecord]:
        """Play one match and write it down."""
        run = replace(self, _sheet=True)
        rows = cells([0] * ROW_CELLS)
        run._play(number, 1, rows)
        tape = run.cells[run.cells[TAPE_AT] : run.cells[TAPED]]
        tags = {"seed": str(self.seed), "match": str(number)}
        record = record_of([int(cell) for cell in tape], self.rules, self.players, tags)
        return outcome_of([int(cell) for cell in rows]), record

    def _play(self, first: int, count: int, rows: Cells) -> None:
        play_matches(self.cells, self.memo, self.signed_seed, first, count, rows)

    @property
    def signed_seed(self) -> int:
        """The seed as 64 bits with a sign."""
        return (self.seed + (1 << 63)) % (1 << 64) - (1 << 63)


def outcome_of(row: list[int]) -> SimulatedOutcome:
    """A row of results in words."""
    endings = dict(zip(ENDS, row[ROW_ENDINGS:], strict=True))
    return SimulatedOutcome(
        status=STATUSES[row[ROW_STATUS]],
        winner=_WINNERS[row[ROW_WINNER]],
        decided_by=DECISIONS[row[ROW_DECIDED_BY]] or None,
        round_wins=(row[ROW_WINS], row[ROW_WINS + 1]),
        totals=(row[ROW_TOTALS], row[ROW_TOTALS + 1]),
        pot=row[ROW_POT],
        rounds=row[ROW_ROUNDS],
        turns=row[ROW_TURNS],
        actions=row[ROW_ACTIONS],
        seconds=row[ROW_SECONDS],
        endings={name: count for name, count in sorted(endings.items()) if count},
    )
