"""What a sheet says beside the play: the pieces after a turn, and the clock at its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.notation import CLOCK, TIME, Token
from rules_engine.record import SEATS


class Claims:
    """Compares claimed pieces; one slip is one finding, so each seat's last difference is remembered."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.differences: dict[str, int] = {}

    def compare(self, claim: Mapping[str, int], pieces: Mapping[str, int]) -> None:
        """A turn's claim: at most one finding, at the first seat with a new difference."""
        reported = False
        for seat, held in pieces.items():
            if seat in claim:
                difference = claim[seat] - held
                if difference not in (0, self.differences.get(seat, 0)) and not reported:
                    at = SEATS.index(seat)
                    turn = self.findings.turn
                    self.findings.add_at("wrong_claim", "BR-18", at, turn, None, claimed=claim[seat], due=held)
                    reported = True
                self.differences[seat] = difference


class Clock:
    """Finds decisions slower than the time box: the reading of an action against that of the one right before it."""

    def __init__(self, findings: Findings, time_box: float) -> None:
        self.findings = findings
        self.time_box = time_box
        self.before: int | None = None  # the reading of the last action, if it has one

    def read(self, tokens: Sequence[Token], seat: str) -> None:
        """One turn's readings."""
        readings: list[tuple[int, int | None]] = []
        for action, token in enumerate(tokens):
            if token.kind == CLOCK:
                if readings:
                    readings[-1] = (readings[-1][0], token.amount)
            elif token.kind != TIME:
                readings.append((action, None))
        for action, reading in readings:
            if reading is not None and self.before is not None:
                self._compare(tokens[action], action, reading - self.before, seat)
            self.before = reading

    def _compare(self, token: Token, action: int, seconds: int, seat: str) -> None:
        if seconds > self.time_box:
            at, turn = SEATS.index(seat), self.findings.turn
            self.findings.add_at(
                "slow_decision", "BR-20", at, turn, action + 1, token=token.text, seconds=seconds, box=self.time_box
            )
