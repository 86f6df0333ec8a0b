"""The buttons at a table: cover, leave, pause, resume, call a judge or the head judge."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.calls.services import call_judge, escalate_call
from judging.durations import duration
from judging.enums import TableAct
from judging.extensions.services import mark_table, resume_play
from judging.models import TimeExtension
from judging.pages.frame_views import find_match, run_button, table_url
from judging.permissions import can_call_judge, can_log, can_see_floor
from judging.records.forms import button_stamp
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page

MARKS = {"cover": TableAct.COVERED, "leave": TableAct.LEFT, "pause": TableAct.PAUSED}

RESUMES = {"resume": True, "resume-plain": False}
"""Whether the button gives the time of the pause back."""


@staff_page(can_see_floor)
def table_act(request: HttpRequest, event: Event, roles: Roles, pk: int, name: str) -> HttpResponse:
    """Do what a single button at a table does: cover, leave, pause, resume, call (a judge), head (the head judge)."""
    match = find_match(event, pk)
    if request.method != "POST":
        return redirect(table_url(event, match))
    may = can_call_judge(roles) if name in ("call", "head") else can_log(roles)
    if name not in (*MARKS, *RESUMES, "call", "head"):
        raise Http404
    if not may:
        raise PermissionDenied
    if name in RESUMES:
        return _resume(request, event, match, gives_time=RESUMES[name])
    return run_button(request, lambda: _do(request, match, name), table_url(event, match))


def _resume(request: HttpRequest, event: Event, match: Match, *, gives_time: bool) -> HttpResponse:
    """Let play go on; the message names the time extensions back, and undoes it."""
    extensions: list[TimeExtension] = []

    def do() -> str:
        stamp = button_stamp(request.POST)
        row = resume_play(match=match, actor=actor_of(request), gives_time=gives_time, stamp=stamp)
        extensions.extend(TimeExtension.objects.filter(match=match, sequence__gt=row.sequence, corrects__isnull=True))
        if not extensions:
            return _("Play resumed.")
        return _("Play resumed with %(time)s added.") % {"time": duration(extensions[0].seconds)}

    def undo() -> str:
        return reverse("judging:undo_extension", args=[event.slug, extensions[0].pk]) if extensions else ""

    return run_button(request, do, table_url(event, match), undo=undo)


def _do(request: HttpRequest, match: Match, name: str) -> str:
    actor = actor_of(request)
    stamp = button_stamp(request.POST)
    if name in MARKS:
        mark_table(match=match, act=MARKS[name], actor=actor, stamp=stamp)
        return ""
    about = request.POST.get("about", "")
    call = call_judge(match=match, actor=actor, about=about, stamp=stamp)
    if name == "head":
        escalate_call(call=call, actor=actor, about=about)
        return _("The head judge has been called to table %(table)s.") % {"table": match.table}
    return _("A judge has been called to table %(table)s.") % {"table": match.table}
