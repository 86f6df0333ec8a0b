"""How players have fared from round to round: their points and ranks in the standings after each closed round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from matches.models import StandingsSnapshot


class Step(NamedTuple):
    """A player's place after a round: its number, the points as they are stored, the rank, and how many are ranked."""

    round: int
    points: Any
    rank: int
    ranked: int


@lru_cache(maxsize=4)
def steps_of_all(snapshot_pk: int, created_at: datetime) -> Mapping[int, Sequence[Step]]:
    """The steps of all players by number, up to the round of one snapshot: one query, which later calls do without.

    A correction makes new versions from its round on, so the newest snapshot tells whether the earlier ones are others.
    """
    newest = StandingsSnapshot.objects.filter(pk=snapshot_pk, created_at=created_at)
    stored = StandingsSnapshot.objects.filter(
        stage__in=newest.values("stage"), round__number__lte=newest.values("round__number")[:1]
    )
    latest = dict(stored.order_by("round__number", "version").values_list("round__number", "rows"))
    steps: dict[int, list[Step]] = defaultdict(list)
    for number, rows in latest.items():
        for row in rows:
            steps[row["number"]].append(Step(number, row["points"], row["rank"], len(rows)))
    return steps
