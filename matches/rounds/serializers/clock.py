"""The clock of a round and of its matches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.serializers import (
    EnumField,
    ResponseSerializer,
    ValueSet,
)
from matches.clock.queries import ClockAt, with_extensions
from matches.clock.timing import ClockState
from matches.course.labels import round_label
from matches.enums import RoundStatus
from matches.models import Match

CLOCK_STATES = ValueSet(
    "ClockState",
    {
        ClockState.NOT_STARTED: _("Not started"),
        ClockState.RUNNING: _("Running"),
        ClockState.PAUSED: _("Paused"),
        ClockState.TIME_CALLED: _("Time called"),
    },
)


class ExtensionSerializer(ResponseSerializer):
    """Extra time for one match."""

    # ``with_extensions`` loads it.

    match = serializers.UUIDField(source="key")
    table = serializers.IntegerField(allow_null=True)
    seconds = serializers.IntegerField(source="extension_seconds")


class ClockSerializer(ResponseSerializer):
    """A clock at one moment (``at``, the server's time)."""

    state = EnumField(CLOCK_STATES)
    at = serializers.DateTimeField()
    left_seconds = serializers.FloatField(source="reading.left", help_text="Below zero once the time is over.")
    ends_at = serializers.DateTimeField(
        source="reading.ends_at", allow_null=True, help_text="null before the start and while the clock is paused."
    )
    running = serializers.BooleanField(source="reading.running")
    allowed_seconds = serializers.FloatField(
        source="reading.allowed", help_text="The cap plus the time that was added; for a match plus its extension."
    )


class RoundClockSerializer(ClockSerializer):
    """The clock of the current round, with the extensions of its matches."""

    stage = serializers.IntegerField(source="round.stage.order")
    round = serializers.IntegerField(source="round.number")
    label = serializers.CharField()  # type: ignore[assignment]
    status = EnumField(RoundStatus, source="round.status")
    extensions = ExtensionSerializer(many=True)

    def read_label(self, clock: ClockAt) -> str:
        return round_label(clock.round)

    def read_extensions(self, clock: ClockAt) -> list[Match]:
        extended = Match.objects.filter(pk__in=clock.clock.extensions)
        return list(with_extensions(extended).order_by("table", "pk"))
