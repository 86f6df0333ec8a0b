"""Record a match's turns: start a record, write the next token, take back, correct, take over, read in from a sheet.

Nothing is refused for breaking a rule of the game once the scorekeeper insists: the record says what happened, and the
referee's report says what is wrong with it. One device at a time writes; the others read along.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from judging.enums import TurnSource
from judging.models import TurnRecord, TurnStep
from judging.recorder.queries.recorded import RecordedMatch, digest_of, last_correction
from judging.recorder.services.allowed import check_allowed
from judging.recorder.services.reading import read_record
from judging.recorder.services.rivals import note_turns, part_of, rival_of
from matches.audit.services import Actor, Change, audited_change
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import Match, Round
from rules_engine import games
from rules_engine.game import Moment
from rules_engine.record import SEATS, UNKNOWN_TOKEN, GameRecord, TokenError
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_mapping

MOST = 999_999
"""More than any bank of any game holds."""

Write = Callable[[RecordedMatch, datetime], GameRecord]
"""Writes into a record as it stands at a moment."""


@dataclass(frozen=True, kw_only=True)
class Tap:
    """What a device says of a tap: its own name, the id of the tap, and the revision of the record that it shows.

    ``ago`` is for how many seconds the device kept the tap, so that the record's clock is right whatever the device's
    own clock says.
    """

    device: str
    revision: int
    step: uuid.UUID
    ago: int = 0


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
    one does not count until somebody chooses it (``rival_services``). Without ``known`` it counts.

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
    change.touch(f"table {match.table}", part_of(row))
    if rival is not None:
        change.note(beside=rival.number)
        note_turns(change, match, f"begun {row.number}")
    return row


def _data(record: GameRecord) -> dict[str, Any]:
    """The record as it is stored: JSON without the players' names."""
    return to_mapping(msgspec.structs.replace(record, seats={}))


# Taps


def write_token(*, recorded: RecordedMatch, actor: Actor, tap: Tap, token: str, insist: bool = False) -> TurnRecord:
    """Write the next token. With ``insist`` also one that the rules do not allow now: that is what happened.

    Raises Refused for a token that the rules do not allow (``barred``, with the reason), one that the game does not
    have, a device that does not hold the record, or a revision that is not the current one.
    """

    def write(now: RecordedMatch, at: datetime) -> GameRecord:
        state = None
        if not insist or token == rec.NO_TOKEN:
            check_allowed(now, token)
            state = now.standing.state
        # The record's clock counts the seconds since it began. After own undoing the token has no reading, so that the
        # time of the correction is nobody's decision.
        seconds = None if now.row.mended else max(0, int((at - now.row.started_at).total_seconds()))
        return rec.write(now.game, now.record, token, seconds, state=state)

    return _tap("write_token", recorded, actor, tap, write, token=token)


def begin_game_round(*, recorded: RecordedMatch, actor: Actor, tap: Tap, first: str = "") -> TurnRecord:
    """Begin the next round of the game; ``first`` is needed where a player chooses who starts."""
    return _tap("begin_game_round", recorded, actor, tap, lambda now, _at: rec.begin_round(now.game, now.record, first))


def count_banks(*, recorded: RecordedMatch, actor: Actor, tap: Tap, banks: Mapping[str, int]) -> TurnRecord:
    """Write down what the banks are worth at the end, by the letters of the seats.

    Raises Refused for an unknown seat, for an amount that no bank can hold, and whenever ``write_token`` does.
    """
    if not banks or any(letter not in recorded.entries or not 0 <= worth <= MOST for letter, worth in banks.items()):
        message = _("Enter what each bank is worth, as a whole number.")
        raise Refused("bank_amount", message, parameter="banks")
    return _tap("count_banks", recorded, actor, tap, lambda now, _at: rec.count(now.record, banks), banks=dict(banks))


def undo_token(*, recorded: RecordedMatch, actor: Actor, tap: Tap) -> TurnRecord:
    """Undo what was done last: a correction, the last token, or the heading of a round that has no turn yet."""

    def write(now: RecordedMatch, _at: datetime) -> GameRecord:
        correction = last_correction(now.row)
        if correction is None:
            return rec.undo(now.game, now.record)
        before = now.game.read({**(correction.before or {}), "seats": now.names})
        TurnStep.objects.filter(pk=correction.pk).update(before=None, after="")
        return before

    return _tap("undo_token", recorded, actor, tap, write)


