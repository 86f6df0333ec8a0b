"""What a sheet says beside the play: the Banks after a turn (record.md 5.6), and the clock at its actions (BO-9.6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout import notation
from rules_engine.bankout.findings import Findings
from rules_engine.bankout.notation import Token
from rules_engine.bankout.state import SEATS
from rules_engine.record import Seat

SEAT_NAMES: tuple[Seat, Seat] = ("A", "B")


class Claims:
    """Compares claimed Banks; one slip is one finding, so each seat's last difference is remembered for the round."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.differences = [0, 0]

    def new_round(self) -> None:
        """Nothing has been seen in this round."""
        self.differences = [0, 0]

    def compare(self, claim: dict[Seat, int], banks: Sequence[int]) -> None:
        """A turn's claim against the referee's Banks: at most one finding, at the first seat with a new difference."""
        if claim.get("A") == banks[0] and claim.get("B") == banks[1]:
            self.differences = [0, 0]
            return
        reported = False
        for seat, name in enumerate(SEAT_NAMES):
            claimed = claim.get(name)
            if claimed is None:
                continue
            difference = claimed - banks[seat]
            if difference not in (0, self.differences[seat]) and not reported:
                self.findings.add("wrong_claim", "BO-9.4", None, name, claimed=claimed, due=banks[seat])
                reported = True
            self.differences[seat] = difference


class Clock:
    """Finds decisions slower than the time box: the reading of an action against that of the one right before it."""

    def __init__(self, findings: Findings, time_box: float) -> None:
        self.findings = findings
        self.time_box = time_box
        self.before: int | None = None  # the reading of the last action, if it has one

    def read(self, tokens: Sequence[Token], judged: int, seat: int) -> None:
        """One turn's readings; actions from ``judged`` on were skipped, and are only something to count from."""
        for index, reading in _readings(tokens):
            if reading is not None and self.before is not None and index < judged:
                self._compare(tokens[index], index, reading - self.before, seat)
            self.before = reading

    def _compare(self, token: Token, index: int, seconds: int, seat: int) -> None:
        if seconds > self.time_box:
            player = SEATS[1 - seat if token.kind == notation.ANSWERED else seat]
            self.findings.add(
                "slow_decision", "BO-9.6", index, player, token=token.text, seconds=seconds, box=self.time_box
            )


def _readings(tokens: Sequence[Token]) -> list[tuple[int, int | None]]:
    """Each action's index with the clock reading that belongs to it: the last one before the next action."""
    readings: list[tuple[int, int | None]] = []
    for index, token in enumerate(tokens):
        if token.kind == notation.CLOCK:
            if readings:
                readings[-1] = (readings[-1][0], token.amount)
        elif token.kind != notation.TIME:
            readings.append((index, None))
    return readings
