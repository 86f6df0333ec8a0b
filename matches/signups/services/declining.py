"""The desk says no, or takes somebody out again; and a mark that the fee was paid."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from matches.admission import Act, may
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission
from matches.errors import Refused
from matches.models import Entry, Event, SignUp
from matches.signups.labels import Notice
from matches.signups.services.admission import check_unfinished, fill_places
from matches.signups.services.notices import notify
from matches.signups.services.signing import leave, unlink


def decline_sign_ups(*, event: Event, actor: Actor, sign_ups: Collection[SignUp], reason: str = "") -> list[SignUp]:
    """Decline sign-ups; the place of a player who was in goes to the first on the waiting list.

    Raises Refused if somebody is checked in already. Those that are over are skipped.
    """
    with audited_change("decline_sign_ups", event_id=event.pk, actor=actor, reason=reason) as change:
        rows = SignUp.objects.filter(event=change.event, pk__in=[row.pk for row in sign_ups]).order_by("turn")
        check_unfinished(change.event)
        declined = [row for row in rows.select_related("entry__player", "player") if may(Act.DECLINE, row.state)]
        for row in declined:
            is_invited = row.state == Admission.INVITED
            leave(change, row, Admission.DECLINED)
            if not is_invited:
                notify(row, Notice.DECLINED)
        change.note(declined=[row.pk for row in declined])
        fill_places(change)
    return declined


def entry_leaves(change: Change, entry: Entry) -> None:
    """Keep the sign-up of an entry that the desk removes: it is withdrawn."""
    row = SignUp.objects.select_related("entry__player", "player").filter(entry=entry).first()
    if row is not None:
        unlink(row, Admission.WITHDRAWN)
        change.touch("sign_ups")


def mark_paid(
    *,
    event: Event,
    actor: Actor,
    entries: Collection[Entry] = (),
    sign_ups: Collection[SignUp] = (),
    paid: bool = True,
    amount: str | None = None,
    note: str | None = None,
) -> int:
    """Mark players and sign-ups as paid, with amount and note (None: each keeps its own), or (``paid`` False) take the
    mark away. Nobody is marked who has withdrawn or was declined. Returns how many were marked.

    Raises Refused at ``amount`` or ``note``.
    """
    texts = {"amount": amount, "note": note}
    words = {f"paid_{key}": " ".join(text.split()) for key, text in texts.items() if text is not None}
    for key, most in (("amount", 30), ("note", 120)):
        if len(words.get(f"paid_{key}", "")) > most:
            raise Refused(f"{key}_long", _("Use at most %(most)d characters.") % {"most": most}, parameter=key)
    with audited_change("mark_paid", event_id=event.pk, actor=actor) as change:
        rows = SignUp.objects.filter(event=change.event, pk__in=[row.pk for row in sign_ups])
        entry_ids = {entry.pk for entry in entries} | {row.entry_id for row in rows if row.entry_id is not None}
        chosen = Entry.objects.filter(event=change.event, pk__in=entry_ids)
        waiting = rows.filter(entry__isnull=True)
        values: dict[str, Any] = {"paid_at": None, "paid_amount": "", "paid_note": ""}
        if paid:
            waiting = waiting.exclude(state__in=Admission.over())
            values = {"paid_at": Coalesce("paid_at", Value(change.at, DateTimeField())), **words}
        change.note(
            paid=paid,
            entries=sorted(chosen.values_list("pk", flat=True)),
            sign_ups=sorted(waiting.values_list("pk", flat=True)),
        )
        count = chosen.update(**values) + waiting.update(**values)
        change.touch("people", "sign_ups")
    return count
