"""The serializers of calls for a judge."""

from __future__ import annotations

from rest_framework import serializers

from judging.calls.queries import call_state
from judging.enums import CallState
from judging.models import Call
from judging.records.serializers import RecordCreateSerializer, RecordSerializer
from matches.api.serializers import MOST_NUMBER, EnumField


class CallCreateSerializer(RecordCreateSerializer):
    """A call for a judge to a table. Players can call only to their own table."""

    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    about = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class CallSerializer(RecordSerializer):
    """A call with its state; ``answered_by`` is the judge who made the last step."""

    # As ``calls_of`` loads it.

    player = serializers.IntegerField(allow_null=True)
    about = serializers.CharField()
    state = EnumField(CallState)
    answered_by = serializers.CharField()

    def read_player(self, call: Call) -> int | None:
        return call.entry.number if call.entry else None

    def read_state(self, call: Call) -> str:
        return call_state(call, call.steps.all()).state

    def read_answered_by(self, call: Call) -> str:
        return str(call_state(call, call.steps.all()).judge or "")
