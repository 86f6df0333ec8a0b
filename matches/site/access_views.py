"""Access to the pages of the site's owner, and the frame that they share."""

from __future__ import annotations

from functools import wraps
from typing import Any, TypedDict

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from matches.pages.access_views import StaffView, signed_in_page
from matches.pages.components import Link, Tab
from matches.site.permissions import owns_site
from rules_engine.whole_numbers import whole_number

TABS = (
    ("people", gettext_lazy("People"), "matches:site_people"),
    ("clubs", gettext_lazy("Clubs"), "matches:site_clubs"),
    ("events", gettext_lazy("Events"), "matches:site_events"),
    ("halls", gettext_lazy("Hall days"), "matches:site_halls"),
    ("jobs", gettext_lazy("Jobs"), "matches:site_jobs"),
    ("disk", gettext_lazy("Disk"), "matches:site_disk"),
    ("letters", gettext_lazy("Outgoing email"), "matches:site_letters"),
    ("state", gettext_lazy("State"), "matches:site_state"),
    ("log", gettext_lazy("Log"), "matches:site_log"),
)
"""The pages, in the order of their tabs."""
MOST_TYPED = 100
"""So long a search may be."""


def site_page(view: StaffView) -> StaffView:
    """A page for the owners of the site: 403 for everybody else who is signed in. It is kept nowhere."""

    @never_cache
    @signed_in_page
    @wraps(view)
    def page(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not owns_site(request.user):
            raise PermissionDenied
        return view(request, **kwargs)

    return page


class SiteContext(TypedDict):
    """What every page of the site shows around its content."""

    tabs: list[Tab]


def site_context(current: str) -> SiteContext:
    """The frame of a page: the tabs with the current one marked."""
    return {"tabs": [Tab(str(label), reverse(name), key == current) for key, label, name in TABS]}


def crumbs_to(current: str) -> list[Link]:
    """The way back from a page below one of the tabs."""
    label, name = next((label, name) for key, label, name in TABS if key == current)
    return [Link(_("Site"), reverse("matches:site_people")), Link(str(label), reverse(name))]


def typed(request: HttpRequest) -> str:
    """What was searched for."""
    return request.GET.get("q", "").replace("\x00", "").strip()[:MOST_TYPED]


def below(request: HttpRequest) -> int | None:
    """The key below which the page of a list begins; None for the newest."""
    return whole_number(request.GET.get("before", ""))
