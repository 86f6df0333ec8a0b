"""The desk's first page: what needs attention now, most urgent first, and the round at a glance."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.course.queries import current_round
from matches.desk.notice_labels import Notice, notices
from matches.desk.notice_queries import machine
from matches.enums import RoundStatus
from matches.events.declarations.address import players_address, why_only_here
from matches.flights.queries import onward_from
from matches.forecasts.labels import round_end_text
from matches.frame.desk_views import desk_page_context
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.next_steps.queries import event_now
from matches.next_steps.step_views import due_items
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import Button, MenuItem
from matches.people.queries.entries import headcount
from matches.permissions import can_announce, can_organise, can_see_desk
from matches.plugins import registry
from matches.results.labels.pod_notes import pod_note_text
from matches.results.queries.pod_notes import pod_notes
from matches.results.queries.results import confirmed, matches_of_round


@staff_page(can_see_desk)
def desk(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/``: the steps that are due, and the round at a glance. A template has only settings."""
    if event.is_template:
        return redirect("matches:event_settings", event.slug)
    versions = event_versions(event)
    round_ = current_round(event)
    frame = desk_page_context(event, roles, "desk", round_, versions)
    clock = frame["round_clock"]
    matches = matches_of_round(round_) if round_ else []
    notes = pod_notes(round_, matches)
    heads = headcount(event)
    here = event_now(
        event,
        roles,
        timezone.now(),
        round_=round_,
        matches=matches,
        clock=clock,
        heads=heads,
    )
    context = {
        **frame,
        "items": due_items(here),
        "notices": [*notices(machine(event)), *(Notice("warning", pod_note_text(note)) for note in notes)],
        "heads": heads,
        "again": here.again,
        "in_play": round_ is not None and round_.status in RoundStatus.takes_results(),
        **_progress(matches),
        "round_end": round_end_text(round_, matches, clock, timezone.now()) if round_ and clock else "",
        "part_url": reverse("matches:desk", args=[event.slug]),
        "addresses": _addresses(event),
        "after": _after(event, roles) if event.finished_at else [],
        "page_acts": _acts(event) if can_announce(roles) else (),
        "players_url": players_address(event) + reverse("matches:public", args=[event.slug]),
        "only_here": why_only_here(players_address(event)),
        "address_setting": _address_setting(event) if can_organise(roles) else "",
    }
    return render(request, "matches/desk/_next.html" if request.htmx else "matches/desk/desk.html", context)


class Progress(TypedDict):
    """How many tables there are, and how many have a result."""

    seated: int
    results_in: int


def _progress(matches: list[Match]) -> Progress:
    seated = [match for match in matches if match.table]
    return {"seated": len(seated), "results_in": sum(1 for match in seated if confirmed(match) is not None)}


def _acts(event: Event) -> tuple[Button, ...]:
    announce = reverse("matches:desk_announcements", args=[event.slug])
    walls = reverse("matches:desk_walls", args=[event.slug])
    return (
        Button(label=_("Announce"), url=announce, icon="announcement"),
        Button(label=_("Walls"), url=walls, icon="wall"),
    )


def _addresses(event: Event) -> list[MenuItem]:
    return [
        MenuItem(_("Public page"), reverse("matches:public", args=[event.slug]), "people"),
        MenuItem(_("Wall"), reverse("matches:wall", args=[event.slug]), "wall"),
    ]


def _after(event: Event, roles: Roles) -> list[MenuItem]:
    """Where to go once the event is finished."""
    print_section = next((section for section in registry.event_sections if section.key == "print"), None)
    pages = [MenuItem(_("Final standings"), reverse("matches:desk_standings", args=[event.slug]), "standings")]
    if print_section is not None:
        url = reverse(print_section.url_name, args=[event.slug])
        pages.append(MenuItem(_("Print the final standings"), url, "print"))
    if not can_organise(roles):
        return pages
    flights = reverse("matches:event_flights", args=[event.slug])
    return [
        *pages,
        *(
            MenuItem(_("Players advanced to %(event)s") % {"event": one.event.name}, flights, "people")
            for one in onward_from(event)
        ),
        MenuItem(_("Same again"), reverse("matches:event_copy", args=[event.slug]), "plus"),
        MenuItem(_("Archive"), reverse("matches:event_life", args=[event.slug]), "history"),
        MenuItem(_("Reopen the event"), reverse("matches:event_settings", args=[event.slug]), "back"),
    ]


def _address_setting(event: Event) -> str:
    return reverse("matches:event_settings", args=[event.slug]) + "#id_public_address"
