"""Write into a record of turns tap by tap: the next token, a correction, what banks are worth."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.models import TurnRecord, TurnStep
from judging.recorder.queries.recorded import RecordedMatch, digest_of, last_correction
from judging.recorder.services.allowed import check_allowed
from judging.recorder.services.frames import add_frame
from judging.recorder.services.recording import _data
from judging.recorder.services.rivals import part_of
from matches.audit.services import Actor, audited_change
from matches.errors import Refused
from rules_engine.game import Moment
from rules_engine.record import UNKNOWN_TOKEN, GameRecord, TokenError
from rules_engine.record import recording as rec

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
        add_frame(change, row)
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
