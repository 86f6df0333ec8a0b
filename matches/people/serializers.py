"""Serializers of entries (players of one event) and of the actions on them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.serializers import (
    MOST_NUMBER,
    EnumField,
    NumberedEnumField,
    OptionalReasonSerializer,
    ResponseSerializer,
    StaffSerializer,
)
from matches.enums import EntryStatus, LeaverResults, NameDisplay, TableProperty
from matches.imports.reading import MAX_BYES, MAX_NOTE, MAX_SEED
from matches.models import Entry
from matches.people.labels.names import plain_name_of
from matches.prizes.table import MOST_CATEGORIES

MOST_NUMBERS = 20_000


class PlayerNameField(serializers.CharField):
    """The name of an entry's player. The event and the player choose how the public sees it.

    Players of the same name are told apart by the number, which every answer has beside the name.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"source": "*", **kwargs})

    def to_representation(self, entry: Any) -> str:
        return plain_name_of(entry, staff=self.context["staff"], event=self.context["event"])


class PlayerSerializer(ResponseSerializer):
    """A player of the event: number and name of an entry."""

    number = serializers.IntegerField()
    name = PlayerNameField()


class EntryStaffSerializer(StaffSerializer):
    """The data of a player that only the event's staff sees."""

    external_id = serializers.CharField(source="player.external_id")
    last_name = serializers.CharField(source="player.last_name", help_text="Used to sort lists if it is known.")
    email = serializers.CharField(allow_null=True, help_text="null except for organiser and scorekeeper.")
    seed = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    entered_round = serializers.IntegerField(help_text="The player's first round.")
    dropped_after = serializers.IntegerField(allow_null=True)
    awarded_byes = serializers.IntegerField()
    fixed_table = serializers.IntegerField(allow_null=True)
    fixed_table_reason = serializers.CharField()
    keeps_place = serializers.BooleanField(help_text="Disqualified: stays in the standings at the place reached.")
    name_display = NumberedEnumField(NameDisplay, allow_null=True, help_text="null: as set for the event.")
    has_link = serializers.BooleanField()
    has_played = serializers.BooleanField()

    note = serializers.CharField(allow_null=True, help_text="null except for organiser and scorekeeper.")
    answers = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        allow_null=True,
        help_text="By the keys of the event's own questions; null except for organiser and scorekeeper.",
    )
    categories = serializers.ListField(
        child=serializers.CharField(), help_text="The categories of prizes that the player is in."
    )
    paid_at = serializers.DateTimeField(allow_null=True, help_text="When the player was marked as paid.")
    paid_amount = serializers.CharField(allow_null=True, help_text="null except for organiser and scorekeeper.")
    paid_note = serializers.CharField(allow_null=True, help_text="null except for organiser and scorekeeper.")

    def read_email(self, entry: Entry) -> str | None:
        return entry.player.email if self.context["emails"] else None

    def read_note(self, entry: Entry) -> str | None:
        return entry.note if self.context["emails"] else None

    def read_answers(self, entry: Entry) -> dict[str, str] | None:
        return entry.answers if self.context["emails"] else None

    def read_paid_amount(self, entry: Entry) -> str | None:
        return entry.paid_amount if self.context["emails"] else None

    def read_paid_note(self, entry: Entry) -> str | None:
        return entry.paid_note if self.context["emails"] else None


class EntrySerializer(ResponseSerializer):
    """A player in the event. The event and the player choose how the public sees the name."""

    number = serializers.IntegerField(help_text="Assigned at sign-up, never reused.")
    name = PlayerNameField()
    status = EnumField(EntryStatus)
    struck = serializers.BooleanField(
        source="is_struck", help_text="Dropped from a round robin early, so the results do not count."
    )
    staff = EntryStaffSerializer()


class EntryFieldsSerializer(serializers.Serializer[Any]):
    """A player's data."""

    name = serializers.CharField(max_length=200)
    external_id = serializers.CharField(
        max_length=100,
        allow_blank=True,
        required=False,
        help_text="Finds players from other events where you work at the desk.",
    )
    email = serializers.CharField(max_length=300, allow_blank=True, required=False)
    last_name = serializers.CharField(
        max_length=200, allow_blank=True, required=False, help_text="The part of the name that lists are sorted by."
    )
    seed = serializers.IntegerField(min_value=1, max_value=MAX_SEED, allow_null=True, required=False)


class EntryCreateSerializer(EntryFieldsSerializer):
    """Signs up one player."""

    awarded_byes = serializers.IntegerField(min_value=0, max_value=MAX_BYES, required=False)
    checked_in = serializers.BooleanField(required=False, help_text="The player is present.")
    sure = serializers.BooleanField(
        required=False, help_text="Confirms the player after the codes name_known and id_elsewhere."
    )
    categories = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=MOST_CATEGORIES,
        help_text="The categories of prizes that the player is in.",
    )


class EntryUpdateSerializer(EntryFieldsSerializer):
    """Edits a player. Name, ID and email change at every event of the player if you work at the desk of each."""

    name_display = NumberedEnumField(NameDisplay, allow_null=True, required=False)
    note = serializers.CharField(
        max_length=MAX_NOTE, allow_blank=True, required=False, help_text="Only organisers and scorekeepers see it."
    )


class CheckInSerializer(serializers.Serializer[Any]):
    """Players to check in: by number, or all."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        required=False,
        min_length=1,
        max_length=MOST_NUMBERS,
    )
    all = serializers.BooleanField(required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if bool(data.get("numbers")) == bool(data.get("all")):
            raise serializers.ValidationError(_("Send either the numbers or all: true."))
        return data


class CheckedInSerializer(serializers.Serializer[Any]):
    """The number of players who were not checked in before."""

    checked_in = serializers.IntegerField()


class ByesSerializer(serializers.Serializer[Any]):
    """Byes for the first rounds; 0 removes them."""

    rounds = serializers.IntegerField(min_value=0, max_value=MAX_BYES)


class FixedTableSerializer(serializers.Serializer[Any]):
    """A fixed table with its reason; null removes it."""

    table = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True)
    wanted = serializers.ChoiceField(
        choices=TableProperty.wanted(),
        allow_blank=True,
        required=False,
        default="",
        help_text="Instead of a number, in a hall day: what the table must be.",
    )
    reason = serializers.CharField(max_length=120, allow_blank=True, required=False, default="")


class DisqualifySerializer(serializers.Serializer[Any]):
    """A disqualification with its reason."""

    reason = serializers.CharField(max_length=300)
    keeps_place = serializers.BooleanField(required=False, default=True)


class DropSerializer(OptionalReasonSerializer):
    """Why a player is dropped, and what becomes of a place in the cut and of the results in a round robin."""

    walkover = serializers.BooleanField(
        required=False,
        default=False,
        help_text="For a player in the cut: keep the place, so that the opponent has a walkover. Otherwise the next in"
        " line moves up.",
    )
    results = EnumField(
        LeaverResults,
        required=False,
        help_text="For a player who drops from a round robin before playing half their matches. Default: the event's.",
    )
