"""Log infractions: the player, the fault, the suggested penalty, and the one that the judge gives."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.models import Incident, Infraction, Ruling
from judging.policy import InfractionRule, Suggestion
from judging.records.services import RecordWriter, Stamp, write_records_once
from judging.rulings.queries.penalties import venue_day
from judging.rulings.queries.suggestions import context_of, stored, suggestion_for
from judging.rulings.services.penalties import decide_penalty, give_penalty
from matches.audit.services import Actor
from matches.errors import Refused
from matches.models import Entry, Event, Match


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What a player did, as the judge reports it: the infraction of the policy, the table, and how it was noticed.

    ``late_seconds`` is needed if the policy counts by minutes; ``ruling`` is the one that led here, ``incident`` the
    one that it belongs to.
    """

    entry: Entry
    code: str
    match: Match | None = None
    comment: str = ""
    note_only: bool = False
    self_report: bool = False
    late_seconds: int | None = None
    ruling: Ruling | None = None
    incident: Incident | None = None

    def as_row(self) -> Infraction:
        """The infraction, not stored yet; the log gives it its match."""
        return Infraction(
            entry=self.entry,
            code=self.code,
            comment=self.comment.strip(),
            note_only=self.note_only,
            self_report=self.self_report,
            late_seconds=self.late_seconds,
            ruling=self.ruling,
            incident=self.incident,
        )


@dataclass(frozen=True)
class OfflineSuggestion:
    """What a page without a connection suggested: the penalty, and as which offence it counted (0: not known)."""

    penalty: str
    nth: int


def log_infraction(
    *,
    event: Event,
    actor: Actor,
    fault: Fault,
    penalty: str | None = None,
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    offline: OfflineSuggestion | None = None,
    at: datetime | None = None,
) -> Infraction:
    """Log a player's infraction with the penalty that the policy suggests, and give ``penalty`` unless it is None.

    A floor judge's penalty of a round loss or more, and any penalty that is not the suggested one, is provisional
    until a deputy or the head judge confirms it.
    ``offline`` is what was suggested to a judge without a connection: that penalty stands without a comment, also where
    another record has come first meanwhile, and the head judge is told.
    Raises Refused for one of: entry, code, penalty, comment, late_seconds, or a statement.
    """
    row = fault.as_row()

    def write(writer: RecordWriter) -> Infraction:
        return _write(writer, row, penalty, statements, offline)

    return write_records_once(
        model=Infraction,
        name="log_infraction",
        event=event,
        actor=actor,
        stamp=stamp,
        match=fault.match,
        at=at,
        write=write,
    )


def _write(
    writer: RecordWriter,
    row: Infraction,
    penalty: str | None,
    statements: dict[str, Any] | None,
    offline: OfflineSuggestion | None,
) -> Infraction:
    """Write the infraction with its suggestion, and give the penalty unless it is None."""
    check_player(writer.event, row.entry, writer.match)
    rule = _rule(writer, row.code)
    if rule.by_minutes and row.late_seconds is None:
        raise Refused("late_missing", _("Enter how late the player was."), parameter="late_seconds")
    if row.note_only and not writer.policy.may_be_noted(row.code):
        text = _("This infraction cannot be “caught and fixed at once”: it is more than a slip, or only a note.")
        raise Refused("note_not_possible", text, parameter="note_only")
    suggestion = _suggestion(writer, row)
    row.track = rule.track
    row.day = venue_day(writer.event, writer.at)
    row.suggested, row.nth = suggestion.penalty, suggestion.n
    row.suggestion = stored(suggestion)
    overtaken = offline is not None and offline.penalty == penalty != suggestion.penalty
    if offline is not None and (overtaken or offline.nth not in (0, suggestion.n)):
        row.suggestion["told"] = {"penalty": offline.penalty, "nth": offline.nth}
    decision = None
    if penalty is not None:
        decision = decide_penalty(
            writer, row, penalty, suggestion, comment=row.comment, statements=statements, overtaken=overtaken
        )
    writer.append(row)
    writer.change.note(code=row.code, entry=row.entry_id, suggested=row.suggested, nth=row.nth)
    writer.touch("rulings", "tables")
    if decision is not None:
        give_penalty(writer, decision)
    return row


def _suggestion(writer: RecordWriter, row: Infraction) -> Suggestion:
    context = context_of(
        writer.event,
        writer.match,
        writer.at,
        note_only=row.note_only,
        self_report=row.self_report,
        late_seconds=row.late_seconds,
    )
    return suggestion_for(writer.policy, writer.event, row.entry, row.code, context)


def _rule(writer: RecordWriter, code: str) -> InfractionRule:
    if not writer.policy.has_infraction(code):
        raise Refused("code_unknown", _("This infraction is not in the policy."), parameter="code")
    return writer.policy.infraction(code)


def check_player(event: Event, entry: Entry, match: Match | None, *, parameter: str = "entry") -> None:
    """Refuse a player of another event or table. ``parameter`` is the service's keyword for the player."""
    if entry.event_id != event.pk:
        raise Refused("not_in_event", _("This player is not in this event."), parameter=parameter)
    if match is not None and not match.seats.filter(entry=entry).exists():
        raise Refused("not_at_table", _("This player is not at this table."), parameter=parameter)
