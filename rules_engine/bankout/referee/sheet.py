"""What a sheet says beside the play: the Banks after a turn (record.md 5.6), and the clock at its actions (BO-9.6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout.record import notation
from rules_engine.bankout.record.notation import Token
from rules_engine.bankout.referee.findings import Findings
from rules_engine.bankout.state import SEATS
from rules_engine.record import Seat
from rules_engine.record.sheet import Clock, readings_of

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


def read_clock(clock: Clock, findings: Findings, tokens: Sequence[Token], judged: int, seat: int) -> None:
    """BO-9.6: decisions slower than the time box; actions from ``judged`` on are only something to count from."""

    def slow(index: int, seconds: int) -> None:
        token = tokens[index]
        player = SEATS[1 - seat if token.kind == notation.ANSWERED else seat]
        box = clock.time_box
        findings.add("slow_decision", "BO-9.6", index, player, token=token.text, seconds=seconds, box=box)

    clock.read(readings_of(tokens, notation.CLOCK, notation.TIME, lambda token: token.amount), range(judged), slow)
