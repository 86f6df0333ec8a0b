"""What is printed: the list of papers of a round, the documents, and the address behind the code on a sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.papers.card_queries import CardLink, card_links
from judging.papers.forms import PaperForm
from judging.papers.queries import CODE_LENGTH, PaperTerms, match_of_code
from judging.papers.registry import PAPERS, Paper, offered
from judging.papers.services import document, file_name, may_print, print_later, terms_of
from judging.permissions import can_see_evidence
from judging.recorder.queries.recorded import is_over_and_recorded, published_record
from matches.course.queries import current_round
from matches.desk.export_views import ExportLink, export_links
from matches.enums import JobState
from matches.errors import Refused
from matches.events.declarations.address import address_on_paper, players_address, why_only_here
from matches.frame.desk_views import DeskContext, desk_page_context
from matches.jobs.services import job_file, start_while_reading
from matches.models import Event, Job, Match, User
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.forms import CleanedData
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_judge, can_print, can_see_desk, roles_of
from matches.plugins import registry
from rules_engine import games

AT_ONCE = 150
"""Tables up to which a document is made while the browser waits: about a second."""

GONE = gettext_lazy("This PDF was created more than a day ago and has been deleted.")


@staff_page(can_print)
def papers(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/print/``: choose the round and the paper."""
    round_ = current_round(event)
    initial = {"round": round_.pk if round_ else None, "page_size": "A4", "per_page": 4, "spares": 0}
    form = PaperForm(event=event, initial=initial)
    return render(request, "judging/papers/papers.html", _context(event, roles, form))


@dataclass(frozen=True, slots=True)
class PaperChoice:
    """A paper that can be printed now."""

    kind: str
    label: str
    detail: str
    url: str


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """An export with its files, one for each format."""

    label: str
    files: list[ExportLink]


class PapersContext(DeskContext):
    """The papers and exports to choose from, and the game's cards."""

    form: PaperForm
    items: list[PaperChoice]
    exports: list[ExportChoice]
    cards: list[CardLink]
    only_here: str
    """Why the papers have no codes to scan; "" if they do."""


def _context(event: Event, roles: Roles, form: PaperForm) -> PapersContext:
    round_ = current_round(event)
    items = [
        PaperChoice(
            kind=entry.key,
            label=str(entry.label),
            detail=str(entry.detail),
            url=reverse("paper:document", args=[event.slug, entry.key]),
        )
        for entry in offered(event, roles, round_)
    ]
    exports = [
        ExportChoice(str(export.label), export_links(event, roles, export))
        for export in registry.exports.values()
        if not export.sent_by_page and export.may_export(roles)
    ]
    return {
        **desk_page_context(event, roles, "print", round_),
        "form": form,
        "items": items,
        "exports": exports,
        "cards": card_links(games.get(event.game)),
        "only_here": why_only_here(players_address(event)),
    }


@staff_page(can_print)
def paper_document(request: HttpRequest, event: Event, roles: Roles, kind: str) -> HttpResponse:
    """One document as PDF; a large one is made by the worker, with progress."""
    entry = PAPERS.get(kind)
    if entry is None:
        raise Http404
    if not entry.may_print(roles):
        raise PermissionDenied
    form = PaperForm({"page_size": "A4", "per_page": "4", **request.GET.dict()}, event=event)
    if not form.is_valid():
        return render(request, "judging/papers/papers.html", _context(event, roles, form), status=422)
    terms = _terms(event, roles, entry, form.cleaned_data)
    if entry.tables is not None and entry.tables(event, terms) > AT_ONCE:
        user = request.user if isinstance(request.user, User) else None
        job = start_while_reading(lambda: print_later(event=event, terms=terms, user=user))
        if job.pk is not None:  # else nothing can be stored, and the paper is made at once
            return redirect("paper:job", event.slug, job.key)
    try:
        pdf = document(event=event, terms=terms)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect("paper:papers", event.slug)
    return _answer(pdf, file_name(event, kind))


