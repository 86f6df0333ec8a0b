"""Serializers of the prizes of an event."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer, ValueSet
from matches.final.prize_queries import PrizeWinners
from matches.people.serializers import PlayerNameField
from matches.prizes.amounts import amount_number
from matches.prizes.labels import EQUAL_LABELS, ONE_PRIZE_LABELS
from matches.prizes.sharing import Share
from matches.prizes.table import LONGEST_TEXT, MOST_LINES, Equal, OnePrize, Prize, PrizeTable, as_lines

EQUAL = ValueSet("EqualPlaces", {str(value): label for value, label in EQUAL_LABELS.items()})
ONE_PRIZE = ValueSet("OnePrize", {str(value): label for value, label in ONE_PRIZE_LABELS.items()})
LINES_HELP = "As on the page: `1: €500`, `3-4: 100` for 100 each, `5-8: Booster box`, `Under 16, 2: €20`."
MOST_MARKS = 20_000


class PrizesUpdateSerializer(serializers.Serializer[Any]):
    """The whole table of prizes."""

    lines = serializers.ListField(
        child=serializers.CharField(max_length=4 * LONGEST_TEXT), max_length=2 * MOST_LINES, help_text=LINES_HELP
    )
    equal = EnumField(EQUAL, required=False, default=str(Equal.DIVIDE))
    one_prize = EnumField(ONE_PRIZE, required=False, default=str(OnePrize.NO))
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed once the event is finished."
    )


class MarkSerializer(serializers.Serializer[Any]):
    """The categories of a player."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    categories = serializers.ListField(child=serializers.CharField(max_length=LONGEST_TEXT), max_length=MOST_LINES)


class MarksSerializer(serializers.Serializer[Any]):
    """Who is in which categories. Players who are not named stay as they are."""

    marks = serializers.ListField(child=MarkSerializer(), max_length=MOST_MARKS)
    reason = serializers.CharField(
        max_length=300, allow_blank=True, required=False, default="", help_text="Needed once the event is finished."
    )


class PrizeSerializer(ResponseSerializer):
    """What each of some places wins: money, or a thing."""

    category = serializers.CharField(help_text='"" for the places of the event itself.')
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    amount = serializers.CharField(allow_null=True, help_text="For each place, such as 1250.50; null for a thing.")
    text = serializers.CharField(help_text='"" for money.')

    def read_amount(self, prize: Prize) -> str | None:
        return amount_number(prize.units, self.context["table"].currency) if prize.units else None


class PrizeWinnerSerializer(ResponseSerializer):
    """What a player wins by place or in a category; ``first`` and ``last`` are the places of those who are equal."""

    number = serializers.IntegerField(source="player")
    name = serializers.CharField()
    category = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    amount = serializers.CharField(allow_null=True)
    things = serializers.ListField(child=serializers.CharField())
    divided = serializers.BooleanField(help_text="The money of several places was divided.")
    by_lot = serializers.BooleanField(help_text="A lot among equal players decided what this one has.")

    def read_name(self, share: Share) -> str:
        name = PlayerNameField()
        name.bind("name", self)
        return name.to_representation(self.context["winners"].entries[share.player])

    def read_amount(self, share: Share) -> str | None:
        return amount_number(share.units, self.context["table"].currency) if share.units else None

    def read_things(self, share: Share) -> list[str]:
        return [self.context["table"].prizes[line].text for line in share.things]


class PrizesSerializer(ResponseSerializer):
    """The prizes of an event, and who wins them once it is over; the staff sees before that who would win now."""

    lines = serializers.ListField(child=serializers.CharField(), help_text=LINES_HELP)
    currency = serializers.CharField(help_text='"" where none is named.')
    total = serializers.CharField(help_text="All the money.")
    equal = EnumField(EQUAL)
    one_prize = EnumField(ONE_PRIZE)
    prizes = PrizeSerializer(many=True)
    provisional = serializers.BooleanField(help_text="The event is not over: these would be the winners now.")
    winners = PrizeWinnerSerializer(many=True)

    # The context holds the winners as ``winners``, or None.

    def read_lines(self, table: PrizeTable) -> list[str]:
        return as_lines(table).splitlines()

    def read_total(self, table: PrizeTable) -> str:
        return amount_number(table.total, table.currency)

    def read_provisional(self, table: PrizeTable) -> bool:
        winners: PrizeWinners | None = self.context["winners"]
        return winners is not None and winners.provisional

    def read_winners(self, table: PrizeTable) -> tuple[Share, ...]:
        winners: PrizeWinners | None = self.context["winners"]
        return winners.awards.shares if winners is not None else ()
