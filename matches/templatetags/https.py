"""Where a page leads to the set-up of HTTPS."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def https_setup_url() -> str:
    """The page that sets a device up, or nothing where the tool does not speak TLS itself."""
    return reverse("matches:https_setup") if settings.HTTPS_PORT else ""
