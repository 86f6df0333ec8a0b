"""Rounds, and the requests of the actions on a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.serializers import (
    MOST_NUMBER,
    MOST_SMALL,
    EnumField,
    OptionalReasonSerializer,
    ResponseSerializer,
    StaffSerializer,
    ValueSet,
)
from matches.clock.queries import ClockAt, round_clock
from matches.course.labels import round_label
from matches.draws.labels import conflict_text
from matches.draws.queries.pods import conflicts_of
from matches.draws.services.checks import DrawCheck, line_text
from matches.enums import RoundStatus
from matches.models import Entry, Round
from matches.pairing.conflicts import Conflict
from matches.results.queries.results import missing_tables
from matches.rounds.serializers.clock import ClockSerializer
from matches.snapshots.history_queries import player_key
from matches.table_ranges import MOST_TABLE

MOST_MINUTES = 60


HAND_CHANGE_VALUES = ValueSet(
    "HandChangeAct",
    {
        "swap_players": _("Two players swapped seats"),
        "move_player": _("A player moved to another table"),
        "make_table": _("A table was added"),
        "give_table": _("A pair moved to another table"),
        "remove_players_gone": _("Players who had dropped were removed"),
    },
)


class RoundRowSerializer(ResponseSerializer):
    """A round in a list. Only staff see drafts."""

    # As ``with_table_counts`` loads it.

    stage = serializers.IntegerField(source="stage.order", help_text="The stage's order in the event.")
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    status = EnumField(RoundStatus)
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    tables = serializers.IntegerField(help_text="Matches that are played.")
    missing = serializers.IntegerField(help_text="Those of them without a confirmed result.")

    def read_label(self, round_: Round) -> str:
        return round_label(round_)


class NamedConflict(NamedTuple):
    """A conflict of a draft with the players' names by key."""

    conflict: Conflict
    names: Mapping[str, str]


class ConflictSerializer(ResponseSerializer):
    """A conflict of a draft: something wrong, or something that costs."""

    code = serializers.CharField(source="conflict.code.value")
    players = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers.")
    words = serializers.CharField()

    def read_players(self, row: NamedConflict) -> list[int]:
        return [int(key) for key in row.conflict.players]

    def read_words(self, row: NamedConflict) -> str:
        return conflict_text(row.conflict, row.names)


class RoundStaffSerializer(StaffSerializer):
    """How a round was paired."""

    attempt = serializers.IntegerField(help_text="Counts the drafts paired for this round number.")
    method = serializers.CharField()
    cost = serializers.DictField(help_text="The cost of the pairing, line by line; empty if the pairing has none.")
    conflicts = ConflictSerializer(many=True)

    def read_method(self, round_: Round) -> str:
        return str(round_.pairing.get("method", ""))

    def read_cost(self, round_: Round) -> dict[str, Any]:
        return dict(round_.pairing.get("cost", {}))

    def read_conflicts(self, round_: Round) -> list[NamedConflict]:
        if round_.status != RoundStatus.DRAFT or not round_.stage.has_open_field:
            return []
        entries = Entry.objects.filter(event=round_.stage.event).select_related("player")
        names = {player_key(entry.number): entry.unique_name for entry in entries}
        return [NamedConflict(conflict, names) for conflict in conflicts_of(round_)]


class RoundSerializer(RoundRowSerializer):
    """A round with its clock and the tables without a result."""

    missing_tables = serializers.ListField(child=serializers.IntegerField())
    clock = ClockSerializer()
    staff = RoundStaffSerializer()

    def read_missing_tables(self, round_: Round) -> list[int]:
        return missing_tables(round_)

    def read_clock(self, round_: Round) -> ClockAt:
        return ClockAt(round_, round_clock(round_), timezone.now())


