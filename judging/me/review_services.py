"""Has a worker analyse what is on record of a player's day, and gathers what is ready."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from judging.me.review import AnalysedMatch, Review, review_of
from judging.recorder.queries.recorded import RecordedMatch, matches_on_record, recorded
from matches.analysis.services import analyse_record, analysis_of
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import start_while_reading
from matches.models import Entry
from rules_engine.record.writing import without_comments
from rules_engine.views.report_page import text_to_analyse


@dataclass(frozen=True, slots=True)
class DayReview:
    """What stands out of the matches that are analysed, the matches by their ids, and how many are not ready yet."""

    review: Review
    matches: dict[int, RecordedMatch]
    waiting: int


def day_of(entry: Entry, asker: str) -> DayReview:
    """The day of a player whose event is over. Matches that nobody has analysed are given to a worker."""
    ready: list[AnalysedMatch] = []
    matches: dict[int, RecordedMatch] = {}
    waiting = 0
    for match in matches_on_record(entry):
        found = recorded(entry.event, match)
        if found is None or found.game.analysis is None:
            continue
        matches[match.pk] = found
        try:
            made = _analysed(found, entry, asker)
        except Refused as refused:
            waiting += refused.code in WAITING
            continue
        ready.extend([made] if made is not None else [])
        waiting += made is None
    return DayReview(review_of(ready), matches, waiting)


WAITING = {"simulations_waiting", "own_simulations_waiting"}
"""Refusals that end by themselves; a record that cannot be analysed is left out."""


def _analysed(found: RecordedMatch, entry: Entry, asker: str) -> AnalysedMatch | None:
    """A match with its analysis; None while it is under way. Raises ``Refused`` for a record of which nothing can be
    said.
    """
    # The same text as on the page of the match, so that an analysis that was asked for there is this one.
    text = text_to_analyse(msgspec.structs.replace(without_comments(found.record), seats={}))
    job = start_while_reading(lambda: analyse_record(text, asker))
    if job.state == JobState.FAILED:
        raise Refused("analysis_failed", job.error, parameter="record")
    made = analysis_of(job) if job.state == JobState.DONE else None
    if made is None:
        return None
    seat = next(letter for letter, player in found.entries.items() if player.pk == entry.pk)
    return AnalysedMatch(found.match.pk, found.record, seat, made, frozenset(found.game.language.card_tokens))
