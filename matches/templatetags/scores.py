"""How a text with a score is shown on a narrow button."""

from __future__ import annotations

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()
DASH = "–"


@register.filter
def unbroken(text: str) -> SafeString:
    """A text whose scores, such as 2–1, stand on one line each."""
    parts = (
        (
            SafeString('<span class="whole">') if DASH in word else "",
            word,
            SafeString("</span>") if DASH in word else "",
        )
        for word in str(text).split(" ")
    )
    return format_html_join(" ", "{}{}{}", parts)
