"""All templates of a club, in pages; the club's own page has the first ones."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.clubs.access_views import Standings, club_page
from matches.clubs.lookup_services import templates_of_club
from matches.clubs.views import clubs_crumb
from matches.models import Organisation
from matches.organisations.permissions import can_read_club
from matches.pages.components import Link

PAGE = 50


@club_page(can_read_club)
def club_templates(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/templates/``: the templates by name; every member makes events from them."""
    context = {
        "crumbs": [*clubs_crumb(), Link(organisation.name, reverse("matches:club", args=[organisation.slug]))],
        "page": Paginator(templates_of_club(organisation), PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "matches/clubs/templates.html", context)
