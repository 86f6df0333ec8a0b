"""Keeps the marks of the matches that do not count in a round robin, inside a change that notes why."""

from __future__ import annotations

from matches.models import Match, Stage
from matches.snapshots.struck_queries import struck_matches, struck_numbers


def mark_struck_matches(stage: Stage) -> None:
    """Mark the matches of the players who are struck, and the byes that stand for them; take it off all others."""
    struck = struck_matches(stage, struck_numbers(stage))
    matches = Match.objects.filter(round__stage=stage)
    matches.filter(struck=True).exclude(pk__in=struck).update(struck=False)
    matches.filter(struck=False, pk__in=struck).update(struck=True)
