"""The printed labels in the active language; ``judging.paper.label_set`` has them in English and marked."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext

from judging.paper import Labels


def printed_labels() -> Labels:
    """All labels that ``judging.paper`` prints, in the active language. A translation keeps the names in braces."""
    return Labels(**{field.name: gettext(field.default) for field in msgspec.structs.fields(Labels)})
