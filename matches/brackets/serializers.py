"""A bracket as the API writes it, as far as it is published."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.brackets.queries.overviews import OverviewMatch
from matches.enums import StageKind
from matches.pairing.bracket import Feeder, From, Side, Status
from matches.people.serializers import PlayerNameField
from matches.results.labels.results import typed_score
from matches.results.queries.results import confirmed, score_of

SIDES = ValueSet(
    "BracketSide",
    {
        Side.WINNERS: _("Winners’ side"),
        Side.LOSERS: _("Losers’ side"),
        Side.THIRD_PLACE: _("Third place"),
        Side.GRAND_FINAL: _("Grand final"),
    },
)
STATUSES = ValueSet(
    "BracketStatus",
    {
        Status.WAITING: _("A player is not known yet"),
        Status.PLAYABLE: _("Both players are known"),
        Status.DECIDED: _("There is a result"),
        Status.WALKOVER: _("Only one player is left and advances"),
        Status.VOID: _("No player advances"),
        Status.NOT_NEEDED: _("Not played"),
    },
)
ORIGINS = ValueSet(
    "BracketFrom",
    {
        From.SEED: _("A seed"),
        From.WINNER: _("The winner of a match"),
        From.LOSER: _("The loser of a match"),
        From.SECOND: _("The runner-up of a pod"),
    },
)


class SeededPlayerSerializer(ResponseSerializer):
    """A player at a seed."""

    number = serializers.IntegerField(source="entry.number")
    name = PlayerNameField(source="entry")
    seed = serializers.IntegerField()


class FeederSerializer(ResponseSerializer):
    """Where a seat's player comes from."""

    origin = EnumField(ORIGINS)
    seed = serializers.IntegerField(allow_null=True)
    match = serializers.CharField(allow_null=True, help_text="The key of the match before.")

    def read_seed(self, feeder: Feeder) -> int | None:
        return feeder.seed if feeder.origin is From.SEED else None

    def read_match(self, feeder: Feeder) -> str | None:
        return None if feeder.origin is From.SEED else feeder.match


class BracketMatchSerializer(ResponseSerializer):
    """A match of a bracket. ``winner`` is the seed that advances, or null until it is decided."""

    key = serializers.CharField(source="match.key", help_text="W1-3: winners' side, round 1, third from the top.")
    side = EnumField(SIDES, source="match.side")
    round = serializers.IntegerField(source="match.round")
    position = serializers.IntegerField(source="match.position")
    status = EnumField(STATUSES, source="state.status")
    feeders = FeederSerializer(source="match.feeders", many=True)
    seats = serializers.ListField(
        child=SeededPlayerSerializer(allow_null=True), help_text="null: not known yet, or no player."
    )
    winner = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True, help_text="The match at a table, once its round is published.")
    table = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(help_text="Empty without a result.")

    def read_winner(self, row: OverviewMatch) -> int | None:
        return row.state.winner or None

    def read_match(self, row: OverviewMatch) -> object:
        return row.stored.key if row.stored else None

    def read_table(self, row: OverviewMatch) -> int | None:
        return row.stored.table if row.stored else None

    def read_score(self, row: OverviewMatch) -> str:
        result = confirmed(row.stored) if row.stored else None
        return typed_score(score_of(result), self.context["event"]) if result else ""


class PlacingSerializer(SeededPlayerSerializer):
    """A place that is certain; equal places are shared."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()


class BracketSerializer(ResponseSerializer):
    """A bracket as far as it is published: all its matches, in order of play."""

    stage = serializers.IntegerField(source="stage.order")
    kind = EnumField(StageKind, source="stage.kind")
    size = serializers.IntegerField(source="bracket.size")
    third_place = serializers.BooleanField(source="bracket.third_place")
    complete = serializers.BooleanField(source="state.complete")
    champion = SeededPlayerSerializer(allow_null=True)
    matches = BracketMatchSerializer(many=True)
    placings = PlacingSerializer(many=True)
