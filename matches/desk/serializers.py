"""What the API shows of the next steps."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.next_step import Code, Urgency


class StepRoundSerializer(serializers.Serializer[Any]):
    """The round of a step, by the order of its stage and its number there."""

    stage = serializers.IntegerField()
    number = serializers.IntegerField()


class NextStepSerializer(serializers.Serializer[Any]):
    """A step that is due or possible."""

    code = serializers.ChoiceField(choices=[code.value for code in Code])
    urgency = serializers.ChoiceField(
        choices=[urgency.value for urgency in Urgency], help_text="`possible`: nothing asks for it."
    )
    allowed = serializers.BooleanField(help_text="Whether the asker may take the step.")
    round = StepRoundSerializer(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="The tables that it concerns.")
    count = serializers.IntegerField(help_text="How many tables or players it concerns; 0 where it counts nothing.")
    seconds = serializers.IntegerField(
        help_text="How long a call or an appeal has waited; what is left on the clock for steps of the clock."
    )
    text = serializers.CharField(help_text="One sentence.")


class NextStepsSerializer(serializers.Serializer[Any]):
    """The steps of an event, most urgent first."""

    steps = NextStepSerializer(many=True)
