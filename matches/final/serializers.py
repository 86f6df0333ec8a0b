"""The final ranking of an event as the API writes it."""

from __future__ import annotations

from typing import NamedTuple

from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer
from matches.enums import EntryStatus, StageKind
from matches.final.prize_queries import PrizeWinners
from matches.final.queries import FinalRanking, FinalRow, StagePlaces
from matches.models import Stage
from matches.pairing.bracket import PlaceRange
from matches.people.serializers import PlayerNameField, PlayerSerializer
from matches.prizes.labels import shares_text


class PlaceInStage(NamedTuple):
    """A player's place in one stage."""

    stage: Stage
    place: PlaceRange


class PlaceInStageSerializer(ResponseSerializer):
    """A place in one stage; players who share a place have the same first and last one."""

    stage = serializers.IntegerField(source="stage.order")
    first = serializers.IntegerField(source="place.first")
    last = serializers.IntegerField(source="place.last")


class FinalStageSerializer(ResponseSerializer):
    """A stage that decided the ranking."""

    stage = serializers.IntegerField(source="stage.order")
    kind = EnumField(StageKind, source="stage.kind")


class FinalRowSerializer(ResponseSerializer):
    """A player's final place. Players who are level in every stage share it."""

    rank = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number")
    name = PlayerNameField(source="entry")
    status = EnumField(EntryStatus, source="entry.status")
    places = PlaceInStageSerializer(many=True, help_text="In the stages that the player reached, the last one first.")
    prize = serializers.CharField(help_text='What the player wins, in words; "" for nothing.')

    def read_prize(self, row: FinalRow) -> str:
        winners: PrizeWinners | None = self.context["winners"]
        return shares_text(winners.of(row.entry), winners.table) if winners is not None else ""

    def read_places(self, row: FinalRow) -> list[PlaceInStage]:
        stages: tuple[StagePlaces, ...] = self.context["ranking"].stages
        return [
            PlaceInStage(column.stage, place)
            for column, place in zip(stages, row.places, strict=True)
            if place is not None
        ]


class FinalStandingsSerializer(ResponseSerializer):
    """The final ranking: the places of the last stage first, players level there by the stage before."""

    # The context holds it as ``ranking`` as well.

    stages = FinalStageSerializer(many=True, help_text="The stages that decide, the last one first.")
    winners = PlayerSerializer(many=True, help_text="Several if they share the first place.")
    rows = FinalRowSerializer(many=True)

    def read_stages(self, ranking: FinalRanking) -> tuple[StagePlaces, ...]:
        return ranking.stages
