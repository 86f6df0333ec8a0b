"""API serializers of rulings, infractions and penalties."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from judging.enums import PenaltyAct, PenaltyStatus, PrizeDecision
from judging.models import Infraction, Ruling
from judging.records.serializers import MOST_TEXT, CommentField, RecordCreateSerializer, RecordSerializer
from judging.rulings.queries.penalties import PenaltyState, penalty_state
from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer


class RulingCreateSerializer(RecordCreateSerializer):
    """A ruling: a matter (the key of the policy's button) and its outcome."""

    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None)
    matter = serializers.CharField(max_length=40)
    outcome = serializers.CharField(
        max_length=60, help_text="One of the policy's outcomes, if it lists any for the matter."
    )
    player = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        allow_null=True,
        default=None,
        help_text="The player's number.",
    )
    rule = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    comment = CommentField()


class RulingSerializer(RecordSerializer):
    """A ruling; ``withdrawn`` is true if it was rescinded."""

    # As ``rulings_of`` loads it.

    matter = serializers.CharField()
    outcome = serializers.CharField()
    rule = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    comment = serializers.CharField()
    corrects = serializers.UUIDField(source="corrects_id", allow_null=True)
    withdrawn = serializers.BooleanField()

    def read_player(self, row: Ruling) -> int | None:
        return row.concerns.number if row.concerns else None


class StatementsSerializer(serializers.Serializer[Any]):
    """The statements and the decision about prizes that a disqualification requires."""

    statement_player = serializers.CharField(max_length=MOST_TEXT, required=False, allow_blank=True)
    statement_judge = serializers.CharField(max_length=MOST_TEXT, required=False, allow_blank=True)
    prize_decision = EnumField(PrizeDecision, required=False)


class InfractionCreateSerializer(RecordCreateSerializer):
    """A player's infraction. Without ``penalty`` only the infraction and the suggested penalty are logged."""

    player = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, help_text="The player's number.")
    code = serializers.CharField(max_length=20, help_text="An infraction of the event's policy.")
    penalty = serializers.CharField(max_length=10, required=False, allow_null=True, default=None)
    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None)
    comment = CommentField()
    note_only = serializers.BooleanField(required=False, default=False)
    self_report = serializers.BooleanField(required=False, default=False)
    late_seconds = serializers.IntegerField(
        min_value=0, max_value=86_400, required=False, allow_null=True, default=None
    )
    ruling = serializers.UUIDField(required=False, allow_null=True, default=None)
    statements = StatementsSerializer(required=False)


class SuggestionReasonSerializer(ResponseSerializer):
    """Why a penalty is suggested: a code and its parameters."""

    code = serializers.CharField()
    params = serializers.DictField()


class InfractionSerializer(RecordSerializer):
    """An infraction with the suggested penalty and the state of its penalty."""

    # As ``with_penalties`` loads it.

    player = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.player.name")
    code = serializers.CharField()
    track = serializers.CharField()
    note_only = serializers.BooleanField()
    self_report = serializers.BooleanField()
    late_seconds = serializers.IntegerField(allow_null=True)
    suggested = serializers.CharField()
    nth = serializers.IntegerField(help_text="Which occurrence of its kind it was counted as.")
    path = serializers.ListField(source="suggestion.path", child=serializers.CharField())
    reasons = SuggestionReasonSerializer(source="suggestion.reasons", many=True)
    comment = serializers.CharField()
    ruling = serializers.UUIDField(source="ruling_id", allow_null=True)
    penalty = serializers.CharField(allow_null=True, help_text="null before a penalty is issued.")
    status = EnumField(PenaltyStatus)
    needs = serializers.CharField(help_text="The policy's role that must still confirm, or empty.")
    deviation = serializers.BooleanField(help_text="Whether the penalty is not the suggested one.")

    def read_penalty(self, row: Infraction) -> str | None:
        return _state(row).penalty or None

    def read_status(self, row: Infraction) -> str:
        return _state(row).status

    def read_needs(self, row: Infraction) -> str:
        return _state(row).needs

    def read_deviation(self, row: Infraction) -> bool:
        return _state(row).deviation


def _state(row: Infraction) -> PenaltyState:
    return penalty_state(row.penalty_events.all())


class PenaltyEventSerializer(RecordSerializer):
    """One step of a penalty: issued, confirmed, changed, rescinded or applied."""

    infraction = serializers.UUIDField(source="infraction_id")
    player = serializers.IntegerField(source="infraction.entry.number")
    act = EnumField(PenaltyAct)
    penalty = serializers.CharField()
    provisional = serializers.BooleanField()
    deviation = serializers.BooleanField()
    effect = serializers.DictField(help_text="What it changed in the match, or undid.")


class PenaltyIssueSerializer(serializers.Serializer[Any]):
    """The penalty for an infraction that was logged without one."""

    penalty = serializers.CharField(max_length=10)
    comment = CommentField(max_length=500)
    statements = StatementsSerializer(required=False)


class PenaltyConfirmSerializer(serializers.Serializer[Any]):
    """The confirmation of a provisional penalty by a more senior judge."""

    comment = CommentField(max_length=500)
    statements = StatementsSerializer(required=False)


class PenaltyChangeSerializer(serializers.Serializer[Any]):
    """The penalty that replaces the current one, with the reason."""

    penalty = serializers.CharField(max_length=10)
    reason = serializers.CharField(max_length=500)
    statements = StatementsSerializer(required=False)
