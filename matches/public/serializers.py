"""The live versions, and what a player's link opens."""

from __future__ import annotations

from typing import Any, NamedTuple

from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer
from matches.enums import EntryStatus
from matches.models import Entry, Match
from matches.people.serializers import PlayerNameField
from matches.results.labels.results import typed_score
from matches.results.queries.results import reports, score_of
from matches.rounds.serializers.matches import MatchSerializer


class LiveSerializer(serializers.Serializer[Any]):
    """A counter for each part of the event that pages show; a part that is not named has not changed yet."""

    versions = serializers.DictField(child=serializers.IntegerField())


class PlayerEventSerializer(ResponseSerializer):
    """The event of a player's link."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    players_report = serializers.BooleanField()


class OwnMatch(NamedTuple):
    """A player with the match in the round that takes results, if any."""

    entry: Entry
    match: Match | None

    def report(self, *, own: bool) -> str | None:
        """Return the player's or the opponent's report of the match, as the desk would type it."""
        found = None
        for report in reports(self.match) if self.match else ():
            if (report.reported_by_entry_id == self.entry.pk) is own:
                found = typed_score(score_of(report), self.entry.event)
        return found


class PlayerLinkSerializer(ResponseSerializer):
    """What a player's link opens: the player's match in the round that takes results, and its reports so far."""

    event = PlayerEventSerializer(source="entry.event")
    number = serializers.IntegerField(source="entry.number")
    name = PlayerNameField(source="entry")
    status = EnumField(EntryStatus, source="entry.status")
    match = MatchSerializer(allow_null=True)
    seat = serializers.IntegerField(allow_null=True, help_text="The index of your own seat; its score stands there.")
    mine = serializers.CharField(allow_null=True, help_text="Your own report, the first seat's score first.")
    theirs = serializers.CharField(allow_null=True, help_text="The opponent's.")

    def read_seat(self, own: OwnMatch) -> int | None:
        if own.match is None:
            return None
        return next(seat.index for seat in own.match.seats.all() if seat.entry_id == own.entry.pk)

    def read_mine(self, own: OwnMatch) -> str | None:
        return own.report(own=True)

    def read_theirs(self, own: OwnMatch) -> str | None:
        return own.report(own=False)
