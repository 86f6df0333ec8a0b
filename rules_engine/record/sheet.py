"""What a sheet says beside the play, in every game: amounts claimed after a turn, and the clock at its actions."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar


class Written(Protocol):
    """A token as a game reads it."""

    @property
    def kind(self) -> int:
        """What it is, in the game's own numbers."""


Token = TypeVar("Token", bound=Written)
Reading = tuple[int, int | None]
"""An action's index in its turn, and the seconds that the match clock showed then, if it was read."""


class Claims:
    """Compares claimed amounts; one slip is one finding, so each seat's last difference is remembered.

    ``report`` is told the seat, what was claimed and what is right.
    """

    def __init__(self, report: Callable[[str, int, int], None]) -> None:
        self.report = report
        self.differences: dict[str, int] = {}

    def compare(self, claim: Mapping[str, int], amounts: Mapping[str, int]) -> None:
        """A turn's claim: at most one finding, at the first seat with a new difference."""
        reported = False
        for seat, amount in amounts.items():
            if seat in claim:
                difference = claim[seat] - amount
                if difference not in (0, self.differences.get(seat, 0)) and not reported:
                    self.report(seat, claim[seat], amount)
                    reported = True
                self.differences[seat] = difference


class Clock:
    """Finds decisions slower than the time box: the reading of an action against that of the one right before it."""

    def __init__(self, time_box: float) -> None:
        self.time_box = time_box
        self.before: int | None = None  # the reading of the last action, if it has one

    def read(self, readings: Iterable[Reading], judged: Container[int], report: Callable[[int, int], None]) -> None:
        """One turn's readings; actions that were not judged are only something to count from.

        ``report`` is told the index of a slow action and its seconds.
        """
        for action, reading in readings:
            if reading is not None and self.before is not None and action in judged:
                seconds = reading - self.before
                if seconds > self.time_box:
                    report(action, seconds)
            self.before = reading


def readings_of(tokens: Sequence[Token], clock: int, time: int, seconds: Callable[[Token], int]) -> list[Reading]:
    """Each action with the reading that belongs to it: the last one before the next action.

    ``clock`` and ``time`` are the kinds of readings and of the time call; ``seconds`` gives what a reading says.
    """
    readings: list[Reading] = []
    for index, token in enumerate(tokens):
        if token.kind == clock:
            if readings:
                readings[-1] = (readings[-1][0], seconds(token))
        elif token.kind != time:
            readings.append((index, None))
    return readings
