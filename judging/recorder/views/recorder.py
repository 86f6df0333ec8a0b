"""The recorder: start a record, read one in, and tap what happens at the table."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import TurnRecord
from judging.pages.frame_views import crumbs, find_match, floor_context, shown_match, table_url
from judging.permissions import can_log, can_record
from judging.recorder.forms import ReadInForm, StartForm, TapForm
from judging.recorder.queries.recorded import RecordedMatch, recorded_on, records_of
from judging.recorder.services.recording import (
    read_in_record,
    start_record,
    take_over_record,
)
from judging.recorder.views.board import board_context
from judging.recorder.views.device import device_of, with_device
from judging.recorder.views.feature import feature_context
from judging.recorder.views.keys import stand_in_keys
from judging.recorder.views.rivals import contest_of, contested_text
from judging.recorder.views.taps import TAPS, token_of
from judging.recorder.views.turns import token_name
from matches.errors import Refused
from matches.live.queries import Versions, event_versions
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal
from rules_engine import games
from rules_engine.game import Moment
from rules_engine.record import SEATS
from rules_engine.views.translation import translated
from rules_engine.whole_numbers import whole_number


def names_of(match: Match) -> dict[str, str]:
    """The players by the letters of their seats."""
    return {SEATS[seat.index]: seat.entry.unique_name for seat in match.seats.all()}


@staff_page(can_record)
def recorder(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/turns/``: the recorder, or how to begin a record."""
    match = shown_match(request, event, pk)
    found = recorded_on(event, match, device_of(request))
    if found is None or "new" in request.GET:
        return with_device(request, _start_page(request, event, roles, match))
    return with_device(request, _board(request, event, roles, found))


@dataclass(frozen=True, slots=True, kw_only=True)
class TapRefused:
    """A tap that was refused, and what was typed with it. ``token`` is what may be put on record all the same.

    ``corrected`` names the token that a refused correction is for, and ``correction`` is what was typed in its place.
    """

    message: str
    details: Sequence[str]
    typed: str
    token: str
    banks: dict[str, str]
    corrected: str
    correction: str
    status: int


def _board(
    request: HttpRequest, event: Event, roles: Roles, found: RecordedMatch, refused: TapRefused | None = None
) -> HttpResponse:
    status = refused.status if refused else 200
    typed = refused.banks if refused else {}
    board = {
        **board_context(found, device_of(request), _until(request)),
        "refused": refused,
        "may_log": can_log(roles),
        "match": found.match,
        "contest": contest_of(event, found.match, device_of(request)),
        "uncounted": [(letter, found.names[letter], typed.get(f"bank_{letter}", "")) for letter in found.uncounted],
    }
    if request.headers.get("HX-Request"):
        return render(request, "judging/recorder/_board.html", {**board, "event": event, "roles": roles}, status=status)
    page = {
        **floor_context(request.user, event, roles, "desk", found.match.round),
        **board,
        **_offline(request, event, found.match),
        **feature_context(event, roles, found.match),
        "crumbs": crumbs(event, found.match),
    }
    return render(request, "judging/recorder/recorder.html", page, status=status)


def _until(request: HttpRequest) -> Moment | None:
    """The last of the turns that the address asks for, ``?until=ROUND.TURN`` or ``?round=2&turn=9`` from the form that
    jumps to a turn; None for the last ones of all.
    """
    place, _dot, turn = request.GET.get("until", "").partition(".")
    place, turn = request.GET.get("round", place).strip(), request.GET.get("turn", turn).strip()
    at, number = whole_number(place), whole_number(turn)
    return None if at is None or number is None else Moment(at, number)


class OfflineContext(TypedDict):
    """What the recorder's pages need to go on without a network, and to follow the record with one."""

    stand_in: str
    seats: list[tuple[str, str]]
    unsaid: str
    part_url: str
    versions: Versions
    live: str


def _offline(request: HttpRequest, event: Event, match: Match) -> OfflineContext:
    stand_in = {**stand_in_keys(event, match), "event": event, "match": match}
    wording = games.get(event.game).wording
    return {
        "stand_in": render_to_string("judging/recorder/_stand_in.html", stand_in, request),
        "seats": [(seat, translated(wording.starter(name))) for seat, name in names_of(match).items()],
        "unsaid": translated(wording.unsaid),
        "part_url": _url(event, match),
        "versions": event_versions(event),
        "live": f"record {match.pk}",
    }


def _url(event: Event, match: Match) -> str:
    return reverse("judging:recorder", args=[event.slug, match.pk])


# Begin


