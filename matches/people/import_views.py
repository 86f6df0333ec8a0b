"""Imports a list of players: uploaded or pasted, previewed, then imported. Nothing is stored between the two steps."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.audit.submission_views import rejected_status, try_once
from matches.errors import Refused
from matches.events.views import desk_context
from matches.imports import LineFinding, ListReading, Weight
from matches.imports.decode import decode
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from matches.people.forms import ConfirmListForm, ListForm
from matches.people.import_labels import encoding_text, finding_text, player_count_text
from matches.people.import_services import import_entries, preview_import
from matches.people.views import people_tabs
from matches.permissions import can_organise

SHOWN_FINDINGS = 200
SHOWN_LINES = 50


@staff_page(can_organise)
def people_import(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/import/``: takes a file or pasted text and shows a preview."""
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            data = form.submitted_data()
            reading = preview_import(event=event, data=data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            text = decode(data)[0] if isinstance(data, bytes) else data
            return _preview(request, event, roles, reading, text, ConfirmListForm())
    context = desk_context(event, roles, "people", form=form, tabs=people_tabs(event, roles, "import"))
    return render(request, "matches/people/import.html", context, status=rejected_status(form))


@require_POST
@staff_page(can_organise)
def people_import_confirm(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Import the previewed list. If the event has changed since, show the preview again."""
    form = ConfirmListForm(request.POST)
    text = request.POST.get("text", "")
    if form.is_valid():

        def take() -> str:
            taken, expected = form.chosen()
            entries = import_entries(
                event=event,
                actor=actor_of(request),
                data=text,
                only_good=taken != "all",
                questions=taken == "asked",
                checked_in=form.cleaned_data["checked_in"],
                expected=expected,
            )
            messages.success(request, _("%(players)s imported.") % {"players": player_count_text(len(entries))})
            return reverse("matches:people", args=[event.slug])

        if answer := try_once(request, form, take):
            address, taken_now = answer
            if not taken_now:
                messages.info(request, _("This list was imported before. Nothing was imported this time."))
            return redirect(address)
    try:
        reading = preview_import(event=event, data=text)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect("matches:people_import", event.slug)
    return _preview(request, event, roles, reading, text, form)


def _preview(
    request: HttpRequest, event: Event, roles: Roles, reading: ListReading, text: str, form: ConfirmListForm
) -> HttpResponse:
    good, asked = reading.takes(questions=False), reading.takes(questions=True)
    context = desk_context(
        event,
        roles,
        "people",
        form=form,
        text=text,
        submission=form["submission"].value(),
        tabs=people_tabs(event, roles, "import"),
        reading=reading,
        encoding=encoding_text(reading.encoding),
        unused=", ".join(reading.layout.unused),
        lines=good[:SHOWN_LINES],
        more_lines=max(len(good) - SHOWN_LINES, 0),
        groups=[group for group in (_group(reading, weight) for weight in Weight) if group["count"]],
        choices=_choices(reading, len(good), len(asked)),
    )
    return render(request, "matches/people/import_preview.html", context, status=rejected_status(form))


def _group(reading: ListReading, weight: Weight) -> dict[str, Any]:
    """The findings of one weight, as ``components/problems.html`` takes them."""
    findings = reading.of(weight)
    title = {
        Weight.PROBLEM: _("Cannot be imported"),
        Weight.QUESTION: _("To be asked"),
        Weight.KNOWN: _("In the event already"),
    }[weight]
    return {
        "title": title,
        "kind": weight.value,
        "count": len({finding.line for finding in findings}),
        "problems": [_problem(finding) for finding in findings[:SHOWN_FINDINGS]],
        "more": max(len(findings) - SHOWN_FINDINGS, 0),
    }


def _problem(finding: LineFinding) -> dict[str, Any]:
    return {"line": finding.line, "text": finding_text(finding), "source": finding.text}


def _choices(reading: ListReading, good: int, asked: int) -> list[dict[str, Any]]:
    """The buttons of the preview: import everything, or else the good lines, with or without those with a question."""
    if reading.is_clean:
        return [
            {"take": "all", "expected": good, "label": _("Import %(players)s") % {"players": player_count_text(good)}}
        ]
    choices = []
    if good:
        label = _("Import the good lines: %(players)s") % {"players": player_count_text(good)}
        choices.append({"take": "good", "expected": good, "label": label})
    if asked > good:
        label = _("Import these and the ones asked about: %(players)s") % {"players": player_count_text(asked)}
        choices.append({"take": "asked", "expected": asked, "label": label})
    return choices
