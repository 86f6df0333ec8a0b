"""Serializers of announcements."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer
from matches.enums import Audience
from matches.models import Announcement
from matches.models.announcements import LONGEST_ANNOUNCEMENT


class AnnouncementSerializer(ResponseSerializer):
    """A text that shows to an audience until `until`, or until it is ended."""

    key = serializers.UUIDField()
    text = serializers.CharField()
    audience = EnumField(Audience)
    table = serializers.IntegerField(allow_null=True, help_text="Of one for the players at one table; else null.")
    made_at = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True, help_text="null: until it is ended.")
    ended_at = serializers.DateTimeField(allow_null=True, help_text="When it was ended; null while nobody did.")

    def read_table(self, row: Announcement) -> int | None:
        return None if row.match is None else row.match.table


class NewAnnouncementSerializer(serializers.Serializer[Any]):
    """What to announce, to whom, and until when."""

    text = serializers.CharField(max_length=LONGEST_ANNOUNCEMENT)
    audience = serializers.ChoiceField(choices=Audience.choices, default=Audience.EVERYONE)
    table = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, allow_null=True, default=None, help_text="For the audience `table`."
    )
    until = serializers.DateTimeField(allow_null=True, default=None, help_text="null: until it is ended.")