class PairSerializer(serializers.Serializer[Any]):
    """The round to pair. ``number`` is the round that the client expects to be next; 409 if it is not."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Default: the current stage."
    )
    number = serializers.IntegerField(min_value=1, max_value=MOST_SMALL, required=False)
    despite_appeals = serializers.BooleanField(
        required=False, default=False, help_text="Pair although appeals are open; 409 lists them otherwise."
    )


class PublishSerializer(serializers.Serializer[Any]):
    """How a draft is published whose results have changed."""

    despite_corrections = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Publish although results were corrected since the draft was made; 409 says so otherwise.",
    )


class CloseSerializer(serializers.Serializer[Any]):
    """How a round is closed while judges have not finished, or where that strikes results."""

    despite_appeals = serializers.BooleanField(
        required=False, default=False, help_text="Close the round although appeals are open."
    )
    accept_struck = serializers.BooleanField(
        required=False, default=False, help_text="Close the round although that strikes results in a round robin."
    )
    carry_calls = serializers.BooleanField(
        required=False, default=False, help_text="Keep open calls for a judge instead of closing them with the round."
    )


class MinutesSerializer(OptionalReasonSerializer):
    """Minutes to add for the whole room; a negative number removes time. The reason is recorded in the log."""

    minutes = serializers.IntegerField(min_value=-MOST_MINUTES, max_value=MOST_MINUTES)


class HandSerializer(serializers.Serializer[Any]):
    """A change by hand to the pairs of a round."""

    help_text = "Recorded in the log. Only a draft that players never saw needs none."
    reason = serializers.CharField(max_length=300, allow_blank=True, default="", help_text=help_text)


class SwapSerializer(HandSerializer):
    """Two players, by number, who swap seats."""

    first = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    second = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)


class MakeTableSerializer(HandSerializer):
    """Two players, by number, who have the bye or are not in the round, and the table where they play."""

    first = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    second = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, allow_null=True, help_text="null: no opponent yet, the first gets the bye."
    )
    help_text = "Default: a fixed table of the two, or the lowest number that is free."
    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLE, required=False, help_text=help_text)


class MoveSerializer(HandSerializer):
    """A player, by number, who sits down at another table of a round of pods."""

    player = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    table = serializers.IntegerField(
        min_value=1,
        max_value=MOST_TABLE,
        allow_null=True,
        help_text="null: the player gets a bye, or with `beside` a new table.",
    )
    beside = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NUMBER,
        allow_null=True,
        required=False,
        help_text="The number of a player who has the bye: the two get a new table, the first that is free.",
    )


class RestoreSerializer(serializers.Serializer[Any]):
    """The withdrawn attempt to restore."""

    attempt = serializers.IntegerField(min_value=1, max_value=MOST_SMALL)
    reason = serializers.CharField(max_length=300)


class HandChangeSerializer(ResponseSerializer):
    """A change that someone made to a round's pairings by hand."""

    act = EnumField(HAND_CHANGE_VALUES)
    at = serializers.DateTimeField()
    by = serializers.CharField()
    reason = serializers.CharField()
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="The players that it was about.")
    table = serializers.IntegerField(allow_null=True)


class RoundVerificationSerializer(ResponseSerializer):
    """A round drawn again from the results before it and its seed."""

    # The context holds the ``round``.

    same = serializers.BooleanField()
    seed = serializers.IntegerField()
    lines = serializers.ListField(
        child=serializers.CharField(),
        help_text="The lines that differ, as `3: 12 7`: a table and the players' numbers.",
    )
    kept = serializers.ListField(
        child=serializers.CharField(), help_text="Lines set by hand, which the draw had to keep."
    )
    changes = HandChangeSerializer(many=True)
    corrected = serializers.IntegerField(help_text="Earlier results that were corrected after the round was paired.")

    def read_seed(self, check: DrawCheck) -> int:
        seed: int = self.context["round"].seed
        return seed

    def read_lines(self, check: DrawCheck) -> list[str]:
        return sorted(line_text(line) for line in (*check.published, *check.drawn))

    def read_kept(self, check: DrawCheck) -> list[str]:
        return [line_text(line) for line in check.kept]
