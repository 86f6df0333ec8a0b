"""What is said on a device that is refused odds, as it has opened a player's page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.me.odds_queries import may_be_forgotten, playing_on
from matches.people.labels import name_of
from rules_engine.fair_play import Remedy


def why_no_odds(request: Any) -> str:
    """Why the device that asks is told no odds now; empty if it may be."""
    entry = next(iter(playing_on(request)), None)
    if entry is None:
        return ""
    names = {"name": name_of(entry, staff=False), "event": entry.event.name}
    return _(
        "This device has opened {name}’s page at {event}, and that match is running. Come back after it. If this is a "
        "device of the staff, sign in on it as staff of the event; it can then forget the player."
    ).format(**names)


def what_helps(request: Any) -> Remedy | None:
    """The act for somebody of the staff whose device is refused odds; None for everybody else."""
    players = may_be_forgotten(request)
    if not players:
        return None
    names = ", ".join(name_of(entry, staff=True) for entry in players)
    return Remedy(
        label=_("Forget {names} on this device").format(names=names),
        url=reverse("matches:forget_players"),
        note=_("Only if {names} does not play with this device. Opening the player’s page again undoes it.").format(
            names=names
        ),
    )
