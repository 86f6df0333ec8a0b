"""The referee: replays a record of Bank under its rules and reports every departure (docs/rules/bank.md)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules_engine.bank import endings, plain, turns
from rules_engine.bank.cards import BY_NAME, HIDDEN
from rules_engine.bank.findings import Findings
from rules_engine.bank.record.notation import CLOCK, SEAT_NUMBERS, SEATS, TIME, Token, token_of
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.state import HAND, PILED
from rules_engine.bank.turn import Table, Turn
from rules_engine.record import GameRecord, GameRound, seats_of
from rules_engine.record import Turn as WrittenTurn
from rules_engine.record.report import Report
from rules_engine.record.sheet import Claims, Clock, readings_of
from rules_engine.rules.sets import one_for_each


class TurnReport(msgspec.Struct, frozen=True, gc=False):
    """What every bank was worth after a turn."""

    seat: str
    banks: dict[str, int]


class RoundReport(msgspec.Struct, frozen=True):
    """The round that was judged; one that was skipped is not listed."""

    round: int | str
    banks: dict[str, int]
    turns: list[TurnReport]


rule_set_of = one_for_each(BankRuleSet.from_mapping)
"""The rule set of a record's ``rules``; those of one event are made once."""


def opening(record: GameRecord) -> Table:
    """The state in which the record's game begins: cards dealt, first discards turned over.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    dealt = record.extra.get("deal", {})
    players = max([len(seats_of(record)), *(SEATS.index(seat) + 1 for seat in dealt)])
    state = Table(rule_set_of(record.rules), max(1, players))
    for seat, player in enumerate(state.players):
        cards = [BY_NAME[name] for name in dealt.get(SEATS[seat], ()) if name != "?"]
        player.hidden -= len(cards)
        player.known.update(cards)
        state.seen.update(cards)
        for card in cards:
            state.where[card] = HAND
    for pile, name in zip(state.piles, record.extra.get("starter", "").split(), strict=False):
        if pile == [HIDDEN]:
            pile[0] = BY_NAME[name]
            state.put(pile[0], PILED)
    return state


class RecordJudge:
    """Judges one record. An instance is used once; ``replay`` extends it to look on.

    ``plain``: a turn in which all is as it should be may be judged at once. Without it every token leaves its state.
    """

    def __init__(self, record: GameRecord, time_box: float | None) -> None:
        self.record = record
        self.state = opening(record)
        self.findings = Findings()
        self.claims = Claims(self.report_claim)
        self.clock = None if time_box is None else Clock(time_box)
        self.plain = time_box is None
        self.rounds: list[RoundReport] = []
        self.counted = -1
        self.said: dict[str, int] = {}

    def judge(self) -> Report:
        """Judge the record's first round; any other is reported and skipped."""
        for place, played in enumerate(self.record.rounds):
            self.findings.enter_round(place, played.round)
            if place == 0 and played.round == 1:
                self.round(played)
            else:
                self.findings.add("wrong_round", "BK-6.20", None, None, number=played.round)
        return Report.of(endings.result(self.state), self.rounds, self.findings.found)

    def round(self, played: GameRound) -> None:
        """Judge the turns up to the end of the game; what follows is surplus, and one finding."""
        state, findings, reports = self.state, self.findings, list[TurnReport]()
        due, players, last = SEATS.index(played.first), len(state.players), len(played.turns)
        for number, written in enumerate(played.turns, 1):
            findings.turn = number
            if state.ended_by or state.time_called:
                self.report_surplus()
                break
            seat = SEAT_NUMBERS[written.seat]
            if not (self.plain and seat == due and plain.play(state, seat, written.actions)):
                self.turn(written, seat, due, last=number == last)
            if written.claim:
                self.claims.compare(written.claim, self.banks())
            reports.append(TurnReport(written.seat, self.banks()))
            due = (seat + 1) % players
        self.rounds.append(RoundReport(played.round, self.banks(), reports))

    def report_surplus(self) -> None:
        """One finding for the turns after the end of the game, or after the turn in which time was called."""
        if self.state.ended_by:
            self.findings.add("round_over", endings.end_rule(self.state), None, None)
        else:
            self.findings.add("match_over", "BK-4.8", None, None)

    def turn(self, written: WrittenTurn, seat: int, due: int, *, last: bool) -> None:
        """Judge a turn as that of its own seat, even if another was to move."""
        if seat != due:
            self.findings.add("wrong_seat", "BK-2.3", None, written.seat)
        turn = self.begin_turn(seat)
        tokens = [token_of(action) for action in written.actions]
        judged = self.judge_tokens(turn, tokens)
        self.end_turn(turn, last=last)
        if self.clock is not None:
            self.read_clock(self.clock, tokens, judged, written.seat)

    def report_claim(self, seat: str, claimed: int, due: int) -> None:
        """BK-4.5, BK-4.6: the sheet gives a bank another worth than it has."""
        rule = "BK-4.6" if self.state.advanced else "BK-4.5"
        self.findings.add("wrong_claim", rule, None, seat, claimed=claimed, due=due)

    def read_clock(self, clock: Clock, tokens: Sequence[Token], judged: int, seat: str) -> None:
        """BK-4.10: decisions slower than the time box."""

        def slow(action: int, seconds: int) -> None:
            values = {"token": tokens[action].text, "seconds": seconds, "box": clock.time_box}
            self.findings.add("slow_decision", "BK-4.10", action, seat, **values)

        clock.read(readings_of(tokens, CLOCK, TIME, lambda token: token.size), range(judged), slow)

    def begin_turn(self, seat: int) -> Turn:
        """A turn begins."""
        return Turn(self.state, self.findings, seat)

    def judge_tokens(self, turn: Turn, tokens: Sequence[Token]) -> int:
        """Judge a turn's tokens; the answer is how many were judged."""
        return turns.judge(turn, tokens)

    def end_turn(self, turn: Turn, *, last: bool) -> None:
        """What a turn's end brings: the game may be over."""
        if turns.finish(turn, last=last):
            turn.over = True
            endings.count(turn)
            self.state.ended_by = endings.decide(turn)

    def banks(self) -> dict[str, int]:
        """What every bank is worth now: the same object as long as that is the same."""
        if self.counted != self.state.counted:
            self.counted = self.state.counted
            worth = {seat: player.worth for seat, player in zip(SEATS, self.state.players, strict=False)}
            if worth != self.said:
                self.said = worth
        return self.said
