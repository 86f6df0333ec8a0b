"""Stores the standings after each round; a correction stores a new version for its round and every later one."""

from __future__ import annotations

import hashlib
import json

from django.db.models import Max

from matches.audit.services import Change
from matches.models import Event, Round, Stage, StandingsSnapshot
from matches.snapshots.carried_queries import stages_after
from matches.snapshots.history_queries import closed_rounds
from matches.snapshots.queries import compute_table, row_as_json


def store_snapshot(*, round: Round, change: Change) -> StandingsSnapshot:
    """Compute and store the standings after a closed round, in the change that closes it."""
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


def refresh_snapshots(*, round: Round, change: Change) -> list[StandingsSnapshot]:
    """Store new versions of the standings after ``round`` and every later closed round of its stage; return them."""
    if round.stage.is_bracket:
        return []
    later = [known for known in closed_rounds(round.stage) if known.number >= round.number]
    stored = [store_snapshot(round=known, change=change) for known in later]
    _refresh_following(round.stage, change)
    return stored


def _refresh_following(stage: Stage, change: Change) -> None:
    """Store new versions of the standings that take a stage's points over, also those that take over from these."""
    if not stage.has_open_field:
        return
    for following in stages_after(stage):
        # A day 2 never locks its flights, so nobody waits for each other.
        Event.objects.select_for_update().get(pk=following.event_id)
        closed = closed_rounds(following)
        for known in closed:
            store_snapshot(round=known, change=change)
        change.touch_in([following.event_id], "standings")  # before its first round it shows what is brought along
        if closed:
            change.details.setdefault("carried_to", []).append(str(following.event.key))
        _refresh_following(following, change)
