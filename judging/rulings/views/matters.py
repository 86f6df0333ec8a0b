"""A button of the table sheet: first the ruling where the matter has outcomes, then the infraction and its player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.models import Ruling
from judging.pages.frame_views import (
    crumbs,
    entry_at,
    floor_context,
    players,
    ruling_of,
    run_button,
    shown_match,
    table_url,
)
from judging.permissions import can_log
from judging.policies.queries import rules_of
from judging.policies.term_labels import penalty_shown
from judging.policy import Button, InfractionRule, Matter, Offence, Policy, next_penalty
from judging.rulings.forms import NoteForm, RulingForm
from judging.rulings.labels.records import matter_label, outcome_label
from judging.rulings.queries.penalties import offences_of
from judging.rulings.queries.suggestions import context_of
from judging.rulings.services.rulings import log_ruling, undo_ruling
from judging.rulings.views.doubts import is_answered, match_doubts
from judging.rulings.views.sides import Side, ruling_side
from matches.errors import Refused
from matches.models import Entry, Event, Match, Seat
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from rules_engine import games
from rules_engine.rules.book import Rule

FEW_FAULTS = 5
"""More infractions than this behind a button can be searched."""


@staff_page(can_log)
def matter(request: HttpRequest, event: Event, roles: Roles, pk: int, button: str) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/BUTTON/``: the ruling (if the matter has outcomes), or the infractions by player."""
    match = shown_match(request, event, pk)
    policy = rules_of(event).policy
    offered = policy.button(button)
    if offered is None:
        raise Http404
    if policy.outcomes_of(button) and "then" not in request.GET:
        return _ruling(request, event, roles, match, button)
    ruled = _ruled(event, policy, request.GET.get("then", ""))
    context = {
        "heading": offered.label,
        **_grouped(_choices(event, match, policy, offered, ruled), ruled, policy, request.GET.get("q", "")),
        "note_url": reverse("judging:note", args=[event.slug, match.pk]) if offered.takes_note else "",
        "ruled": ruled,
        "then": request.GET.get("then"),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    return render(
        request,
        "judging/rulings/choose.html",
        {**floor_context(request.user, event, roles, "desk", match.round), **context},
    )


@dataclass(frozen=True, slots=True)
class Ruled:
    """The ruling that led here: ``fault`` is the infraction that it means, ``concerns`` the player's entry."""

    key: str
    fault: str
    concerns: int | None


def _ruled(event: Event, policy: Policy, key: str) -> Ruled | None:
    ruling = ruling_of(event, key)
    if ruling is None:
        return None
    return Ruled(str(ruling.pk), policy.fault_of(ruling.matter, ruling.outcome), ruling.concerns_id)


@dataclass(frozen=True, slots=True)
class FaultChoice:
    """An infraction with both players. One of another button (``elsewhere``) is ``hidden`` until there is a search."""

    rule: InfractionRule
    sides: list[Side]
    searched: str
    elsewhere: bool
    hidden: bool = False


class FaultGroups(TypedDict):
    """The infractions, and those found by track, each with whether all of them are hidden; ``picked`` is the one that a
    ruling means.
    """

    choices: list[FaultChoice]
    picked: list[FaultChoice]
    groups: list[tuple[str, list[FaultChoice], bool]]
    nothing: bool
    search: str
    searchable: bool


def _grouped(choices: list[FaultChoice], ruled: Ruled | None, policy: Policy, search: str) -> FaultGroups:
    """The infractions that hold every word that was asked for."""
    words = search[:80].casefold().split()
    found = [
        replace(choice, hidden=choice.elsewhere and not words)
        for choice in choices
        if all(word in choice.searched for word in words)
    ]
    picked = [choice for choice in found if ruled is not None and choice.rule.code == ruled.fault]
    groups = [
        (label, [choice for choice in found if choice.rule.track == track and choice not in picked])
        for track, label in policy.tracks.items()
    ]
    shown = [(label, rows, all(choice.hidden for choice in rows)) for label, rows in groups if rows]
    return {
        "choices": choices,
        "picked": picked,
        "groups": shown,
        "nothing": not picked and all(hidden for _label, _rows, hidden in shown),
        "search": search[:80],
        "searchable": len(choices) > FEW_FAULTS,
    }


def _choices(event: Event, match: Match, policy: Policy, button: Button, ruled: Ruled | None) -> list[FaultChoice]:
    """Each infraction behind the button with both players and what it would bring them: one tap says who and what.

    Beside them is the one that the ruling means; behind *Other* there are all others, for the search.
    """
    context = context_of(event, match, timezone.now())
    seats = [(seat, offences_of(event, seat.entry)) for seat in match.seats.all()]
    query = f"?ruling={ruled.key}" if ruled else ""
    own = policy.infractions_of(button)
    fault = ruled.fault if ruled else ""
    meant = [policy.infraction(fault)] if fault and policy.infraction(fault) not in own else []

    def side(rule: InfractionRule, seat: Seat, record: Sequence[Offence]) -> Side:
        coming = penalty_shown(policy, next_penalty(policy, rule.code, record, context))
        concerned = ruled is not None and (rule.code, seat.entry_id) == (ruled.fault, ruled.concerns)
        return ruling_side(event, match, seat, rule.code, coming, query=query, concerned=concerned)

    return [
        FaultChoice(
            rule=rule,
            sides=[side(rule, seat, record) for seat, record in seats],
            searched=f"{rule.name} {rule.code} {rule.button} {rule.definition} {rule.rule}".casefold(),
            elsewhere=rule not in (*own, *meant),
        )
        for rule in (*own, *meant, *(rule for rule in policy.infractions if button.takes_note and rule not in own))
    ]


def _ruling(request: HttpRequest, event: Event, roles: Roles, match: Match, matter: str) -> HttpResponse:
    """The ruling on a matter, which leads on to its infractions."""
    policy = rules_of(event).policy
    outcomes = [(outcome, outcome_label(matter, outcome, policy)) for outcome in policy.outcomes_of(matter)]
    form = RulingForm(request.POST or None, outcomes=outcomes, players=players(match))
    if policy.matters[matter].outcome_faults:
        del form.fields["concerns"]  # the infractions, which follow, ask who broke the rule
    url = reverse("judging:matter", args=[event.slug, match.pk, matter])
    doubts = match_doubts(match)
    if request.method == "POST" and form.is_valid() and is_answered(request, form, doubts):
        concerns = entry_at(match, form.cleaned_data.get("concerns"))
        ruling = _logged(request, event, match, form, matter, policy, concerns)
        if ruling is not None:
            return redirect(f"{url}?then={ruling.pk}")
    context = {
        "form": form,
        "doubts": doubts,
        "heading": matter_label(matter, policy),
        "matter": policy.matters[matter],
        "rules": _rules(event, policy.matters[matter]),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
        "skip_url": f"{url}?then=",
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/rulings/ruling.html", page, status=422 if form.errors else 200)


def _rules(event: Event, matter: Matter) -> list[Rule]:
    """The rules of the game about a matter."""
    known = games.get(event.game).rulebook.rules
    return [known[rule] for rule in matter.rules if rule in known]


def _logged(
    request: HttpRequest,
    event: Event,
    match: Match,
    form: RulingForm | NoteForm,
    matter: str,
    policy: Policy,
    concerns: Entry | None = None,
) -> Ruling | None:
    """Log the ruling of a valid form and report it; None if it was refused, with the reason in the form."""
    data = form.cleaned_data
    try:
        ruling = log_ruling(
            event=event,
            actor=actor_of(request),
            match=match,
            matter=matter,
            outcome=data["outcome"],
            concerns=concerns,
            comment=data["comment"],
            stamp=form.stamp(),
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        return None
    text = _("Ruling logged: %(outcome)s.") % {"outcome": outcome_label(matter, ruling.outcome, policy)}
    undo_url = reverse("judging:undo_ruling", args=[event.slug, ruling.pk])
    report_success(request, text, undo_url=undo_url)
    return ruling


@staff_page(can_log)
def note(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/note/``: a ruling in the judge's words, without an infraction."""
    match = shown_match(request, event, pk)
    policy = rules_of(event).policy
    form = NoteForm(request.POST or None)
    doubts = match_doubts(match)
    if request.method == "POST" and form.is_valid() and is_answered(request, form, doubts):
        matter = next((button.key for button in policy.buttons if button.takes_note), "other")
        if _logged(request, event, match, form, matter, policy) is not None:
            return redirect("judging:table", event.slug, pk)
    context = {
        "form": form,
        "doubts": doubts,
        "heading": _("Log a ruling"),
        "submit": _("Log the ruling"),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/rulings/note.html", page, status=422 if form.errors else 200)


@staff_page(can_log)
def undo(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Undo a ruling within ten seconds."""
    rows = Ruling.objects.select_related("match__round__stage__event", "event")
    ruling = get_object_or_404(rows, event=event, pk=record)
    url = table_url(event, ruling.match) if ruling.match else reverse("judging:tables", args=[event.slug])
    if request.method != "POST":
        return redirect(url)

    def do() -> str:
        undo_ruling(ruling=ruling, actor=actor_of(request))
        return _("Ruling removed.")

    return run_button(request, do, url)