def correct_token(
    *, recorded: RecordedMatch, actor: Actor, tap: Tap, at: Moment, token: str | None, insert: bool = False
) -> TurnRecord:
    """Write another token in an earlier place, or None to take it out, or ``insert`` one before it.

    What follows stays as it was written, and is judged again. ``undo_token`` undoes it once everything that was written
    since is undone.
    """
    return _tap(
        "correct_token",
        recorded,
        actor,
        tap,
        lambda now, _at: rec.change(now.game, now.record, at, token, insert),
        token=token,
        at=[at.place + 1, at.turn, at.action],
    )


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


MENDING = frozenset({"undo_token", "correct_token"})
"""The taps after which the scorekeeper, and not a player, has taken the time until the next token."""
_CODES = {
    "no_turn": _("No turn has started yet."),
    "round_over": _("The round is over. Start the next one."),
    "no_round": _("The round is not over."),
    "starter": _("Choose who starts the round."),
    "no_token": _("Nothing is recorded there."),
    "nothing": _("There is nothing to undo."),
}


def _tap(name: str, recorded: RecordedMatch, actor: Actor, tap: Tap, write: Write, **notes: Any) -> TurnRecord:
    """One tap: one change of the record, at the revision that the device has seen. A tap sent again counts once."""
    with audited_change(name, event_id=recorded.event.pk, actor=actor) as change:
        row = TurnRecord.objects.select_for_update().get(pk=recorded.row.pk)
        if TurnStep.objects.filter(record=row, step=tap.step).exists():
            change.note(record=row.number, match=row.match_id, again=row.revision)
            return row
        _check_tap(row, tap)
        now = RecordedMatch(row, recorded.event, recorded.match)
        now.entries = recorded.entries
        try:
            record = write(now, max(row.started_at, change.at - timedelta(seconds=tap.ago)))
        except TokenError as error:
            message, details = _("This is not a valid token in this game."), [_hint(now, error)]
            raise Refused("token_unknown", message, details=details, parameter="token") from error
        except rec.RecordingError as error:
            raise Refused(str(error), _CODES[str(error)], parameter="token") from error
        before, row.data = row.data, _data(record)
        row.revision += 1
        row.changed_at, row.changed_by = change.at, actor.user
        row.mended = name in MENDING or (row.mended and notes.get("token") == rec.NO_TOKEN)
        row.save(update_fields=["data", "revision", "mended", "changed_at", "changed_by"])
        kept = {"before": before, "after": digest_of(row.data)} if name == "correct_token" else {}
        TurnStep.objects.create(record=row, step=tap.step, **kept)
        change.note(record=row.number, match=row.match_id, revision=row.revision, step=str(tap.step), **notes)
        change.touch(part_of(row))
    return row


def _hint(now: RecordedMatch, wrong: TokenError) -> str:
    """What is wrong with a token, or some tokens that can be written now, if there is nothing more to say than that."""
    tokens = [act.token for act in now.standing.acts.allowed if act.token]
    if wrong.code != UNKNOWN_TOKEN or not tokens:
        meant = str(wrong.message)
        return f"{meant[:1].upper()}{meant[1:]}."
    cards = [token for token in tokens if token in now.game.language.card_tokens]
    examples = [*cards[:2], *(token for token in tokens if token not in cards)][:4]
    return str(_("Enter one card or action at a time, such as %(tokens)s.") % {"tokens": ", ".join(examples)})


def _check_tap(row: TurnRecord, tap: Tap) -> None:
    if row.device != tap.device:
        message = _("Another device is recording now. Take over to continue here.")
        raise Refused("other_device", message, conflict=True)
    if row.revision != tap.revision:
        raise Refused("record_moved", _("Someone added to this record. Check it and tap again."), conflict=True)
    newer = TurnRecord.objects.filter(match=row.match_id, number__gt=row.number, aside=False)
    if not row.contested and (row.aside or newer.exists()):
        raise Refused("record_replaced", _("A newer record of this match has replaced this one."), conflict=True)
