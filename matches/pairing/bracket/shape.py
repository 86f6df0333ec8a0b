"""Build a bracket: single or double elimination for any number of entries, byes for the top seeds (section 6).

Goes through the full bracket of the next power of two match by match; a player without an opponent goes on, and no
match is made.
"""

from __future__ import annotations

from matches.pairing.bracket.model import (
    LEAST,
    MOST,
    Bracket,
    BracketError,
    BracketKind,
    BracketMatch,
    Feeder,
    From,
    Side,
    key,
)
from matches.pairing.bracket.seeding import crossing, depth_of, seed_order

Seat = Feeder | None
"""The origin of a seat's player; None for a seat that stays empty."""


def build(size: int, kind: BracketKind, *, third_place: bool = False, reset: bool = True) -> Bracket:
    """Build the bracket of ``size`` entries.

    ``third_place`` applies to a single elimination, ``reset`` to a double one: if the losers' side wins the grand
    final, it is played again, so that every player has two losses before going out. Raises BracketError for fewer
    than 2 or more than 4,096 entries.
    """
    if not LEAST <= size <= MOST:
        raise BracketError("", f"a bracket has {LEAST} to {MOST} entries, not {size}")
    kind = BracketKind(kind)
    builder = _Builder(depth_of(size))
    winners, losers = builder.winners_side(size)
    if kind is BracketKind.DOUBLE:
        builder.play(Side.GRAND_FINAL, 1, 1, winners, builder.losers_side(losers))
        if reset:
            final = key(Side.GRAND_FINAL, 1, 1)
            builder.play(Side.GRAND_FINAL, 2, 1, Feeder(From.LOSER, match=final), Feeder(From.WINNER, match=final))
    elif third_place and len(losers) > 1:
        builder.play(Side.THIRD_PLACE, 1, 1, *losers[-2])
    sides = list(Side)
    matches = sorted(
        builder.matches,
        key=lambda match: (_level(builder.depth, kind, match), sides.index(match.side), match.position),
    )
    return Bracket(
        size=size,
        kind=kind,
        third_place=kind is BracketKind.SINGLE and third_place,
        reset=kind is BracketKind.DOUBLE and reset,
        depth=builder.depth,
        matches=tuple(matches),
    )


class _Builder:
    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.matches: list[BracketMatch] = []

    def play(self, side: Side, round_number: int, position: int, a: Seat, b: Seat) -> tuple[Seat, Seat]:
        """Return winner and loser of the match between a and b; without one of them the other goes on without a
        match.
        """
        if a is None or b is None:
            return a or b, None
        name = key(side, round_number, position)
        self.matches.append(BracketMatch(name, side, round_number, position, (a, b)))
        return Feeder(From.WINNER, match=name), Feeder(From.LOSER, match=name)

    def play_round(self, side: Side, round_number: int, seats: list[Seat]) -> tuple[list[Seat], list[Seat]]:
        """Let neighbours play; return winners and losers from the top down."""
        pairs = zip(seats[::2], seats[1::2], strict=True)
        played = [self.play(side, round_number, position, a, b) for position, (a, b) in enumerate(pairs, start=1)]
        return [winner for winner, _ in played], [loser for _, loser in played]

    def winners_side(self, size: int) -> tuple[Seat, list[list[Seat]]]:
        """Return the last winner, and the losers of each round."""
        seats: list[Seat] = [Feeder(From.SEED, seed) if seed <= size else None for seed in seed_order(self.depth)]
        losers = []
        for round_number in range(1, self.depth + 1):
            seats, lost = self.play_round(Side.WINNERS, round_number, seats)
            losers.append(lost)
        return seats[0], losers

    def losers_side(self, losers: list[list[Seat]]) -> Seat:
        """Return the last survivor. Odd rounds are among survivors, even ones against those who just lost."""
        survivors = losers[0]
        for level in range(2, self.depth + 1):
            survivors, _ = self.play_round(Side.LOSERS, 2 * level - 3, survivors)
            across = crossing(self.depth, level)
            dropped = [losers[level - 1][slot ^ across] for slot in range(len(survivors))]
            seats = [seat for pair in zip(dropped, survivors, strict=True) for seat in pair]
            survivors, _ = self.play_round(Side.LOSERS, 2 * level - 2, seats)
        return survivors[0]


def _level(depth: int, kind: BracketKind, match: BracketMatch) -> int:
    """Return when the match is played: both sides of a double elimination advance together.

    Losers' round m comes one step after round m of play, and the winners' side waits so that its losers drop just
    when they are needed: W1, W2+L1, L2, W3+L3, L4, W4+L5, and so on.
    """
    if match.side is Side.GRAND_FINAL:
        return 2 * depth - 1 + match.round
    if match.side is Side.LOSERS:
        return match.round + 1
    if match.side is Side.THIRD_PLACE:
        return depth
    return match.round if kind is BracketKind.SINGLE or match.round == 1 else 2 * match.round - 2


def rounds(bracket: Bracket) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the matches in round 1, 2, 3 … of play, without empty rounds.

    Everyone plays at most once in a round, and its players are known when the round before is over. The match for
    third place is in the round of the final; a reset is a round of its own.
    """
    levels: dict[int, list[str]] = {}
    for match in bracket.matches:
        levels.setdefault(_level(bracket.depth, bracket.kind, match), []).append(match.key)
    return tuple(tuple(levels[level]) for level in sorted(levels))
