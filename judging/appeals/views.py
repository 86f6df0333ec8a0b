"""The pages on which judges file appeals and the head judge decides them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from judging.appeals.forms import AppealDecisionForm, AppealForm
from judging.appeals.services import decide_appeal, file_appeal
from judging.enums import AppealState
from judging.extensions.queries import paused_since
from judging.models import Appeal, Infraction, Record, Ruling
from judging.pages.frame_views import crumbs, entry_at, find_match, floor_context, players, table_url
from judging.permissions import can_head, can_log
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_name, penalty_shown
from judging.policy import Policy
from judging.recorder.views.replay import replay_url
from judging.records.queries import as_kinds, records_of_match
from judging.rulings.labels.records import outcome_label, record_text
from judging.rulings.queries.penalties import (
    JOINED,
    STATEMENT,
    WITHDRAWN,
    PenaltyState,
    penalty_state_of,
    penalty_states,
)
from matches.course.labels import round_label
from matches.errors import Refused
from matches.models import Event, Match, Result
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.refusal_views import show_refusal
from matches.reporting.correction_queries import preview_correction
from matches.reporting.views.corrections import preview_shown, seen_of
from matches.reporting.views.lines import ask_about
from matches.results.labels.results import save_label, score_text
from matches.results.queries.results import Doubt, confirmed, score_of


@staff_page(can_log)
def appeal(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/appeal/``: a player appeals a ruling to the head judge."""
    match = find_match(event, pk)
    policy = rules_of(event).policy
    open_to_appeal = [
        row
        for row in records_of_match(match)
        if isinstance(row, Infraction) or (isinstance(row, Ruling) and row.matter not in (STATEMENT, JOINED))
    ]
    form = AppealForm(
        request.POST or None,
        records=_record_choices(open_to_appeal, policy),
        players=players(match),
        result=_result_of(event, match)[0],
    )
    if request.method == "POST" and form.is_valid() and _filed(request, event, match, open_to_appeal, form):
        return redirect(table_url(event, match))
    context = {
        "form": form,
        "heading": _("Appeal at table %(table)s") % {"table": match.table},
        "lede": _("Deadline: %(deadline)s.") % {"deadline": policy.appeals.deadline},
        "submit": _("File the appeal"),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/form.html", page, status=422 if form.errors else 200)


def _record_choices(rows: list[Ruling | Infraction], policy: Policy) -> list[tuple[str, str]]:
    """What can be appealed, newest first: the fault with its penalty or the ruling, when, and by whom."""
    states = penalty_states(row for row in rows if isinstance(row, Infraction))
    return [(str(row.pk), _record_choice(row, states.get(row.pk), policy)) for row in reversed(rows)]


def _record_choice(row: Ruling | Infraction, state: PenaltyState | None, policy: Policy) -> str:
    penalty = penalty_name(policy, state.penalty) if state is not None and state.penalty else ""
    logged = f"{localtime(row.device_time or row.server_time):%H:%M}"
    return " · ".join(filter(None, [record_text(row, policy), penalty, logged, str(row.judge or "")]))


def _filed(request: HttpRequest, event: Event, match: Match, rows: list[Ruling | Infraction], form: AppealForm) -> bool:
    data = form.cleaned_data
    of: Record | None = next((row for row in rows if str(row.pk) == data["of"]), None)
    try:
        file_appeal(
            event=event,
            actor=actor_of(request),
            of=of,
            match=match,
            entry=entry_at(match, data["player"]),
            statement=data["statement"],
            stamp=form.stamp(),
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        return False
    text = _("The appeal has been sent to the head judge.")
    if paused_since(match) is not None:
        text = _("The appeal goes to the head judge. Play at the table is paused.")
    messages.success(request, text)
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealShown:
    """An appeal as the head judge's pages list it."""

    table: int | None
    table_url: str
    player: str
    statement: str
    at: datetime
    about: str
    first_judge: str
    url: str


def appeals_shown(event: Event, appeals: Sequence[Appeal], policy: Policy) -> list[AppealShown]:
    """Appeals with their tables, and what is appealed: the fault with its penalty or the ruling, when, and by whom."""
    rows = {row.pk: row for row in as_kinds(appeal.of for appeal in appeals if appeal.of is not None)}
    states = penalty_states(row for row in rows.values() if isinstance(row, Infraction))
    found = []
    for appeal in appeals:
        row = rows[appeal.of.pk] if appeal.of is not None else None
        about = _record_choice(row, states.get(row.pk), policy) if isinstance(row, Ruling | Infraction) else ""
        found.append(appeal_shown(event, appeal, about))
    return found


def appeal_shown(event: Event, appeal: Appeal, about: str = "") -> AppealShown:
    """An appeal with its table, and the judge who ruled first."""
    return AppealShown(
        table=appeal.table,
        table_url=table_url(event, appeal.match) if appeal.match else "",
        player=appeal.entry.unique_name if appeal.entry else "",
        statement=appeal.statement,
        at=appeal.device_time or appeal.server_time,
        about=about,
        first_judge=str(appeal.of.judge) if appeal.of and appeal.of.judge else "",
        url=reverse("judging:decide", args=[event.slug, appeal.pk]),
    )


@staff_page(can_head)
def decide(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """``/e/SLUG/judge/appeal/ID/``: the head judge decides an appeal."""
    rows = Appeal.objects.select_related("event", "match__round__stage__event", "entry__player", "of__judge")
    appeal = get_object_or_404(rows, event=event, pk=record)
    policy = rules_of(event).policy
    about = as_kinds([appeal.of])[0] if appeal.of is not None else None
    match = find_match(event, appeal.match_id) if appeal.match_id else None
    form = AppealDecisionForm(
        request.POST or None, policy=policy, about=about, match=match, outcomes=_outcomes(about, policy)
    )
    if request.method == "POST" and form.is_valid() and _decided(request, appeal, form):
        return redirect("judging:head", event.slug)
    context = {
        "form": form,
        "appeal": appeal_shown(event, appeal),
        "appealed": _appealed(event, about, match, policy),
        "replay_url": replay_url(event, about or appeal),
        "back": reverse("judging:head", args=[event.slug]),
        "crumbs": [Link(_("Head judge"), reverse("judging:head", args=[event.slug]))],
    }
    page = {**floor_context(request.user, event, roles, "judge", match.round if match else None), **context}
    return render(request, "judging/appeals/decide.html", page, status=422 if form.errors else 200)


def _outcomes(about: Record | None, policy: Policy) -> list[tuple[str, str]]:
    """What a ruling can be changed to: the policy's other outcomes of its matter, or that it is taken back."""
    if not isinstance(about, Ruling):
        return []
    others = [outcome for outcome in policy.outcomes_of(about.matter) if outcome != about.outcome]
    if not others:
        return []
    return [(outcome, outcome_label(about.matter, outcome, policy)) for outcome in [*others, WITHDRAWN]]


def _result_of(event: Event, match: Match | None) -> tuple[str, Result | None]:
    """The confirmed result of a table, and its score in words; "" and None without one."""
    result = confirmed(match) if match is not None else None
    return (score_text(score_of(result), event) if result is not None else ""), result


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealedShown:
    """What is appealed: its words, its penalty, when and where, the judge's comment; and the result of the table."""

    text: str
    at: datetime | None
    comment: str
    penalty: PenaltyShown | None
    result: str
    result_at: datetime | None
    result_by: str
    round: str
    names: list[str]


def _appealed(event: Event, about: Record | None, match: Match | None, policy: Policy) -> AppealedShown:
    penalty = penalty_state_of(about).penalty if isinstance(about, Infraction) else ""
    result, standing = _result_of(event, match)
    table = _("The result %(result)s, or another matter at this table") % {"result": result}
    return AppealedShown(
        text=record_text(about, policy) if about is not None else table if result else _("A matter at this table"),
        at=(about.device_time or about.server_time) if about is not None else None,
        comment=getattr(about, "comment", ""),
        penalty=penalty_shown(policy, penalty) if penalty else None,
        result=result,
        result_at=standing.reported_at if standing else None,
        result_by=str(standing.reported_by_user or standing.get_source_display()) if standing else "",
        round=round_label(match.round) if match is not None else "",
        names=[seat.entry.unique_name for seat in match.seats.all()] if match is not None else [],
    )


def _seen(event: Event, form: AppealDecisionForm) -> bool:
    """Whether the head judge has seen what a corrected result changes; if not, the form shows it, to be ticked."""
    score, known = form.change().score, confirmed(form.match) if form.match is not None else None
    corrects = form.cleaned_data["state"] == AppealState.CHANGED and known is not None and score_of(known) != score
    if form.match is None or score is None or not corrects:
        return True
    preview = preview_correction(form.match, score)
    if seen_of(preview) in form.answered:
        return True
    form.ask(seen_of(preview), " ".join(preview_shown(event, preview).sentences))
    form.add_error(None, _("Check what the new result changes."))
    return False


def _decided(request: HttpRequest, appeal: Appeal, form: AppealDecisionForm) -> bool:
    data, score = form.cleaned_data, form.change().score
    overturned = score if data["state"] == AppealState.CHANGED else None
    try:
        if form.match is not None and overturned is not None:
            ask_about(appeal.event, form.match, overturned, form.answered)
        if not _seen(appeal.event, form):
            return False
        step = decide_appeal(
            appeal=appeal,
            state=data["state"],
            comment=data["comment"],
            change=form.change(),
            actor=actor_of(request),
            stamp=form.stamp(),
        )
    except Refused as refused:
        if overturned is not None and refused.code in Doubt.values():
            form.ask(refused.code, save_label(overturned, appeal.event))
        show_refusal(request, refused, form)
        for detail in refused.details:
            form.add_error(None, detail)
        return False
    messages.success(request, _("Appeal: %(state)s.") % {"state": step.get_state_display()})
    return True
