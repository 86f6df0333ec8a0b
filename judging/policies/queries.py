"""The policy an event runs under."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from judging.models import EventPolicy
from judging.policy import Policy, load, resolved
from matches.models import Event

DEFAULT_PROFILE = "competitive"


@dataclass(frozen=True, kw_only=True)
class EventRules:
    """``started`` is False while the event has not chosen: it then shows the default profile of its game's policy."""

    policy: Policy
    profile: str
    delegated: bool
    started: bool


def rules_of(event: Event) -> EventRules:
    """The policy of an event, one query once the process has read that version."""
    row = EventPolicy.objects.filter(event=event).values_list("pk", "digest", "profile", "deputy_decides").first()
    if row is None:
        return EventRules(policy=default_policy(event.game), profile=DEFAULT_PROFILE, delegated=False, started=False)
    pk, digest, profile, delegated = row
    return EventRules(policy=_stored(digest, pk), profile=profile, delegated=delegated, started=True)


@lru_cache(maxsize=16)
def default_policy(game: str) -> Policy:
    """The policy that a game ships with, under the default profile."""
    return resolved(game, DEFAULT_PROFILE)


@lru_cache(maxsize=64)
def _stored(digest: str, pk: int) -> Policy:
    """By its digest, so that what is remembered can never be another version."""
    policy = load(EventPolicy.objects.values_list("data", flat=True).get(pk=pk))
    if policy.digest != digest:
        raise ValueError(f"the stored policy of event policy {pk} does not have the digest {digest}")
    return policy
