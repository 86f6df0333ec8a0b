"""An incident's page with what belongs to it, what is added there, and the photos themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.enums import RecordSource
from judging.evidence.forms import JoinForm, PhotoForm, StatementForm
from judging.evidence.queries import DECK_CHECK, IncidentFile, file_of, incident_file, joinable, with_penalties
from judging.evidence.services import attach_photo, join_incident, take_statement
from judging.log.row_views import log_rows
from judging.models import Attachment, Incident
from judging.pages.frame_views import crumbs, entry_at, find_match, floor_context, players, table_url
from judging.permissions import can_log, can_see_evidence
from judging.policies.queries import rules_of
from judging.policy import Policy
from judging.recorder.views.replay import replay_url
from judging.rulings.labels.records import incident_label, outcome_label, record_text
from judging.rulings.queries.penalties import STATEMENT
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal


def _find(event: Event, record: Any) -> tuple[Incident, Match | None]:
    rows = Incident.objects.select_related("event", "judge", "round", "match__round__stage__event")
    row = get_object_or_404(rows, event=event, pk=record)
    return row, find_match(event, row.match_id) if row.match_id else None


@staff_page(can_see_evidence)
def incident(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/incident/ID/``: what happened, who said what, the photos, what was ruled."""
    row, match = _find(event, record)
    return _page(request, event, roles, row, match)


@dataclass(frozen=True, slots=True)
class StatementShown:
    """Who said what about an incident, and the judge who took it down."""

    who: str
    text: str
    at: datetime
    judge: str


@dataclass(frozen=True, slots=True)
class PhotoShown:
    """A photo of an incident with the beginning of its hash; ``url`` is empty once its file is gone."""

    url: str
    at: datetime
    judge: str
    hash: str


def _page(
    request: HttpRequest, event: Event, roles: Roles, row: Incident, match: Match | None, sent: forms.Form | None = None
) -> HttpResponse:
    """The incident's page. ``sent`` is a form that was refused, in the place of its empty one."""
    policy = rules_of(event).policy
    file = incident_file(row)
    context = {
        "row": row,
        "heading": incident_label(row),
        "source": row.get_source_display(),
        "written_at": row.device_time if row.source == RecordSource.PAPER else None,
        "table_url": table_url(event, match) if match else "",
        "replay_url": replay_url(event, row),
        "statements": [
            StatementShown(
                who=row.concerns.unique_name if row.concerns else outcome_label(STATEMENT, row.outcome, policy),
                text=row.comment,
                at=row.device_time or row.server_time,
                judge=str(row.judge or ""),
            )
            for row in file.statements
        ],
        "photos": [_photo_shown(event, photo) for photo in file.photos],
        "rows": log_rows(event, with_penalties(file.records), policy, evidence=True),
        "is_deck_check": row.finding == DECK_CHECK,
        "fault_url": _fault_url(event, match, policy) if match else "",
        "crumbs": crumbs(event, match),
        "forms": _forms(event, file, match, sent) if can_log(roles) else {},
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round if match else None), **context}
    return render(request, "judging/evidence/incident.html", page, status=422 if sent is not None else 200)


def _fault_url(event: Event, match: Match, policy: Policy) -> str:
    """Where the infractions are that have no button of their own."""
    button = next((button for button in policy.buttons if button.takes_note), policy.buttons[-1])
    return reverse("judging:matter", args=[event.slug, match.pk, button.key])


def _forms(event: Event, file: IncidentFile, match: Match | None, sent: forms.Form | None) -> dict[str, forms.Form]:
    """The forms of the page by name; without a table there is nothing to join."""
    found: dict[str, forms.Form] = {
        "statement": StatementForm(players=players(match) if match else []),
        "photo": PhotoForm(),
    }
    rows = _joinable(event, file)
    if rows:
        found["join"] = JoinForm(rows=rows)
    return {name: sent if sent is not None and type(sent) is type(form) else form for name, form in found.items()}


def _joinable(event: Event, file: IncidentFile) -> list[tuple[str, str]]:
    policy = rules_of(event).policy
    return [(str(row.pk), record_text(row, policy)) for row in joinable(file)]


def _photo_shown(event: Event, photo: Attachment) -> PhotoShown:
    return PhotoShown(
        url=reverse("judging:photo", args=[event.slug, photo.pk]) if file_of(photo).is_file() else "",
        at=photo.device_time or photo.server_time,
        judge=str(photo.judge or ""),
        hash=photo.sha256[:12],
    )


@staff_page(can_log)
def statement(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Take a statement about an incident."""
    row, match = _find(event, record)
    if request.method != "POST":
        return redirect("judging:incident", event.slug, row.pk)
    form = StatementForm(request.POST, players=players(match) if match else [])
    if form.is_valid():
        who = form.cleaned_data["who"]
        entry = entry_at(match, who) if match and who not in (form.JUDGE, form.WITNESS) else None
        try:
            take_statement(
                incident=row,
                text=form.cleaned_data["statement"],
                actor=actor_of(request),
                entry=entry,
                by=who,
                stamp=form.stamp(),
            )
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            return redirect("judging:incident", event.slug, row.pk)
    return _page(request, event, roles, row, match, form)


@staff_page(can_log)
def add_photo(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Keep a photo with an incident."""
    row, match = _find(event, record)
    if request.method != "POST":
        return redirect("judging:incident", event.slug, row.pk)
    form = PhotoForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            attach_photo(of=row, photo=form.cleaned_data["photo"].read(), actor=actor_of(request), stamp=form.stamp())
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            report_success(request, _("Photo added."))
            return redirect("judging:incident", event.slug, row.pk)
    return _page(request, event, roles, row, match, form)


@staff_page(can_log)
def join(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Let rulings and infractions of the table belong to an incident."""
    row, match = _find(event, record)
    if request.method != "POST":
        return redirect("judging:incident", event.slug, row.pk)
    file = incident_file(row)
    found = {str(other.pk): other for other in joinable(file)}
    form = JoinForm(request.POST, rows=_joinable(event, file))
    if not form.is_valid():
        return _page(request, event, roles, row, match, form)
    chosen = [found[key] for key in form.cleaned_data["joined"]]
    join_incident(incident=row, records=chosen, actor=actor_of(request), stamp=form.stamp())
    return redirect("judging:incident", event.slug, row.pk)


@staff_page(can_see_evidence)
def photo(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/photo/ID/``: a photo, for the judges and the organiser; 404 once it was deleted."""
    row = get_object_or_404(Attachment, event=event, pk=record)
    try:
        content = file_of(row).read_bytes()
    except FileNotFoundError:
        raise Http404(_("This photo was deleted.")) from None
    response = HttpResponse(content, content_type=row.content_type)
    response.headers["Content-Disposition"] = f'inline; filename="{row.sequence}.jpg"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
