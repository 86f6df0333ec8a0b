"""The policy of an event."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from judging.models import EventPolicy
from judging.policies.shipped_queries import resolved, shipped_now
from judging.policy import Policy, load
from matches.events.queries.games import settings_of
from matches.models import Event

DEFAULT_PROFILE = "competitive"


@dataclass(frozen=True, kw_only=True)
class EventRules:
    """An event's policy. While ``started`` is False, it is the default profile of the game's policy."""

    policy: Policy
    profile: str
    delegated: bool
    started: bool


def rules_of(event: Event) -> EventRules:
    """The policy of an event. One query if the process has read that version before."""
    row = EventPolicy.objects.filter(event=event).values_list("pk", "digest", "profile", "deputy_decides").first()
    if row is None:
        policy = _as_the_game_is_played(default_policy(event.game), event)
        return EventRules(policy=policy, profile=DEFAULT_PROFILE, delegated=False, started=False)
    pk, digest, profile, delegated = row
    policy = _as_the_game_is_played(_stored(digest, pk), event)
    return EventRules(policy=policy, profile=profile, delegated=delegated, started=True)


def _as_the_game_is_played(policy: Policy, event: Event) -> Policy:
    """The policy as it reads under the event's rules of the game."""
    return policy.under(settings_of(event))


@lru_cache(maxsize=16)
def default_policy(game: str) -> Policy:
    """The policy that a game ships with, under the default profile."""
    return resolved(game, DEFAULT_PROFILE)


@lru_cache(maxsize=64)
def _stored(digest: str, pk: int) -> Policy:
    """The stored policy, cached by its digest, so that the cache cannot return another version."""
    policy = load(EventPolicy.objects.values_list("data", flat=True).get(pk=pk), shipped_now())
    if policy.digest != digest:
        raise ValueError(f"the stored policy of event policy {pk} does not have the digest {digest}")
    return policy
