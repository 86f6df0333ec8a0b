"""The address that players use: the event's own, else the site's, else a guess.

It never comes from a request: a page that is shown to everybody would otherwise carry the host name that one visitor
happened to send.
"""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from matches.models import Event
from matches.site_address import guessed_address


def site_address() -> str:
    """Return ``scheme://host[:port]`` of the site: ``SITE_URL``, else what is known of the host, else a guess."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if settings.CSRF_TRUSTED_ORIGINS and "*" not in settings.CSRF_TRUSTED_ORIGINS[0]:
        return str(settings.CSRF_TRUSTED_ORIGINS[0])
    return guessed_address(hosts=settings.ALLOWED_HOSTS, port=settings.PORT, tls=settings.BEHIND_TLS)


def players_address(event: Event) -> str:
    """Return the address for players of an event, without a slash at its end: it begins every printed link."""
    return event.public_address or site_address()


def _address_help() -> str:
    text = _("Shown on the wall, on printed sheets and in their codes. Empty: {address}.")
    return text.format(address=site_address())


address_help = lazy(_address_help, str)
"""The sentence at the form field, which names the address that is used without a setting."""
