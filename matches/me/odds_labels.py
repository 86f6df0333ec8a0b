"""What is said on a device that is refused odds, as it has opened a player's page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.me.odds_queries import may_be_forgotten, playing_on
from matches.names.labels import listed
from matches.people.labels.names import name_of
from rules_engine.play.fair_play import Remedy


def why_no_odds(request: Any) -> str:
    """Why the device that asks is told no odds now; empty if it may be."""
    entries = playing_on(request)
    if not entries:
        return ""
    names = listed(name_of(entry, staff=False) for entry in entries)
    problem = ngettext(
        "This device has opened {names}’s page at {event}, and that match is still running. Come back when it is over.",
        "This device has opened the pages of {names}, whose matches are still running. Come back when they are over.",
        len(entries),
    ).format(names=names, event=entries[0].event.name)
    if may_be_forgotten(request):
        return problem
    advice = ngettext(
        "If this is a staff device, sign in on it as staff of the event. You can then make it forget the player.",
        "If this is a staff device, sign in on it as staff of their event. You can then make it forget the players.",
        len(entries),
    )
    return f"{problem} {advice}"


def what_helps(request: Any) -> Remedy | None:
    """The act for somebody of the staff whose device is refused odds; None for everybody else."""
    players = may_be_forgotten(request)
    if not players:
        return None
    names = listed(name_of(entry, staff=True) for entry in players)
    note = ngettext(
        "Do this only if {names} is not playing with this device. Opening the player’s page again undoes it.",
        "Do this only if {names} are not playing with this device. Opening one of their pages again undoes it.",
        len(players),
    )
    return Remedy(
        label=_("Forget {names} on this device").format(names=names),
        url=reverse("matches:forget_players"),
        note=note.format(names=names),
    )
