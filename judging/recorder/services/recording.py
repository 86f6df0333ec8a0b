"""Record a match's turns: start a record, write the next token, take back, correct, take over, read in from a sheet.

Nothing is refused for breaking a rule of the game once the scorekeeper insists: the record says what happened, and the
referee's report says what is wrong with it. One device at a time writes; the others read along.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from judging.enums import TurnSource
from judging.models import TurnRecord
from judging.recorder.queries.recorded import RecordedMatch, turns_part
from judging.recorder.services.frames import add_frame
from judging.recorder.services.reading import read_record
from judging.recorder.services.rivals import note_turns, part_of, rival_of
from matches.audit.services import Actor, Change, audited_change
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import Match, Round
from rules_engine import games
from rules_engine.record import SEATS, GameRecord
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_mapping


def start_record(
    *,
    match: Match,
    actor: Actor,
    first: str,
    device: str,
    key: uuid.UUID | None = None,
    ago: int = 0,
    known: int | None = None,
) -> TurnRecord:
    """Begin a record of the match in which the seat ``first`` starts. The same ``key`` again gives the same record.

    ``ago`` is for how many seconds the device kept it without a network: the taps that follow were made since then.
    ``known`` is the number of the last record that the device knew of. If another device has begun one since, the new
    one does not count until somebody chooses it (``services.rivals``). Without ``known`` it counts.

    Raises Refused for a match that is not played at a table, a seat that is not there, or a key of another match.
    """
    with audited_change("start_record", event_id=match.round.stage.event_id, actor=actor) as change:
        stored = _stored(match, key)
        if stored is not None:
            return stored
        _check_match(match)
        letters = SEATS[: match.seats.count()]
        if first not in letters:
            raise Refused("starter_missing", _("Choose who starts the first round."), parameter="first")
        game = games.get(change.event.game)
        record = rec.begin(game, rules=change.event.rules, seats={}, first=first, tags={})
        started_at = change.at - timedelta(seconds=ago)
        return _store(change, match, record, TurnSource.TAPPED, device, key, started_at, known)


def read_in_record(
    *,
    match: Match,
    actor: Actor,
    text: str | bytes,
    device: str,
    key: uuid.UUID | None = None,
    known: int | None = None,
) -> TurnRecord:
    """Store a record that was written elsewhere, as text or JSON, as the one that counts; ``known`` is as for
    ``start_record``.

    Raises Refused with every place that cannot be read, for another game, and for other rules than the event's.
    """
    with audited_change("read_in_record", event_id=match.round.stage.event_id, actor=actor) as change:
        stored = _stored(match, key)
        if stored is not None:
            return stored
        _check_match(match)
        game = games.get(change.event.game)
        record = read_record(game, text, change.event.rules)
        return _store(change, match, record, TurnSource.READ, device, key, change.at, known)


def _stored(match: Match, key: uuid.UUID | None) -> TurnRecord | None:
    stored = TurnRecord.objects.filter(key=key).first() if key else None
    if stored is not None and stored.match_id != match.pk:
        raise Refused("id_taken", _("Another record already has this ID."), conflict=True)
    return stored


def _check_match(match: Match) -> None:
    if match.kind != MatchKind.PLAYED or match.table is None:
        raise Refused("no_table", _("Turns can be recorded only for a match at a table."))
    if not match.round.is_public:
        raise Refused("round_not_published", _why_not_public(match.round))


def _why_not_public(round_: Round) -> str:
    """Which round is in the way, and what to do."""
    if round_.status != RoundStatus.WITHDRAWN:
        text = _("Round %(round)s is not published yet. Publish it, then record the turns.")
    elif Round.objects.filter(stage=round_.stage_id, number=round_.number, attempt__gt=round_.attempt).exists():
        text = _("Round %(round)s was paired again. Record the turns at the table of the new pairings.")
    else:
        text = _("Round %(round)s was withdrawn. Pair and publish it again, then record the turns at its new table.")
    return str(text % {"round": round_.number})


def _store(
    change: Change,
    match: Match,
    record: GameRecord,
    source: TurnSource,
    device: str,
    key: uuid.UUID | None,
    started_at: datetime,
    known: int | None,
) -> TurnRecord:
    last = TurnRecord.objects.filter(match=match).order_by("-number").first()
    rival = rival_of(match, device, known)
    row = TurnRecord.objects.create(
        key=key or uuid.uuid4(),
        match=match,
        number=last.number + 1 if last else 1,
        source=source,
        data=_data(record),
        aside=rival is not None,
        contested=rival is not None,
        device=device[:64],
        started_at=started_at,
        started_by=change.actor.user,
        changed_at=change.at,
        changed_by=change.actor.user,
    )
    change.note(record=row.number, match=match.pk, table=match.table)
    change.touch(turns_part(match.table), part_of(row))
    add_frame(change, row)
    if rival is not None:
        change.note(beside=rival.number)
        note_turns(change, match, f"begun {row.number}")
    return row


def _data(record: GameRecord) -> dict[str, Any]:
    """The record as it is stored: JSON without the players' names."""
    return to_mapping(msgspec.structs.replace(record, seats={}))


# Taps


def take_over_record(*, recorded: RecordedMatch, actor: Actor, device: str) -> TurnRecord:
    """Let this device write from now on; the one that wrote so far reads along."""
    with audited_change("take_over_record", event_id=recorded.event.pk, actor=actor) as change:
        row = TurnRecord.objects.select_for_update().get(pk=recorded.row.pk)
        if row.device != device:
            row.device = device[:64]
            row.save(update_fields=["device"])
            change.touch(part_of(row))
        change.note(record=row.number, match=row.match_id)
    return row
