"""Two players of a published round change seats, with the clock going on; the page says first what follows."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clock.queries import round_clock
from matches.course.labels import round_label
from matches.draws.labels import conflict_text
from matches.draws.queries.begun import tables_to_seat_again
from matches.draws.queries.fields import conflicts_after_swap
from matches.draws.services.drafts import check_swappable, swap_players
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.frame.desk_views import desk_page_context, round_url
from matches.live.queries import event_versions
from matches.models import Entry, Event, Match, Round
from matches.names.labels import listed
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_run_rounds
from matches.rounds.forms import ReseatForm
from matches.rounds.views.rounds import find_round
from matches.snapshots.history_queries import player_key
from rules_engine.text import isolated


@dataclass(frozen=True, slots=True)
class Reseating:
    """What a swap would lead to: the lines as they would be, what to check in them, and what follows for the tables."""

    lines: list[str]
    warnings: list[str]
    follows: list[str]


@staff_page(can_run_rounds)
def reseat(request: HttpRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/desk/rounds/STAGE/NUMBER/seats/``: two players at tables without a result, and the question."""
    round_ = find_round(event, order, number)
    try:
        check_swappable(round_)
    except Refused as refused:
        show_refusal(request, refused)
        return redirect(round_url(event, round_))
    if round_.status == RoundStatus.DRAFT:  # its list has boxes for the same
        return redirect(round_url(event, round_))
    matches = tables_to_seat_again(round_)
    form = ReseatForm(request.POST if request.method == "POST" else None, matches=matches)
    question = None
    if form.is_bound and form.is_valid():
        first, second = form.players
        if request.POST.get("confirmed") != "1":
            question = _reseating(round_, matches, first, second)
        elif _done(request, form, round_, first, second):
            return redirect(round_url(event, round_))
    context = {
        **desk_page_context(event, roles, "rounds", round_, event_versions(event)),
        "form": form,
        "question": question,
        "cancel_url": round_url(event, round_),
        "crumbs": [Link(round_label(round_), round_url(event, round_))],
    }
    return render(request, "matches/rounds/reseat.html", context, status=rejected_status(form))


def _done(request: HttpRequest, form: ReseatForm, round_: Round, first: Entry, second: Entry) -> bool:
    def swap() -> str:
        reason = form.cleaned_data["reason"]
        swap_players(round=round_, first=first, second=second, actor=actor_of(request), reason=reason)
        messages.success(request, _("The two players have swapped seats."))
        return request.path

    done = try_once(request, form, swap)
    if done is not None and not done[1]:
        messages.info(request, _("Already submitted. Nothing changed."))
    return done is not None


def _reseating(round_: Round, matches: list[Match], first: Entry, second: Entry) -> Reseating:
    changed = [match for match in matches if {first.pk, second.pk} & {seat.entry_id for seat in match.seats.all()}]
    swapped = {first.pk: second, second.pk: first}
    names = {player_key(seat.entry.number): seat.entry.unique_name for match in matches for seat in match.seats.all()}
    found = conflicts_after_swap(round_, first.number, second.number)
    return Reseating(
        lines=[_line(match, swapped) for match in changed],
        warnings=[conflict_text(conflict, names) for conflict in found],
        follows=_follows(round_, changed),
    )


def _line(match: Match, swapped: dict[int, Entry]) -> str:
    people = listed(swapped.get(seat.entry_id, seat.entry).unique_name for seat in match.seats.all())
    if match.table is None:
        return _("Bye: %(names)s") % {"names": people}
    return _("Table %(table)s: %(names)s") % {"table": match.table, "names": people}


def _follows(round_: Round, changed: list[Match]) -> list[str]:
    tables = listed(isolated(str(match.table)) for match in changed if match.table is not None)
    follows = [
        _("The match starts again at these tables: %(tables)s.") % {"tables": tables},
        _("The players see it at once, marked as changed. Slips already handed out show the old pairings."),
    ]
    if round_.status == RoundStatus.RUNNING:
        left = max(0, int(round_clock(round_).read(timezone.now()).left))
        clock = _("The clock keeps running; it shows %(left)s. Judges can give the tables extra time.")
        follows.insert(1, clock % {"left": f"{left // 60}:{left % 60:02d}"})
    return follows
