"""The address of the site, as kept copies of its pages hold it."""

from __future__ import annotations

from django.conf import settings

from matches.site_address import guessed_address


def site_address() -> str:
    """Return ``scheme://host[:port]`` of the site: ``SITE_URL``, else what is known of the host, else a guess."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if settings.CSRF_TRUSTED_ORIGINS and "*" not in settings.CSRF_TRUSTED_ORIGINS[0]:
        return str(settings.CSRF_TRUSTED_ORIGINS[0])
    hosts, port = settings.ALLOWED_HOSTS, settings.PORT
    return guessed_address(hosts=hosts, port=port, tls=settings.BEHIND_TLS, lan=settings.LAN)
