"""At which tables of a public round something is kept that names who plays there, so that nobody else can sit down."""

from __future__ import annotations

from collections.abc import Sequence

from matches.enums import MatchKind
from matches.events.queries.seats import seats_with
from matches.models import Match, Result, Round
from matches.plugins import registry
from matches.results.queries.round_losses import rounds_lost_in


def begun(matches: Sequence[Match]) -> set[int]:
    """The ids of the matches with a report (also one that was undone), recorded turns, or a round lost by penalty.

    ``matches`` have their round, stage and event loaded. As many queries as for one match.
    """
    found = set(Result.objects.filter(match__in=matches).values_list("match_id", flat=True))
    for source in registry.recorded_matches:
        found |= set(source(matches))
    played = [match for match in matches if match.kind == MatchKind.PLAYED]
    return found | {pk for pk, lost in rounds_lost_in(played).items() if any(lost)}


def tables_to_seat_again(round_: Round) -> list[Match]:
    """The matches of a round, byes last, whose players can still change seats: as many queries as for one match."""
    known = Match.objects.filter(round=round_).select_related("round__stage__event")
    matches = list(known.order_by("pk").prefetch_related(seats_with("entry__player")))
    over = begun(matches)
    free = [match for match in matches if match.pk not in over]
    return sorted(free, key=lambda match: (match.table is None, match.table or 0, match.pk))
