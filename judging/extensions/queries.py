"""Since when play at a table stands still."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from judging.enums import TableAct
from judging.models import Record, TableEvent
from matches.models import Match


def paused_since(match: Match) -> datetime | None:
    """When play at a table stopped for a ruling that is not finished, or None."""
    acts = [TableAct.PAUSED, TableAct.RESUMED]
    last = TableEvent.objects.filter(match=match, act__in=acts).order_by("-sequence").first()
    return last.server_time if last is not None and last.act == TableAct.PAUSED else None


def pause_among(records: Iterable[Record]) -> datetime | None:
    """As ``paused_since``, from the records of the match in the order of the log."""
    since = None
    for record in records:
        if isinstance(record, TableEvent) and record.act in (TableAct.PAUSED, TableAct.RESUMED):
            since = record.server_time if record.act == TableAct.PAUSED else None
    return since
