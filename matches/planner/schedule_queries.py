"""What a proposed schedule starts from: the event's rounds and cut, and how long a round takes."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from matches.course.queries import stages_of
from matches.events.declarations.sign_up_reading import page_texts, sign_up_terms
from matches.models import Event
from matches.pairing.bracket.model import BracketKind
from matches.planner.plan import MOST_CUT
from matches.planner.queries import matches_for, plan_of_event
from matches.planner.sample import Sample
from rules_engine import games
from rules_engine.planning.events import CERTAINTIES, event_length, schedule_of
from rules_engine.planning.matches import Lengths, Pace

AFTER_TIME = 10
"""Minutes after the cap for the last turns, the result and the next pairings, where nothing better is known."""
CERTAINTY = CERTAINTIES.index(0.8)


@dataclass(frozen=True, slots=True)
class Usual:
    """What the form of a proposal begins with. ``is_simulated``: the minutes of a round come from the planner."""

    start: str
    rounds: int
    cut: int
    minutes: int
    is_simulated: bool


def usual(event: Event) -> Usual:
    """The event's own rounds and cut, at its start time; a round as long as 80 in 100 take."""
    plan = plan_of_event(event)
    size = sign_up_terms(event).capacity or plan["players"]
    cut = min(plan["cut"] or 0, MOST_CUT)
    if not plan["rounds"] and bracket_kind(event) is not None:
        cut = min(size, MOST_CUT)
    simulated = round_minutes(event, size)
    minutes = simulated if simulated is not None else _in_fives(event.cap_minutes + AFTER_TIME)
    return Usual(page_texts(event).start_time or "10:00", _rounds(event), cut, minutes, simulated is not None)


def _rounds(event: Event) -> int:
    """The rounds before a bracket, of whatever kind they are."""
    return sum(stage.rounds_planned for stage in stages_of(event) if not stage.is_bracket)


def bracket_kind(event: Event) -> BracketKind | None:
    """How the event's bracket is played; None without one."""
    stage = next((stage for stage in stages_of(event) if stage.is_bracket), None)
    return None if stage is None else BracketKind(stage.kind)


def round_minutes(event: Event, players: int) -> int | None:
    """By when 80 in 100 rounds with all tables are over, in minutes; None while the planner has not played them."""
    planning = games.get(event.game).planning
    if planning is None:
        return None
    traces = matches_for(Sample(event.game, event.rules, planning.default_player))
    if traces is None:
        return None
    seconds = Lengths(traces, Pace()).seconds(event.cap_minutes)
    length = event_length(seconds, schedule_of(players=players, rounds=1, cut=0, between=0))
    return _in_fives(length.round[CERTAINTY])


def _in_fives(minutes: float) -> int:
    return 5 * ceil(minutes / 5)
