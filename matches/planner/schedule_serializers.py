"""Serializers of the schedule."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.events.serializers.settings import MomentField
from matches.schedule.items import LONGEST_DELAY, LONGEST_TEXT, MOST_ITEMS


class ItemSerializer(serializers.Serializer[Any]):
    """What begins at a time of the event's clock."""

    at = MomentField(help_text="YYYY-MM-DDTHH:MM in the event's time zone.")
    text = serializers.CharField(max_length=LONGEST_TEXT)


class ScheduleSerializer(serializers.Serializer[Any]):
    """What begins when, in the order of time."""

    items = serializers.ListField(child=ItemSerializer(), max_length=MOST_ITEMS)
    made_of = serializers.IntegerField(
        min_value=0,
        required=False,
        help_text="The number of the last change of the schedule. Send it back with a new schedule to have that "
        "refused (409) if somebody has changed the schedule meanwhile.",
    )


class ShiftSerializer(serializers.Serializer[Any]):
    """How much later all is that is still to come."""

    minutes = serializers.IntegerField(
        min_value=-LONGEST_DELAY, max_value=LONGEST_DELAY, help_text="Negative: earlier, but not into the past."
    )
