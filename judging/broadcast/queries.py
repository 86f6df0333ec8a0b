"""The matches that everybody can watch, each as far as it may be seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import msgspec
from django.db.models import QuerySet

from judging.models import FeaturedMatch, Frame, TurnRecord
from judging.recorder.queries.recorded import RecordedMatch
from matches.course.queries import visible_rounds
from matches.events.declarations.reading import options_of
from matches.models import Event, Match
from matches.people.labels.names import name_of
from matches.results.queries.results import with_results
from rules_engine.play.chances import LiveChances
from rules_engine.table import SPECTATOR, View


def featured_matches(event: Event) -> QuerySet[Match]:
    """The featured matches of rounds that visitors may see, as ``with_results`` loads them."""
    rounds = visible_rounds(event, staff=False)
    rows = with_results(Match.objects.filter(featured__isnull=False, round__in=rounds))
    return rows.select_related("round__stage__event").order_by("featured__order", "pk")


def has_featured(event: Event) -> bool:
    """Whether there is a match to watch. No query."""
    return event.shows_live


def watched(event: Event, match: Match) -> RecordedMatch | None:
    """A featured match as far as it may be seen; None before the first frame."""
    return all_watched(event, [match]).get(match.pk)


def chances_of(event: Event, match: Match) -> LiveChances | None:
    """The chances of a featured match as far as it may be seen; None where the event shows none, and before they are
    worked out. One query where the event shows them.
    """
    if not options_of(event).live_chances:
        return None
    kept = Frame.objects.filter(match=match, shown=True).order_by("-pk").values_list("chances", flat=True).first()
    try:
        return msgspec.convert(kept, LiveChances) if kept else None
    except msgspec.ValidationError:  # as an older version kept them
        return None


def all_watched(event: Event, matches: Collection[Match]) -> dict[int, RecordedMatch]:
    """Featured matches as far as they may be seen, by their keys, their players named as on public pages; those without
    a frame are left out. One query.
    """
    rows = Frame.objects.filter(match__in=matches, shown=True).order_by("pk")
    newest = dict(rows.values_list("match_id", "data"))
    found = {}
    for match in matches:
        if match.pk in newest:
            record = TurnRecord(match=match, data=newest[match.pk])
            found[match.pk] = RecordedMatch(record, event, match, partial(name_of, staff=False, event=event))
    return found


def watched_views(event: Event, matches: Sequence[Match]) -> dict[int, View]:
    """The tables of those of the matches that are shown live, by the match's id, each as its page shows it: two
    queries.
    """
    featured = set(FeaturedMatch.objects.filter(match__in=matches).values_list("match_id", flat=True))
    shown = all_watched(event, [match for match in matches if match.pk in featured])
    return {pk: public_view(found) for pk, found in shown.items()}


def public_view(found: RecordedMatch) -> View:
    """What everybody may see of a table: nothing that its cards hide."""
    return found.game.view(found.game.standing(found.record), SPECTATOR)
