"""What is printed: the list of papers of a round, the documents, and the address behind the code on a sheet."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging import paper
from judging.papers.labels import printed_words
from judging.papers.log_views import log_sheet
from judging.papers.queries import CODE_LENGTH, PaperTerms, match_of_code
from judging.papers.services import ROUND_PAPERS, document, file_name, print_later, terms_of
from matches.enums import JobState, MatchKind
from matches.errors import Refused
from matches.jobs.services import job_file
from matches.models import Entry, Event, Job, Match, User
from matches.pages.access_views import Roles, staff_page
from matches.pages.component_views import round_context
from matches.pages.frame_views import staff_context
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_judge, can_print, can_see_desk
from matches.rounds.labels import round_label
from matches.rounds.queries import current_round, rounds_of, stages_of

AT_ONCE = 150
"""Tables up to which a document is made while one waits: about a second."""
LINES_A_TABLE = 4
"""Lines of the standings that take as long as a table's slip."""

GONE = gettext_lazy("This paper was made more than a day ago: its file is gone.")

LABELS = {
    "tables": (gettext_lazy("Pairings by table"), gettext_lazy("For the wall")),
    "names": (gettext_lazy("Pairings by name"), gettext_lazy("For the wall, two columns")),
    "slips": (gettext_lazy("Match slips"), gettext_lazy("Cut once; each pile is in table order")),
    "score_sheets": (gettext_lazy("Score sheets"), gettext_lazy("Two a page, one for each table")),
    "fallback": (gettext_lazy("Fallback pack"), gettext_lazy("Enough to finish the round on paper")),
    "standings": (gettext_lazy("Standings"), gettext_lazy("After the last closed round")),
    "bracket": (gettext_lazy("Bracket"), gettext_lazy("With what is known so far")),
    "log": (gettext_lazy("Judges’ log"), gettext_lazy("Rulings and infractions, for staff; of one player by number")),
}


class PaperForm(forms.Form):
    """How it is printed."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int, required=False, empty_value=None)
    page_size = forms.ChoiceField(label=gettext_lazy("Paper"), choices=[("A4", "A4"), ("Letter", "Letter")])
    per_page = forms.TypedChoiceField(
        label=gettext_lazy("Slips a page"),
        coerce=int,
        choices=[(4, "4"), (5, "5"), (8, "8")],
        required=False,
        empty_value=None,
    )
    spares = forms.IntegerField(label=gettext_lazy("Blank spare slips"), min_value=0, max_value=40, required=False)
    player = forms.IntegerField(label=gettext_lazy("Player’s number, for the log"), min_value=1, required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        field = self.fields["round"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(round_.pk, round_label(round_)) for round_ in rounds_of(event).reverse()]

    def clean_player(self) -> Entry | None:
        """The entry of that number in this event."""
        number = self.cleaned_data["player"]
        if number is None:
            return None
        entry = Entry.objects.filter(event=self.event, number=number).select_related("player").first()
        if entry is None:
            raise forms.ValidationError(_("There is no player with this number."))
        return entry


@staff_page(can_print)
def papers(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/print/``: choose the round and the paper."""
    round_ = current_round(event)
    initial = {"round": round_.pk if round_ else None, "page_size": "A4", "per_page": 4, "spares": 0}
    form = PaperForm(event=event, initial=initial)
    return render(request, "judging/papers/papers.html", _context(event, roles, form))


def _context(event: Event, roles: Roles, form: PaperForm) -> dict[str, Any]:
    round_ = current_round(event)
    left_out = _not_for(event) | (set() if round_ is not None else set(ROUND_PAPERS))
    items = [
        {
            "kind": kind,
            "label": LABELS[kind][0],
            "detail": LABELS[kind][1],
            "url": reverse("paper:document", args=[event.slug, kind]),
        }
        for kind in LABELS
        if kind not in left_out
    ]
    return round_context(event, round_) | staff_context(event, roles, "print", form=form, items=items)


def _not_for(event: Event) -> set[str]:
    """The papers that an event of these stages never has."""
    brackets = {stage.is_bracket for stage in stages_of(event)}
    return ({"bracket"} if True not in brackets else set()) | ({"standings"} if brackets == {True} else set())


