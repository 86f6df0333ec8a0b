"""The pages of the event's infractions and of one player's record."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.enums import PenaltyStatus
from judging.log.export_queries import RULINGS
from judging.log.forms import LogFilterForm
from judging.log.queries import LogFilter, chosen_records, entries_at_the_club, other_entries, with_what_strikes
from judging.log.row_views import LogRow, log_rows
from judging.models import Infraction, PenaltyEvent, Record
from judging.pages.frame_views import floor_context, table_url
from judging.permissions import can_head, can_see_evidence, can_see_floor
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_shown
from judging.policy import Policy
from judging.recorder.queries.recorded import has_turns
from judging.rulings.labels.evidence import stated_lines
from judging.rulings.queries.cases import PenaltyCase, cases_of
from judging.rulings.queries.penalties import infractions_of, of_status, status_counts
from matches.course.queries import current_round
from matches.enums import Role
from matches.models import Entry, Event
from matches.organisations.permissions import is_member
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import Button, Link, Tab
from matches.permissions import roles_of

ROWS = 200
EVERYTHING = "everything"
STATES = [
    ("", gettext_lazy("Infractions"), None),
    ("provisional", gettext_lazy("Provisional"), PenaltyStatus.PROVISIONAL),
    ("rescinded", gettext_lazy("Rescinded"), PenaltyStatus.RESCINDED),
]


@staff_page(can_see_floor)
def log(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/log/``: the event's infractions or every record, newest first, narrowed by the filter."""
    policy = rules_of(event).policy
    form = LogFilterForm(request.GET, event=event, policy=policy)
    log_filter, show = form.log_filter(), request.GET.get("show", "")
    faults = infractions_of(event, **log_filter.infractions).order_by("-sequence")
    wanted = next((state for key, _label, state in STATES if key == show), None)
    everything = chosen_records(event, log_filter)
    chosen: QuerySet[Any] = everything if show == EVERYTHING else of_status(faults, wanted)
    page: Page[Any] = Paginator(chosen, ROWS).get_page(request.GET.get("page"))
    rows = every_row if show == EVERYTHING else case_rows
    context = {
        **floor_context(request.user, event, roles, "ruling", current_round(event)),
        "rows": rows(event, policy, list(page.object_list), roles),
        "page": page,
        "query": form.query() + (f"show={show}&" if wanted or show == EVERYTHING else ""),
        "tabs": _tabs(event, form, faults, show, everything.count()),
        "total": rules_of(event).started,
        "form": form,
        "narrowed": bool(form.query()),
        "show": show,
        "every": show == EVERYTHING,
        "has_turns": has_turns(event),
        "print_url": reverse("paper:document", args=[event.slug, "log"]) if RULINGS.may_export(roles) else "",
    }
    return render(request, "judging/log/log.html", context)


def _tabs(event: Event, form: LogFilterForm, faults: QuerySet[Infraction], show: str, records: int) -> list[Tab]:
    """The infractions by state, and every record."""
    base = f"{reverse('judging:log', args=[event.slug])}?{form.query()}"
    keys, counts = [key for key, _label, _state in STATES], status_counts(faults)
    tabs = [
        Tab(
            str(label),
            (f"{base}show={key}" if key else base).rstrip("?&"),
            current=key == show or (not key and show not in (*keys, EVERYTHING)),
            count=counts[state],
        )
        for key, label, state in STATES
    ]
    return [*tabs, Tab(_("Everything"), f"{base}show={EVERYTHING}", current=show == EVERYTHING, count=records)]


@dataclass(frozen=True, slots=True)
class EveryRow:
    """A record of any kind: its line, whom and which table it is about."""

    line: LogRow
    pk: UUID
    kind: str
    subject: str
    round: int | None
    table: int | None
    table_url: str


