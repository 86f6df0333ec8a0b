"""Reads the matches of players who are in several events of a hall day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from matches.clock.queries import RoundClock, round_clocks
from matches.enums import RoundStatus
from matches.models import Entry, Match, Round, Seat
from matches.results.queries.results import confirmed, with_results

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class DayMatches:
    """The matches of a day, the first one first, by player as the keys of entry and match; with the ``clocks`` of
    those that are played.
    """

    rows: dict[int, list[tuple[int, Match]]]
    clocks: dict[int, RoundClock]


NO_MATCHES = DayMatches({}, {})


def matches_of_day(entries: Iterable[Entry]) -> DayMatches:
    """The matches of these entries in the rounds that players may see: seven queries, none without entries."""
    player_of = {entry.pk: entry.player_id for entry in entries}
    if not player_of:
        return NO_MATCHES
    seats = Seat.objects.filter(entry__in=list(player_of), round__status__in=RoundStatus.public())
    matches = Match.objects.filter(pk__in=seats.values("match")).select_related("round__stage__event")
    found = sorted(with_results(matches), key=lambda match: (match.round.published_at or LONG_AGO, match.pk))
    rows: dict[int, list[tuple[int, Match]]] = defaultdict(list)
    for match in found:
        for seat in match.seats.all():
            if seat.entry_id in player_of:
                rows[player_of[seat.entry_id]].append((seat.entry_id, match))
    return DayMatches(dict(rows), _clocks(match.round for match in found if is_played_now(match)))


def is_played_now(match: Match) -> bool:
    """Whether the match has no result yet, in a round that takes results."""
    return match.round.status in RoundStatus.takes_results() and confirmed(match) is None


def _clocks(rounds: Iterable[Round]) -> dict[int, RoundClock]:
    """The clocks of rounds of several events: one query, none without a round."""
    caps = {round_.pk: round_.stage.event.cap_minutes * 60 for round_ in rounds}
    touched = round_clocks(Round.objects.filter(pk__in=list(caps)), 0) if caps else {}
    return {
        pk: msgspec.structs.replace(touched[pk], cap=cap) if pk in touched else RoundClock(cap, (), {})
        for pk, cap in caps.items()
    }