@staff_page(can_print)
def paper_document(request: HttpRequest, event: Event, roles: Roles, kind: str) -> HttpResponse:
    """One document as PDF; a large one is made by the worker, with progress."""
    if kind not in LABELS:
        raise Http404
    form = PaperForm({"page_size": "A4", "per_page": "4", **request.GET.dict()}, event=event)
    if not form.is_valid():
        return render(request, "judging/papers/papers.html", _context(event, roles, form), status=422)
    terms = _terms(request, event, kind, form.cleaned_data)
    if kind == "log":
        pdf = paper.judge_log(log_sheet(event, terms, form.cleaned_data["player"]), printed_words())
        return _answer(pdf, file_name(event, kind))
    if _size(event, terms) > AT_ONCE:
        job = print_later(event, terms, request.user if isinstance(request.user, User) else None)
        return redirect("paper:job", event.slug, job.key)
    try:
        pdf = document(event, terms)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect("paper:papers", event.slug)
    return _answer(pdf, file_name(event, kind))


def _terms(request: HttpRequest, event: Event, kind: str, data: dict[str, Any]) -> PaperTerms:
    round_ = current_round(event) if kind in ROUND_PAPERS and not data["round"] else None
    return PaperTerms(
        kind=kind,
        round_id=data["round"] or (round_.pk if round_ else None),
        page_size=data["page_size"],
        per_page=data["per_page"] or 4,
        spares=data["spares"] or 0,
        base_url=request.build_absolute_uri("/").rstrip("/"),
    )


def _size(event: Event, terms: PaperTerms) -> int:
    """How much there is to print, in tables."""
    if terms.kind in ROUND_PAPERS:
        return Match.objects.filter(round=terms.round_id, kind=MatchKind.PLAYED).count() if terms.round_id else 0
    return Entry.objects.filter(event=event).count() // LINES_A_TABLE


def _answer(pdf: bytes, name: str) -> HttpResponse:
    response = HttpResponse(pdf, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@staff_page(can_print)
def paper_job(request: HttpRequest, event: Event, roles: Roles, key: str) -> HttpResponse:
    """The progress of a document (JSON for the page's module), and the file once it is there."""
    job = get_object_or_404(Job, event=event, key=key, kind="paper")
    gone = job.state == JobState.DONE and not job_file(job).is_file()
    if request.GET.get("file") and job.state == JobState.DONE and not gone:
        return _file(job)
    here = reverse("paper:job", args=[event.slug, key])
    if "application/json" in request.headers.get("accept", ""):
        state = {
            "state": JobState.FAILED if gone else job.state,
            "done": job.done,
            "total": job.total,
            "text": _("Making the PDF"),
            "error": GONE if gone else job.error,
        }
        return JsonResponse({**state, "url": f"{here}?file=1"})
    context = round_context(event, current_round(event)) | staff_context(event, roles, "print", job=job)
    context |= {"url": here, "file_url": f"{here}?file=1", "gone": GONE if gone else ""}
    if gone:
        context["again"] = _again(event, job)
    return render(request, "judging/papers/job.html", context, status=404 if gone else 200)


def _file(job: Job) -> HttpResponse:
    """In one piece: streamed from a file it would be read to its end first all the same."""
    return _answer(job_file(job).read_bytes(), job.result["name"])


def _again(event: Event, job: Job) -> str:
    """The address that makes the same paper of what is known now."""
    terms = terms_of(job)
    asked = {"page_size": terms.page_size, "per_page": terms.per_page, "spares": terms.spares}
    if terms.round_id is not None:
        asked["round"] = terms.round_id
    return f"{reverse('paper:document', args=[event.slug, terms.kind])}?{urlencode(asked)}"


@staff_page(can_see_desk)
def open_code(request: HttpRequest, event: Event, roles: Roles, code: str) -> HttpResponse:
    """The code on a slip or sheet: a judge lands at the table's sheet, the desk at its result."""
    if not re.fullmatch(rf"[0-9A-Fa-f]{{{CODE_LENGTH}}}", code):
        raise Http404
    match = match_of_code(event, code)
    if match is None:
        raise Http404
    return redirect("judging:table" if can_judge(roles) else "matches:table", event.slug, match.pk)
