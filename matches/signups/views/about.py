"""The event's page before the event: what is played, when and where, and the way to sign up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.course.queries import current_round, stages_of
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.events.queries.pictures import picture_file
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Event, Stage
from matches.pages.access_views import PageRequest, Roles, public_page
from matches.pictures import CONTENT_TYPE
from matches.schedule.labels import ItemShown, schedule_of
from matches.signups.about_labels import Fact, Part, facts_of, parts_of, places_text, sign_up_times_text
from matches.signups.queries import has_started, places_of


@cached_page()
def about(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/about/``: the event's own page; the address of the event leads here until a round is published."""
    round_ = current_round(event, public_only=True)
    stages = stages_of(event)
    context = {
        **public_context(event, roles, "about", round_, versions_in(request), stages),
        **about_context(event, stages),
        "part_url": request.path,
    }
    template = "matches/signups/_about.html" if request.htmx else "matches/signups/about.html"
    return render(request, template, context)


@public_page
def picture(request: HttpRequest, event: Event, roles: Roles, name: str) -> HttpResponse:
    """``/e/SLUG/about/NAME.jpg``: the picture of the event's page; 404 for any other name."""
    if not event.picture or name != event.picture:
        raise Http404
    try:
        content = picture_file(event).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(content, content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


class AboutContext(TypedDict):
    """What ``matches/signups/_about.html`` shows; empty texts and addresses while nobody can sign up;
    ``lost_url`` also once the event has begun, where the site sends email."""

    facts: list[Fact]
    parts: list[Part]
    shown: list[ItemShown]
    sign_up_url: str
    times: str
    places: str
    lost_url: str


def about_context(event: Event, stages: Iterable[Stage]) -> AboutContext:
    """What is known of an event beforehand. The page is kept: it names times, and never says whether they are over."""
    is_over = event.finished_at is not None or event.archived_at is not None
    takes = bool(sign_up_terms(event).sign_up) and not is_over and not has_started(event)
    links = takes or (settings.SENDS_EMAIL and not is_over)
    return {
        "facts": facts_of(event, stages),
        "parts": parts_of(event),
        "shown": schedule_of(event),
        "sign_up_url": reverse("matches:sign_up", args=[event.slug]) if takes else "",
        "times": sign_up_times_text(event) if takes else "",
        "places": places_text(event, places_of(event)) if takes else "",
        "lost_url": reverse("matches:lost_link", args=[event.slug]) if links else "",
    }
