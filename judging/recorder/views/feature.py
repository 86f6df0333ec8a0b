"""The recorder's button that shows its match live."""

from __future__ import annotations

from typing import TypedDict

from django.urls import reverse

from judging.models import FeaturedMatch
from judging.permissions import can_feature
from matches.models import Event, Match
from matches.pages.access_views import Roles


class FeatureContext(TypedDict):
    """The button that shows the match live, or ends that; "" for those who may not."""

    feature_url: str
    is_featured: bool


def feature_context(event: Event, roles: Roles, match: Match) -> FeatureContext:
    """The button for these roles."""
    if not can_feature(roles):
        return {"feature_url": "", "is_featured": False}
    is_featured = FeaturedMatch.objects.filter(match=match).exists()
    act = "stop" if is_featured else "show"
    return {
        "feature_url": reverse("judging:feature_act", args=[event.slug, match.pk, act]),
        "is_featured": is_featured,
    }
