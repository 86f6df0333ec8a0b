"""The names of the rounds on a proposed schedule."""

from __future__ import annotations

from matches.course.bracket_labels import play_round_name
from matches.course.labels import round_name
from matches.enums import StageKind
from matches.models import Event
from matches.pairing.bracket.model import BracketKind
from matches.pairing.bracket.shape import build, rounds
from matches.planner.schedule_queries import bracket_kind


def round_names(count: int) -> tuple[str, ...]:
    """The names of so many rounds."""
    return tuple(round_name(number) for number in range(1, count + 1))


def cut_names(event: Event, size: int) -> tuple[str, ...]:
    """The names of the rounds of a bracket of ``size`` players, played as the event's bracket is."""
    if size < 2:
        return ()
    kind = bracket_kind(event) or BracketKind(StageKind.SINGLE_ELIMINATION)
    return tuple(play_round_name(kind, size, keys) for keys in rounds(build(size, kind, reset=False)))
