"""What a game offers to the planner. Every start reads this, and none waits for numpy, which matches come with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from rules_engine.text import Text

if TYPE_CHECKING:
    from rules_engine.planning.traces import Traces


class Planning(Protocol):
    """What a game offers to the planner."""

    default_player: str
    about_players: Text
    """What is to be said about the players to choose from."""

    def players(self, rules: Any) -> tuple[str, ...]:
        """The simulated players to choose from under a rule set."""

    def compared(self, rules: Any) -> tuple[tuple[Text, Mapping[str, Any]], ...]:
        """The rule sets to show beside this one, with what they are called; this one may be among them."""

    def slow_because(self, rules: Any) -> Text:
        """Why matches under these rules take longer than they could, empty if they do not; they are the same."""

    def sample_size(self, rules: Any, player: str) -> int:
        """How many matches a plan is to rest on: as many as some seconds are enough for."""

    def part_size(self, rules: Any, player: str) -> int:
        """How many matches take about half a second here."""

    def traces(self, rules: Any, player: str, seed: int, first: int, count: int) -> Traces:
        """Play so many matches of a seed between two such players, from a number on; the same on any machine."""

    def deciders(self, rules: Any, player: str, seed: int, matches: int) -> Traces | None:
        """What is played on after time in so many matches that are level and need a winner, as many as are; None if
        none was, or the game has nothing of the kind."""
