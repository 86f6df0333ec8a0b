"""Rounds with their clocks, and what the acts on a round take."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.field_serializers import ClockState, Word
from matches.enums import RoundStatus
from matches.people.serializers import MOST_NUMBER

MOST_MINUTES = 60
MOST_SMALL = 32_767
"""What the columns of a stage's order and a round's number hold."""


class RoundShown(serializers.Serializer[Any]):
    """A round. Drafts are there for the staff only."""

    stage = serializers.IntegerField(help_text="The stage's order in the event.")
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    status = Word(RoundStatus)
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    tables = serializers.IntegerField(help_text="Matches that are played.")
    missing = serializers.IntegerField(help_text="Of these, without a confirmed result.")


class Extension(serializers.Serializer[Any]):
    """More time for one match."""

    match = serializers.UUIDField()
    table = serializers.IntegerField(allow_null=True)
    seconds = serializers.IntegerField()


class ClockShown(serializers.Serializer[Any]):
    """A clock at one moment (``at``, the server's time)."""

    state = Word(ClockState)
    at = serializers.DateTimeField()
    left_seconds = serializers.FloatField(help_text="Below zero once the time is over.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="null before the start and while it stands.")
    running = serializers.BooleanField()
    allowed_seconds = serializers.FloatField(help_text="The cap with what was added; for a match its extension, too.")


class RoundClockShown(ClockShown):
    """The clock of the round the hall is in, with the extensions of its matches."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    status = Word(RoundStatus)
    extensions = Extension(many=True)


class ConflictShown(serializers.Serializer[Any]):
    """What is wrong with, or costs something in, a draft."""

    code = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers.")
    words = serializers.CharField()


class RoundForStaff(serializers.Serializer[Any]):
    """How a round was paired."""

    attempt = serializers.IntegerField(help_text="Counts the drafts that were paired for this number.")
    method = serializers.CharField()
    cost = serializers.DictField(help_text="What the pairing costs, line by line; empty where nothing is weighed.")
    conflicts = ConflictShown(many=True)


class RoundDetail(RoundShown):
    """A round with its clock and the tables that are missing."""

    missing_tables = serializers.ListField(child=serializers.IntegerField())
    clock = ClockShown()
    staff = RoundForStaff(allow_null=True, help_text="null for all but the event's staff.")


class PairGiven(serializers.Serializer[Any]):
    """Which round is to be paired. ``number`` is the one that the program takes to be next: 409 when it is not."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_SMALL, required=False, help_text="Left out: the stage whose turn it is."
    )
    number = serializers.IntegerField(min_value=1, max_value=MOST_SMALL, required=False)


class MinutesGiven(serializers.Serializer[Any]):
    """Minutes for the whole room; below zero takes them."""

    minutes = serializers.IntegerField(min_value=-MOST_MINUTES, max_value=MOST_MINUTES)


class SwapGiven(serializers.Serializer[Any]):
    """Two players of a draft, by number, who change seats."""

    first = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    second = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    reason = serializers.CharField(max_length=300)


class RoundVerified(serializers.Serializer[Any]):
    """Whether a Swiss round, drawn again from history and seed, is as it is stored; ``lines`` are those that differ."""

    same = serializers.BooleanField()
    lines = serializers.ListField(child=serializers.CharField())
