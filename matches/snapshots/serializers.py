"""Standings: a snapshot with exact and shown values, one line explained, a bracket, live versions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.field_serializers import BracketFrom, BracketSide, BracketStatus, PartResult, TieBreakHow, Word
from matches.enums import EntryStatus, StageKind
from matches.results.serializers import MatchDetail, SeatShown
from matches.rounds.serializers import MOST_SMALL


class ValueShown(serializers.Serializer[Any]):
    """A number twice: exact (``2/3``), to reckon with, and as tables show it (``66.6667 %``)."""

    exact = serializers.CharField(allow_null=True)
    shown = serializers.CharField()


class TieBreakValue(ValueShown):
    """One tie-break of a player."""

    key = serializers.CharField()


class TieBreakNamed(serializers.Serializer[Any]):
    """A tie-break of the event, in its order."""

    key = serializers.CharField()
    name = serializers.CharField()


class StandingsRow(serializers.Serializer[Any]):
    """A player's place. Equal places are shared; with the lot there are none."""

    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = Word(EntryStatus, help_text="As it is now.")
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    byes = serializers.IntegerField()
    dropped = serializers.BooleanField(help_text="As it was after the round.")
    tie_breaks = TieBreakValue(many=True)


class StandingsShown(serializers.Serializer[Any]):
    """The standings after a round, as they were computed when it was closed or corrected."""

    stage = serializers.IntegerField()
    after = serializers.IntegerField(help_text="The round's number.")
    label = serializers.CharField()  # type: ignore[assignment]
    version = serializers.IntegerField(help_text="A correction makes the next one.")
    digest = serializers.CharField(help_text="SHA-256 over the exact rows.")
    computed_at = serializers.DateTimeField()
    tie_breaks = TieBreakNamed(many=True)
    rows = StandingsRow(many=True)


class StandingsAsked(serializers.Serializer[Any]):
    """Which standings."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Left out: the last stage that is ranked."
    )
    after = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Left out: after the last closed round."
    )


class PartShown(serializers.Serializer[Any]):
    """One line of a sum."""

    round = serializers.IntegerField()
    opponent = SeatShown(allow_null=True, help_text="null: a bye or an assigned result.")
    result = Word(PartResult)
    value = ValueShown()
    points = serializers.IntegerField(allow_null=True, help_text="For a share: points …")
    whole = serializers.IntegerField(allow_null=True, help_text="… of so many.")
    floored = serializers.BooleanField()
    left_out = serializers.BooleanField()


class TieBreakExplained(serializers.Serializer[Any]):
    """A tie-break with its parts: the total over ``divided_by`` is the value, unless the floor counts."""

    key = serializers.CharField()
    name = serializers.CharField()
    how = Word(TieBreakHow)
    value = ValueShown()
    total = ValueShown()
    divided_by = serializers.IntegerField()
    floored = serializers.BooleanField()
    floor = ValueShown(allow_null=True)
    parts = PartShown(many=True)


class SeparationShown(serializers.Serializer[Any]):
    """What puts the next better player there: the first number that differs."""

    above = SeatShown()
    key = serializers.CharField()
    own = ValueShown()
    theirs = ValueShown()
    words = serializers.CharField()


class PlaceExplained(serializers.Serializer[Any]):
    """One player's place and where every number of it comes from."""

    stage = serializers.IntegerField()
    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()
    byes = serializers.IntegerField()
    tie_breaks = TieBreakExplained(many=True)
    separation = SeparationShown(allow_null=True, help_text="null at the top.")


class BracketPlayer(SeatShown):
    """A player at a seed."""

    seed = serializers.IntegerField()


class FeederShown(serializers.Serializer[Any]):
    """Where a seat's player comes from."""

    origin = Word(BracketFrom)
    seed = serializers.IntegerField(allow_null=True)
    match = serializers.CharField(allow_null=True, help_text="The key of the match before.")


class BracketMatchShown(serializers.Serializer[Any]):
    """A match of a bracket. ``winner`` is the seed that goes on; null while nobody does."""

    key = serializers.CharField(help_text="W1-3: winners' side, round 1, third from the top.")
    side = Word(BracketSide)
    round = serializers.IntegerField()
    position = serializers.IntegerField()
    status = Word(BracketStatus)
    feeders = FeederShown(many=True)
    seats = serializers.ListField(child=BracketPlayer(allow_null=True), help_text="null: not known yet, or nobody.")
    winner = serializers.IntegerField(allow_null=True)
    match = serializers.UUIDField(allow_null=True, help_text="The match at a table, once its round is published.")
    table = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(help_text="Empty without a result.")


class PlacingShown(BracketPlayer):
    """A place that is certain; equal places are shared."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()


class BracketShown(serializers.Serializer[Any]):
    """A bracket as far as it is published: all its matches, in order of play."""

    stage = serializers.IntegerField()
    kind = Word(StageKind)
    size = serializers.IntegerField()
    third_place = serializers.BooleanField()
    complete = serializers.BooleanField()
    champion = BracketPlayer(allow_null=True)
    matches = BracketMatchShown(many=True)
    placings = PlacingShown(many=True)


class LiveShown(serializers.Serializer[Any]):
    """A counter for each part of the event that pages show; a part that is not named has not changed yet."""

    versions = serializers.DictField(child=serializers.IntegerField())


class OwnEvent(serializers.Serializer[Any]):
    """The event of a player's link."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    players_report = serializers.BooleanField()


class PlayerShown(serializers.Serializer[Any]):
    """What a player's link opens: the own match in the round that takes results, and what was told of it so far."""

    event = OwnEvent()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = Word(EntryStatus)
    match = MatchDetail(allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text="The index of one's own seat; its score stands there.")
    mine = serializers.CharField(allow_null=True, help_text="One's own report, the first seat's score first.")
    theirs = serializers.CharField(allow_null=True, help_text="The opponent's.")
