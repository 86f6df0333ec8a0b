"""The policy of an event as the API writes it."""

from __future__ import annotations

from rest_framework import serializers

from judging.policies.queries import EventRules
from matches.api.serializers import ResponseSerializer


class PolicySerializer(ResponseSerializer):
    """The whole policy that the event is judged by."""

    # The context's ``data`` is the policy as it is stored.

    version = serializers.CharField(source="policy.short_version")
    digest = serializers.CharField(source="policy.digest")
    profile = serializers.CharField()
    started = serializers.BooleanField(help_text="False while the event has not chosen.")
    delegated = serializers.BooleanField(help_text="The deputy can decide what the head judge can.")
    policy = serializers.DictField()

    def read_policy(self, rules: EventRules) -> dict[str, object]:
        return dict(self.context["data"])
