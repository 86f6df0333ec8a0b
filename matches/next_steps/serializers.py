"""What the API shows of the next steps."""

from __future__ import annotations

from rest_framework import serializers

from matches.api.serializers import ResponseSerializer
from matches.next_step import Code, Step, Urgency
from matches.next_steps.labels import step_lot, step_text


class StepRoundSerializer(ResponseSerializer):
    """The round of a step, by the order of its stage and its number there."""

    stage = serializers.IntegerField()
    number = serializers.IntegerField()


class NextStepSerializer(ResponseSerializer):
    """A step that is due or possible."""

    # The context's ``now`` is the event's ``EventNow``.

    code = serializers.ChoiceField(choices=[code.value for code in Code])
    urgency = serializers.ChoiceField(
        choices=[urgency.value for urgency in Urgency], help_text="`possible`: can be done, but need not be."
    )
    allowed = serializers.BooleanField(help_text="Whether the sender of the request may take the step.")
    round = StepRoundSerializer(allow_null=True)
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="The tables that it concerns.")
    count = serializers.IntegerField(help_text="How many tables or players it concerns; 0 if it counts neither.")
    seconds = serializers.IntegerField(
        help_text="How long a call or an appeal has waited; for steps of the clock, the time left."
    )
    text = serializers.CharField(help_text="One sentence.")
    lot = serializers.CharField(
        help_text="Among whom a lot decided what it rests on: who has won, or who is in the cut; empty if none did."
    )

    def read_text(self, step: Step) -> str:
        return step_text(step, self.context["now"])

    def read_lot(self, step: Step) -> str:
        return step_lot(step, self.context["now"])


class NextStepsSerializer(ResponseSerializer):
    """The steps of an event, most urgent first."""

    # Reads an ``EventNow``.

    steps = NextStepSerializer(many=True)
