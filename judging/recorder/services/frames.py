"""What of a featured match may be seen when: a frame for each tap, shown once its time has come."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from judging.models import FeaturedMatch, Frame, TurnRecord
from judging.recorder.services.chances import want_chances
from matches.audit.services import Change, raise_versions
from matches.events.declarations.reading import options_of
from matches.live.queries import WATCH_PART


def add_frame(change: Change, row: TurnRecord) -> None:
    """Note a record as it is now, if its match is featured and it is the one that counts."""
    if row.aside or not FeaturedMatch.objects.filter(match=row.match_id).exists():
        return
    minutes = options_of(change.event).live_delay
    due = change.at + timedelta(minutes=minutes)
    frame = Frame.objects.create(match_id=row.match_id, data=row.data, due_at=due, shown=not minutes)
    if not minutes:
        # What was recorded under a longer delay is older than this frame: nobody waits for it.
        Frame.objects.filter(match=row.match_id, shown=False).delete()
        change.touch(WATCH_PART)
    _forget_old(row.match_id)
    want_chances(change.event, frame)


def show_due_frames(now: datetime) -> None:
    """Show the frames whose time has come, and tell the watchers. One query while no frame is due."""
    due = Frame.objects.filter(shown=False, due_at__lte=now)
    if not due.exists():
        return
    with transaction.atomic():
        rows = list(due.select_for_update().values_list("pk", "match_id", "match__round__stage__event_id"))
        if Frame.objects.filter(pk__in=[pk for pk, _match, _event in rows], shown=False).update(shown=True):
            raise_versions({(event, WATCH_PART) for _pk, _match, event in rows})
        for match in {match for _pk, match, _event in rows}:
            _forget_old(match)


def _forget_old(match: int) -> None:
    """Of the frames that were shown only the last one is kept."""
    shown = Frame.objects.filter(match=match, shown=True)
    last = shown.order_by("-pk").values_list("pk", flat=True).first()
    if last is not None:
        shown.filter(pk__lt=last).delete()
