"""A fault is logged: who, what, the suggested penalty, and the one a judge gives."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.models import Incident, Infraction, Ruling
from judging.permissions import can_log
from judging.policy import Infraction as InfractionRule
from judging.policy import Suggestion
from judging.queries.penalties import venue_day
from judging.queries.suggestions import context_of, stored, suggestion_for
from judging.services.penalties import give
from judging.services.records import Log, Stamp, land
from matches.errors import Refused
from matches.models import Entry, Event, Match
from matches.services.acts import Actor


def log_infraction(
    *,
    event: Event,
    actor: Actor,
    entry: Entry,
    code: str,
    penalty: str | None = None,
    match: Match | None = None,
    comment: str = "",
    note_only: bool = False,
    self_report: bool = False,
    late_seconds: int | None = None,
    incident: Incident | None = None,
    ruling: Ruling | None = None,
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Infraction:
    """Log a player's fault with what the policy suggests, and give ``penalty`` for it (None: not yet).

    A floor judge's penalty from a round loss up, and any penalty that is not the suggested one, is provisional
    until a deputy or the head confirms it. ``late_seconds`` is needed where the policy goes by minutes.
    Raises Refused at the field: player, code, penalty, comment, late_seconds, or a statement.
    """

    def write(log: Log) -> Infraction:
        if not can_log(log.roles):
            raise Refused("not_allowed", _("Only a judge of this event logs an infraction."))
        check_player(event, entry, match)
        rule = _rule(log, code)
        if rule.by_minutes and late_seconds is None:
            raise Refused("late_missing", _("Say how late the player was."), field="late_seconds")
        context = context_of(
            event, match, log.at, note_only=note_only, self_report=self_report, late_seconds=late_seconds
        )
        suggestion: Suggestion = suggestion_for(log.policy, event, entry, code, context)
        row = Infraction(
            incident=incident,
            ruling=ruling,
            entry=entry,
            code=code,
            track=rule.track,
            note_only=note_only,
            self_report=self_report,
            late_seconds=late_seconds,
            day=venue_day(event, log.at),
            suggested=suggestion.penalty,
            nth=suggestion.n,
            suggestion=stored(suggestion),
            comment=comment.strip(),
        )
        log.append(row)
        log.act.says(code=code, entry=entry.pk, suggested=suggestion.penalty, nth=suggestion.n)
        log.changed("rulings", "tables")
        if penalty is not None:
            give(log, row, penalty, suggestion, comment=comment, statements=statements)
        return row

    return land(
        Infraction, name="log_infraction", event=event, actor=actor, stamp=stamp, match=match, at=at, write=write
    )


def _rule(log: Log, code: str) -> InfractionRule:
    if not log.policy.has_infraction(code):
        raise Refused("code_unknown", _("The policy has no such infraction."), field="code")
    return log.policy.infraction(code)


def check_player(event: Event, entry: Entry, match: Match | None) -> None:
    """Refuse a player of another event or another table."""
    if entry.event_id != event.pk:
        raise Refused("not_in_event", _("This player is not in this event."), field="player")
    if match is not None and not match.seats.filter(entry=entry).exists():
        raise Refused("not_at_table", _("This player is not at this table."), field="player")
