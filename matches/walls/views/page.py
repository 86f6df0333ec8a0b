"""The projector's page: what the whole room needs now, or what the desk chose for this wall."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.course.queries import current_round, stages_of
from matches.events.declarations.address import players_address
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.live.queries import WATCH_PART
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles
from matches.pages.qr_views import qr_picture
from matches.site_address import is_of_this_machine
from matches.walls.queries import share_of, wall_shown
from matches.walls.scenes import MAIN, Scene, letter_size
from matches.walls.views.scenes import moment_of, shown_scenes

PARTS = ("pairings", "clock", "standings", "bracket", "event", "schedule", "announcements", "wall")
"""What the wall hears of; of the cards of a match that is shown live only while there is one."""


@cached_page(also=frozenset({WATCH_PART}))
def wall(request: PageRequest, event: Event, roles: Roles, number: int = MAIN) -> HttpResponse:
    """``/e/SLUG/wall/``, ``/e/SLUG/wall/2/``: a screen without input. 404 where there is no such wall."""
    row = wall_shown(event, number, versions_in(request))
    if row is None:
        raise Http404
    round_ = current_round(event, public_only=True)
    stages = stages_of(event)
    frame = public_context(event, roles, "pairings", round_, versions_in(request), stages)
    moment = moment_of(event, round_, frame["round_clock"], stages)
    site = players_address(event)
    only_here, address = is_of_this_machine(site), site + reverse("matches:public", args=[event.slug])
    # Each card is heard of only where it may change what the wall shows.
    on_wall = Scene.LIVE in row.shows or (round_ is not None and round_.stage.is_bracket)
    watches = event.shows_live and on_wall
    context = {
        **frame,
        "live_url": f"{frame['live_url']}?watch=1" if watches and frame["live_url"] else frame["live_url"],
        "live_parts": ",".join([*PARTS, *([WATCH_PART] if watches else [])]),
        "scenes": shown_scenes(replace(moment, places=row.places, share=share_of(row)), row.shows),
        "letter": letter_size(row.metres, row.height_cm),
        "public_address": address if not only_here else "",
        "qr": qr_picture(address) if not only_here else "",
        "part_url": request.path,
    }
    return render(request, "matches/walls/_wall.html" if request.htmx else "matches/walls/wall.html", context)
