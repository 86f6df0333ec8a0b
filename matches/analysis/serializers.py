"""An analysis as the API takes and gives it."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.analysis.services import analysis_of, seconds_of
from matches.api.serializers import EnumField, ResponseSerializer
from matches.enums import JobState
from matches.models import Job


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}]})
class RecordField(serializers.Field[str, Any, str, Any]):
    """A record: its text, in either form, or the object that its JSON form is. It is read as text."""

    default_error_messages = {"invalid": "A record must be text or an object."}

    def to_internal_value(self, data: Any) -> str:
        """The record as text. Raises ValidationError."""
        if isinstance(data, dict):
            return msgspec.json.encode(data).decode()
        if not isinstance(data, str) or not data.strip():
            self.fail("invalid")
        return data


class AnalysisRequestSerializer(serializers.Serializer[Any]):
    """The record to analyse."""

    record = RecordField(help_text="As docs/rules/record.md has it.")


class ActWorthSerializer(ResponseSerializer):
    """An act at a decision."""

    act = serializers.CharField()
    chance = serializers.FloatField(help_text="To win the match after it, for the player who decides.")
    money = serializers.FloatField(allow_null=True, help_text="What it adds to the Bank on average; null: not known.")


class DecisionSerializer(ResponseSerializer):
    """A decision. ``loss`` counts only if it is more than two of its standard errors."""

    place = serializers.IntegerField(help_text="The round's index in the record, from 0.")
    turn = serializers.IntegerField(help_text="From 1.")
    action = serializers.IntegerField(help_text="The token of the turn, from 1.")
    seat = serializers.CharField()
    chosen = serializers.CharField()
    best = serializers.CharField()
    chance = serializers.FloatField(help_text="Of the first seat to win, before the decision.")
    loss = serializers.FloatField(help_text="Winning chance that the action cost against the best one.")
    error = serializers.FloatField()
    money = serializers.FloatField(allow_null=True, help_text="The same in money; null: not known.")
    acts = ActWorthSerializer(many=True)


class SeatSummarySerializer(ResponseSerializer):
    """A player's decisions together."""

    seat = serializers.CharField()
    decisions = serializers.IntegerField()
    good = serializers.FloatField(help_text="The share without a loss.")
    loss = serializers.FloatField(help_text="Average cost in winning chance.")
    money = serializers.FloatField(help_text="Average cost in money.")


class MatchAnalysisSerializer(ResponseSerializer):
    """What the decisions of a match cost."""

    decisions = DecisionSerializer(many=True)
    seats = SeatSummarySerializer(many=True)
    runs = serializers.IntegerField(help_text="Matches played on from each action.")
    skipped = serializers.IntegerField(help_text="Decisions of which the record does not tell enough.")
    unknown_rules = serializers.ListField(
        child=serializers.CharField(),
        help_text="Rules that the fast simulator does not know: the slower one played, fewer matches. Empty otherwise.",
    )


class AnalysisSerializer(ResponseSerializer):
    """An analysis, or how far it is."""

    key = serializers.UUIDField()
    state = EnumField(JobState)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.CharField(help_text="Why it failed; empty otherwise.")
    analysis = MatchAnalysisSerializer(allow_null=True, help_text="Null until it is done.")
    seconds = serializers.FloatField(allow_null=True, help_text="How long it took; null until it is done.")

    def read_seconds(self, job: Job) -> float | None:
        return seconds_of(job) if job.state == JobState.DONE else None

    def read_analysis(self, job: Job) -> Any:
        return job.result if job.state == JobState.DONE and analysis_of(job) is not None else None
