"""What an event holds and would be lost with it, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.enums import RoundStatus
from matches.models import Entry, Event, PlayerLink, Result, Round, SignUp
from matches.plugins import Holding, registry


def holdings_of(event: Event) -> list[Holding]:
    """Everything that the apps keep of an event, without what there is none of."""
    return [holding for source in registry.holdings for holding in source(event) if holding.count]


def tournament_holdings(event: Event) -> Sequence[Holding]:
    """Players, sign-ups, rounds, results and links."""
    players = Entry.objects.filter(event=event).count()
    sign_ups = SignUp.objects.filter(event=event, entry__isnull=True).count()
    rounds = Round.objects.filter(stage__event=event).exclude(status=RoundStatus.WITHDRAWN).count()
    results = Result.objects.filter(match__round__stage__event=event).count()
    valid = PlayerLink.objects.filter(entry__event=event, revoked_at__isnull=True).count()
    links = valid + SignUp.objects.filter(event=event, entry__isnull=True).count()
    return [
        _holding("players", players, ngettext("%(n)d player", "%(n)d players", players)),
        _holding("sign_ups", sign_ups, ngettext("%(n)d sign-up", "%(n)d sign-ups", sign_ups)),
        _holding("rounds", rounds, ngettext("%(n)d round", "%(n)d rounds", rounds)),
        _holding("results", results, ngettext("%(n)d result", "%(n)d results", results)),
        _holding(
            "links",
            links,
            ngettext("%(n)d personal link, which stops working", "%(n)d personal links, which stop working", links),
        ),
    ]


def _holding(key: str, count: int, text: str) -> Holding:
    return Holding(key, count, text % {"n": count})


def consequence_texts(event: Event) -> list[str]:
    """What deleting the event does, with its numbers."""
    texts = [holding.text for holding in holdings_of(event)]
    if event.published:
        texts.append(_("the public page"))
    if event.picture:
        texts.append(_("the picture on the event page"))
    return [*texts, _("its settings, schedule, prizes, staff list and log")]
