"""Serializers of imported lists: how one is sent, and what was read in it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.imports import Decision, LineFinding, ListReading, Weight
from matches.people.labels.imports import encoding_text, finding_text
from matches.people.serializers import MOST_NUMBERS
from rules_engine.whole_numbers import whole_number

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
