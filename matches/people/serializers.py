"""Entries: a player in one event, for all and for the staff; lists of players; what acts about them take."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.field_serializers import FindingWeight, NameShownField, Take, Word
from matches.enums import EntryStatus
from matches.imports.reading import MAX_BYES, MAX_SEED

MOST_NUMBERS = 20_000
MOST_NUMBER = 2**31 - 1


class EntryForStaff(serializers.Serializer[Any]):
    """What the staff of the event sees of a player."""

    external_id = serializers.CharField()
    email = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    checked_in_at = serializers.DateTimeField(allow_null=True)
    entered_round = serializers.IntegerField(help_text="The first round the player is in.")
    dropped_after = serializers.IntegerField(allow_null=True)
    awarded_byes = serializers.IntegerField()
    fixed_table = serializers.IntegerField(allow_null=True)
    fixed_table_reason = serializers.CharField()
    keeps_place = serializers.BooleanField(help_text="Disqualified: stays in the standings at the place reached.")
    name_display = NameShownField(allow_null=True, help_text="null: as the event.")
    has_link = serializers.BooleanField()
    has_played = serializers.BooleanField()


class EntryShown(serializers.Serializer[Any]):
    """A player in the event. The name is as the event and the player let the asker see it."""

    number = serializers.IntegerField(help_text="Given at sign-up, not given again.")
    name = serializers.CharField()
    status = Word(EntryStatus)
    staff = EntryForStaff(allow_null=True, help_text="null for all but the event's staff.")


class EntryGiven(serializers.Serializer[Any]):
    """A player's line, to change."""

    name = serializers.CharField(max_length=200)
    external_id = serializers.CharField(
        max_length=100, allow_blank=True, required=False, help_text="Finds the player of earlier events."
    )
    email = serializers.CharField(max_length=300, allow_blank=True, required=False)
    seed = serializers.IntegerField(min_value=1, max_value=MAX_SEED, allow_null=True, required=False)


class EntryNew(EntryGiven):
    """A player by hand: sign-up or walk-in."""

    awarded_byes = serializers.IntegerField(min_value=0, max_value=MAX_BYES, required=False)
    checked_in = serializers.BooleanField(required=False, help_text="Is here.")
    sure = serializers.BooleanField(
        required=False, help_text="Answers the codes name_known and id_elsewhere: it is right all the same."
    )


class EntryChanged(EntryGiven):
    """What a player's line says. Name, id and e-mail are the player's: they change at every event."""

    name_display = NameShownField(allow_null=True, required=False)


class Numbers(serializers.Serializer[Any]):
    """Players by number, or all of them."""

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


class CheckedIn(serializers.Serializer[Any]):
    """How many are checked in now who were not before."""

    checked_in = serializers.IntegerField()


class ByesGiven(serializers.Serializer[Any]):
    """Byes for the first rounds; 0 takes them back."""

    rounds = serializers.IntegerField(min_value=0, max_value=MAX_BYES)


class TableGiven(serializers.Serializer[Any]):
    """A fixed table with its reason; null frees the player."""

    table = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True)
    reason = serializers.CharField(max_length=120, allow_blank=True, required=False, default="")


class DisqualifyGiven(serializers.Serializer[Any]):
    """Why, and whether the player keeps the place reached."""

    reason = serializers.CharField(max_length=300)
    keeps_place = serializers.BooleanField(required=False, default=True)


class ListGiven(serializers.Serializer[Any]):
    """A list as text: one player a line; a first line names the columns name, id, seed, email, byes."""

    text = serializers.CharField(trim_whitespace=False)


class HowToTake(serializers.Serializer[Any]):
    """How a list is taken, in the address."""

    take = Word(Take, required=False, default=Take.ALL.value)
    preview = serializers.BooleanField(required=False, default=False, help_text="Only read and report.")
    checked_in = serializers.BooleanField(required=False, default=False, help_text="All of them are here.")
    expected = serializers.IntegerField(
        min_value=0,
        max_value=MOST_NUMBERS,
        required=False,
        help_text="How many a preview told; 409 when it would be another number by now.",
    )


class FindingShown(serializers.Serializer[Any]):
    """One thing about one line of a list."""

    line = serializers.IntegerField(help_text="Counted from 1, as an editor shows it.")
    code = serializers.CharField()
    weight = Word(FindingWeight)
    words = serializers.CharField()
    text = serializers.CharField(help_text="What stands there, shortened.")


class ListReport(serializers.Serializer[Any]):
    """What a list holds and what came of it."""

    imported = serializers.IntegerField()
    first = serializers.IntegerField(allow_null=True, help_text="The first number given.")
    last = serializers.IntegerField(allow_null=True)
    good = serializers.IntegerField(help_text="Lines that are plainly good.")
    asked = serializers.IntegerField(help_text="With those that are only asked about.")
    encoding = serializers.CharField(help_text="What was assumed, where it may be wrong; else empty.")
    unused = serializers.ListField(child=serializers.CharField(), help_text="Columns that nobody reads.")
    findings = FindingShown(many=True)
