"""What it is worth to start more often than others, by how starts are given over the rounds of an event."""

from __future__ import annotations

from math import comb

import msgspec

from rules_engine.planning.matches import Share

LUCKY = 0.05
"""The share of the players who are as lucky as is shown, or luckier."""


class Starts(msgspec.Struct, frozen=True, kw_only=True):
    """A player with many starts: ``most`` of ``rounds``, and what they bring more than half of them, in wins."""

    rounds: int
    most: int
    worth: Share


def starts_by_lot(rounds: int, first: Share) -> Starts:
    """Starts by lot in each match; only one player of twenty has more than ``most``.

    ``first`` is the share of the points that the player who starts gets.
    """
    most, above = rounds, 0.0
    while most > 0 and above + comb(rounds, most) / 2**rounds <= LUCKY:
        above += comb(rounds, most) / 2**rounds
        most -= 1
    return _starts(rounds, most, first)


def starts_balanced(rounds: int, first: Share) -> Starts:
    """Balanced starts: each player starts half of the rounds; with an odd number, half of the players once more."""
    return _starts(rounds, (rounds + 1) // 2, first)


def _starts(rounds: int, most: int, first: Share) -> Starts:
    more = 2 * most - rounds
    return Starts(rounds=rounds, most=most, worth=Share(more * (first.share - 0.5), more * first.error))
