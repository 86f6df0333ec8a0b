"""What the judges' log keeps of an event, in words: it would go with the event."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from judging.models import Appeal, Attachment, Infraction, Ruling, TurnRecord
from judging.rulings.queries.penalties import JOINED, STATEMENT
from matches.models import Event
from matches.plugins import Holding


def judging_holdings(event: Event) -> Sequence[Holding]:
    """Rulings, infractions, appeals, photos and recorded matches."""
    rulings = Ruling.objects.filter(event=event).exclude(matter__in=[STATEMENT, JOINED]).count()
    infractions = Infraction.objects.filter(event=event).count()
    appeals = Appeal.objects.filter(event=event).count()
    photos = Attachment.objects.filter(event=event).count()
    turns = TurnRecord.objects.filter(match__round__stage__event=event).count()
    texts = {
        "rulings": (rulings, ngettext("%(n)d ruling", "%(n)d rulings", rulings)),
        "infractions": (infractions, ngettext("%(n)d infraction", "%(n)d infractions", infractions)),
        "appeals": (appeals, ngettext("%(n)d appeal", "%(n)d appeals", appeals)),
        "photos": (photos, ngettext("%(n)d photo", "%(n)d photos", photos)),
        "turns": (turns, ngettext("%(n)d recorded match", "%(n)d recorded matches", turns)),
    }
    return [Holding(key, count, text % {"n": count}) for key, (count, text) in texts.items()]
