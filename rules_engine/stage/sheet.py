"""What a sheet says beside the play: the banks after a turn (BS-9), and the clock at its actions (BS-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.stage.findings import SEAT_NAMES, Findings
from rules_engine.stage.notation import CALL, CLOCK, TIME, Token
from rules_engine.stage.state import State


class Claims:
    """Compares claimed banks; one slip is one finding, so each seat's last difference is remembered."""

    def __init__(self, findings: Findings, players: int) -> None:
        self.findings = findings
        self.differences = [0] * players

    def compare(self, claim: Mapping[str, int], state: State) -> None:
        """A turn's claim: it counts hidden cards where it can be right, and is at most one finding where it cannot."""
        reported = False
        for seat in range(state.players):
            claimed = claim.get(SEAT_NAMES[seat])
            if claimed is None:
                continue
            bank = state.banks[state.sides[seat]]
            least, most = (bank.pairs, bank.pairs) if state.rules.go_fish else (bank.least, bank.most)
            difference = claimed - min(max(claimed, least), most)
            if not difference and bank.uncounted and not state.rules.go_fish:
                bank.count(claimed)
            if difference not in (0, self.differences[seat]) and not reported:
                case = "hidden" if least != most else ""
                self.findings.add("wrong_claim", "BS-9", None, seat, claimed=claimed, due=least, most=most, case=case)
                reported = True
            self.differences[seat] = difference


class Clock:
    """Finds decisions slower than the time box: the reading of an action against that of the one right before it."""

    def __init__(self, findings: Findings, time_box: float) -> None:
        self.findings = findings
        self.time_box = time_box
        self.before: int | None = None  # the reading of the last action, if it has one

    def read(self, tokens: Sequence[Token], skipped: set[int], seat: int | None) -> None:
        """One turn's readings; what was skipped is only something to count from. Without a seat, that is all of it."""
        for index, reading in _readings(tokens):
            if seat is not None and index not in skipped and reading is not None and self.before is not None:
                seconds = reading - self.before
                if seconds > self.time_box:
                    token, box = tokens[index], self.time_box
                    player = token.seat if token.kind == CALL else seat
                    self.findings.add(
                        "slow_decision", "BS-19", index, player, token=token.text, seconds=seconds, box=box
                    )
            self.before = reading


def _readings(tokens: Sequence[Token]) -> list[tuple[int, int | None]]:
    """Each action's index with the clock reading that belongs to it: the last one before the next action."""
    readings: list[tuple[int, int | None]] = []
    for index, token in enumerate(tokens):
        if token.kind == CLOCK:
            if readings:
                readings[-1] = (readings[-1][0], token.seconds)
        elif token.kind != TIME:
            readings.append((index, None))
    return readings
