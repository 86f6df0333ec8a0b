"""Tie-breaks explained in words: the parts of a sum, and what separates two places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.standings.explain import Explanation, Part, Separation
from matches.standings.shown import tie_break
from matches.views.standings import NAMES

RESULTS = {"won": gettext_lazy("won"), "lost": gettext_lazy("lost"), "drawn": gettext_lazy("drawn")}


def explanation_shown(key: str, explanation: Explanation, names: Mapping[str, str]) -> dict[str, Any]:
    """One tie-break of one player: its name, its value, and a line for each part of the sum."""
    return {
        "key": key,
        "name": NAMES.get(key, key),
        "value": tie_break(key, explanation.value),
        "parts": [_part_shown(key, part, names) for part in explanation.parts],
        "total": tie_break(key, explanation.total),
        "divided_by": explanation.divided_by if explanation.divided_by > 1 else None,
        "floored": tie_break(key, explanation.floor) if explanation.floored else "",
    }


def _part_shown(key: str, part: Part, names: Mapping[str, str]) -> dict[str, Any]:
    from_points = ""
    if part.whole:
        from_points = _("%(points)s of %(whole)s points") % {"points": part.points, "whole": part.whole}
    return {
        "round": part.number,
        "opponent": names.get(part.opponent or "", "") or _("no opponent"),
        "result": RESULTS.get(part.result, part.result),
        "value": tie_break(key, part.value),
        "from": from_points,
        "floored": part.floored,
        "left_out": part.left_out,
    }


def separation_text(found: Separation | None, names: Mapping[str, str]) -> str:
    """What puts the next better player there, in one sentence; empty at the top."""
    if found is None:
        return ""
    above = names.get(found.above, found.above)
    if found.key == "points":
        return _("%(above)s is one place up with %(theirs)s points to your %(own)s.") % {
            "above": above,
            "theirs": found.theirs,
            "own": found.own,
        }
    if found.key == "lot":
        return _("%(above)s is one place up by lot: all else is equal.") % {"above": above}
    return _("%(above)s is one place up on %(name)s: %(theirs)s to %(own)s.") % {
        "above": above,
        "name": str(NAMES.get(found.key, found.key)).lower(),
        "theirs": tie_break(found.key, found.theirs),
        "own": tie_break(found.key, found.own),
    }
