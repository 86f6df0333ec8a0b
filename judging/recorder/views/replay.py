"""Where the replay of a match stands at the move that a record of the judging log is about."""

from __future__ import annotations

from django.urls import reverse

from judging.enums import TurnSource
from judging.models import FindingMark, Record
from judging.recorder.findings import named
from judging.recorder.queries.recorded import RecordedMatch, records_of
from matches.models import Event
from rules_engine.game import Moment
from rules_engine.views.steps import Numbering, moment_of


def replay_url(event: Event, record: Record) -> str:
    """The replay at the move from which an infraction was logged, or else at the move at that time; "" without turns
    on record."""
    mark = FindingMark.objects.filter(infraction=record.pk).select_related("record__match__round").first()
    if mark is not None:
        found = RecordedMatch(mark.record, event, mark.record.match)
        finding = named(found.standing.report, mark.finding)
        return _address(found, moment_of(finding) if finding is not None else Moment(0))
    if record.match is None:
        return ""
    at = record.device_time or record.server_time
    rows = records_of(record.match)
    begun = [row for row in rows if row.source == TurnSource.TAPPED and row.started_at <= at]
    if begun:
        found = RecordedMatch(begun[0], event, record.match)
        return _address(found, _moment_at(found, (at - begun[0].started_at).total_seconds()))
    return reverse("judging:record_report", args=[event.slug, record.match_id]) if rows else ""


def _address(found: RecordedMatch, moment: Moment) -> str:
    address = reverse("judging:record_report", args=[found.event.slug, found.match.pk])
    return f"{address}?record={found.row.number}&step={Numbering(found.record).step(moment)}#table"


def _moment_at(found: RecordedMatch, seconds: float) -> Moment:
    """The last token that was written until then, by the readings of the record's clock."""
    mark, last = found.game.language.clock_mark, Moment(0)
    for place, played in enumerate(found.record.rounds):
        for number, turn in enumerate(played.turns, 1):
            for action, text in enumerate(turn.actions, 1):
                reading = text.removeprefix(mark)
                if mark and text != reading and reading.isdecimal() and int(reading) <= seconds:
                    last = Moment(place, number, action)
    return last
