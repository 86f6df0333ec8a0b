"""What a sheet says beside the play: the banks after a turn, and the clock at its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.bank.findings import Findings
from rules_engine.bank.notation import CLOCK, TIME, Token


class Claims:
    """Compares claimed banks; one slip is one finding, so each seat's last difference is remembered."""

    def __init__(self, findings: Findings, rule: str) -> None:
        self.findings = findings
        self.rule = rule
        self.differences: dict[str, int] = {}

    def compare(self, claim: Mapping[str, int], banks: Mapping[str, int]) -> None:
        """A turn's claim: at most one finding, at the first seat with a new difference."""
        reported = False
        for seat, bank in banks.items():
            if seat in claim:
                difference = claim[seat] - bank
                if difference not in (0, self.differences.get(seat, 0)) and not reported:
                    self.findings.add("wrong_claim", self.rule, None, seat, claimed=claim[seat], due=bank)
                    reported = True
                self.differences[seat] = difference


class Clock:
    """Finds decisions slower than the time box: the reading of an action against that of the one right before it."""

    def __init__(self, findings: Findings, time_box: float) -> None:
        self.findings = findings
        self.time_box = time_box
        self.before: int | None = None  # the reading of the last action, if it has one

    def read(self, tokens: Sequence[Token], judged: int, seat: str) -> None:
        """One turn's readings; actions from ``judged`` on were skipped, and are only something to count from."""
        readings: list[tuple[int, int | None]] = []
        for action, token in enumerate(tokens):
            if token.kind == CLOCK:
                if readings:
                    readings[-1] = (readings[-1][0], token.size)
            elif token.kind != TIME:
                readings.append((action, None))
        for action, reading in readings:
            if reading is not None and self.before is not None and action < judged:
                seconds = reading - self.before
                if seconds > self.time_box:
                    self.findings.add(
                        "slow_decision",
                        "BK-4.10",
                        action,
                        seat,
                        token=tokens[action].text,
                        seconds=seconds,
                        box=self.time_box,
                    )
            self.before = reading
