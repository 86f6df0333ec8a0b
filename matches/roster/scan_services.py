"""Checks in whose code was scanned."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from matches.attendance.services import check_in
from matches.audit.services import Actor
from matches.check_in import Holder
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.models import Entry, Event, SignUp
from matches.people.queries.codes import genuine_code


class ScanState(StrEnum):
    """What became of a scanned code."""

    CHECKED_IN = "checked_in"
    ALREADY = "already"
    REFUSED = "refused"
    OUT = "out"
    NOT_IN = "not_in"
    ELSEWHERE = "elsewhere"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Scan:
    """What became of a scanned code: whose it is, if that is known, and why a check-in was refused."""

    state: ScanState
    entry: Entry | None = None
    sign_up: SignUp | None = None
    problem: str = ""


def scan(*, event: Event, actor: Actor, text: str) -> Scan:
    """Check in the player whose code this is. A code that was scanned before changes nothing."""
    code = genuine_code(text)
    if code is None:
        return Scan(ScanState.UNREADABLE)
    entry = _entry(code.number) if code.holder is Holder.ENTRY else None
    if code.holder is Holder.SIGN_UP:
        row = SignUp.objects.select_related("entry__player", "player").filter(pk=code.number).first()
        if row is None or row.event_id != event.pk:
            return Scan(ScanState.ELSEWHERE)
        if row.entry is None:
            return Scan(ScanState.NOT_IN, sign_up=row)
        entry = row.entry
    if entry is None or entry.event_id != event.pk:
        return Scan(ScanState.ELSEWHERE)
    return _checked_in(event, actor, entry)


def _entry(number: int) -> Entry | None:
    return Entry.objects.select_related("player").filter(pk=number).first() if number < 2**63 else None


def _checked_in(event: Event, actor: Actor, entry: Entry) -> Scan:
    if entry.status in EntryStatus.out():
        return Scan(ScanState.OUT, entry)
    try:
        new = check_in(event=event, actor=actor, entries=[entry])
    except Refused as refused:
        return Scan(ScanState.REFUSED, entry, problem=str(refused.message))
    return Scan(ScanState.CHECKED_IN if new else ScanState.ALREADY, entry)
