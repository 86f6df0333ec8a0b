"""Serializers of entries (players of one event), of the actions on them, and of imported lists."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from matches.api.serializers import (
    MOST_NUMBER,
    EnumField,
    NumberedEnumField,
    OptionalReasonSerializer,
    ResponseSerializer,
    StaffSerializer,
    ValueSet,
)
from matches.enums import EntryStatus, LeaverResults, NameDisplay
from matches.imports import Decision, LineFinding, ListReading, Weight
from matches.imports.reading import MAX_BYES, MAX_NOTE, MAX_SEED
from matches.models import Entry
from matches.people.labels.imports import encoding_text, finding_text
from matches.people.labels.names import plain_name_of
from rules_engine.whole_numbers import whole_number

MOST_NUMBERS = 20_000

FINDING_WEIGHTS = ValueSet(
    "FindingWeight",
    {
        Weight.PROBLEM: gettext_lazy("Cannot be imported"),
        Weight.QUESTION: gettext_lazy("Needs an answer"),
        Weight.KNOWN: gettext_lazy("Already in the event"),
    },
)
DECISIONS = ValueSet(
    "LineDecision",
    {
        Decision.ADD: gettext_lazy("A new player, without the unreadable value"),
        Decision.REPAIRED: gettext_lazy("A new player, with the name as it was meant"),
        Decision.SAME: gettext_lazy("The known player"),
        Decision.OUT: gettext_lazy("Left out"),
    },
)
ALL, GOOD, ASKED = "all", "good", "asked"
LINES_TO_IMPORT = ValueSet(
    "LinesToImport",
    {
        ALL: gettext_lazy("All, or nothing if a line needs attention"),
        GOOD: gettext_lazy("Only lines ready to import"),
        ASKED: gettext_lazy("Lines ready to import and lines with only a question"),
    },
)


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
    reason = serializers.CharField(max_length=120, allow_blank=True, required=False, default="")


class DisqualifySerializer(serializers.Serializer[Any]):
    """A disqualification with its reason."""

    reason = serializers.CharField(max_length=300)
    keeps_place = serializers.BooleanField(required=False, default=True)


class ImportSerializer(serializers.Serializer[Any]):
    """A list as text: one player per line. The first line may name the columns: name, id, seed, email, byes, note, and
    the event's own questions by their labels or as ``answers.KEY``.
    """

    text = serializers.CharField(trim_whitespace=False)
    decisions = serializers.DictField(
        child=EnumField(DECISIONS),
        required=False,
        help_text="What becomes of lines with a question, by line number. The others become what is proposed for them:"
        " `same` for a question about a person, `add` for a value that cannot be read, `repaired` for a name in a wrong"
        " encoding. A known id with another name is left out unless you decide.",
    )

    def validate_decisions(self, decisions: dict[str, str]) -> dict[int, Decision]:
        read = {whole_number(number): Decision(decision) for number, decision in decisions.items()}
        found = {number: decision for number, decision in read.items() if number is not None}
        if len(found) < len(decisions):
            raise serializers.ValidationError(_("The keys must be line numbers."))
        return found


class ImportOptionsSerializer(serializers.Serializer[Any]):
    """How a list is imported: the query parameters."""

    take = EnumField(LINES_TO_IMPORT, required=False, default=ALL)
    preview = serializers.BooleanField(required=False, default=False, help_text="Only read and report.")
    checked_in = serializers.BooleanField(
        required=False, default=False, help_text="All players of the list are present."
    )
    expected = serializers.IntegerField(
        min_value=0,
        max_value=MOST_NUMBERS,
        required=False,
        help_text="The number of players that a preview announced. If it has changed since, the answer is 409.",
    )


class FindingSerializer(ResponseSerializer):
    """A problem, question or note about one line of a list."""

    line = serializers.IntegerField(help_text="Counted from 1, as an editor shows it.")
    code = serializers.CharField()
    weight = EnumField(FINDING_WEIGHTS)
    words = serializers.CharField()
    text = serializers.CharField(help_text="The content of the line, shortened.")

    def read_words(self, finding: LineFinding) -> str:
        return finding_text(finding)


class ImportReportSerializer(ResponseSerializer):
    """What was read and what was imported."""

    # The context's ``numbers`` are the first and last number assigned.

    imported = serializers.IntegerField()
    first = serializers.IntegerField(allow_null=True, help_text="The first number assigned.")
    last = serializers.IntegerField(allow_null=True)
    good = serializers.IntegerField(help_text="Lines that can be imported as they are.")
    asked = serializers.IntegerField(help_text="The good lines and those with only a question.")
    encoding = serializers.CharField(help_text="The encoding that was assumed, if it may be wrong; otherwise empty.")
    unused = serializers.ListField(
        source="layout.unused", child=serializers.CharField(), help_text="Columns that are not imported."
    )
    findings = FindingSerializer(many=True)

    def read_imported(self, reading: ListReading) -> int:
        first, last = self.context["numbers"] or (1, 0)
        return last - first + 1

    def read_first(self, reading: ListReading) -> int | None:
        return self.context["numbers"][0] if self.context["numbers"] else None

    def read_last(self, reading: ListReading) -> int | None:
        return self.context["numbers"][1] if self.context["numbers"] else None

    def read_good(self, reading: ListReading) -> int:
        return len(reading.takes(questions=False))

    def read_asked(self, reading: ListReading) -> int:
        return len(reading.takes(questions=True))

    def read_encoding(self, reading: ListReading) -> str:
        return encoding_text(reading.encoding)


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
        help_text="For a player who drops from a round robin before half of their matches. Default: the event's.",
    )
