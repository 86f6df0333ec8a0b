"""Confirm the suggested penalty or choose another one with a comment, and undo an infraction within ten seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from judging.floor.fault_origin_views import FaultQuery, Origin, origin_of
from judging.models import Infraction
from judging.pages.frame_views import crumbs, entry_at, find_match, floor_context, ruling_of, run_button, table_url
from judging.permissions import can_log, policy_roles
from judging.policies.queries import EventRules, rules_of
from judging.policies.term_labels import PROVISIONAL_UNTIL, PenaltyShown, penalty_name, penalty_shown, sentence_text
from judging.policy import InfractionRule, Policy, Suggestion, authority, suggest
from judging.rulings.effects.stored import TimePenalty
from judging.rulings.forms import PenaltyForm
from judging.rulings.labels.records import give_label
from judging.rulings.labels.suggestions import suggestion_text
from judging.rulings.queries.penalties import offences_of, penalty_state_of, waiting_effect
from judging.rulings.queries.suggestions import context_of
from judging.rulings.services.infractions import Fault, OfflineSuggestion
from judging.rulings.services.takebacks import undo_infraction
from judging.rulings.views.consequences import Consequences
from judging.rulings.views.doubts import is_answered, match_doubts, twin_doubts
from matches.errors import Refused
from matches.models import Entry, Event, Match
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Link
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal


@staff_page(can_log)
def fault(request: PageRequest, event: Event, roles: Roles, pk: int, code: str, number: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/fault/CODE/NUMBER/``: confirm the suggested penalty."""
    match = find_match(event, pk)
    entry = entry_at(match, number)
    rules = rules_of(event)
    if entry is None or not rules.policy.has_infraction(code):
        raise Http404
    query = FaultQuery(request, match, rules.policy, code)
    suggestion = _suggestion(rules.policy, event, entry, match, code, query)
    considered = request.POST.get("consider")
    origin = origin_of(event, match, query.finding)
    form = _penalty_form(request, rules.policy, considered or suggestion.penalty, origin)
    form.initial["told"] = f"{suggestion.penalty}:{suggestion.n}"
    penalty = considered or form.data.get("penalty")
    consequences = Consequences(event, entry, match, rules.policy)
    chosen, others = _buttons(rules, roles, code, suggestion, penalty, consequences)
    if chosen.asks and not chosen.waits:
        form.require_statements()
    doubts = match_doubts(match)
    if not request.POST.get("waited"):  # nobody is there to be asked; the head judge's page shows the pair
        doubts += twin_doubts(match, entry, code, actor_of(request), timezone.now())
    if form.is_bound and form.is_valid() and is_answered(request, form, doubts):
        response = _log(request, event, match, entry, code, query, form, origin)
        if response is not None:
            return response
    if not chosen.asks:
        form.without_statements()
    rule = rules.policy.infraction(code)
    # What the label says; whether it is there the service judges, by the penalty that was given.
    form.say_comments(rules.policy, rule, suggestion)
    form.fields["comment"].required = authority.comment_needed(rules.policy, rule, chosen.penalty.code, suggestion) > 0
    page = {
        **floor_context(request.user, event, roles, "desk", match.round),
        **_fault_context(event, match, entry, code, query, suggestion, rules.policy),
        "chosen": chosen,
        "others": others,
        "form": form,
        "doubts": doubts,
    }
    return render(request, "judging/rulings/fault.html", page, status=422 if form.errors else 200)


def _penalty_form(request: HttpRequest, policy: Policy, penalty: str, origin: Origin) -> PenaltyForm:
    """The form as it was sent. A penalty that is only considered, or shown first, leaves it unbound: nothing is
    logged, and what was typed is kept."""
    if request.method == "POST" and "consider" not in request.POST:
        return PenaltyForm(request.POST, policy=policy)
    return PenaltyForm(policy=policy, initial={"comment": origin.comment, **request.POST.dict(), "penalty": penalty})


def _suggestion(policy: Policy, event: Event, entry: Entry, match: Match, code: str, query: FaultQuery) -> Suggestion:
    context = context_of(
        event,
        match,
        timezone.now(),
        note_only=query.note_only,
        self_report=query.self_report,
        late_seconds=query.late_seconds,
    )
    return suggest(policy, code, offences_of(event, entry), context)


