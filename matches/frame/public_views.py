"""The frame of the public pages: the top bar, the tabs and the menu."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.course.queries import is_over, stages_of
from matches.events.declarations.sign_up_reading import page_texts
from matches.frame.board_views import BoardContext, round_context
from matches.live.queries import Versions
from matches.models import Event, Round, Stage
from matches.pages.access_views import Roles
from matches.pages.components import MenuItem, Section
from matches.pages.frame_views import event_menu, rules_item
from matches.permissions import can_see_desk, can_see_unpublished


def public_navigation(event: Event, current: str, stages: list[Stage]) -> list[Section]:
    """The tabs of the public pages, at most four. An event that is only a bracket has no standings before its end."""
    places = [("pairings", _("Pairings"), "matches:public")]
    if not stages or any(not stage.is_bracket for stage in stages) or is_over(stages):
        places.append(("standings", _("Standings"), "matches:standings"))
    if any(stage.is_bracket for stage in stages):
        places.append(("bracket", _("Bracket"), "matches:bracket"))
    places.append(("people", _("Players"), "matches:players"))
    return [
        Section(label, reverse(name, args=[event.slug]), icon, current=icon == current) for icon, label, name in places
    ]


class PublicContext(BoardContext):
    """What a public page shows around its content. ``versions`` are those that its live parts show."""

    nav: list[Section]
    menu: list[MenuItem]
    versions: Versions | None
    event_colour: str


def public_context(
    event: Event,
    roles: Roles,
    current: str,
    round_: Round | None,
    versions: Versions | None = None,
    stages: list[Stage] | None = None,
) -> PublicContext:
    """The frame of a public page. With ``versions``, its live parts know what they show and are not fetched again at
    once. Without ``stages`` one more query reads them. A player's own page of an event whose public pages are closed to
    the reader has no tabs and leads to none of them.
    """
    if not public_is_open(event, roles):
        return _closed_context(event, round_, versions)
    stages = stages_of(event) if stages is None else stages
    desk = [MenuItem(_("Desk"), reverse("matches:desk", args=[event.slug]), "desk")] if can_see_desk(roles) else []
    begun = round_ is not None  # before, the first tab is the event's own page
    about = [MenuItem(_("About this event"), reverse("matches:about", args=[event.slug]), "info")] if begun else []
    url = reverse("matches:schedule", args=[event.slug])
    schedule = [MenuItem(_("Schedule"), url, "clock")] if event.schedule else []
    return {
        **public_board(event, round_),
        "nav": public_navigation(event, current, stages),
        "menu": [*desk, *about, *schedule, *event_menu(event, roles)],
        "versions": versions,
        "event_colour": page_texts(event).colour,
    }


def _closed_context(event: Event, round_: Round | None, versions: Versions | None) -> PublicContext:
    board = public_board(event, round_)
    board["event_url"] = board["round_url"] = board["clock_url"] = ""
    colour = page_texts(event).colour
    return {**board, "nav": [], "menu": [rules_item(event)], "versions": versions, "event_colour": colour}


def public_is_open(event: Event, roles: Roles) -> bool:
    """Whether a reader with these roles can open the event's public pages."""
    return event.published or can_see_unpublished(roles)


def public_board(event: Event, round_: Round | None) -> BoardContext:
    """The top bar of a public page."""
    address = reverse("matches:public", args=[event.slug])
    return {**round_context(event, round_), "event": event, "round_url": address}


def versions_in(request: HttpRequest) -> Versions:
    """The versions that ``cached_page`` read before the page did."""
    versions: Versions = request.live_versions  # type: ignore[attr-defined]
    return versions