@staff_page(can_record)
def start(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Begin a record to be tapped in."""
    match = find_match(event, pk)
    if request.method != "POST":
        return redirect(_url(event, match))
    form = _start_form(event, match, request.POST)

    def begin() -> TurnRecord:
        data = form.cleaned_data
        return start_record(
            match=match,
            actor=actor_of(request),
            first=data["first"],
            device=device_of(request),
            key=data["record"],
            ago=data["waited"] or 0,
            known=data["known"],
        )

    return _begun(request, event, roles, match, form, begin)


@staff_page(can_record)
def read_in(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """Store a record that was written elsewhere."""
    match = find_match(event, pk)
    if request.method != "POST":
        return redirect(_url(event, match))
    form = ReadInForm(request.POST, request.FILES)

    def begin() -> TurnRecord:
        data = form.cleaned_data
        return read_in_record(
            match=match,
            actor=actor_of(request),
            text=form.raw,
            device=device_of(request),
            key=data["record"],
            known=data["known"],
        )

    return _begun(request, event, roles, match, form, begin)


def _begun(
    request: HttpRequest,
    event: Event,
    roles: Roles,
    match: Match,
    form: StartForm | ReadInForm,
    begin: Callable[[], TurnRecord],
) -> HttpResponse:
    """The recorder with the new record, or the page again with what is wrong."""
    if form.is_valid():
        try:
            row = begin()
        except Refused as refusal:
            show_refusal(request, refusal, form)
            for place in refusal.details:
                form.add_error("text", place)
        else:
            if row.contested:
                messages.warning(request, contested_text(match))
            return redirect(_url(event, match))
    return _start_page(request, event, roles, match, form)


def _start_form(
    event: Event, match: Match, sent: QueryDict | None = None, initial: Mapping[str, object] | None = None
) -> StartForm:
    question = translated(games.get(event.game).wording.who_starts)
    return StartForm(sent, names=names_of(match), question=question, initial=initial)


def _start_page(
    request: HttpRequest, event: Event, roles: Roles, match: Match, sent: StartForm | ReadInForm | None = None
) -> HttpResponse:
    starter = SEATS[match.starter] if match.starter is not None else None
    rows = records_of(match)
    new = {"record": uuid.uuid4(), "known": max((row.number for row in rows), default=0)}
    start_form = _start_form(event, match, initial={"first": starter, **new})
    context = {
        "start_form": sent if isinstance(sent, StartForm) else start_form,
        "read_form": sent if isinstance(sent, ReadInForm) else ReadInForm(initial=new),
        "has_record": bool(rows),
        "match": match,
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
        **_offline(request, event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/recorder/start.html", page, status=422 if sent else 200)


# Taps


def _refused(sent: QueryDict, refusal: Refused, token: str, *, corrects: bool) -> TapRefused:
    typed = sent.get("token", "")
    return TapRefused(
        message=str(refusal.message),
        details=[str(detail) for detail in refusal.details],
        typed=typed if "typed" in sent else "",
        token=token,
        banks={name: str(value) for name, value in sent.items() if name.startswith("bank_")},
        corrected=token_name(sent.get("place"), sent.get("turn"), sent.get("action")) if corrects else "",
        correction=typed,
        status=refusal.status,
    )


@staff_page(can_record)
def tap(request: HttpRequest, event: Event, roles: Roles, pk: int, act: str) -> HttpResponse:
    """One tap: ``write``, ``undo``, ``count``, ``correct``, ``round`` or ``take-over``; answered by the recorder as it
    is then.
    """
    match = find_match(event, pk)
    if act not in TAPS:
        raise Http404
    found = recorded_on(event, match, device_of(request))
    if found is None and request.headers.get("HX-Request"):
        raise Http404  # a device that keeps the tap must not take the page that follows for its answer
    if request.method != "POST" or found is None:
        return redirect(_url(event, match))
    form = TapForm(request.POST)
    refused = None
    try:
        if act == "take-over":
            take_over_record(recorded=found, actor=actor_of(request), device=device_of(request))
        elif not form.is_valid():
            raise Refused("tap_incomplete", _("This tap was incomplete. Tap again."))
        else:
            TAPS[act](request, found, form.cleaned_data)
    except Refused as refusal:
        insists = refusal.code == "barred" and act == "write"
        token = token_of(found, form.cleaned_data) if insists else ""
        refused = _refused(request.POST, refusal, token, corrects=act == "correct")
    now = recorded_on(event, match, device_of(request))
    assert now is not None  # noqa: S101 - records are never removed
    if refused is None and not request.headers.get("HX-Request"):
        return redirect(_url(event, match))
    if refused is None and request.headers.get("X-Entry-Mode") == "followed":
        # Only what the device needs for the tap behind it: a board has forty kilobytes, and the next replaces it.
        return HttpResponse(f'<i data-revision="{now.row.revision}"></i>')
    return _board(request, event, roles, now, refused)
