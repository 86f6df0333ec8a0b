"""Paper comes back: what stands on a table's sheet is stored at once, marked as written on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from django.utils.translation import gettext_lazy as _

from judging.appeals.services import acknowledge_result
from judging.enums import AcknowledgedBy, RecordSource
from judging.evidence.queries import SHEET
from judging.evidence.services import append_photo, checked_photo
from judging.models import Acknowledgement, Incident
from judging.records.services import RecordWriter, Stamp, write_records_once
from matches.audit.services import MOST_REASON, Actor
from matches.enums import ResultStatus, Source
from matches.errors import Refused
from matches.models import Entry, Match, Result
from matches.results.services.results import report_result
from matches.tables.score import Score


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What stands on a sheet. ``signed`` are the players who accept the result, ``protests`` those who do so under
    protest, for the reason ``statement``."""

    score: Score | None = None
    pot: int | None = None
    signed: Sequence[Entry] = ()
    protests: Sequence[Entry] = ()
    statement: str = ""
    remarks: str = ""
    photo: bytes | None = None


def take_sheet(
    *, match: Match, sheet: Sheet, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> Incident:
    """Store a sheet's result, its signatures and remarks, and its photo; the incident notes that it came back.

    The stamp's ``device_time`` is the time on the sheet. Raises Refused as ``report_result``, ``acknowledge_result``
    and ``attach_photo`` do, and for signatures without a result.
    """
    kept = checked_photo(sheet.photo) if sheet.photo is not None else None
    stamp = replace(stamp or Stamp(), source=RecordSource.PAPER)

    def write(writer: RecordWriter) -> Incident:
        _accept(writer, match, sheet, actor)
        writer.touch("rulings")
        incident = writer.append(Incident(summary=sheet.remarks.strip(), finding=SHEET))
        if kept is not None:
            append_photo(writer, incident, kept)
        return incident

    return write_records_once(
        model=Incident,
        name="take_sheet",
        event=match.round.stage.event,
        actor=actor,
        stamp=stamp,
        match=match,
        at=at,
        write=write,
    )


def _accept(writer: RecordWriter, match: Match, sheet: Sheet, actor: Actor) -> None:
    """Store the result, then the acceptances; protests first, because they may be too late."""
    result = _result(match, sheet, actor)
    signing = [(entry, True) for entry in sheet.protests]
    signing += [(entry, False) for entry in sheet.signed if entry not in sheet.protests]
    if result is None and signing:
        raise Refused("no_result", _("Enter the result that the players signed."), parameter="score")
    known = set(Acknowledgement.objects.filter(result=result).values_list("entry", flat=True))
    for entry, protests in signing:
        if result is not None and entry.pk not in known:
            acknowledge_result(
                result=result,
                entry=entry,
                actor=actor,
                how=AcknowledgedBy.SIGNED,
                under_protest=protests,
                statement=sheet.statement if protests else "",
                stamp=replace(writer.stamp, id=uuid4(), number=None),
            )


def _result(match: Match, sheet: Sheet, actor: Actor) -> Result | None:
    if sheet.score is None:
        return Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).first()
    return report_result(
        match=match,
        score=sheet.score,
        pot=sheet.pot,
        actor=actor,
        source=Source.PAPER,
        reason=sheet.remarks.strip()[:MOST_REASON],
    )
