"""Imports a list of players: uploaded or pasted, previewed, then imported. Nothing is stored between the two steps."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.imports import (
    ENCODINGS,
    REPAIRED,
    Decision,
    LineFinding,
    ListLine,
    ListReading,
    UnreadableList,
    Weight,
    list_text,
    read_again,
    with_lines,
)
from matches.models import Event
from matches.organisations.override_views import override_links
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.people.labels.answers import answer_text
from matches.people.labels.imports import (
    choice_labels,
    encoding_choices,
    encoding_text,
    finding_text,
    left_out_text,
    unreadable_text,
    who_is_it_text,
)
from matches.people.list_forms import COLUMNS, ENCODING, IMPORT, ConfirmListForm, ListForm
from matches.people.services.imports import import_entries, preview_import
from matches.people.views.columns import MAPPABLE, columns_page, named_columns
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise
from matches.questions import with_answers

SHOWN_FINDINGS = 200
SHOWN_LINES = 50


@staff_page(can_organise)
def people_import(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/import/``: takes a file or pasted text and shows a preview."""
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, encoding = form.submitted_data(), form.cleaned_data["encoding"]
        try:
            reading = preview_import(event=event, actor=actor_of(request), data=data, encoding=encoding)
        except Refused as refused:
            if refused.code in MAPPABLE:
                return columns_page(request, event, roles, list_text(data, encoding)[0], str(refused.message))
            show_refusal(request, refused, form)
        else:
            return _preview(request, event, roles, reading, list_text(data, encoding)[0], ConfirmListForm())
    context = {**desk_context(event, roles, "people"), "form": form, "tabs": people_tabs(event, roles, "import")}
    return render(request, "matches/people/import.html", context, status=rejected_status(form))


