"""Matches with their seats, and results in versions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.field_serializers import Mark, MatchState, Word
from matches.enums import DecidedBy, MatchKind, ResultStatus, Source
from matches.rounds.serializers import ClockShown
from matches.scores import MOST_MONEY

MOST_TABLE = 99_999


class SeatShown(serializers.Serializer[Any]):
    """Who sits where; the first seat's score stands first."""

    number = serializers.IntegerField()
    name = serializers.CharField()


class ScoreShown(serializers.Serializer[Any]):
    """A score. ``winner`` is the index of the seat that won; null when drawn or when both lost."""

    score = serializers.CharField(help_text="As the desk types it.")
    rounds = serializers.ListField(child=serializers.IntegerField(), help_text="Rounds won by each seat.")
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="Whole dollars of each seat.")
    winner = serializers.IntegerField(allow_null=True)
    drawn = serializers.BooleanField()
    decided_by = Word(DecidedBy)


class ResultShown(ScoreShown):
    """The confirmed result of a match."""

    version = serializers.IntegerField()
    confirmed_at = serializers.DateTimeField(allow_null=True)


class VersionShown(ScoreShown):
    """One version of a result: who said so, when, and whether it stands."""

    version = serializers.IntegerField()
    status = Word(ResultStatus)
    source = Word(Source)  # type: ignore[assignment]
    pot = serializers.IntegerField()
    reason = serializers.CharField()
    reported_by = serializers.CharField(allow_null=True, help_text="The member of staff or the player.")
    reported_at = serializers.DateTimeField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    superseded_at = serializers.DateTimeField(allow_null=True)


class PairingReason(serializers.Serializer[Any]):
    """Why the pair is as it is."""

    code = serializers.CharField()
    params = serializers.DictField()
    words = serializers.CharField()


class MatchForStaff(serializers.Serializer[Any]):
    """What the desk sees of a match."""

    locked = serializers.BooleanField(help_text="Set by hand; a new pairing of the draft keeps it.")
    explanation = PairingReason(many=True)
    reports = VersionShown(many=True, help_text="Reports that wait for the other player's.")


class MatchShown(serializers.Serializer[Any]):
    """One table of a round, or a line without a table."""

    key = serializers.UUIDField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    kind = Word(MatchKind)
    bracket_key = serializers.CharField()
    seats = SeatShown(many=True)
    starter = serializers.IntegerField(allow_null=True, help_text="The index of the seat that starts.")
    state = Word(MatchState)
    result = ResultShown(allow_null=True)
    extension_seconds = serializers.IntegerField()
    staff = MatchForStaff(allow_null=True, help_text="null for all but the event's staff.")


class MatchDetail(MatchShown):
    """A match with its own clock: the room's, with the match's extension."""

    clock = ClockShown()


class TableNumberGiven(serializers.Serializer[Any]):
    """Whoever sits there takes the pair's old table."""

    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLE)


class ScoreGiven(serializers.Serializer[Any]):
    """A score, as the desk types it (``{"score": "2-1"}``) or in numbers (``{"numbers": [1, 1], "mark": "t"}``)."""

    score = serializers.CharField(
        max_length=40, required=False, help_text="Such as 2-1, 1-1 t, 2410-1980 or x2; the first seat stands first."
    )
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_MONEY),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Rounds won or whole dollars, the first seat first.",
    )
    mark = Word(Mark, required=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        structured = "numbers" in data or "mark" in data
        if ("score" in data) == structured:
            raise serializers.ValidationError(_("Send either the score as a line, or numbers and, if need be, a mark."))
        return data


class ReportGiven(ScoreGiven):
    """A report of a result. A player's link sends the score alone; the rest is the staff's."""

    pot = serializers.IntegerField(min_value=0, max_value=MOST_MONEY, required=False)
    reason = serializers.CharField(max_length=300, allow_blank=True, required=False)
    over_reports = serializers.BooleanField(
        required=False, help_text="false: 409 with what the players reported, where that is something else."
    )


class CorrectionGiven(ScoreGiven):
    """A result that replaces a confirmed one, with the reason."""

    reason = serializers.CharField(max_length=300)
    accept_fallen = serializers.BooleanField(
        required=False, default=False, help_text="Brackets: later results that rest on this one may fall."
    )


def score_line(data: dict[str, Any]) -> str:
    """What was given, as the line that ``matches.scores.parse`` reads."""
    if "score" in data:
        return str(data["score"])
    numbers = "-".join(str(number) for number in data.get("numbers", []))
    return f"{numbers} {data.get('mark', '')}".strip()
