"""The final ranking of an event from the places of its stages. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence

import msgspec

NOT_IN = 2**31
"""Sorts after every place: a player who did not reach a stage comes after all who did."""


class FinalPlace(msgspec.Struct, frozen=True):
    """A player's place in the final ranking; equal players share it."""

    player: int
    rank: int


def final_places(stages: Sequence[Mapping[int, int]], unlisted: Collection[int] = ()) -> list[FinalPlace]:
    """Return the final ranking, best first, from the places of each stage by player, the last stage first.

    The last stage decides, and the stage before it separates players with the same place; players equal in all stages
    share their place. ``unlisted`` players are left out, and those behind them move up. If the last stage has
    no winner (both finalists were absent), the first place stays empty.
    """
    if not stages:
        return []
    keys = {player: tuple(stage.get(player, NOT_IN) for stage in stages) for stage in stages for player in stage}
    left_out = sorted(keys[player][0] for player in unlisted if player in keys)
    ranking: list[FinalPlace] = []
    for player in sorted(keys.keys() - set(unlisted), key=lambda player: (keys[player], player)):
        if ranking and keys[ranking[-1].player] == keys[player]:
            rank = ranking[-1].rank
        else:
            last = keys[player][0]
            reached = last - bisect_left(left_out, last) if last < NOT_IN else 0
            rank = max(len(ranking) + 1, reached)
        ranking.append(FinalPlace(player, rank))
    return ranking