def _log(
    request: HttpRequest,
    event: Event,
    match: Match,
    entry: Entry,
    code: str,
    query: FaultQuery,
    form: PenaltyForm,
    origin: Origin,
) -> HttpResponse | None:
    """Log the infraction and return to the table; None if it was refused, with the reason in the form."""
    data = form.cleaned_data
    try:
        row = origin.log(
            event,
            actor=actor_of(request),
            fault=Fault(
                entry=entry,
                code=code,
                match=match,
                comment=data["comment"],
                note_only=query.note_only,
                self_report=query.self_report,
                late_seconds=query.late_seconds,
                ruling=ruling_of(event, query.ruling),
            ),
            penalty=data["penalty"],
            statements=form.statements(),
            stamp=form.stamp(),
            offline=OfflineSuggestion(*offered) if (offered := form.offline_suggestion()) else None,
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        return None
    undo = reverse("judging:undo_infraction", args=[event.slug, row.pk])
    report_success(request, _logged_text(event, entry, code, row), undo_url=undo)
    return redirect(table_url(event, match))


def _logged_text(event: Event, entry: Entry, code: str, row: Infraction) -> str:
    """What was logged, and what it still waits for."""
    state = penalty_state_of(row)
    policy = rules_of(event).policy
    text = _("%(name)s: %(penalty)s for %(what)s (%(code)s).") % {
        "name": entry.unique_name,
        "penalty": penalty_name(policy, state.penalty),
        "what": policy.infraction(code).name,
        "code": code,
    }
    if state.needs:
        text += f" {PROVISIONAL_UNTIL.get(state.needs, '')}"
    waiting = waiting_effect(row)
    if isinstance(waiting, TimePenalty):
        text += " " + _("The time penalty will apply to the next match.")
    elif waiting is not None:
        text += " " + _("The loss will apply to the next match.")
    return text


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of an infraction's path; ``now`` is the one that is suggested."""

    penalty: PenaltyShown
    now: bool


class FaultContext(TypedDict):
    """The infraction that is logged, the suggested penalty with its reasons, and the addresses of other ways."""

    rule: InfractionRule
    remedy: list[str]
    escalate: str
    player: str
    suggestion: PenaltyShown
    why: str
    steps: list[PathStep]
    query: FaultQuery
    form_url: str
    self_url: str
    note_url: str
    may_note: bool
    elsewhere: list[Link]
    crumbs: list[Link]
    back: str


def _fault_context(
    event: Event,
    match: Match,
    entry: Entry,
    code: str,
    query: FaultQuery,
    suggestion: Suggestion,
    policy: Policy,
) -> FaultContext:
    rule = policy.infraction(code)
    step = min(suggestion.n, len(suggestion.path))
    return {
        "rule": rule,
        "remedy": [sentence_text(line, policy) for line in rule.remedy],
        "escalate": sentence_text(rule.escalate_now_if, policy),
        "player": entry.unique_name,
        "suggestion": penalty_shown(policy, suggestion.penalty),
        "why": suggestion_text(suggestion, policy),
        "steps": [PathStep(penalty_shown(policy, code), n == step) for n, code in enumerate(suggestion.path, 1)],
        "query": query,
        "form_url": query.text(),
        "self_url": query.text("self"),
        "note_url": query.text("note"),
        "may_note": policy.may_be_noted(code),
        "elsewhere": _elsewhere(event, match, entry, rule, policy),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }


def _elsewhere(event: Event, match: Match, entry: Entry, rule: InfractionRule, policy: Policy) -> list[Link]:
    """Links to related infractions: the same on purpose, and the other player's if both may be recorded."""
    links = []
    if rule.intent:
        url = reverse("judging:fault", args=[event.slug, match.pk, rule.intent, entry.number])
        name = policy.infraction(rule.intent).name
        links.append(Link(_("If intentional: %(name)s") % {"name": name}, url))
    both = rule.both_players_may_be_recorded or rule.also_record_on_opponent
    for seat in match.seats.all() if both else []:
        if seat.entry_id != entry.pk:
            url = reverse("judging:fault", args=[event.slug, match.pk, rule.code, seat.entry.number])
            query = "?note=1" if rule.also_record_on_opponent else ""
            label = _("Also log for %(name)s") % {"name": seat.entry.unique_name}
            links.append(Link(label, url + query))
    return links


@dataclass(frozen=True, slots=True)
class PenaltyButton:
    """A penalty that can be given, with what it will do. ``waits`` names the role that confirms it; one that ``asks``
    needs statements, so that its button leads to them first.
    """

    penalty: PenaltyShown
    give: str
    waits: str
    asks: bool
    consequences: list[str]
    irreversible: str


def _buttons(
    rules: EventRules,
    roles: Roles,
    code: str,
    suggestion: Suggestion,
    preferred: str | None,
    consequences: Consequences,
) -> tuple[PenaltyButton, list[PenaltyButton]]:
    """The primary button, which gives the suggested penalty or the one just tried, and those of the others."""
    policy = rules.policy
    found = []
    for penalty in policy.penalties:
        needed = authority.needs(policy, code, penalty.code, suggestion, delegated=rules.delegated)
        waits = authority.verdict(policy_roles(roles), needed) is authority.Verdict.PROVISIONAL
        button = PenaltyButton(
            penalty=penalty_shown(policy, penalty.code),
            give=give_label(policy, penalty.code),
            waits=str(PROVISIONAL_UNTIL.get(needed, "")) if waits else "",
            asks=bool(penalty.requires),
            consequences=consequences.of(penalty.code),
            irreversible=consequences.irreversible(penalty.code),
        )
        found.append(button)
    code_chosen = preferred if preferred in {button.penalty.code for button in found} else suggestion.penalty
    chosen = next(button for button in found if button.penalty.code == code_chosen)
    return chosen, [button for button in found if button is not chosen]


@staff_page(can_log)
def undo(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Undo an infraction within ten seconds."""
    rows = Infraction.objects.select_related("match__round__stage__event", "event")
    row = get_object_or_404(rows, event=event, pk=record)
    url = table_url(event, row.match) if row.match else reverse("judging:tables", args=[event.slug])
    if request.method != "POST":
        return redirect(url)

    def do() -> str:
        undo_infraction(infraction=row, actor=actor_of(request))
        return _("%(code)s removed.") % {"code": row.code}

    return run_button(request, do, url)