def every_row(event: Event, policy: Policy, chosen: Sequence[Record], roles: Set[Role]) -> list[EveryRow]:
    """The chosen records, newest first. Whether one was taken back may stand in a record that was not chosen."""
    keys = {record.pk for record in chosen}
    records = with_what_strikes(keys)
    rows = zip(reversed(records), log_rows(event, records, policy, evidence=can_see_evidence(roles)), strict=True)
    return [
        EveryRow(
            line=line,
            pk=record.pk,
            kind=record.get_kind_display(),
            subject=record.infraction.entry.unique_name if isinstance(record, PenaltyEvent) else "",
            round=record.round.number if record.round else None,
            table=record.table,
            table_url=table_url(event, record.match) if record.match else "",
        )
        for record, line in rows
        if record.pk in keys
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRow:
    """An infraction in a list, with the penalty that stands; ``suggested`` is another one that was suggested."""

    pk: UUID
    at: datetime
    round: int | None
    table: int | None
    table_url: str
    player: str
    player_url: str
    code: str
    what: str
    penalty: PenaltyShown | None
    suggested: str
    status: str
    status_label: str
    judge: str
    comment: str
    stated: list[str]
    url: str


def case_rows(event: Event, policy: Policy, chosen: Sequence[Infraction], roles: Set[Role]) -> list[CaseRow]:
    """The chosen infractions as rows, newest first."""
    cases = cases_of(event, pk__in=[row.pk for row in chosen])
    return [case_row(event, case, policy, roles) for case in reversed(cases)]


def case_row(event: Event, case: PenaltyCase, policy: Policy, roles: Set[Role]) -> CaseRow:
    """An infraction as a row; statements are for those who see evidence."""
    row, state = case.infraction, case.state
    return CaseRow(
        pk=row.pk,
        at=row.device_time or row.server_time,
        round=row.round.number if row.round else None,
        table=row.table,
        table_url=table_url(event, row.match) if row.match else "",
        player=row.entry.unique_name,
        player_url=reverse("judging:player_log", args=[event.slug, row.entry.number]),
        code=row.code,
        what=policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
        penalty=penalty_shown(policy, state.penalty, struck=state.status == "rescinded") if state.penalty else None,
        suggested=row.suggested if row.suggested != state.penalty else "",
        status=state.status,
        status_label=str(state.status.label),
        judge=str(row.judge or ""),
        comment=row.comment,
        stated=stated_lines(case.statements) if can_see_evidence(roles) else [],
        url=reverse("judging:infraction", args=[event.slug, row.pk]),
    )


@staff_page(can_see_floor)
def player_log(request: PageRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/judge/player/NUMBER/``: everything on record for a player here, and at other events of the asker; for a
    head judge who belongs to the event's club also at its other events.
    """
    entry = get_object_or_404(Entry.objects.select_related("player", "event"), event=event, number=number)
    policy = rules_of(event).policy
    cases = list(reversed(cases_of(event, entry=entry)))
    faults = [case.infraction.pk for case in cases]
    concerned = chosen_records(event, LogFilter(entries=(entry.pk,))).exclude(pk__in=faults)
    others = Paginator(concerned, ROWS).get_page(request.GET.get("page"))
    context = {
        **floor_context(request.user, event, roles, "ruling", current_round(event)),
        "player": entry.unique_name,
        "rows": [case_row(event, case, policy, roles) for case in cases],
        "others": every_row(event, policy, list(others.object_list), roles),
        "page": others,
        "elsewhere": [*_elsewhere(request, entry), *_at_the_club(request, entry, roles)],
        "standing": sum(1 for case in cases if case.state.in_force and not case.infraction.note_only),
        "crumbs": [Link(_("Log"), reverse("judging:log", args=[event.slug]))],
        "page_acts": _prints(event, number) if RULINGS.may_export(roles) else [],
    }
    return render(request, "judging/log/player.html", context)


def _prints(event: Event, number: int) -> list[Button]:
    printed = f"{reverse('paper:document', args=[event.slug, 'log'])}?player={number}"
    return [Button(label=_("Print"), icon="print", url=printed)]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A player's infractions at another event. ``url`` is "" where the asker does not work."""

    event: Event
    url: str
    rows: list[CaseRow]


def _elsewhere(request: PageRequest, entry: Entry) -> list[Elsewhere]:
    """The player's infractions at the other events whose staff the asker belongs to, newest event first."""
    found = []
    for other in other_entries(entry):
        roles = roles_of(request.user, other.event)
        if not can_see_floor(roles):
            continue
        policy = rules_of(other.event).policy
        rows = [case_row(other.event, case, policy, roles) for case in reversed(cases_of(other.event, entry=other))]
        if rows:
            url = reverse("judging:player_log", args=[other.event.slug, other.number])
            found.append(Elsewhere(other.event, url, rows))
    return found


def _at_the_club(request: PageRequest, entry: Entry, roles: Roles) -> list[Elsewhere]:
    """The player's infractions at other events of the event's club where the asker does not work: for its head judge
    and deputy who belong to the club. Without statements, which are those events' evidence.
    """
    if not can_head(roles) or not is_member(request.user, entry.event.organisation_id):
        return []
    found = []
    for other in entries_at_the_club(entry):
        if can_see_floor(roles_of(request.user, other.event)) and other.player_id == entry.player_id:
            continue  # shown with the asker's own events
        policy = rules_of(other.event).policy
        cases = reversed(cases_of(other.event, entry=other))
        rows = [case_row(other.event, case, policy, frozenset()) for case in cases]
        if rows:
            found.append(Elsewhere(other.event, "", rows))
    return found
