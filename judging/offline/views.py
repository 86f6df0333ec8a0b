"""The service worker of an event's judges' pages, the list of the pages it keeps, and the pages that stand in."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from judging.offline.queries import pages_to_keep
from judging.offline.table_views import filled_tables
from judging.pages.frame_views import crumbs, floor_context
from judging.pages.stand_in_queries import STAND_IN
from judging.permissions import can_log, can_see_floor
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_shown, sentence_text
from judging.policy import InfractionRule, Policy
from judging.rulings.forms import PenaltyForm
from judging.rulings.labels.records import give_label
from matches.models import Event
from matches.pages.access_views import Roles, staff_page


@staff_page(can_see_floor)
def worker(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/worker.js``: its address is its scope, so that it serves no other page."""
    context = {
        "scope": reverse("judging:tables", args=[event.slug]),
        "list": reverse("judging:kept", args=[event.slug]),
        "stand_in": reverse("judging:table", args=[event.slug, STAND_IN]),
        "missing": reverse("judging:kept_missing", args=[event.slug]),
        "static": settings.STATIC_URL,
        "user": request.user.pk,
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "language": get_language(),
    }
    response = render(request, "judging/offline/worker.js", context, content_type="text/javascript")
    add_never_cache_headers(response)
    return response


@staff_page(can_see_floor)
def kept(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/kept/``: the pages that a device keeps."""
    response = JsonResponse({"pages": pages_to_keep(event, roles)})
    add_never_cache_headers(response)
    return response


@staff_page(can_see_floor)
def missing(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """What the device shows for a page that it has not kept."""
    context = {"heading": _("This page is not saved on this device"), "crumbs": crumbs(event)}
    return render(
        request, "judging/offline/missing.html", {**floor_context(request.user, event, roles, "desk", None), **context}
    )


@dataclass(frozen=True, slots=True)
class PenaltyToGive:
    """A penalty with the label of the button that gives it."""

    penalty: PenaltyShown
    give: str


@dataclass(frozen=True, slots=True)
class KeptFault:
    """The form of an infraction for any player."""

    rule: InfractionRule
    form: PenaltyForm
    penalties: list[PenaltyToGive]
    remedy: list[str]
    path: list[PenaltyShown]


@staff_page(can_log)
def fault(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """The forms of all infractions for any player: the device shows one at the address of a player's own form."""
    policy = rules_of(event).policy
    codes = dict.fromkeys(rule.code for button in policy.buttons for rule in policy.infractions_of(button))
    codes |= dict.fromkeys(rule.code for rule in policy.infractions)
    context = {"faults": [_kept_fault(policy, code) for code in codes], "crumbs": crumbs(event)}
    return render(
        request, "judging/offline/fault.html", {**floor_context(request.user, event, roles, "desk", None), **context}
    )


def _kept_fault(policy: Policy, code: str) -> KeptFault:
    rule = policy.infraction(code)
    form = PenaltyForm(policy=policy)
    form.without_statements()
    form.say_comments(policy, rule, None)
    # A penalty that needs statements is given where the server can show what it does.
    simple = [penalty for penalty in policy.penalties if not penalty.requires]
    return KeptFault(
        rule=rule,
        form=form,
        penalties=[PenaltyToGive(penalty_shown(policy, kind.code), give_label(policy, kind.code)) for kind in simple],
        remedy=[sentence_text(line, policy) for line in rule.remedy],
        path=[penalty_shown(policy, step) for step in rule.path],
    )


@staff_page(can_see_floor)
def tables(request: HttpRequest, event: Event, roles: Roles, part: int) -> HttpResponse:
    """``/e/SLUG/judge/kept/tables/1/``: what a device fills in for some tables, in the pages that it keeps for any."""
    known = {"tables": filled_tables(event, roles, request.user, part)}
    response = JsonResponse(known)
    add_never_cache_headers(response)
    return response
