"""The shapes of what the judging API takes and answers. What they mean is decided by the services."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from judging.enums import CallState, PenaltyAct, PenaltyStatus, PrizeDecision, RecordSource
from judging.records.services import Stamp
from matches.api.field_serializers import Word

MOST_TEXT = 2000
MOST_NUMBER = 2**31 - 1


class Text(serializers.CharField):
    """A judge's words; left out or empty where there are none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MOST_TEXT, "allow_blank": True, "required": False, "default": "", **kwargs})


class RecordGiven(serializers.Serializer[Any]):
    """What every record says about itself. The same ``id`` sent again makes nothing new."""

    id = serializers.UUIDField(required=False, help_text="Chosen by the device: the record's own id.")
    device = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    device_number = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None, help_text="With device only."
    )
    device_time = serializers.DateTimeField(required=False, allow_null=True, default=None)
    source = Word(RecordSource, required=False, default=RecordSource.TABLET.value)  # type: ignore[assignment] # a field's own ``source`` is another

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["device_number"] is not None and not data["device"]:
            raise serializers.ValidationError({"device": [_("A number needs the device that counts.")]})
        return data


def stamp_of(data: dict[str, Any]) -> Stamp:
    """The stamp of what ``RecordGiven`` read."""
    known = {"id": data["id"]} if "id" in data else {}
    return Stamp(
        device=data["device"],
        number=data["device_number"],
        device_time=data["device_time"],
        source=RecordSource(data["source"]),
        **known,
    )


class RecordShown(serializers.Serializer[Any]):
    """What every record carries."""

    id = serializers.UUIDField()
    sequence = serializers.IntegerField(help_text="Its place in the event's log.")
    at = serializers.DateTimeField(help_text="When it came to the server.")
    device_time = serializers.DateTimeField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(allow_null=True)
    judge = serializers.CharField()
    source = Word(RecordSource)  # type: ignore[assignment] # a field's own ``source`` is another
    policy_version = serializers.CharField()
    reason = serializers.CharField()


class RulingGiven(RecordGiven):
    """A ruling: a matter (the key of the policy's button) and its outcome."""

    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None)
    matter = serializers.CharField(max_length=40)
    outcome = serializers.CharField(max_length=60, help_text="One of the policy's, where it lists them.")
    player = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None, help_text="A number."
    )
    rule = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    comment = Text()


class RulingShown(RecordShown):
    """A ruling; ``withdrawn`` when a later record took it back."""

    matter = serializers.CharField()
    outcome = serializers.CharField()
    rule = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    comment = serializers.CharField()
    corrects = serializers.UUIDField(allow_null=True)
    withdrawn = serializers.BooleanField()


class Statements(serializers.Serializer[Any]):
    """What a disqualification requires."""

    statement_player = serializers.CharField(max_length=MOST_TEXT, required=False, allow_blank=True)
    statement_judge = serializers.CharField(max_length=MOST_TEXT, required=False, allow_blank=True)
    prize_decision = Word(PrizeDecision, required=False)


class InfractionGiven(RecordGiven):
    """A player's fault. Without ``penalty`` only the fault and its suggestion are logged."""

    player = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, help_text="The player's number.")
    code = serializers.CharField(max_length=20, help_text="Of the event's policy.")
    penalty = serializers.CharField(max_length=10, required=False, allow_null=True, default=None)
    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None)
    comment = Text()
    note_only = serializers.BooleanField(required=False, default=False)
    self_report = serializers.BooleanField(required=False, default=False)
    late_seconds = serializers.IntegerField(
        min_value=0, max_value=86_400, required=False, allow_null=True, default=None
    )
    ruling = serializers.UUIDField(required=False, allow_null=True, default=None)
    statements = Statements(required=False)


class ReasonShown(serializers.Serializer[Any]):
    """Why a penalty is suggested: a code and its parameters."""

    code = serializers.CharField()
    params = serializers.DictField()


class InfractionShown(RecordShown):
    """A fault with what was suggested and where its penalty stands."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    code = serializers.CharField()
    track = serializers.CharField()
    note_only = serializers.BooleanField()
    self_report = serializers.BooleanField()
    late_seconds = serializers.IntegerField(allow_null=True)
    suggested = serializers.CharField()
    nth = serializers.IntegerField(help_text="Which offence of its kind it was counted as.")
    path = serializers.ListField(child=serializers.CharField())
    reasons = ReasonShown(many=True)
    comment = serializers.CharField()
    ruling = serializers.UUIDField(allow_null=True)
    penalty = serializers.CharField(allow_null=True, help_text="null while none was given.")
    status = Word(PenaltyStatus)
    needs = serializers.CharField(help_text="The policy's role that must still confirm, or empty.")
    deviation = serializers.BooleanField(help_text="Not what was suggested.")


class PenaltyShown(RecordShown):
    """One step in a penalty's life."""

    infraction = serializers.UUIDField()
    player = serializers.IntegerField()
    act = Word(PenaltyAct)
    penalty = serializers.CharField()
    provisional = serializers.BooleanField()
    deviation = serializers.BooleanField()
    effect = serializers.DictField(help_text="What it did to the match, or gave back.")


class IssueGiven(serializers.Serializer[Any]):
    """The penalty for a fault that was logged without one."""

    penalty = serializers.CharField(max_length=10)
    comment = Text(max_length=500)
    statements = Statements(required=False)


class ConfirmGiven(serializers.Serializer[Any]):
    """A higher judge's word."""

    comment = Text(max_length=500)
    statements = Statements(required=False)


class ChangeGiven(serializers.Serializer[Any]):
    """Another penalty, and why."""

    penalty = serializers.CharField(max_length=10)
    reason = serializers.CharField(max_length=500)
    statements = Statements(required=False)


class WhyGiven(serializers.Serializer[Any]):
    """Why; the log keeps it."""

    reason = serializers.CharField(max_length=500)


class CallGiven(RecordGiven):
    """A judge is wanted at a table. A player calls to the own one only."""

    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    about = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class CallShown(RecordShown):
    """A call and where it stands; ``answered_by`` made the last step."""

    player = serializers.IntegerField(allow_null=True)
    about = serializers.CharField()
    state = Word(CallState)
    answered_by = serializers.CharField()


class LineShown(serializers.Serializer[Any]):
    """A line of the log as it is hashed: ``hash`` covers ``previous_hash`` and ``body``."""

    sequence = serializers.IntegerField()
    body = serializers.DictField()
    previous_hash = serializers.CharField()
    hash = serializers.CharField()


class PolicyShown(serializers.Serializer[Any]):
    """The policy that the event is judged by, whole."""

    version = serializers.CharField()
    digest = serializers.CharField()
    profile = serializers.CharField()
    started = serializers.BooleanField(help_text="False while the event has not chosen.")
    delegated = serializers.BooleanField(help_text="The deputy decides as the head does.")
    policy = serializers.DictField()
