"""The fields that all records share in the API."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from judging.enums import RecordSource
from judging.models import Record
from judging.records.services import Stamp
from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer

MOST_TEXT = 2000


class CommentField(serializers.CharField):
    """A judge's comment; empty by default."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": MOST_TEXT, "allow_blank": True, "required": False, "default": "", **kwargs})


class RecordCreateSerializer(serializers.Serializer[Any]):
    """What a request says about every record. Sending the same ``id`` again logs nothing new."""

    id = serializers.UUIDField(required=False, help_text="Chosen by the device: the record's own ID.")
    device = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")
    device_number = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None, help_text="With device only."
    )
    device_time = serializers.DateTimeField(required=False, allow_null=True, default=None)
    source = EnumField(RecordSource, required=False, default=RecordSource.TABLET.value)  # type: ignore[assignment] # a field's own ``source`` is another

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["device_number"] is not None and not data["device"]:
            raise serializers.ValidationError({"device": [_("A device number requires a device.")]})
        return data


def stamp_of(data: dict[str, Any]) -> Stamp:
    """The stamp from the validated data of a ``RecordCreateSerializer``."""
    own_id = {"id": data["id"]} if "id" in data else {}
    return Stamp(
        device=data["device"],
        number=data["device_number"],
        device_time=data["device_time"],
        source=RecordSource(data["source"]),
        **own_id,
    )


class RecordSerializer(ResponseSerializer):
    """The fields of every record."""

    id = serializers.UUIDField(source="pk")
    sequence = serializers.IntegerField(help_text="Its place in the event's log.")
    at = serializers.DateTimeField(source="server_time", help_text="When it reached the server.")
    device_time = serializers.DateTimeField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(source="match_id", allow_null=True)
    judge = serializers.CharField()
    source = EnumField(RecordSource)  # type: ignore[assignment] # a field's own ``source`` is another
    policy_version = serializers.CharField()
    reason = serializers.CharField()

    def read_round(self, row: Record) -> int | None:
        return row.round.number if row.round else None

    def read_judge(self, row: Record) -> str:
        return str(row.judge or "")


class RecordReasonSerializer(serializers.Serializer[Any]):
    """The reason, which is recorded in the log."""

    reason = serializers.CharField(max_length=500)
