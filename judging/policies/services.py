"""Choose an event's policy, and let the head judge delegate to the deputy."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.models import EventPolicy, Record
from judging.policies.queries import DEFAULT_PROFILE
from judging.policies.shipped_queries import default_data
from judging.policy import PolicyError, kept_overrides, load, resolve
from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.models import Event


def start_policy(
    *,
    event: Event,
    profile: str,
    actor: Actor,
    overrides: Mapping[str, Any] | None = None,
    at: datetime | None = None,
) -> EventPolicy:
    """Set an event's policy: its game's policy with a profile and overrides (see ``judging.policy.resolve``).

    Without ``overrides``, the event keeps those that it has; ``{}`` removes them. The policy can be changed until the
    first record; the same choice again changes nothing. Raises Refused with all problems of the overrides, if records
    exist, or if the person may not do this.
    """
    with audited_change("start_policy", event_id=event.pk, actor=actor, at=at) as change:
        if overrides is None:
            known = EventPolicy.objects.filter(event=event).values_list("overrides", flat=True).first()
            overrides = kept_overrides(default_data(event.game), known or {})
        row = store_policy(change=change, profile=profile, overrides=dict(overrides))
        change.touch("rulings")
    return row


def store_policy(*, change: Change, profile: str, overrides: dict[str, Any]) -> EventPolicy:
    """Store the resolved policy as the event's own, inside a change. Raises Refused like ``start_policy``."""
    try:
        data = resolve(default_data(change.event.game), profile, overrides)
    except PolicyError as error:
        raise Refused("policy_wrong", _("This policy is not valid."), details=error.problems) from error
    policy = load(data)
    known = EventPolicy.objects.filter(event=change.event).first()
    if known is not None and known.digest == policy.digest and known.profile == profile:
        return known
    if known is not None and Record.objects.filter(event=change.event).exists():
        raise Refused("policy_started", _("Rulings have been logged, so the policy can no longer be changed."))
    change.note(policy=policy.short_version, profile=profile)
    values = {
        "profile": profile,
        "overrides": overrides,
        "data": data,
        "digest": policy.digest,
        "version": policy.short_version,
        "started_at": change.at,
        "started_by": change.actor.user,
    }
    row, _made = EventPolicy.objects.update_or_create(event=change.event, defaults=values)
    return row


def copy_policy(change: Change, source: Event) -> None:
    """Judge the change's event by the policy that another one has chosen, as it is shipped now."""
    known = EventPolicy.objects.filter(event=source).first()
    if known is None:
        return
    overrides = kept_overrides(default_data(change.event.game), known.overrides)
    row = store_policy(change=change, profile=known.profile, overrides=overrides)
    EventPolicy.objects.filter(pk=row.pk).update(deputy_decides=known.deputy_decides)


def delegate_to_deputy(*, event: Event, delegated: bool, actor: Actor, at: datetime | None = None) -> EventPolicy:
    """Let the deputy decide deviations and appeals, or no longer. Raises Refused unless the actor is the head judge."""
    with audited_change("delegate_to_deputy", event_id=event.pk, actor=actor, at=at) as change:
        row = EventPolicy.objects.filter(event=event).first()
        row = row or store_policy(change=change, profile=DEFAULT_PROFILE, overrides={})
        row.deputy_decides = delegated
        row.save(update_fields=["deputy_decides"])
        change.note(delegated=delegated)
        change.touch("rulings")
    return row
