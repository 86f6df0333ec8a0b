"""The log of changes in words: what was done, about whom, at which table, by whom and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.desk.act_labels import act_labels
from matches.desk.log_queries import included_acts, subjects
from matches.models import AuditRow, Entry, Event
from matches.spreadsheet import csv_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShown:
    """A change: ``parts`` are the changes that it made on the way, ``reasons`` all that were given with it."""

    number: int
    at: datetime
    act: str
    parts: list[str]
    player: str
    table: int | None
    by: str
    reasons: list[str]


def changes_shown(event: Event, rows: list[AuditRow]) -> list[ChangeShown]:
    """Rows of the log in words; as many queries for many as for one."""
    known, labels = subjects(event, rows), act_labels()
    wanted = {subject.entry for subject in known.values() if subject.entry is not None}
    entries = Entry.objects.filter(event=event, pk__in=wanted).select_related("player")
    names = {entry.pk: entry.unique_name for entry in entries}
    found = []
    for row in rows:
        subject = known[row.pk]
        included = list(included_acts(row.details))
        reasons = [row.reason, *(reason for _act, reason in included), subject.comment]
        found.append(
            ChangeShown(
                number=row.sequence,
                at=row.at,
                act=labels.get(row.act, row.act),
                parts=[labels.get(act, act) for act, _reason in included],
                player=names.get(subject.entry or 0, ""),
                table=subject.table,
                by=_by(row),
                reasons=list(dict.fromkeys(reason for reason in reasons if reason)),
            )
        )
    return found


HEADER = ("number", "time", "change", "with", "player", "table", "by", "reasons")


def changes_file(shown: list[ChangeShown]) -> bytes:
    """The changes as CSV."""
    return csv_bytes(
        HEADER,
        [
            (
                one.number,
                timezone.localtime(one.at).isoformat(timespec="seconds"),
                one.act,
                "; ".join(one.parts),
                one.player,
                one.table,
                one.by,
                "; ".join(one.reasons),
            )
            for one in shown
        ],
    )


def _by(row: AuditRow) -> str:
    if row.user is not None:
        return str(row.user)
    return row.entry.unique_name if row.entry is not None else _("The program")
