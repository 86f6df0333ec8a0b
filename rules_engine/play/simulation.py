"""Simulated play, where a game has it: what the command asks of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules_engine.record import GameRecord
from rules_engine.rules.flags import Flag
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

NOT_READY = _(
    "The fast simulator is not ready. It is set up in the background after the first start, which takes a few minutes "
    "and an internet connection. Until then, fewer matches are simulated."
)


def unknown_text(names: Sequence[str]) -> Text:
    """That the slower simulator played because the fast one does not know these rules; empty without any."""
    if not names:
        return EMPTY
    return _("The fast simulator does not know {names}, so the slower one played.", names=", ".join(names))


@dataclass(frozen=True)
class SimulationRun:
    """What to play: rules of the game, a player's name for each seat, the seed, the cap and the game's own flags."""

    rules: Any
    players: tuple[str, ...]
    seed: int = 0
    cap_minutes: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SimulationSummary:
    """How many matches went: ``data`` for JSON, ``lines`` to read."""

    data: dict[str, Any]
    lines: tuple[str, ...]


class Simulation(Protocol):
    """What a game offers for simulated play. The same run plays the same matches on any machine."""

    flags: tuple[Flag, ...]
    default_player: str

    def check_player(self, name: str, rules: Any) -> None:
        """Raises ValueError, with what may be typed, if there is no such player under these rules."""

    def players(self) -> list[str]:
        """The players to choose from, as lines to read."""

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play matches of a run. Raises ConfigurationError if so many players cannot play by these rules."""

    def record(self, run: SimulationRun) -> GameRecord:
        """The first match of a run, written down. Raises ConfigurationError as ``play`` does."""


@runtime_checkable
class DividedSimulation(Simulation, Protocol):
    """A simulation whose runs can be played in parts: their totals add up to exactly what the run in one comes to."""

    def at_full_speed(self) -> bool:
        """Whether what makes it fast is in place; until then runs are the same, but slow."""

    def slow_because(self, rules: Any) -> Text:
        """Why matches under these rules take longer than they could, empty if they do not; they are the same."""

    def pace(self) -> Text:
        """How long things take at the table in simulated matches, in a sentence."""

    def part_size(self, run: SimulationRun) -> int:
        """How many matches take about half a second here."""

    def part(self, run: SimulationRun, first: int, matches: int) -> str:
        """Play so many matches of a run, from a number on (the first is 0), and return their totals as JSON."""

    def added(self, parts: Iterable[str]) -> str:
        """The totals of several parts together, in whatever order they come."""

    def minutes(self, totals: str) -> list[tuple[int, int]]:
        """How many matches took so many whole minutes, by rising minutes."""

    def summary(self, run: SimulationRun, totals: str) -> SimulationSummary:
        """What totals come to. Raises ValueError if there is no match in them."""


class ListedPlayers:
    """The part of a ``Simulation`` that is the same wherever players are chosen from a list: name and how it plays."""

    flags: tuple[Flag, ...] = ()
    listed: Mapping[str, str]

    def check_player(self, name: str, rules: Any) -> None:
        """Raises ValueError, with what may be typed, if there is no such player."""
        if name not in self.listed:
            raise ValueError(f"There is no player {name}; the players are {' and '.join(self.listed)}.")

    def players(self) -> list[str]:
        """The players to choose from, as lines."""
        return [f"{name}: {plays}" for name, plays in self.listed.items()]
