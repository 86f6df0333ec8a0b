"""The number of rounds and the cut as the API takes and gives them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.serializers import FiniteField, ResponseSerializer
from matches.planner.cut import FEWEST_PLAYERS, MOST_PLAYERS, PLAYING, CutQuestion
from matches.planner.plan import MOST_CUT, MOST_ROUNDS


def _assumed(name: str, help_text: str) -> FiniteField:
    least, most, usual = PLAYING[name]
    return FiniteField(required=False, default=usual, min_value=least, max_value=most, help_text=help_text)


class SwissSerializer(serializers.Serializer[Any]):
    """How much players differ, how often they draw and drop. What is left out has its default."""

    skill = _assumed("skill", "How far apart strengths are on the logit scale; 0: every match is a coin flip.")
    draws = _assumed("draws", "The share of drawn matches.")
    drops = _assumed("drops", "The share of players with a loss who drop after a round.")


class CutRequestSerializer(SwissSerializer):
    """An event before its first round."""

    players = serializers.IntegerField(min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS, help_text="Swiss rounds.")
    cut = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MOST_CUT, help_text="Fewer than the players; 0: no cut."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check that somebody is left outside the cut."""
        if attrs["cut"] >= attrs["players"]:
            raise serializers.ValidationError({"cut": [_("The cut must be smaller than the number of players.")]})
        return attrs


def cut_question(data: dict[str, Any]) -> CutQuestion:
    """What a valid request asks."""
    return CutQuestion(**data)


class RecordChanceSerializer(ResponseSerializer):
    """A record at the end of the Swiss rounds."""

    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    players = serializers.FloatField(help_text="How many players of an event have it, on average.")
    reached = serializers.FloatField(help_text="The share of them who made the cut.")
    error = serializers.FloatField(help_text="The standard error of that share.")


class RoundsSerializer(ResponseSerializer):
    """What a number of rounds brings."""

    rounds = serializers.IntegerField()
    undefeated = serializers.FloatField(help_text="Players without a loss, on average.")
    wins = serializers.FloatField(help_text="The share of events that the strongest player wins.")
    in_cut = serializers.FloatField(help_text="The share in which the strongest player makes the cut.")
    strongest_undefeated = serializers.FloatField(help_text="The share in which the strongest player has no loss.")


class CutAnswerSerializer(ResponseSerializer):
    """The numbers of rounds side by side; records without and with draws by agreement in the last two rounds."""

    events = serializers.IntegerField(help_text="How many simulated events it rests on.")
    rounds = RoundsSerializer(many=True)
    records = RecordChanceSerializer(many=True)
    agreed = RecordChanceSerializer(many=True)
