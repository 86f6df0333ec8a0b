"""The policy editor: profile first, then any value, with a preview, until the first record."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import EventPolicy, Record
from judging.pages.frame_views import floor_context
from judging.permissions import can_set_policy
from judging.policies.labels import policy_differences
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from judging.policies.shipped_queries import default_data
from judging.policy import PolicyError, kept_overrides, load, resolve
from judging.policy.editing import editable_values
from judging.rulebook.edit_forms import PolicyForm
from matches.course.queries import current_round
from matches.errors import Refused
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page


@staff_page(can_set_policy)
def edit(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/rules/edit/``: every value of the policy; ``?profile=`` starts from another profile."""
    if Record.objects.filter(event=event).exists():
        messages.error(request, _("Rulings have been logged, so the policy can no longer be changed."))
        return redirect("judging:rules", event.slug)
    data = default_data(event.game)
    stored = EventPolicy.objects.filter(event=event).first()
    current = rules_of(event).profile
    profiles = list(load(data).profiles)
    profile = wanted if (wanted := request.GET.get("profile", "")) in profiles else current
    base = resolve(data, profile)
    policy = load(base)
    chosen = kept_overrides(data, stored.overrides) if stored else {}
    sent = request.POST if request.method == "POST" else None
    form = PolicyForm(sent, policy=policy, values=editable_values(base), chosen=chosen)
    preview: list[str] | None = None
    if sent is not None and form.is_valid():
        overrides = form.overrides()
        if "save" in sent and _saved(request, event, profile, overrides, form):
            return redirect("judging:rules", event.slug)
        if not form.errors:
            preview = _preview(data, profile, overrides, form)
    context = {
        "form": form,
        "preview": preview,
        "profile": profile,
        "profiles": [
            {"label": name.capitalize(), "url": f"?profile={name}", "current": name == profile} for name in profiles
        ],
        "crumbs": [{"label": _("Rules"), "url": reverse("judging:rules", args=[event.slug])}],
        "back": reverse("judging:rules", args=[event.slug]),
    }
    page = {**floor_context(request.user, event, roles, "book", current_round(event)), **context}
    return render(request, "judging/policies/edit.html", page, status=422 if form.errors else 200)


def _preview(data: dict[str, Any], profile: str, overrides: dict[str, Any], form: PolicyForm) -> list[str] | None:
    """What would differ from the profile, in sentences; None if the values are no policy, which the form then says."""
    try:
        policy = load(resolve(data, profile, overrides))
    except PolicyError as error:
        form.say_problems(error.problems)
        return None
    return policy_differences(data, profile, overrides, policy)


def _saved(request: PageRequest, event: Event, profile: str, overrides: dict[str, Any], form: PolicyForm) -> bool:
    """Store the policy of a valid form; False if it was refused, which the form then says."""
    try:
        start_policy(event=event, profile=profile, overrides=overrides, actor=actor_of(request))
    except Refused as refused:
        form.say_problems(list(refused.details) or [str(refused.message)])
        return False
    messages.success(request, _("This event now uses the %(name)s profile.") % {"name": profile.capitalize()})
    return True