@require_POST
@staff_page(can_organise)
def people_import_columns(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Name the columns of a list as it was chosen, and show its preview."""
    text = request.POST.get("text", "")
    named = named_columns(request, event)
    if named is None:
        return columns_page(request, event, roles, text)
    return _looked_at(request, event, roles, named, ConfirmListForm())


@require_POST
@staff_page(can_organise)
def people_import_confirm(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Import the previewed list. If it was edited or the event has changed since, show the preview again."""
    form = ConfirmListForm(request.POST)
    text = request.POST.get("text", "")
    if not form.is_valid():
        return _looked_at(request, event, roles, text, form)
    if form.cleaned_data["act"] == COLUMNS:
        return columns_page(request, event, roles, text)
    if form.cleaned_data["act"] == ENCODING:
        return _in_other_encoding(request, event, roles, text, form)
    edited, undecided = _edited(request, event, text, form)
    if edited == text and undecided and form.cleaned_data["act"] == IMPORT:
        form.add_error(None, who_is_it_text(undecided))
    elif edited == text and form.cleaned_data["act"] == IMPORT:
        if answer := try_once(request, form, lambda: _take(request, event, text, form)):
            address, taken_now = answer
            if not taken_now:
                messages.info(request, _("This list has already been imported. Nothing was imported this time."))
            return redirect(address)
    elif form.cleaned_data["act"] == IMPORT:
        messages.info(request, _("Nothing has been imported yet. Check the lines you edited."))
    return _looked_at(request, event, roles, edited, form)


def _take(request: HttpRequest, event: Event, text: str, form: ConfirmListForm) -> str:
    """Import the list as it was decided, say what was left out, and return where to go."""
    reading = preview_import(event=event, actor=actor_of(request), data=text)
    entries = import_entries(
        event=event,
        actor=actor_of(request),
        data=text,
        only_good=True,
        decisions=form.decisions,
        checked_in=form.cleaned_data["checked_in"],
        seen=form.cleaned_data["seen"] or None,
    )
    done = ngettext("%(count)d player imported.", "%(count)d players imported.", len(entries)) % {"count": len(entries)}
    # The change found the same about the list as this reading, else its fingerprint would have been refused.
    left_out = left_out_text(reading, form.decisions)
    messages.success(request, " ".join(part for part in (done, left_out) if part))
    return reverse("matches:people", args=[event.slug])


def _edited(request: HttpRequest, event: Event, text: str, form: ConfirmListForm) -> tuple[str, list[int]]:
    """The list with the lines as they were corrected on the page, and the lines that nobody has decided about."""
    try:
        reading = preview_import(event=event, actor=actor_of(request), data=text)
    except Refused:
        return text, []
    sources = reading.sources
    edits = {
        n: line for n, line in form.edits.items() if n in sources and sources[n].text.replace("\r\n", "\n") != line
    }
    return with_lines(text, edits, sources) if edits else text, reading.undecided(form.decisions)


def _in_other_encoding(
    request: HttpRequest, event: Event, roles: Roles, text: str, form: ConfirmListForm
) -> HttpResponse:
    """The preview of the file in the encoding that was chosen."""
    was, chosen = form.cleaned_data["was"], form.cleaned_data["encoding"]
    try:
        again = read_again(text, was, chosen) if chosen and (was or chosen == REPAIRED) else text
    except UnreadableList as error:
        form.add_error("encoding", unreadable_text(error))
        return _looked_at(request, event, roles, text, form)
    return _looked_at(request, event, roles, again, ConfirmListForm(), was if chosen == REPAIRED else chosen)


def _looked_at(
    request: HttpRequest, event: Event, roles: Roles, text: str, form: ConfirmListForm, encoding: str = ""
) -> HttpResponse:
    """The preview of a list, or the way back to the form if it cannot be read."""
    encoding = encoding or getattr(form, "cleaned_data", {}).get("was", "")
    try:
        reading = preview_import(event=event, actor=actor_of(request), data=text, encoding=encoding)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect("matches:people_import", event.slug)
    return _preview(request, event, roles, reading, text, form)


def _preview(
    request: HttpRequest, event: Event, roles: Roles, reading: ListReading, text: str, form: ConfirmListForm
) -> HttpResponse:
    good = reading.takes(questions=False)
    attention = _attention(reading, form.decisions if form.is_bound else {})
    known = reading.of(Weight.KNOWN)
    context = {
        **desk_context(event, roles, "people"),
        "form": form,
        "override_links": override_links(event, roles, form, back=reverse("matches:people_import", args=[event.slug])),
        "text": text,
        "submission": form["submission"].value(),
        "seen": reading.fingerprint,
        "tabs": people_tabs(event, roles, "import"),
        "encoding": encoding_text(reading.encoding),
        "was": reading.encoding if reading.encoding in ENCODINGS else "",
        "encodings": encoding_choices(reading.encoding, repairable=reading.repairable),
        "unused": ", ".join(reading.layout.unused),
        "header": reading.layout.header,
        "heads": _heads(reading),
        "lines": [_ready(line, reading) for line in good[:SHOWN_LINES]],
        "more_lines": max(len(good) - SHOWN_LINES, 0),
        "good": len(good),
        "can_import": bool(good or reading.proposals()),
        "attention": attention[:SHOWN_FINDINGS],
        "attention_count": len(attention),
        "more_attention": max(len(attention) - SHOWN_FINDINGS, 0),
        "known": [_known(finding, reading) for finding in known[:SHOWN_FINDINGS]],
        "known_count": len(known),
        "more_known": max(len(known) - SHOWN_FINDINGS, 0),
    }
    return render(request, "matches/people/import_preview.html", context, status=rejected_status(form))


@dataclass(frozen=True, slots=True)
class ReadyLine:
    """A line to import, with its answers and its note in the order of ``_heads``."""

    line: ListLine
    cells: list[str]


def _heads(reading: ListReading) -> list[str]:
    """The headings of the columns that the list has beside those of every list."""
    labels = [question.label for question in reading.layout.questions]
    beside = [*([_("Categories")] if reading.layout.categories else []), *([_("Note")] if reading.layout.notes else [])]
    return [*labels, *beside]


def _ready(line: ListLine, reading: ListReading) -> ReadyLine:
    answers = with_answers(reading.layout.questions, dict(line.answers))
    cells = [answer_text(question, answer) for question, answer in answers]
    cells += [", ".join(line.categories)] if reading.layout.categories else []
    return ReadyLine(line, [*cells, *([line.note] if reading.layout.notes else [])])


@dataclass(frozen=True, slots=True)
class FindingShown:
    """A finding about a line as a sentence, with the text that it is about."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A line about a player who is in the event already."""

    line: int
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class LineToDecide:
    """A line with a question or a ``problem``: its text to correct, and with a question its choices."""

    line: int
    name: str
    source: str
    problem: bool
    findings: list[FindingShown]
    choices: list[tuple[str, str]]
    choice: Decision | None


def _attention(reading: ListReading, decided: dict[int, Decision]) -> list[LineToDecide]:
    """The lines with a question or a problem: each has its text to correct, one with a question also its choices."""
    by_line: dict[int, list[LineFinding]] = {}
    for finding in reading.findings:
        if finding.weight != Weight.KNOWN:
            by_line.setdefault(finding.line, []).append(finding)
    proposals, questions = reading.proposals(), reading.questions()
    return [
        LineToDecide(
            line=number,
            name=reading.sources[number].name,
            source=reading.sources[number].text,
            problem=number not in proposals,
            findings=[FindingShown(finding_text(finding), finding.text) for finding in findings],
            choices=choice_labels(questions[number]) if number in proposals else [],
            choice=decided.get(number, proposals.get(number)),
        )
        for number, findings in by_line.items()
    ]


def _known(finding: LineFinding, reading: ListReading) -> KnownLine:
    name = reading.sources[finding.line].name
    return KnownLine(finding.line, f"{name}: {finding_text(finding)}", finding.text)
