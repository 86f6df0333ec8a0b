"""The serializers of turns on record."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from judging.enums import TurnSource
from judging.recorder.findings import name_of
from judging.recorder.forms import MOST_TOKEN
from judging.recorder.queries.recorded import RecordedMatch
from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer
from matches.results.labels.results import sentence_score
from rules_engine.record.writing import to_mapping

MOST_PLACE = 1_000_000


class DeviceSerializer(serializers.Serializer[Any]):
    """The device that writes. Another device has to take over the record first."""

    device = serializers.CharField(max_length=64, required=False, default="api")


class BeginSerializer(DeviceSerializer):
    """A new record: tapped in from the start (``first``), or read in (``text``: the text form or JSON)."""

    id = serializers.UUIDField(
        required=False, default=None, help_text="Chosen by the device: the same ID starts only one record."
    )
    first = serializers.CharField(max_length=1, required=False, help_text="The seat that starts: A or B.")
    text = serializers.CharField(max_length=2_000_000, required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if ("first" in data) == ("text" in data):
            raise serializers.ValidationError({"first": [_("Send either first or text, not both.")]})
        return data


class ConfirmSerializer(serializers.Serializer[Any]):
    """The result that the record proposes; ``reason`` if it leaves out a round lost by penalty."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
    accept_winner_gone = serializers.BooleanField(
        default=False, help_text="true: the winner has dropped or is disqualified, and wins all the same (else 409)."
    )


class TapSerializer(DeviceSerializer):
    """A tap, at the revision of the record that the device has seen. The same ``step`` again counts once."""

    revision = serializers.IntegerField(min_value=0, max_value=MOST_NUMBER)
    step = serializers.UUIDField()


class WriteSerializer(TapSerializer):
    """The next token. With ``insist`` also one that the rules do not allow now."""

    token = serializers.CharField(max_length=MOST_TOKEN, allow_blank=True, help_text="Empty if no one answers.")
    insist = serializers.BooleanField(required=False, default=False)


class RoundSerializer(TapSerializer):
    """The next round of the game; ``first`` where the winner of the last one chooses who starts."""

    first = serializers.CharField(max_length=1, required=False, allow_blank=True, default="")


class CorrectSerializer(TapSerializer):
    """Another token in an earlier place (null takes it out), or with ``insert`` one before it; places count from 1."""

    round = serializers.IntegerField(min_value=1, max_value=MOST_PLACE, help_text="Its place in the record.")
    turn = serializers.IntegerField(min_value=1, max_value=MOST_PLACE)
    action = serializers.IntegerField(min_value=1, max_value=MOST_PLACE)
    token = serializers.CharField(max_length=MOST_TOKEN, allow_null=True)
    insert = serializers.BooleanField(required=False, default=False)


class ActSerializer(ResponseSerializer):
    """What may be done now, or not, and what it leads to or why."""

    token = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # a field's own ``label`` is another
    consequence = serializers.CharField()


class BarredSerializer(ResponseSerializer):
    """What may not be done now, with the reason and its rule."""

    token = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment] # a field's own ``label`` is another
    reason = serializers.CharField()
    rule = serializers.CharField()


class TurnsSerializer(ResponseSerializer):
    """A record of a match's turns with the referee's report, and what may come next."""

    id = serializers.UUIDField(source="row.key")
    number = serializers.IntegerField(
        source="row.number", help_text="The record of the highest number that is not set aside counts."
    )
    aside = serializers.BooleanField(source="row.aside", help_text="Set aside: another record of the match counts.")
    contested = serializers.BooleanField(
        source="row.contested",
        help_text="Begun without knowing of another device’s record: a judge still has to choose which counts.",
    )
    source = EnumField(TurnSource)  # type: ignore[assignment] # a field's own ``source`` is another
    revision = serializers.IntegerField(source="row.revision")
    device = serializers.CharField(source="row.device")
    started_at = serializers.DateTimeField(source="row.started_at")
    changed_at = serializers.DateTimeField(source="row.changed_at")
    record = serializers.JSONField(help_text="The record, as docs/rules/record.md has it.")
    report = serializers.JSONField(help_text="The referee's report on it.")
    open_findings = serializers.ListField(
        child=serializers.CharField(), help_text="Findings that have not been reviewed: ROUND.TURN.ACTION.CODE."
    )
    to_act = serializers.CharField(allow_null=True, help_text="The seat; null between rounds.")
    allowed = ActSerializer(many=True)
    barred = BarredSerializer(many=True)
    proposal = serializers.CharField(
        allow_null=True, help_text="The result of a finished record whose findings have been reviewed."
    )

    def read_source(self, found: RecordedMatch) -> str:
        return found.row.source

    def read_record(self, found: RecordedMatch) -> dict[str, Any]:
        return to_mapping(found.record)

    def read_report(self, found: RecordedMatch) -> dict[str, Any]:
        return found.standing.report.to_dict()

    def read_open_findings(self, found: RecordedMatch) -> list[str]:
        return [name_of(finding) for finding in found.open_findings()]

    def read_to_act(self, found: RecordedMatch) -> str | None:
        return found.standing.acts.seat

    def read_allowed(self, found: RecordedMatch) -> Any:
        return found.standing.acts.allowed

    def read_barred(self, found: RecordedMatch) -> Any:
        return found.standing.acts.barred

    def read_proposal(self, found: RecordedMatch) -> str | None:
        return sentence_score(found.proposal, found.event) if found.proposal else None
