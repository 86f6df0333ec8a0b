"""Standings: a snapshot with exact and displayed values, and one place explained."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import MOST_SMALL, EnumField, ResponseSerializer, ValueSet
from matches.course.labels import round_label
from matches.enums import EntryStatus
from matches.models import Entry, StandingsSnapshot
from matches.people.labels.names import name_of
from matches.people.serializers import PlayerNameField, PlayerSerializer
from matches.snapshots.history_queries import player_key
from matches.snapshots.labels import label, separation_text
from matches.snapshots.struck_queries import RobinPlayer, struck_players
from matches.standings.explain import Explanation, ExplanationPart, Separation
from matches.standings.tie_break import How
from matches.standings.tie_breaks import value_text
from matches.tables.outcome import Outcome

PART_RESULTS = ValueSet(
    "PartResult", {"won": gettext_lazy("Won"), "lost": gettext_lazy("Lost"), "drawn": gettext_lazy("Drawn")}
)
PART_RESULT = {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.DRAWN: "drawn"}
"""An outcome in the API's words."""
HOW_VALUES = ValueSet(
    "TieBreakHow",
    {
        How.MEAN: gettext_lazy("Their sum divided by their number"),
        How.SUM: gettext_lazy("Their sum"),
        How.MIDDLE: gettext_lazy("Their sum without the highest and the lowest"),
        How.SHARE: gettext_lazy("Their sum divided by the largest possible sum"),
        How.GIVEN: gettext_lazy("One number that does not come from rounds"),
        How.AMONG_TIED: gettext_lazy("Their sum over the matches between tied players"),
    },
)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class ExactField(serializers.Field[Any, Any, Any, Any]):
    """A number without loss: whole, or a fraction as text (``"7/2"``), which only pods have."""

    def to_representation(self, value: Fraction | str | int) -> str | int:
        return str(value) if isinstance(value, Fraction) else value


class TieBreakNumber(NamedTuple):
    """A number of a tie-break; with an empty key it is displayed as points."""

    key: str
    value: Fraction | str | int | None


class NumberSerializer(ResponseSerializer):
    """A number in two forms: exact (``2/3``), for computing, and as tables display it (``66.6667%``)."""

    exact = serializers.CharField(allow_null=True)
    shown = serializers.CharField()

    def read_exact(self, number: TieBreakNumber) -> str | None:
        return None if number.value is None else str(number.value)

    def read_shown(self, number: TieBreakNumber) -> str:
        return value_text(number.key, number.value)


class TieBreakValueSerializer(NumberSerializer):
    """One tie-break of a player."""

    key = serializers.CharField()


class TieBreakSerializer(ResponseSerializer):
    """A tie-break of the event."""

    key = serializers.CharField(source="*")
    name = serializers.CharField()

    def read_name(self, key: str) -> str:
        return label(key)


class StandingsRowSerializer(ResponseSerializer):
    """A player's place. Equal players share a place, unless a lot decides."""

    # Reads a stored row. The context holds the event's ``entries`` by number and the ``tie_breaks`` in their order.

    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    name = PlayerNameField()
    status = EnumField(EntryStatus, help_text="The current status.")
    points = ExactField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    byes = serializers.IntegerField()
    dropped = serializers.BooleanField(help_text="The status after the round.")
    tie_breaks = TieBreakValueSerializer(many=True)

    def read_name(self, row: dict[str, Any]) -> Entry:
        entry: Entry = self.context["entries"][row["number"]]
        return entry

    def read_status(self, row: dict[str, Any]) -> str:
        return self.read_name(row).status

    def read_tie_breaks(self, row: dict[str, Any]) -> list[TieBreakNumber]:
        return [TieBreakNumber(key, row["tie_breaks"][key]) for key in self.context["tie_breaks"]]


class StruckPlayerSerializer(ResponseSerializer):
    """A player who dropped from a round robin before half of the matches, so the results do not count."""

    number = serializers.IntegerField(source="entry.number")
    name = PlayerNameField(source="entry")
    status = EnumField(EntryStatus, source="entry.status", help_text="The current status.")
    played = serializers.IntegerField(help_text="Matches played …")
    planned = serializers.IntegerField(help_text="… of so many.")


class StandingsSerializer(ResponseSerializer):
    """The standings after a round, as computed when it was closed or corrected."""

    # Needs the context of the rows.

    stage = serializers.IntegerField(source="round.stage.order")
    after = serializers.IntegerField(source="round.number", help_text="The round's number.")
    label = serializers.CharField()  # type: ignore[assignment]
    version = serializers.IntegerField(help_text="A correction creates the next version.")
    digest = serializers.CharField(help_text="SHA-256 over the exact rows.")
    computed_at = serializers.DateTimeField(source="created_at")
    tie_breaks = TieBreakSerializer(many=True)
    rows = StandingsRowSerializer(many=True)
    struck = StruckPlayerSerializer(many=True, help_text="Players without a place, whose results do not count.")

    def read_struck(self, snapshot: StandingsSnapshot) -> list[RobinPlayer]:
        return struck_players(snapshot.round.stage)

    def read_label(self, snapshot: StandingsSnapshot) -> str:
        return round_label(snapshot.round)

    def read_tie_breaks(self, snapshot: StandingsSnapshot) -> list[str]:
        return list(self.context["tie_breaks"])


