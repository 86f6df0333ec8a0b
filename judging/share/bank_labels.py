"""What players have in a match that everybody can watch: no more than its page shows."""

from __future__ import annotations

from collections.abc import Sequence

from judging.broadcast.bank_labels import first_banks
from judging.broadcast.queries import all_watched
from judging.models import FeaturedMatch
from judging.recorder.queries.recorded import RecordedMatch
from matches.models import Event, Match
from rules_engine.record import SEATS
from rules_engine.table import SPECTATOR


def watched_banks(event: Event, matches: Sequence[Match]) -> dict[int, dict[int, str]]:
    """The first Bank of every seat as a text, by the match's id and the seat's index: two queries. Matches that are
    not shown live, or not yet, are left out.
    """
    featured = set(FeaturedMatch.objects.filter(match__in=matches).values_list("match_id", flat=True))
    shown = all_watched(event, [match for match in matches if match.pk in featured])
    return {pk: _owned(found) for pk, found in shown.items()}


def _owned(found: RecordedMatch) -> dict[int, str]:
    owned = first_banks(found.game.view(found.game.standing(found.record), SPECTATOR))
    return {index: owned[seat] for index, seat in enumerate(SEATS) if seat in owned}
