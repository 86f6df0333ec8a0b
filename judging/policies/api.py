"""The policy of an event."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from judging.models import EventPolicy
from judging.permissions import can_see_floor
from judging.policies.queries import rules_of
from judging.policies.serializers import PolicySerializer
from judging.policies.shipped_queries import default_data
from matches.api.base import EventScopedView, Predicate
from matches.api.schema import STAFF_READS, operation


class PolicyView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}

    @operation(
        "policy_read",
        "The judging policy of an event",
        tag="rulings",
        responses={200: PolicySerializer},
        errors=STAFF_READS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The complete policy with profile and overrides applied, so that a device can work offline."""
        rules = rules_of(self.event)
        stored = EventPolicy.objects.filter(event=self.event).values_list("data", flat=True).first()
        return Response(self.serialized(PolicySerializer, rules, data=stored or default_data(self.event.game)))