class StandingsQuerySerializer(serializers.Serializer[Any]):
    """Which standings."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Default: the last ranked stage."
    )
    after = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Default: the last closed round."
    )


class ExplainedPart(NamedTuple):
    """One line of the sum behind a tie-break."""

    explanation: Explanation
    part: ExplanationPart


def _amount(explanation: Explanation, value: Fraction | int) -> TieBreakNumber:
    """A part or a total. The parts of a share are points; only their quotient is a per cent."""
    return TieBreakNumber("" if explanation.how is How.SHARE else explanation.key, value)


class PartSerializer(ResponseSerializer):
    """One line of a sum."""

    round = serializers.IntegerField(source="part.number")
    opponent = PlayerSerializer(allow_null=True, help_text="null: a bye or an assigned result.")
    result = EnumField(PART_RESULTS)
    value = NumberSerializer()
    points = ExactField(source="part.points", allow_null=True, help_text="For a share: points …")
    whole = ExactField(source="part.whole", allow_null=True, help_text="… of so many.")
    floored = serializers.BooleanField(source="part.floored")
    left_out = serializers.BooleanField(source="part.left_out")

    def read_result(self, line: ExplainedPart) -> str:
        return PART_RESULT[line.part.result]

    def read_opponent(self, line: ExplainedPart) -> Entry | None:
        return None if line.part.opponent is None else self.context["entries"][int(line.part.opponent)]

    def read_value(self, line: ExplainedPart) -> TieBreakNumber:
        return _amount(line.explanation, line.part.value)


class ExplanationSerializer(ResponseSerializer):
    """A tie-break with its parts. The total over ``divided_by`` is the value, unless the floor counts."""

    key = serializers.CharField()
    name = serializers.CharField()
    how = EnumField(HOW_VALUES)
    value = NumberSerializer()
    total = NumberSerializer()
    divided_by = serializers.IntegerField()
    floored = serializers.BooleanField()
    floor = NumberSerializer(allow_null=True)
    parts = PartSerializer(many=True)

    def read_name(self, explanation: Explanation) -> str:
        return label(explanation.key)

    def read_value(self, explanation: Explanation) -> TieBreakNumber:
        return TieBreakNumber(explanation.key, explanation.value)

    def read_total(self, explanation: Explanation) -> TieBreakNumber:
        return _amount(explanation, explanation.total)

    def read_floor(self, explanation: Explanation) -> TieBreakNumber | None:
        return None if explanation.floor is None else TieBreakNumber(explanation.key, explanation.floor)

    def read_parts(self, explanation: Explanation) -> list[ExplainedPart]:
        return [ExplainedPart(explanation, part) for part in explanation.parts]


class SeparationSerializer(ResponseSerializer):
    """Why the player one place up stands higher: the first number that differs."""

    above = PlayerSerializer()
    key = serializers.CharField()
    own = NumberSerializer()
    theirs = NumberSerializer()
    words = serializers.CharField()

    def read_above(self, separation: Separation) -> Entry:
        entry: Entry = self.context["entries"][int(separation.above)]
        return entry

    def read_own(self, separation: Separation) -> TieBreakNumber:
        return TieBreakNumber(separation.key, separation.own)

    def read_theirs(self, separation: Separation) -> TieBreakNumber:
        return TieBreakNumber(separation.key, separation.theirs)

    def read_words(self, separation: Separation) -> str:
        above = self.read_above(separation)
        name = name_of(above, staff=self.context["staff"], event=self.context["event"])
        return separation_text(separation, {player_key(above.number): name})


class StruckRoundSerializer(ResponseSerializer):
    """A round that does not count: a match with a player who is struck, or the bye that stood for it."""

    round = serializers.IntegerField(source="number")
    opponent = PlayerSerializer(allow_null=True, help_text="null: the bye.")


class PlaceSerializer(ResponseSerializer):
    """One player's place, with the origin of its numbers."""

    stage = serializers.IntegerField(source="stage.order")
    rank = serializers.IntegerField(source="row.rank")
    number = serializers.IntegerField(source="entry.number")
    name = PlayerNameField(source="entry")
    points = ExactField(source="row.points")
    wins = serializers.IntegerField(source="row.wins")
    losses = serializers.IntegerField(source="row.losses")
    draws = serializers.IntegerField(source="row.draws")
    byes = serializers.IntegerField(source="row.byes")
    tie_breaks = ExplanationSerializer(many=True)
    separation = SeparationSerializer(allow_null=True, help_text="null at the top.")
    struck = StruckRoundSerializer(many=True, help_text="Rounds that do not count.")
