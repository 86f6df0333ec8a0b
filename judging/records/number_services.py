"""The numbers of entries that came and became no record."""

from __future__ import annotations

from django.utils import timezone

from judging.models import Record, UnloggedEntry
from judging.records.services import Stamp
from matches.models import Event, Match, User

MOST_NUMBER = 2_147_483_647


def note_entry(*, event: Event, judge: User, stamp: Stamp, match: int | None = None) -> None:
    """Note that the entry with this stamp came, unless it has no number or a record has it.

    It changes nothing of the event, so that it has neither a right nor a row in the audit log. ``match`` is the id of
    the match at whose table it was made; it need not exist any more.
    """
    if not stamp.device or stamp.number is None or stamp.number > MOST_NUMBER:
        return
    if Record.objects.filter(event=event, device=stamp.device, device_number=stamp.number).exists():
        return
    at_table = Match.objects.filter(pk=match or 0, round__stage__event=event)
    UnloggedEntry.objects.get_or_create(
        event=event,
        device=stamp.device,
        number=stamp.number,
        defaults={
            "table": at_table.values_list("table", flat=True).first(),
            "judge": judge,
            "device_time": stamp.device_time,
            "server_time": timezone.now(),
        },
    )
