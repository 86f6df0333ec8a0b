"""Players check themselves in, where and when the event lets them."""

from __future__ import annotations

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from matches.attendance.services import check_in_self
from matches.course.queries import current_round
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.frame.public_views import public_context
from matches.live.queries import event_versions
from matches.me.own_check_in_views import own_check_in_shown
from matches.models import Entry
from matches.pages.access_views import PageRequest, in_time_zone
from matches.permissions import roles_of
from matches.signups.views.own import holder_of


@never_cache
def own_check_in_page(request: PageRequest, token: str) -> HttpResponseBase:
    """``/p/TOKEN/check-in/``: asks for the code at the door if there is one, and checks the player in."""
    holder = holder_of(token)
    if not isinstance(holder, Entry) or holder.status != EntryStatus.REGISTERED:
        return redirect("matches:me", token)
    with in_time_zone(holder.event):
        refused = None
        if request.method == "POST":
            try:
                check_in_self(entry=holder, code=request.POST.get("code", "")[:60])
            except Refused as why:
                refused = why
            else:
                return redirect("matches:me", token)
        return _page(request, holder, token, refused)


def _page(request: PageRequest, entry: Entry, token: str, refused: Refused | None) -> HttpResponse:
    event = entry.event
    context = {
        **public_context(
            event, roles_of(request.user, event), "", current_round(event, public_only=True), event_versions(event)
        ),
        "check_in": own_check_in_shown(entry, token),
        "problem": "" if refused is None else refused.message,
        "is_about_code": refused is not None and refused.parameter == "code",
        "typed": request.POST.get("code", "")[:60],
        "own_url": reverse("matches:me", args=[token]),
    }
    return render(request, "matches/public/me_check_in.html", context, status=422 if refused else 200)
