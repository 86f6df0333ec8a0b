"""What the pages of this app have around them: the way from the rulebook to the check and back."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _


def sections(current: str, query: str = "") -> list[dict[str, Any]]:
    """The two parts, for ``components/tabs.html``; ``query`` carries an event's rules through the rulebook."""
    return [
        {"label": _("Rules"), "url": reverse("rules_engine:rulebook") + query, "current": current == "rulebook"},
        {"label": _("Check a record"), "url": reverse("rules_engine:check"), "current": current == "check"},
    ]
