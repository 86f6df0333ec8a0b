"""Which of two records of a match counts, that were begun on two devices without knowing of one another."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.models import Ruling, TurnRecord
from judging.recorder.queries.recorded import turns_part
from judging.recorder.services.frames import add_frame
from judging.records.services import RecordWriter, write_records_once
from judging.rulings.queries.penalties import TURNS_MATTER
from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.models import Match


def rival_of(match: Match, device: str, known: int | None) -> TurnRecord | None:
    """The record that counts, where another device began it and the new one did not know of it."""
    now = TurnRecord.objects.filter(match=match, aside=False).order_by("-number").first()
    if now is None or known is None or now.number <= known or now.device == device:
        return None
    return now


def part_of(row: TurnRecord) -> str:
    """The part of pages that shows the record: only the judges' pages hear of it."""
    return f"record {row.match_id}"


def note_turns(change: Change, match: Match, outcome: str) -> None:
    """Say in the judges' log what became of a table that two devices recorded."""

    def write(writer: RecordWriter) -> Ruling:
        writer.touch("rulings")
        return writer.append(Ruling(matter=TURNS_MATTER, outcome=outcome))

    event = match.round.stage.event
    write_records_once(
        model=Ruling, name=change.name, event=event, actor=change.actor, stamp=None, match=match, write=write
    )


def choose_record(*, match: Match, actor: Actor, number: int) -> TurnRecord:
    """Let the record ``number`` of the match count from now on. The others stay, and can be read.

    Raises Refused for a record that is not there, or where there is nothing to choose any more.
    """
    with audited_change("choose_record", event_id=match.round.stage.event_id, actor=actor) as change:
        rows = list(TurnRecord.objects.select_for_update().filter(match=match).order_by("number"))
        chosen = next((row for row in rows if row.number == number), None)
        if chosen is None or not any(row.contested for row in rows):
            raise Refused("nothing_to_choose", _("Someone has already chosen which record counts."), conflict=True)
        for row in rows:
            row.aside, row.contested = row.number != number and (row.aside or row.number > number), False
            row.save(update_fields=["aside", "contested"])
        change.note(record=number, match=match.pk, table=match.table, among=[row.number for row in rows])
        change.touch(turns_part(match.table), part_of(chosen))
        chosen.refresh_from_db()
        add_frame(change, chosen)
        note_turns(change, match, f"counts {number}")
    return chosen
