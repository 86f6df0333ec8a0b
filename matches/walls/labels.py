"""What a wall can show, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.walls.scenes import Scene

SCENE_LABELS = {
    Scene.NOW: gettext_lazy("Follows the event"),
    Scene.PAIRINGS: gettext_lazy("Pairings"),
    Scene.CLOCK: gettext_lazy("Clock"),
    Scene.STANDINGS: gettext_lazy("Standings"),
    Scene.BRACKET: gettext_lazy("Bracket"),
    Scene.ANNOUNCEMENTS: gettext_lazy("Announcements"),
    Scene.SCHEDULE: gettext_lazy("Schedule"),
    Scene.PLAN: gettext_lazy("Plan of the hall"),
    Scene.PRIZES: gettext_lazy("Prizes"),
}


def shows_text(shows: Sequence[str]) -> str:
    """``Pairings, then Clock``; of a wall that follows the event, the label of that."""
    chosen = [scene for scene in Scene if scene.value in shows] or [Scene.NOW]
    return _(", then ").join(str(SCENE_LABELS[scene]) for scene in chosen)
