"""Records of the log as lines, for every page that lists some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from judging.enums import PenaltyAct, RecordSource
from judging.floor.page_views import record_url
from judging.models import Record
from judging.policy import Policy
from judging.rulings.evidence_labels import shown_remarks, shown_text
from judging.rulings.queries import BOTH_STAND, replaced_penalties, result_before
from matches.models import Event

# The reason that the Undo buttons store. The struck line says it already.
UNDO = "undo"


@dataclass(frozen=True, slots=True)
class LogRow:
    """A record for ``components/log.html``, struck through if it was taken back; ``was`` is the result it changed."""

    at: datetime
    text: str
    url: str
    was: str
    who: str
    detail: str
    struck: bool


def log_rows(event: Event, records: Sequence[Record], policy: Policy, *, evidence: bool) -> list[LogRow]:
    """The records as lines, newest first; with ``evidence``, also what was stated."""
    struck = {record.corrects_id for record in records if getattr(record, "outcome", "") != BOTH_STAND}
    struck |= {record.infraction_id for record in records if getattr(record, "act", "") == PenaltyAct.RESCINDED}  # type: ignore[attr-defined]
    struck |= replaced_penalties(records)
    return [
        LogRow(
            at=record.device_time or record.server_time,
            text=shown_text(record, policy, evidence=evidence),
            url=record_url(event, record),
            was=result_before(record),
            who=str(record.judge or (record.player.unique_name if record.player else "")),
            detail=_detail(record, evidence=evidence),
            struck=record.pk in struck,
        )
        for record in reversed(records)
    ]


def _detail(record: Record, *, evidence: bool) -> str:
    remarks = shown_remarks(record, evidence=evidence)
    if record.reason:
        remarks[:1] = [] if record.reason == UNDO else [record.reason]
    paper = _("From paper") if record.source == RecordSource.PAPER else ""
    return " · ".join(part for part in (paper, *remarks) if part)
