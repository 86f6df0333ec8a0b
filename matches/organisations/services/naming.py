"""The name of a club or of one of its series."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.names.display import MAX_NAME, name_problem, tidy


def checked_name(name: str, *, missing: str) -> str:
    """The name as it is stored. Raises Refused at ``name``, with the sentence ``missing`` for an empty one."""
    name = tidy(name)
    if not name:
        raise Refused("name_missing", missing, parameter="name")
    if name_problem(name):
        text = _("Use letters and digits, at most %(most)d characters.") % {"most": MAX_NAME}
        raise Refused("name_unusable", text, parameter="name")
    return name
