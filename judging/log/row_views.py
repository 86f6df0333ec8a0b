"""Records of the log as lines, for every page that lists some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.enums import PenaltyAct, RecordSource
from judging.models import Infraction, Record, Ruling
from judging.policy import Policy
from judging.rulings.labels.evidence import shown_remarks, shown_text
from judging.rulings.queries.penalties import BOTH_STAND, is_decision, replaced_penalties, result_before
from matches.models import Event
from matches.pages.components import Button

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


def record_url(event: Event, record: Record) -> str:
    """The page of an infraction or a ruling; "" for a record without a page of its own."""
    if isinstance(record, Infraction):
        return reverse("judging:infraction", args=[event.slug, record.pk])
    if isinstance(record, Ruling) and is_decision(record):
        return reverse("judging:ruling", args=[event.slug, record.pk])
    return ""


def ask_to_take_back(event: Event, record: Record, text: str) -> list[Button]:
    """The button with which a judge, who can undo for ten seconds only, asks the head judge to the record's table."""
    if record.match is None or record.match.table is None:
        return []
    return [
        Button(
            label=_("Ask the head judge to rescind it"),
            url=reverse("judging:table_act", args=[event.slug, record.match_id, "head"]),
            method="post",
            fields={"about": _("Rescind: %(record)s") % {"record": text}},
        )
    ]
