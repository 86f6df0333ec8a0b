"""The judging policy as a page, with the choice of its profile."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Record
from judging.pages.frame_views import floor_context
from judging.permissions import can_see_floor, can_set_policy
from judging.policies.labels import differences_of
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from judging.policies.term_labels import PenaltyShown, penalty_shown, sentence_text
from judging.policy import GENERAL_POLICY, InfractionRule, Policy
from judging.rulebook.forms import ProfileForm
from matches.course.queries import current_round
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Button
from matches.pages.refusal_views import show_refusal
from rules_engine import games
from rules_engine.views.links import rulebook_url


@staff_page(can_see_floor)
def rulebook(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/rules/``: the event's policy; its profile can be chosen until the first record."""
    rules = rules_of(event)
    policy = rules.policy
    logged = Record.objects.filter(event=event).exists()
    form = ProfileForm(request.POST or None, policy=policy, initial={"profile": rules.profile})
    if request.method == "POST":
        if not can_set_policy(roles):
            raise PermissionDenied
        if form.is_valid() and _chosen(request, event, form.cleaned_data["profile"]):
            return redirect("judging:rules", event.slug)
    rules_url = rulebook_url(event.rules, event.name, event.game)
    context = {
        "tracks": [
            TrackShown(name, [_rule_shown(policy, rule) for rule in _rules_of_track(policy, track)])
            for track, name in _tracks(policy)
        ],
        "penalties": [penalty_shown(policy, penalty.code) for penalty in policy.penalties],
        "time": policy.time,
        "general": policy.policy == GENERAL_POLICY,
        "game": games.get(event.game).name,
        "profile": rules.profile.capitalize(),
        "version": policy.short_version,
        "form": form if can_set_policy(roles) and not logged else None,
        "logged": logged,
        "edit_url": reverse("judging:edit_policy", args=[event.slug]) if can_set_policy(roles) and not logged else "",
        "differences": differences_of(event, policy),
        "page_acts": [Button(label=_("Rules of the game"), icon="book", url=rules_url)],
    }
    page = {**floor_context(request.user, event, roles, "book", current_round(event)), **context}
    return render(request, "judging/policies/policy.html", page, status=422 if form.errors else 200)


def _tracks(policy: Policy) -> list[tuple[str, str]]:
    """Tracks in the order of their first infraction; the keys of a stored JSON object may be in any order."""

    seen = dict.fromkeys(rule.track for rule in policy.infractions)
    return [(track, policy.tracks[track]) for track in seen]


def _rules_of_track(policy: Policy, track: str) -> list[InfractionRule]:
    return [rule for rule in policy.infractions if rule.track == track]


@dataclass(frozen=True, slots=True)
class RuleShown:
    """An infraction of the policy with its path, and its sentences."""

    rule: InfractionRule
    path: list[PenaltyShown]
    remedy: list[str]
    escalate: str


@dataclass(frozen=True, slots=True)
class TrackShown:
    """A track of the policy with its infractions."""

    name: str
    infractions: list[RuleShown]


def _rule_shown(policy: Policy, rule: InfractionRule) -> RuleShown:
    return RuleShown(
        rule=rule,
        path=[penalty_shown(policy, code) for code in rule.path],
        remedy=[sentence_text(line, policy) for line in rule.remedy],
        escalate=sentence_text(rule.escalate_now_if, policy),
    )


def _chosen(request: HttpRequest, event: Event, profile: str) -> bool:
    try:
        start_policy(event=event, profile=profile, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
        return False
    messages.success(request, _("This event now uses the %(name)s profile.") % {"name": profile.capitalize()})
    return True
