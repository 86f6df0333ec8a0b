"""The time that a simulated match takes at the table."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.bankout import actions as act
from rules_engine.bankout.state import EFFECT, TIME, Events, State


@dataclass(frozen=True, slots=True)
class Pace:
    """How many seconds a draw, another act and a shuffle take at the table, for the clock and the planner."""

    draw: int = 2
    act: int = 3
    shuffle: int = 30


@dataclass(slots=True)
class Clock:
    """A clock that both players see. ``cap`` is the time cap in seconds, or None without one."""

    pace: Pace
    cap: int | None = None
    seconds: int = 0

    def acted(self, action: int, events: Events) -> None:
        """Go on by what an action took."""
        self.seconds += self.pace.draw if action == act.DRAW else self.pace.act
        if events and events[0].kind == "reshuffle":
            self.seconds += self.pace.shuffle

    def shuffled(self) -> None:
        """Go on by a shuffle between two rounds."""
        self.seconds += self.pace.shuffle

    def is_up(self, state: State) -> bool:
        """Whether the cap is reached, at which time is called once."""
        return self.cap is not None and self.seconds >= self.cap and state.status != TIME


def may_call_time(state: State) -> bool:
    """Whether time may be called now: not twice, not while an effect is open, and not after the end."""
    return not (state.time_called or state.phase == EFFECT or state.decided)
