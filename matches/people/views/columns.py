"""Asks what the columns of a list hold, when its first line does not say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.frame.desk_views import desk_context
from matches.imports import first_lines, with_columns
from matches.imports.layout import field_of
from matches.models import Event
from matches.pages.access_views import Roles
from matches.pages.submission_views import rejected_status
from matches.people.list_forms import NOTE, ColumnsForm
from matches.people.views.tabs import people_tabs
from matches.prizes.table import from_stored
from matches.questions import Question

MAPPABLE = ("list_no_header", "list_no_name_column", "list_column_twice")
"""The refusals of a list that go away once its columns are named."""

SAMPLE = 4
FIELD_COLUMNS = {"first": "first name", "last": "last name"}


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column of a list: the field that says what it is, and its first cells."""

    field: BoundField
    cells: list[str]


def columns_page(request: HttpRequest, event: Event, roles: Roles, text: str, why: str = "") -> HttpResponse:
    """The first lines of the list with a choice for each column. Invalid choices come back with their errors."""
    form = _form(request, event, text)
    sample = first_lines(text, SAMPLE)
    width = max((len(row) for row in sample), default=0)
    fields = [name for name in form.fields if name.startswith("column-")]
    columns = [
        NamedColumn(form[name], [row[index] if index < len(row) else "" for row in sample])
        for index, name in enumerate(fields[:width])
    ]
    context = {
        **desk_context(event, roles, "people"),
        "form": form,
        "columns": columns,
        "text": text,
        "why": why,
        "tabs": people_tabs(event, roles, "import"),
    }
    status = 422 if why else rejected_status(form)
    return render(request, "matches/people/import_columns.html", context, status=status)


def named_columns(request: HttpRequest, event: Event) -> str | None:
    """The list with the columns as they were chosen; None if the choice is not valid."""
    text = request.POST.get("text", "")
    form = _form(request, event, text)
    if not form.is_bound or not form.is_valid():
        return None
    return with_columns(text, form.columns, has_heads=form.cleaned_data["has_heads"])


def _form(request: HttpRequest, event: Event, text: str) -> ColumnsForm:
    questions, categories = sign_up_terms(event).questions, from_stored(event.prizes).categories
    sample = first_lines(text, SAMPLE)
    columns = max((len(row) for row in sample), default=0)
    if "column-0" in request.POST:
        return ColumnsForm(request.POST, columns=columns, questions=questions, categories=categories)
    proposed = _proposed(sample, questions)
    return ColumnsForm(columns=columns, questions=questions, categories=categories, initial=proposed)


def _proposed(sample: list[list[str]], questions: Sequence[Question]) -> dict[str, str | bool]:
    """What the heads say, as far as they are known, each once; a first line unlike the second one is a heading."""
    head = sample[0] if sample else []
    chosen: dict[str, str | bool] = {}
    for index, cell in enumerate(head):
        field = field_of(cell, questions)
        column = FIELD_COLUMNS.get(field or "", field or "")
        if column and (column == NOTE or column not in chosen.values()):
            chosen[f"column-{index}"] = column
    marked = [any(c.isdigit() or c == "@" for c in "".join(row)) for row in sample[:2]]
    return {**chosen, "has_heads": bool(chosen) or marked == [False, True]}
