"""What each wall shows, chosen at the desk, from a phone as well."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.course.queries import current_round
from matches.enums import EntryStatus
from matches.frame.desk_views import desk_page_context
from matches.live.queries import event_versions
from matches.models import Entry, Event, Wall
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Button
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_announce
from matches.walls.forms import WallForm
from matches.walls.labels import share_text, shows_text, waiting_texts
from matches.walls.queries import shared_walls, wall_at
from matches.walls.scenes import MAIN, MOST_WALLS, Scene
from matches.walls.services import remove_wall, set_wall

FIELDS = ("name", "shows", "metres", "height_cm", "places", "shares")


@dataclass(frozen=True, slots=True)
class WallRow:
    """A wall in the desk's list."""

    name: str
    shows: str
    share: str
    waits: list[str]
    metres: int
    url: str
    edit_url: str


def wall_url(wall: Wall) -> str:
    """The address that the wall's screen opens."""
    slug = wall.event.slug
    if wall.number == MAIN:
        return reverse("matches:wall", args=[slug])
    return reverse("matches:wall_numbered", args=[slug, wall.number])


@staff_page(can_announce)
def walls(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/walls/``: the walls with what each shows."""
    players = Entry.objects.filter(event=event).exclude(status__in=EntryStatus.out()).count()
    rows = [
        WallRow(
            name=wall.name,
            shows=shows_text(wall.shows),
            share=share_text(share),
            waits=waiting_texts(wall, share, players),
            metres=wall.metres,
            url=wall_url(wall),
            edit_url=reverse("matches:desk_wall", args=[event.slug, wall.number]),
        )
        for wall, share in shared_walls(event)
    ]
    add = Button(label=_("Add a wall"), url=reverse("matches:desk_wall_new", args=[event.slug]), icon="plus")
    context = {
        **desk_page_context(event, roles, "desk", current_round(event), event_versions(event)),
        "rows": rows,
        "page_acts": (add,) if len(rows) < MOST_WALLS else (),
    }
    return render(request, "matches/walls/desk.html", context)


@staff_page(can_announce)
def wall_new(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/walls/new/``: another wall."""
    return _edit(request, event, roles, None)


@staff_page(can_announce)
def wall_edit(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/desk/walls/2/``: what this wall shows."""
    wall = wall_at(event, number)
    if wall is None:
        raise Http404
    return _edit(request, event, roles, wall)


def _edit(request: HttpRequest, event: Event, roles: Roles, wall: Wall | None) -> HttpResponse:
    initial: dict[str, object] = {"shows": [Scene.NOW]}
    if wall is not None:
        shows = wall.shows or [Scene.NOW]
        initial = {field: getattr(wall, field) for field in FIELDS} | {"shows": shows}
    form = WallForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and _saved(request, event, form, wall):
        return redirect("matches:desk_walls", event.slug)
    removable = wall is not None and wall.number != MAIN
    context = {
        **desk_page_context(event, roles, "desk", current_round(event), event_versions(event)),
        "form": form,
        "wall": wall,
        "remove_url": reverse("matches:desk_wall_remove", args=[event.slug, wall.number])
        if wall is not None and removable
        else "",
    }
    return render(request, "matches/walls/edit.html", context, status=rejected_status(form))


def _saved(request: HttpRequest, event: Event, form: WallForm, wall: Wall | None) -> bool:
    def do() -> str:
        data = form.cleaned_data
        number = None if wall is None else wall.number
        values = {field: data[field] for field in FIELDS}
        set_wall(event=event, actor=actor_of(request), number=number, **values)
        return request.path

    done = try_once(request, form, do)
    if done is not None:
        messages.success(request, _("Saved. %(wall)s now shows it.") % {"wall": form.cleaned_data["name"]})
    return done is not None


@require_POST
@staff_page(can_announce)
def wall_remove(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """Remove a wall that is not the main one."""
    wall = wall_at(event, number)
    if wall is None:
        raise Http404
    remove_wall(wall=wall, actor=actor_of(request))
    messages.success(request, _("%(wall)s was removed.") % {"wall": wall.name})
    return redirect("matches:desk_walls", event.slug)
