"""The lists of a site's clubs, events, hall days, jobs and emails, and the log of its owner."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from post_office.models import STATUS, Email

from matches.jobs.control_services import may_start_again, may_stop
from matches.jobs.services import LABELS
from matches.models import Event, HallDay, Job, Organisation, SiteAct
from matches.pages.access_views import actor_of
from matches.site.access_views import below, site_context, site_page, typed
from matches.site.disk_queries import files_of_events
from matches.site.labels import ACTS, LETTER_STATES
from matches.site.machine_services import send_letter_again, start_job_again, stop_job
from matches.site.queries import (
    acts,
    clubs,
    errors_of,
    events,
    events_in_halls,
    hall_days,
    jobs,
    letters,
    players_of,
    sizes_of_clubs,
    window,
)


@dataclass(frozen=True, slots=True)
class ClubShown:
    """A line of the list of clubs."""

    club: Organisation
    members: int
    events: int


@site_page
def site_clubs(request: HttpRequest) -> HttpResponse:
    """``/site/clubs/``."""
    page = window(clubs(typed(request)), below(request))
    members, held = sizes_of_clubs(page.rows)
    shown = [ClubShown(club, members.get(club.pk, 0), held.get(club.pk, 0)) for club in page.rows]
    return _list(request, "clubs", page=page, clubs=shown)


@dataclass(frozen=True, slots=True)
class EventShown:
    """A line of the list of events. ``size`` is that of its photos and pictures."""

    event: Event
    players: int
    size: int


@site_page
def site_events(request: HttpRequest) -> HttpResponse:
    """``/site/events/``: all events, those in the archive too."""
    page = window(events(typed(request), request.GET.get("show", "")), below(request))
    players, sizes = players_of(page.rows), files_of_events(page.rows)
    shown = [EventShown(event, players.get(event.pk, 0), sizes[event.pk]) for event in page.rows]
    return _list(request, "events", page=page, events=shown)


@dataclass(frozen=True, slots=True)
class HallShown:
    """A line of the list of hall days."""

    hall_day: HallDay
    events: int


@site_page
def site_halls(request: HttpRequest) -> HttpResponse:
    """``/site/halls/``."""
    page = window(hall_days(typed(request)), below(request))
    held = events_in_halls(page.rows)
    return _list(request, "halls", page=page, halls=[HallShown(day, held.get(day.pk, 0)) for day in page.rows])


@dataclass(frozen=True, slots=True)
class JobShown:
    """A line of the list of jobs."""

    job: Job
    label: str
    can_start: bool
    can_stop: bool


@site_page
def site_jobs(request: HttpRequest) -> HttpResponse:
    """``/site/jobs/``: what workers do, did and could not do."""
    page = window(jobs(request.GET.get("show", "")), below(request))
    return _list(request, "jobs", page=page, jobs=[_job_shown(job) for job in page.rows])


def _job_shown(job: Job) -> JobShown:
    label = LABELS.get(job.kind, job.kind)  # a job of an older version may be of a kind that is no more
    return JobShown(job, str(label), may_start_again(job), may_stop(job))


@site_page
@require_POST
def site_job_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Start a failed job again."""
    start_job_again(job=get_object_or_404(Job, pk=pk), actor=actor_of(request))
    messages.success(request, _("The job is waiting for a worker."))
    return redirect("matches:site_jobs")


@site_page
@require_POST
def site_job_stop(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a job."""
    stop_job(job=get_object_or_404(Job, pk=pk), actor=actor_of(request))
    messages.success(request, _("The job is stopped."))
    return redirect("matches:site_jobs")


@dataclass(frozen=True, slots=True)
class LetterShown:
    """A line of the list of emails: never their text."""

    letter: Email
    state: str
    error: str
    can_send: bool


@site_page
def site_letters(request: HttpRequest) -> HttpResponse:
    """``/site/email/``: what was sent, waits, and could not be delivered."""
    page = window(letters(request.GET.get("show", "")), below(request))
    errors = errors_of(page.rows)
    shown = [
        LetterShown(
            row,
            str(LETTER_STATES.get(row.status, "")),
            "" if row.status == STATUS.sent else errors.get(row.pk, ""),
            row.status == STATUS.failed,
        )
        for row in page.rows
    ]
    return _list(request, "letters", page=page, letters=shown)


@site_page
@require_POST
def site_letter_send(request: HttpRequest, pk: int) -> HttpResponse:
    """Send an email again that could not be delivered."""
    send_letter_again(letter=get_object_or_404(Email, pk=pk), actor=actor_of(request))
    messages.success(request, _("The email is waiting for a worker."))
    return redirect("matches:site_letters")


@dataclass(frozen=True, slots=True)
class ActShown:
    """A line of the log: who did what to whom, and when."""

    at: datetime
    who: str
    text: str
    whom: str
    whom_id: int | None
    details: str


def act_shown(row: SiteAct) -> ActShown:
    """A row of the log as pages show it."""
    details = ", ".join(str(value) for key, value in sorted(row.details.items()) if key == "kind")
    return ActShown(
        row.at,
        row.user.username if row.user else "",
        str(ACTS.get(row.act, row.act)),
        row.person.username if row.person else "",
        row.person_id,
        details,
    )


@site_page
def site_log(request: HttpRequest) -> HttpResponse:
    """``/site/log/``: what the owners of the site did here, the newest first."""
    page = window(acts(), below(request))
    return _list(request, "log", page=page, acts=[act_shown(row) for row in page.rows])


def _list(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
    context = {**site_context(key), "q": typed(request), "show": request.GET.get("show", ""), **more}
    return render(request, f"matches/site/{key}.html", context)
