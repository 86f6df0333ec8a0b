"""The judges' log of an event or of one player as it is printed. Corrected entries are struck through."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from judging import paper
from judging.durations import duration
from judging.enums import AppealState, PenaltyAct, PenaltyStatus, RecordKind, TableAct
from judging.models import Appeal, AppealStep, Infraction, PenaltyEvent, Record, Ruling, TableEvent, TimeExtension
from judging.paper import Written
from judging.papers.queries import PaperTerms, heading
from judging.policies.queries import rules_of
from judging.policies.term_labels import penalty_name
from judging.policy import Policy
from judging.records.queries import records_of_event
from judging.rulings.labels.evidence import shown_remarks, shown_text, stated_lines
from judging.rulings.labels.records import matter_label, outcome_label
from judging.rulings.queries.cases import PenaltyCase, cases_of
from judging.rulings.queries.penalties import BOTH_STAND, WITHDRAWN, result_before
from matches.errors import Refused
from matches.models import Entry, Event

PRINTED_STATES = (PenaltyStatus.NOTED, PenaltyStatus.PROVISIONAL, PenaltyStatus.RESCINDED)
LineParts = tuple[str, Written, str, list[str]]
"""Matter, outcome, status, remarks."""


def log_sheet(event: Event, terms: PaperTerms) -> paper.LogSheet:
    """Every ruling in the order of the log; with ``terms.player``, only what concerns that player, and what was stated
    only with ``terms.evidence``.

    Raises Refused if there is no player with that number.
    """
    entry = _entry(event, terms.player) if terms.player is not None else None
    records = records_of_event(event)
    lines = _LogLines(event, records, evidence=terms.evidence)
    chosen = [record for record in records if lines.is_line(record) and (entry is None or whom(record) == entry)]
    return paper.LogSheet(
        heading=heading(event, None, terms),
        entries=tuple(lines.line(record) for record in chosen),
        subject=entry.unique_name if entry else "",
    )


def _entry(event: Event, number: int) -> Entry:
    entry = Entry.objects.filter(event=event, number=number).select_related("player").first()
    if entry is None:
        raise Refused("no_player", _("There is no player with this number."), parameter="player")
    return entry


def whom(record: Record) -> Entry | None:
    """The player that a record is about, or None."""
    entry = getattr(record, "entry", None) or getattr(record, "concerns", None)
    return entry if isinstance(entry, Entry) else None


class _LogLines:
    """Makes the lines of the log: each record with its corrections, its penalty's steps and its appeal's decision."""

    def __init__(self, event: Event, records: Iterable[Record], *, evidence: bool) -> None:
        self.evidence = evidence
        self.policy: Policy = rules_of(event).policy
        self.zone = ZoneInfo(event.time_zone)
        self.cases: dict[Any, PenaltyCase] = {case.infraction.pk: case for case in cases_of(event)}
        self.corrected: dict[Any, str] = {}
        self.decisions: dict[Any, AppealStep] = {}
        self.steps: dict[Any, list[PenaltyEvent]] = {}
        self.numbers: dict[Any, int] = {}
        self.stops: dict[Any, Record | None] = {}
        stopped: dict[int | None, Any] = {}
        days = set()
        for record in records:
            self.numbers[record.pk] = record.sequence
            days.add(self._at(record).date())
            if isinstance(record, Ruling) and record.corrects_id is not None and record.outcome != BOTH_STAND:
                self.corrected[record.corrects_id] = record.outcome
            elif isinstance(record, TimeExtension) and record.corrects_id is not None:
                self.corrected[record.corrects_id] = WITHDRAWN
            elif isinstance(record, AppealStep):
                self.decisions[record.appeal_id] = record
            elif isinstance(record, PenaltyEvent):
                self.steps.setdefault(record.infraction_id, []).append(record)
            elif isinstance(record, TableEvent) and record.act == TableAct.PAUSED:
                stopped[record.match_id] = record.pk
                self.stops[record.pk] = None
            elif isinstance(record, TableEvent) and record.act == TableAct.RESUMED and record.match_id in stopped:
                self.stops[stopped.pop(record.match_id)] = record
        self.several_days = len(days) > 1

    def _at(self, record: Record) -> datetime:
        return (record.device_time or record.server_time).astimezone(self.zone)

    def is_line(self, record: Record) -> bool:
        """Whether a record is a line of its own.

        Steps of penalties and decisions are part of another record's line, and so is the end of a stop; coverage and
        calls are not printed.
        """
        if record.kind == RecordKind.TABLE:
            return getattr(record, "act", "") in (TableAct.STOPWATCH, TableAct.PAUSED)
        if record.kind == RecordKind.ACKNOWLEDGEMENT:
            return bool(getattr(record, "under_protest", False))
        return record.kind in (
            RecordKind.INCIDENT,
            RecordKind.RULING,
            RecordKind.INFRACTION,
            RecordKind.EXTENSION,
            RecordKind.APPEAL,
        )

    def line(self, record: Record) -> paper.LogEntry:
        matter, outcome, status, remarks = self._parts(record)
        if record.corrects_id in self.numbers:
            remarks.insert(0, _("about no. %(number)s") % {"number": self.numbers[record.corrects_id]})
        if record.reason:
            remarks.append(record.reason)
        entry = whom(record)
        where = [_("R%(round)s") % {"round": record.round.number}] if record.round else []
        where += [_("T%(table)s") % {"table": record.table}] if record.table else []
        return paper.LogEntry(
            number=str(record.sequence),
            when=f"{self._at(record):{'%m-%d %H:%M' if self.several_days else '%H:%M'}}",
            where=" ".join(where),
            player=entry.unique_name if entry else "",
            matter=matter,
            outcome=outcome,
            judge=str(record.judge or ""),
            source=str(record.get_source_display()),
            status=status,
            remark=" · ".join(dict.fromkeys(remark for remark in remarks if remark)),
        )

    def _parts(self, record: Record) -> LineParts:
        if isinstance(record, Infraction):
            return self._infraction(record)
        if isinstance(record, Ruling):
            return self._ruling(record)
        if isinstance(record, Appeal):
            step = self.decisions.get(record.pk)
            state = AppealState(step.state) if step else AppealState.OPEN
            return _("Appeal"), Written(str(state.label)), "", [record.statement, step.comment if step else ""]
        if record.kind == RecordKind.EXTENSION:
            time = f"+{duration(getattr(record, 'seconds', 0))}"
            back = record.corrects_id is not None or record.pk in self.corrected
            cause = str(record.get_cause_display())  # type: ignore[attr-defined]
            outcome = Written(struck=(time,)) if back else Written(time)
            return _("Extension"), outcome, _("Rescinded") if back else "", [cause]
        return shown_text(record, self.policy, evidence=self.evidence), Written(self._stop(record)), "", []

    def _stop(self, record: Record) -> str:
        """From when to when play stood still; "" for any other record."""
        if record.pk not in self.stops:
            return ""
        end = self.stops[record.pk]
        return f"{self._at(record):%H:%M:%S}–{f'{self._at(end):%H:%M:%S}' if end is not None else '…'}"

    def _ruling(self, record: Ruling) -> LineParts:
        """A ruling that a later one corrects is struck through; so is the old result of a result changed on appeal."""
        label = outcome_label(record.matter, record.outcome, self.policy)
        old = [was] if (was := result_before(record)) else []
        instead = self.corrected.get(record.pk)
        outcome = Written(label, tuple(old)) if instead is None else Written(struck=(*old, label))
        status = {None: "", WITHDRAWN: _("Rescinded")}.get(instead, _("Overturned"))
        return (
            matter_label(record.matter, self.policy),
            outcome,
            status,
            [record.rule, *shown_remarks(record, evidence=self.evidence)],
        )

    def _infraction(self, record: Infraction) -> LineParts:
        state = self.cases[record.pk].state
        names = [penalty_name(self.policy, code) for code in state.struck]
        taken_back = state.status == PenaltyStatus.RESCINDED
        outcome = Written(
            "" if taken_back or not state.penalty else penalty_name(self.policy, state.penalty), tuple(names)
        )
        in_policy = self.policy.has_infraction(record.code)
        name = self.policy.infraction(record.code).name if in_policy else record.code
        remarks = [record.comment]
        if state.penalty and record.suggested != state.penalty:
            remarks.append(_("suggested: %(name)s") % {"name": penalty_name(self.policy, record.suggested)})
        for step in self.steps.get(record.pk, []):
            if step.act in (PenaltyAct.CHANGED, PenaltyAct.RESCINDED):
                remarks.append(f"{step.get_act_display()}: {step.reason}" if step.reason else "")
            elif step.act == PenaltyAct.CONFIRMED:
                remarks.append(_("Confirmed by %(judge)s") % {"judge": step.judge or ""})
            if self.evidence:
                remarks += stated_lines(step.statements)
        status = str(state.status.label) if state.status in PRINTED_STATES else ""
        return f"{name} ({record.code})", outcome, status, remarks
