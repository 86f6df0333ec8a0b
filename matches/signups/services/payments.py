"""Marks those as paid whom a list names: all of them, or, if a line is wrong, nobody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission
from matches.errors import Refused
from matches.imports import LineFinding, UnreadableList
from matches.imports.payments import Payment, read_payments
from matches.models import Entry, Event, SignUp
from matches.people.labels.imports import finding_text, unreadable_text

BATCH = 2_000
Payer = Entry | SignUp


def mark_paid_by_list(*, event: Event, actor: Actor, data: bytes | str, encoding: str = "") -> int:
    """Mark the players and open sign-ups that a list names as paid. Returns how many.

    An empty amount or note keeps the one that stands. Raises Refused at ``data``, with every line that is wrong in
    ``details``; then nobody is marked.
    """
    try:
        payments, findings = read_payments(data, encoding)
    except UnreadableList as error:
        raise Refused(f"list_{error.code}", unreadable_text(error), parameter="data") from error
    with audited_change("mark_paid", event_id=event.pk, actor=actor) as change:
        payers, unknown = _payers(change.event, payments)
        if wrong := sorted([*findings, *unknown], key=lambda finding: finding.line):
            raise _nobody_marked(wrong)
        _mark(change, payers)
        change.touch("people", "sign_ups")
    return len(payers)


def _nobody_marked(wrong: Sequence[LineFinding]) -> Refused:
    lines = len({finding.line for finding in wrong})
    message = ngettext(
        "Nobody was marked: %(count)d line needs attention.",
        "Nobody was marked: %(count)d lines need attention.",
        lines,
    )
    details = [
        _("Line %(line)d: %(words)s") % {"line": finding.line, "words": finding_text(finding)} for finding in wrong
    ]
    return Refused("list_has_problems", message % {"count": lines}, parameter="data", details=details)


def _payers(event: Event, payments: Sequence[Payment]) -> tuple[list[tuple[Payment, Payer]], list[LineFinding]]:
    """Whom each line means, and a finding for each line that means nobody, several, or somebody twice."""
    by_number = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    by_id: dict[str, list[Payer]] = defaultdict(list)
    for entry in by_number.values():
        by_id[entry.player.external_id.casefold()].append(entry)
    for row in SignUp.objects.filter(event=event, state__in=Admission.open()):
        by_id[row.external_id.casefold()].append(row)
    found: list[tuple[Payment, Payer]] = []
    findings: list[LineFinding] = []
    lines: dict[Payer, int] = {}
    for payment in payments:
        payer = _payer(payment, by_number, by_id)
        if isinstance(payer, str):
            findings.append(LineFinding(payment.line, payer, params={"who": _who(payment)}))
        elif payer in lines:
            findings.append(LineFinding(payment.line, "payer_twice", params={"first": lines[payer]}))
        else:
            lines[payer] = payment.line
            found.append((payment, payer))
    return found, findings


def _payer(payment: Payment, by_number: dict[int, Entry], by_id: dict[str, list[Payer]]) -> Payer | str:
    """The person whom a line means, or the code of what is wrong."""
    same = by_id.get(payment.external_id.casefold(), []) if payment.external_id else []
    if payment.number is not None:
        entry = by_number.get(payment.number)
        if entry is None:
            return "payer_unknown"
        return "payer_differs" if payment.external_id and entry not in same else entry
    if len(same) > 1:
        return "payer_two"
    return same[0] if same else "payer_unknown"


def _who(payment: Payment) -> str:
    return ", ".join(
        [*([f"#{payment.number}"] if payment.number is not None else []), *filter(None, [payment.external_id])]
    )


def _mark(change: Change, payers: Sequence[tuple[Payment, Payer]]) -> None:
    for payment, payer in payers:
        payer.paid_at = payer.paid_at or change.at
        payer.paid_amount = payment.amount or payer.paid_amount
        payer.paid_note = payment.note or payer.paid_note
    entries = [payer for _payment, payer in payers if isinstance(payer, Entry)]
    sign_ups = [payer for _payment, payer in payers if isinstance(payer, SignUp)]
    fields = ["paid_at", "paid_amount", "paid_note"]
    Entry.objects.bulk_update(entries, fields, batch_size=BATCH)
    SignUp.objects.bulk_update(sign_ups, fields, batch_size=BATCH)
    change.note(paid=True, entries=sorted(entry.pk for entry in entries), sign_ups=sorted(row.pk for row in sign_ups))
