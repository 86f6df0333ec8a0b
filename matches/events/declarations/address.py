"""The address that players use: the event's own, else the site's, else a guess.

It never comes from a request: a page that is shown to everybody would otherwise carry the host name that one visitor
happened to send.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from matches.live.site_queries import site_address
from matches.models import Event
from matches.site_address import is_of_this_machine


def players_address(event: Event) -> str:
    """Return the address for players of an event, without a slash at its end: it begins every printed link."""
    return event.public_address or site_address()


def address_on_paper(event: Event) -> str:
    """The address for players, or "" if only this machine could open what is printed with it."""
    address = players_address(event)
    return "" if is_of_this_machine(address) else address


def why_only_here(address: str) -> str:
    """Why no other device can open the address, and how that is changed; "" if others can."""
    if not is_of_this_machine(address):
        return ""
    if not settings.LAN:
        return _(
            "Only this machine can open the tool. To open it to the hall, stop it and start it with: script/run --lan"
        )
    return _(
        "Other devices cannot open the tool yet. Connect this machine to the hall’s network, or set an address for "
        "players."
    )


def _address_help() -> str:
    text = _("Shown on the wall, on printed sheets and in their QR codes. Leave empty for {address}.")
    address = site_address()
    return " ".join(filter(None, (text.format(address=address), why_only_here(address))))


address_help = lazy(_address_help, str)
"""The sentence at the form field, which names the address that is used without a setting."""
