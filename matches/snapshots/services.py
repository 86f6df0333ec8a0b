"""Standings are computed once a round and stored; a correction stores the next version of every round after it."""

from __future__ import annotations

import hashlib
import json

from django.db.models import Max

from matches.audit.services import Change
from matches.models import Round, StandingsSnapshot
from matches.rounds.history_queries import closed_rounds
from matches.snapshots.queries import compute_table, row_as_json


def store_snapshot(round: Round, change: Change) -> StandingsSnapshot:
    """Compute and store the standings after a closed round, inside the act that closed it."""
    rows = [row_as_json(row) for row in compute_table(round.stage, upto=round.number).rows]
    text = json.dumps(rows, sort_keys=True, separators=(",", ":"))
    newest = StandingsSnapshot.objects.filter(round=round).aggregate(newest=Max("version"))["newest"] or 0
    change.touch("standings")
    return StandingsSnapshot.objects.create(
        stage=round.stage,
        round=round,
        version=newest + 1,
        rows=rows,
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def refresh_snapshots(round: Round, change: Change) -> list[StandingsSnapshot]:
    """Store the standings anew after ``round`` and after every later closed round of its stage."""
    if round.stage.is_bracket:
        return []
    later = [known for known in closed_rounds(round.stage) if known.number >= round.number]
    return [store_snapshot(known, change) for known in later]
