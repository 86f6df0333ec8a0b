"""What a sheet says beside the play: the banks after a turn (BS-9), and the clock at its actions (BS-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.record.sheet import Clock, readings_of
from rules_engine.stage.findings import SEAT_NAMES, Findings
from rules_engine.stage.record.notation import CALL, CLOCK, TIME, Token
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


def read_clock(clock: Clock, findings: Findings, tokens: Sequence[Token], skipped: set[int], seat: int | None) -> None:
    """BS-19: decisions slower than the time box; what was skipped, and all without a seat, is only counted from."""

    def slow(index: int, seconds: int) -> None:
        token = tokens[index]
        player = token.seat if token.kind == CALL else seat
        box = clock.time_box
        findings.add("slow_decision", "BS-19", index, player, token=token.text, seconds=seconds, box=box)

    judged = set() if seat is None else set(range(len(tokens))) - skipped
    clock.read(readings_of(tokens, CLOCK, TIME, lambda token: token.seconds), judged, slow)
