"""Matches with their seats, their result and their clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils import timezone
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, StaffSerializer
from matches.clock.queries import ClockAt, round_clock
from matches.draws.labels import reason_text
from matches.enums import MatchKind, MatchStatus
from matches.models import Entry, Match
from matches.people.serializers import PlayerSerializer
from matches.results.queries.results import confirmed, match_status, reports, score_of
from matches.results.serializers import ResultSerializer, ResultVersionSerializer, ScoredResult
from matches.rounds.serializers.clock import ClockSerializer
from matches.snapshots.history_queries import player_key
from matches.table_ranges import MOST_TABLE


class NamedReason(NamedTuple):
    """A stored reason of a pairing, with the names of the table's players by key."""

    why: Mapping[str, Any]
    names: Mapping[str, str]


class PairingReasonSerializer(ResponseSerializer):
    """Why the pair was made. Its parameters name players by number."""

    # The stored ones have keys.

    code = serializers.CharField(source="why.code")
    params = serializers.DictField()
    words = serializers.CharField()

    def read_params(self, reason: NamedReason) -> dict[str, Any]:
        params = reason.why.get("params", {})
        return {key: int(value) if key in ("player", "opponent") else value for key, value in params.items()}

    def read_words(self, reason: NamedReason) -> str:
        return reason_text(reason.why, reason.names)


class MatchStaffSerializer(StaffSerializer):
    """What the desk sees of a match."""

    locked = serializers.BooleanField(help_text="Set by hand; a new pairing of the draft keeps it.")
    explanation = PairingReasonSerializer(many=True)
    reports = ResultVersionSerializer(many=True, help_text="Reports that wait for the other player's.")

    def read_explanation(self, match: Match) -> list[NamedReason]:
        names = {player_key(seat.entry.number): seat.entry.unique_name for seat in match.seats.all()}
        return [NamedReason(why, names) for why in match.why]

    def read_reports(self, match: Match) -> list[ScoredResult]:
        names = {seat.entry_id: seat.entry.unique_name for seat in match.seats.all()}
        return [
            ScoredResult(report, score_of(report), names.get(report.reported_by_entry_id or 0))
            for report in reports(match)
        ]


class MatchRowSerializer(ResponseSerializer):
    """One table of a round, or a line without a table."""

    # As ``visible_matches`` loads it.

    key = serializers.UUIDField()
    stage = serializers.IntegerField(source="round.stage.order")
    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(allow_null=True)
    kind = EnumField(MatchKind)
    bracket_key = serializers.CharField()
    seats = PlayerSerializer(many=True, help_text="The first seat's score stands first.")
    starter = serializers.IntegerField(allow_null=True, help_text="The index of the seat that starts.")
    state = EnumField(MatchStatus)
    result = ResultSerializer(allow_null=True)
    extension_seconds = serializers.IntegerField()
    changed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the line changed after its round was first published."
    )
    struck = serializers.BooleanField(
        help_text="Round robin: does not count in the standings, because a player dropped early."
    )
    staff = MatchStaffSerializer()

    def read_seats(self, match: Match) -> list[Entry]:
        return [seat.entry for seat in match.seats.all()]

    def read_state(self, match: Match) -> str:
        return match_status(match)

    def read_result(self, match: Match) -> ScoredResult | None:
        result = confirmed(match)
        return None if result is None else ScoredResult(result, score_of(result))


class MatchSerializer(MatchRowSerializer):
    """A match with its own clock: the round's, with the match's extension."""

    clock = ClockSerializer()

    def read_clock(self, match: Match) -> ClockAt:
        return ClockAt(match.round, round_clock(match.round), timezone.now(), match.pk)


class TableSerializer(serializers.Serializer[Any]):
    """The pair that sits there gets this pair's old table."""

    table = serializers.IntegerField(min_value=1, max_value=MOST_TABLE)
