"""What a wall can show, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.models import Wall
from matches.walls.scenes import Scene
from matches.walls.turning import LONG_WAIT, NAMES, PLACES, Share, Turning, turning

SCENE_LABELS = {
    Scene.NOW: gettext_lazy("Follows the event"),
    Scene.PAIRINGS: gettext_lazy("Pairings"),
    Scene.CLOCK: gettext_lazy("Clock"),
    Scene.STANDINGS: gettext_lazy("Standings"),
    Scene.BRACKET: gettext_lazy("Bracket"),
    Scene.LIVE: gettext_lazy("Live matches"),
    Scene.ANNOUNCEMENTS: gettext_lazy("Announcements"),
    Scene.SCHEDULE: gettext_lazy("Schedule"),
    Scene.PLAN: gettext_lazy("Plan of the hall"),
    Scene.PRIZES: gettext_lazy("Prizes"),
}


def shows_text(shows: Sequence[str]) -> str:
    """``Pairings, then Clock``; of a wall that follows the event, the label of that."""
    chosen = [scene for scene in Scene if scene.value in shows] or [Scene.NOW]
    return _(", then ").join(str(SCENE_LABELS[scene]) for scene in chosen)


def waiting_texts(wall: Wall, share: Share, players: int) -> list[str]:
    """About how long the wall takes to show the names and the standings of so many players, where it turns pages, and
    what to do if that is too long. Nothing for lists that it does not show.
    """
    shows = set(wall.shows) or {Scene.NOW}
    texts: list[str] = []
    if shows & {Scene.NOW, Scene.PAIRINGS}:
        names = len(share.of(range(players)))
        made = turning(names, NAMES, wall.metres, wall.height_cm)
        if made.pages > 1:
            text = _("Pairings: %(names)d names on about %(pages)d pages, all shown within %(time)s.")
            texts.append(text % {"names": names, "pages": made.pages, "time": _time(made)})
        if made.seconds > LONG_WAIT:
            texts.append(
                _(
                    "That is long to wait for a name. Add walls that share the list, or choose fewer metres, so that "
                    "more names fit on a page."
                )
            )
    if shows & {Scene.NOW, Scene.STANDINGS}:
        places = len(share.of(range(min(players, wall.places or players))))
        made = turning(places, PLACES, wall.metres, wall.height_cm)
        if made.pages > 1:
            text = _("Standings: %(places)d places on about %(pages)d pages, all shown within %(time)s.")
            texts.append(text % {"places": places, "pages": made.pages, "time": _time(made)})
    return texts


def share_text(share: Share) -> str:
    """``Part 2 of 3 of long lists``; empty for a wall that shows all of them."""
    if share.count == 1:
        return ""
    return _("Part %(part)d of %(parts)d of long lists") % {"part": share.index + 1, "parts": share.count}


def _time(made: Turning) -> str:
    if made.seconds <= 60:
        return ngettext("%(count)d second", "%(count)d seconds", made.seconds) % {"count": made.seconds}
    minutes = -(-made.seconds // 60)
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
