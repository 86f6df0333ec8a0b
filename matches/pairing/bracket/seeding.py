"""The positions of seeds, and of losers who drop to the losers' side of a double elimination."""

from __future__ import annotations


def depth_of(size: int) -> int:
    """Return how many rounds ``size`` entries need on the winners' side."""
    return (size - 1).bit_length()


def first_losers_round(size: int) -> int:
    """Return the first round on the losers' side of a double elimination that has a match.

    Round 1 is for neighbours who both lost a first match: those of the seeds s and 2^(depth-1) + 1 - s. A seed plays a
    first match only if the bracket is full enough to have its opponent, 2^depth + 1 - s.
    """
    return 1 if size > 3 * 2 ** (depth_of(size) - 2) else 2


def seed_order(depth: int) -> list[int]:
    """Return the seeds from the top of a full bracket down: 1 8 4 5 2 7 3 6 for three rounds.

    Any two seeds meet as late as possible: 1 and 2 only in the final, 1 to 4 not before the semi-finals.
    """
    order = [1]
    for _ in range(depth):
        order = [seed for high in order for seed in (high, 2 * len(order) + 1 - high)]
    return order


def crossing(depth: int, level: int) -> int:
    """Return x such that the loser of match p of winners' round ``level`` drops to slot p XOR x of the losers' side.

    Losers of round r and of a later round s can have met before only if the match of r lies below that of s.
    At level s the losers' side falls into 2^(depth-s) slots; the losers of each round r fill slot t from one
    block of the winners' side, t XOR the first depth-s bits of r's crossing. No rematch is possible there while those
    prefixes differ for all r ≤ s. The bit-reversed numbers 0, 1/2, 1/4, 3/4, 1/8 … keep the prefixes of any length
    apart for as many rounds as there are prefixes, and more rounds than blocks no arrangement can keep apart: a slot
    that holds s rounds covers s blocks of the winners' side without overlap, and there are 2^(depth-s).
    """
    bits = depth - level
    return sum(((level - 1) >> bit & 1) << (bits - 1 - bit) for bit in range(bits))
