"""The cost of a pairing: the strict order of the tournament rules for Swiss pairing, as integers.

The lines of the order, heaviest first; each outweighs everything below it:

============== ==================================================================== ======================
line           what is counted                                                      section 2 of the rules
============== ==================================================================== ======================
tables         pairs of two players with different fixed tables (one cannot be kept) 1
rematches      pairs who met before                                                  2
second_byes    byes of this round to a player who had one                            3
bye_group      how many score groups lie below the one that the bye goes to          4
sse            sum of squared differences of match points, the bye apart             5
repeated_floats players paired down who were paired down before, and up likewise     6
repeated_starts how often those who start now started before (only when balancing)   7
============== ==================================================================== ======================

``repeated_starts`` of a pair is the smaller of the two counts, because the player who started less often starts. Its
sum is, up to constants, the sum of squares of everyone's starts after the round.

Line 8, chance, is not a cost: see ``matching`` and ``equal_chances``. Awarded byes were set by the organiser and
cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from matches.pairing.field import FieldPlayer

BYE = -1
"""The number of the missing opponent of a bye."""

I128_BITS = 127
"""rustworkx adds weights as signed 128-bit integers."""

MOST_TIE_BITS = 48


class Cost(msgspec.Struct, frozen=True, order=True):
    """The cost of a pair or of a pairing. Costs compare in the strict order and add line by line."""

    tables: int = 0
    rematches: int = 0
    second_byes: int = 0
    bye_group: int = 0
    sse: int = 0
    repeated_floats: int = 0
    repeated_starts: int = 0

    def __add__(self, other: Self) -> Cost:
        return Cost(*(a + b for a, b in zip(self.lines(), other.lines(), strict=True)))

    def lines(self) -> tuple[int, int, int, int, int, int, int]:
        """The lines as a tuple, heaviest first."""
        return (
            self.tables,
            self.rematches,
            self.second_byes,
            self.bye_group,
            self.sse,
            self.repeated_floats,
            self.repeated_starts,
        )


NOTHING = Cost()


class Scale(msgspec.Struct, frozen=True):
    """The weight of one unit of each line, so that no total of the lines below can reach it.

    For at most ``pairs`` pairs, each unit is the largest possible total of the lines below plus one. The lowest
    ``tie_bits`` bits are left to chance: every tie weight is below ``2**tie_bits``.
    """

    tables: int
    rematches: int
    second_byes: int
    bye_group: int
    sse: int
    floats: int
    starts: int
    tie_bits: int

    @classmethod
    def of(cls, model: Model, pairs: int, spread: int) -> Scale:
        """Return the scale for matching ``pairs`` pairs whose points differ by at most ``spread``.

        The tie bits are those left of 128 bits after the lines, the factor 2 and the growth of the dual variables
        inside the matching (at most a factor of the number of players). Raises :class:`OverflowError` if no bits are
        left; within the limits of ``field`` that cannot happen below 100 pairs, and with real points not below
        10,000.
        """
        most = (pairs, pairs, 1, model.groups, pairs * spread**2, 2 * pairs, pairs * model.most_starts)
        units = _units(most, 1)
        used = (units[0] * (most[0] + 1)).bit_length() + 2 * pairs.bit_length() + 4
        tie_bits = min(MOST_TIE_BITS, I128_BITS - used)
        if tie_bits < 1:
            raise OverflowError(f"the costs of {pairs} pairs that differ by {spread} points need more than 128 bits")
        tables, rematches, second_byes, bye_group, sse, floats, starts = _units(most, pairs << tie_bits)
        return cls(tables, rematches, second_byes, bye_group, sse, floats, starts, tie_bits)

    def weight(self, cost: Cost) -> int:
        """Return ``cost`` as one integer; sums of weights compare as sums of costs do."""
        units = (
            self.tables,
            self.rematches,
            self.second_byes,
            self.bye_group,
            self.sse,
            self.floats,
            self.starts,
        )
        return sum(unit * line for unit, line in zip(units, cost.lines(), strict=True))


def _units(most: Sequence[int], lowest: int) -> list[int]:
    """Return the unit of each line, heaviest first, if line ``i`` totals at most ``most[i]``; the last unit is
    given.
    """
    units = [lowest]
    for total in reversed(most[1:]):
        units.append(units[-1] * (total + 1))
    return units[::-1]


class Model:
    """A field as columns, the players numbered in the order of their keys.

    ``rank_of_group`` counts from the lowest score group of ``free`` (the players that pairing may still place). No
    player is blocked from more than ``most_blocked`` opponents.
    """

    def __init__(self, players: Iterable[FieldPlayer], *, balance: bool = False) -> None:
        self.players = sorted(players, key=lambda player: player.key)
        self.keys = [player.key for player in self.players]
        self.number = {key: i for i, key in enumerate(self.keys)}
        self.points = [player.points for player in self.players]
        self.met = [player.met for player in self.players]
        self.had_bye = [player.byes > 0 for player in self.players]
        self.down = [player.down > 0 for player in self.players]
        self.up = [player.up > 0 for player in self.players]
        self.starts = [player.starts if balance else 0 for player in self.players]
        self.table = [player.table or 0 for player in self.players]
        self.has_tables = any(self.table)
        self.most_blocked = max(map(len, self.met), default=0) + sum(map(bool, self.table))
        self.most_starts = max(self.starts, default=0)
        self.free: list[int] = []
        self.rank_of_group: dict[int, int] = {}
        self.set_free(range(len(self.keys)))

    def set_free(self, free: Iterable[int]) -> None:
        """Set the players to be placed: all except those with a locked pair or an awarded bye."""
        self.free = list(free)
        self.rank_of_group = {p: i for i, p in enumerate(sorted({self.points[i] for i in self.free}))}

    @property
    def groups(self) -> int:
        """The number of score groups among the players to be placed."""
        return len(self.rank_of_group)

    def have_met(self, i: int, j: int) -> bool:
        """Whether players ``i`` and ``j`` played each other before."""
        return self.keys[j] in self.met[i]

    def tables_clash(self, i: int, j: int) -> bool:
        """Whether ``i`` and ``j`` have different fixed tables."""
        return self.has_tables and 0 != self.table[i] != self.table[j] != 0

    def blocked(self, i: int, j: int) -> bool:
        """Whether the pair costs anything in the lines above the byes."""
        return self.keys[j] in self.met[i] or self.tables_clash(i, j)

    def cost(self, i: int, j: int) -> Cost:
        """Return the cost of pairing ``i`` with ``j``, or of the bye for ``i`` if ``j`` is :data:`BYE`."""
        return self.total(((i, j),))

    def total(self, pairs: Iterable[tuple[int, int]]) -> Cost:
        """Return the total cost of ``pairs``; a bye is a pair with :data:`BYE`."""
        points, keys, met, down, up = self.points, self.keys, self.met, self.down, self.up
        tables = rematches = second_byes = bye_group = sse = floats = starts = 0
        for i, j in pairs:
            if j == BYE:
                second_byes += self.had_bye[i]
                bye_group += self.rank_of_group.get(points[i], 0)
                continue
            rematches += keys[j] in met[i]
            if difference := points[i] - points[j]:
                sse += difference * difference
                floats += down[i] + up[j] if difference > 0 else down[j] + up[i]
            if self.has_tables:
                tables += self.tables_clash(i, j)
            if self.most_starts:
                starts += min(self.starts[i], self.starts[j])
        return Cost(tables, rematches, second_byes, bye_group, sse, floats, starts)
