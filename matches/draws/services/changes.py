"""Marks the lines of a published round that differ from what the players saw before."""

from __future__ import annotations

from datetime import datetime

from matches.enums import RoundStatus
from matches.models import Match, Round, Seat

Line = tuple[int | None, str, frozenset[int]]
"""A match's table, kind and players."""


def mark_changed_lines(published: Round, at: datetime) -> list[int]:
    """Mark the lines of a published round that differ from the version that players saw before it, and return their
    matches. Nothing is marked in a round that is published for the first time.
    """
    earlier = Round.objects.filter(
        stage=published.stage, number=published.number, status=RoundStatus.WITHDRAWN, published_at__isnull=False
    )
    before = earlier.order_by("-attempt").first()
    if before is None:
        return []
    known = set(_lines(before).values())
    changed = [pk for pk, line in _lines(published).items() if line not in known]
    Match.objects.filter(pk__in=changed).update(changed_at=at)
    return changed


def _lines(round_: Round) -> dict[int, Line]:
    people: dict[int, list[int]] = {}
    for match_id, entry_id in Seat.objects.filter(round=round_).values_list("match_id", "entry_id"):
        people.setdefault(match_id, []).append(entry_id)
    rows = Match.objects.filter(round=round_).values_list("pk", "table", "kind")
    return {pk: (table, kind, frozenset(people.get(pk, ()))) for pk, table, kind in rows}