def _terms(event: Event, roles: Roles, entry: Paper, data: CleanedData) -> PaperTerms:
    round_ = current_round(event) if entry.of_round and not data["round"] else None
    return PaperTerms(
        kind=entry.key,
        round_id=data["round"] or (round_.pk if round_ else None),
        page_size=data["page_size"],
        per_page=data["per_page"] or 4,
        spares=data["spares"] or 0,
        base_url=address_on_paper(event),
        player=data["player"],
        letters=data["letters"],
        evidence=entry.with_evidence and can_see_evidence(roles),
    )


def _answer(pdf: bytes, name: str) -> HttpResponse:
    response = HttpResponse(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@staff_page(can_print)
def paper_job(request: HttpRequest, event: Event, roles: Roles, key: str) -> HttpResponse:
    """The progress of a document (JSON for the page's script), and its file when it is finished."""
    job = get_object_or_404(Job, event=event, key=key, kind="paper")
    if "terms" in job.params and not may_print(roles, terms_of(job)):
        raise PermissionDenied
    gone = job.state == JobState.DONE and not job_file(job).is_file()
    if request.GET.get("file") and job.state == JobState.DONE and not gone:
        return _file(job)
    here = reverse("paper:job", args=[event.slug, key])
    if "application/json" in request.headers.get("accept", ""):
        state = {
            "state": JobState.FAILED if gone else job.state,
            "done": job.done,
            "total": job.total,
            "text": _("Creating the PDF"),
            "error": GONE if gone else job.error,
        }
        return JsonResponse({**state, "url": f"{here}?file=1"})
    context = {
        **desk_page_context(event, roles, "print", current_round(event)),
        "job": job,
        "url": here,
        "file_url": f"{here}?file=1",
        "gone": GONE if gone else "",
        "again": _again(event, job) if gone else "",
    }
    return render(request, "judging/papers/job.html", context, status=404 if gone else 200)


def _file(job: Job) -> HttpResponse:
    """The file in one piece; under ASGI, Django would read a stream to its end first anyway."""
    return _answer(job_file(job).read_bytes(), job.result["name"])


def _again(event: Event, job: Job) -> str:
    """The address that makes the same paper from today's data."""
    terms = terms_of(job)
    query: dict[str, str | int] = {"page_size": terms.page_size, "per_page": terms.per_page, "spares": terms.spares}
    if terms.round_id is not None:
        query["round"] = terms.round_id
    if terms.player is not None:
        query["player"] = terms.player
    if terms.letters is not None:
        query["letters"] = "-".join(terms.letters)
    return f"{reverse('paper:document', args=[event.slug, terms.kind])}?{urlencode(query)}"


def open_code(request: PageRequest, slug: str, code: str) -> HttpResponseBase:
    """Open the code on a slip or sheet: the staff goes to the match, all others to its replay where that is public."""
    event = Event.objects.filter(slug=slug, published=True).first()
    if event is not None and not can_see_desk(roles_of(request.user, event)):
        match = _match_of(event, code)
        if match is not None and published_record(event, match.pk) is not None:
            return redirect("records:replay", slug, match.pk)
    return _open_for_staff(request, slug=slug, code=code)


@staff_page(can_see_desk)
def _open_for_staff(request: HttpRequest, event: Event, roles: Roles, code: str) -> HttpResponse:
    """Judges go to the table's sheet, or to the replay of a match that is over; the desk goes to the result."""
    match = _match_of(event, code)
    if match is None:
        raise Http404
    if not can_judge(roles):
        return redirect("matches:table", event.slug, match.pk)
    return redirect("judging:record_report" if is_over_and_recorded(match) else "judging:table", event.slug, match.pk)


def _match_of(event: Event, code: str) -> Match | None:
    return match_of_code(event, code) if re.fullmatch(rf"[0-9A-Fa-f]{{{CODE_LENGTH}}}", code) else None
