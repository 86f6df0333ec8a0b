"""How an event ranks its players: the points, the order of the tie-breaks, the floors of the shares."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.history import Scoring

ORDER_ROUNDS = ("omw", "rw", "orw", "lot")
"""The default order where a match is won by rounds."""
ORDER_MONEY = ("omw", "bank_diff", "bank_total", "lot")
"""The default order where a match is won by the higher total."""

THIRD = Fraction(1, 3)


class SettingsError(ValueError):
    """Settings that cannot rank anyone; ``problems`` lists all of them."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class Entrant(msgspec.Struct, frozen=True):
    """A player of the event. ``seed`` is the original seeding, 1 the highest.

    ``dropped_after`` is the last round of a player who left; the row says so and stays. A player who is not
    ``listed`` has no row (disqualified from the standings), while the results stand for the opponents.
    """

    player: str
    seed: int | None = None
    dropped_after: int | None = None
    listed: bool = True


class StandingsSettings(msgspec.Struct, frozen=True):
    """Section 5's settings.

    ``match_floor`` and ``round_floor`` are the least share that an opponent counts with; ``own_share_floored``
    puts ``round_floor`` under one's own round-win share as well, as some publishers print it.
    ``drawn_round_when_none_won`` is what each drawn round of a match without a won round is worth: 1, elsewhere 0.
    ``bye_rounds`` are the rounds won in a bye. ``lot_seed`` is the event's seed: the lot needs it.
    """

    order: tuple[str, ...] = ORDER_ROUNDS
    scoring: Scoring = Scoring()
    match_floor: Fraction = THIRD
    round_floor: Fraction = THIRD
    own_share_floored: bool = False
    drawn_round_when_none_won: int = 1
    bye_rounds: int = 2
    lot_seed: int | None = None
