"""The referee: replays a record of Bankrupt under its rules and reports every departure (docs/rules/bankrupt.md)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from rules_engine.bankrupt import acting, endings, exchange, showdown, upping
from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.notation import CLOCK, TIME, UPTURNED, Token, token_of
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.bankrupt.state import Act, Round, State
from rules_engine.record import SEATS, GameRecord, GameRound, Turn, seats_of
from rules_engine.report import Report
from rules_engine.sheet import Claims, Clock, readings_of


class RoundReport(msgspec.Struct, frozen=True):
    """A round that was judged: who dealt, the pieces after it, and the centre."""

    round: int | str
    dealer: str
    pieces: dict[str, int]
    centre: int


@lru_cache(maxsize=256)
def _rule_set(rules: bytes) -> BankruptRuleSet:
    return BankruptRuleSet.from_mapping(msgspec.json.decode(rules))


def rule_set_of(rules: dict[str, Any]) -> BankruptRuleSet:
    """The rule set of a record's ``rules``; those of one event are made once."""
    return _rule_set(msgspec.json.encode(rules))


def opening(record: GameRecord) -> State:
    """The state before the first round.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    return State(rule_set_of(record.rules), max(2, len(seats_of(record))))


class RecordJudge:
    """Judges one record. An instance is used once; ``replay`` extends it to look on."""

    def __init__(self, record: GameRecord, time_box: float | None) -> None:
        self.record = record
        self.state = opening(record)
        self.findings = Findings()
        self.claims = Claims(self.report_claim)
        self.clock = None if time_box is None else Clock(time_box)
        self.rounds: list[RoundReport] = []
        self.writes_upturned = any(
            token_of(action).kind == UPTURNED
            for played in record.rounds
            for turn in played.turns
            for action in turn.actions
        )

    def judge(self) -> Report:
        """Judge every round; what follows the end of the game is skipped, and one finding."""
        for place, played in enumerate(self.record.rounds):
            self.findings.place, self.findings.round = place, played.round
            if self.state.ended_by:
                rule = "BR-16" if self.state.ended_by == "bankrupt" else "BR-20"
                self.findings.add_at("match_over", rule, None, None, None)
                break
            self.round(place, played)
        return Report.of(endings.result(self.state), self.rounds, self.findings.found)

    # A round

    def round(self, place: int, played: GameRound) -> None:
        """Judge a round to its end."""
        state = self.state
        before = self.record.rounds[place - 1].round if place else 0
        if played.round not in (place + 1, int(before) + 1):
            self.findings.add_at("wrong_round", "BR-3", None, None, None, number=played.round)
        tokens = [[token_of(action) for action in turn.actions] for turn in played.turns]
        acts = _acts(played.turns, tokens)
        due = self.due(played)
        round_ = state.round = Round(state, self.dealer(played, due), acts)
        at = 0
        for number, (turn, read) in enumerate(zip(played.turns, tokens, strict=True), 1):
            at = self.turn(round_, number, turn, read, at)
        self.check_dealer(round_, played, due)
        timed = any(token.kind == TIME for read in tokens for token in read)
        self.end(round_, timed=timed, last=place == len(self.record.rounds) - 1)
        self.rounds.append(RoundReport(played.round, SEATS[round_.dealer], self.pieces(), state.centre))

    def due(self, played: GameRound) -> int:
        """BR-3: who is to deal; the first dealer is the one that the heading names."""
        state = self.state
        return SEATS.index(played.first) if state.dealer is None else state.next_live(state.dealer)

    def dealer(self, played: GameRound, due: int) -> int:
        """BR-3: the one whom the heading names deals, or the due one if that one is out."""
        named = SEATS.index(played.first)
        players = self.state.players
        return due if named >= len(players) or players[named].out else named

    def check_dealer(self, round_: Round, played: GameRound, due: int) -> None:
        """BR-3, BR-15: the heading names the due dealer, or the one who deals once that one has resigned."""
        named = SEATS.index(played.first)
        if named not in (due, round_.next_playing(due)):
            self.findings.add_at("wrong_start", "BR-3", named, None, None)

    def turn(self, round_: Round, number: int, turn: Turn, tokens: list[Token], at: int) -> int:
        """Judge the tokens of a turn; the answer is the index of the round's next act."""
        findings = self.findings
        findings.turn = number
        for index, token in enumerate(tokens):
            if token.kind in (TIME, CLOCK):
                continue
            findings.action, findings.token = index + 1, token.text
            self.act(round_, round_.acts[at], at)
            at += 1
        self.read_clock(tokens, SEATS.index(turn.seat))
        if turn.claim:
            self.claims.compare(turn.claim, self.pieces())
        return at

    def report_claim(self, seat: str, claimed: int, due: int) -> None:
        """BR-18: the sheet gives a player other pieces than there are."""
        at, turn = SEATS.index(seat), self.findings.turn
        self.findings.add_at("wrong_claim", "BR-18", at, turn, None, claimed=claimed, due=due)

    def read_clock(self, tokens: list[Token], seat: int) -> None:
        """BR-20: decisions slower than the time box."""
        clock, turn = self.clock, self.findings.turn
        if clock is None:
            return

        def slow(action: int, seconds: int) -> None:
            said = {"token": tokens[action].text, "seconds": seconds, "box": clock.time_box}
            self.findings.add_at("slow_decision", "BR-20", seat, turn, action + 1, **said)

        clock.read(readings_of(tokens, CLOCK, TIME, lambda token: token.amount), range(len(tokens)), slow)

    def act(self, round_: Round, act: Act, at: int) -> None:
        """Judge one token."""
        acting.judge(round_, self.findings, act, at)

    def end(self, round_: Round, *, timed: bool, last: bool) -> None:
        """The tokens of a round are over: it is decided, finished as it stands, or still open."""
        if not round_.decided and not timed:
            if last:
                return
            self.finish(round_)
        endings.end_round(round_, timed=timed)
        self.reshuffle(round_)

    def finish(self, round_: Round) -> None:
        """Another round follows one that is not decided (BR-10)."""
        upping.settle(round_)
        exchange.deal(round_)
        if round_.shown:
            for seat in round_.inside:
                if seat not in round_.shown:
                    self.findings.add_at("show_missing", "BR-10", seat, None, None)
            showdown.decide(round_, self.findings)
        else:
            self.findings.add_at("round_unfinished", "BR-10", None, None, None)
            self.state.end_run()
        acting.conclude(round_)

    def reshuffle(self, round_: Round) -> None:
        """BR-5, BR-19.1: the deck is shuffled before the next round; said where a record else writes it."""
        state = self.state
        if not endings.shuffle_if_due(round_) or round_.upturned or state.rules.reshuffle == "every_round":
            return
        if self.writes_upturned and round_.decided and not state.ended_by:
            self.findings.add_at("reshuffle", "BR-5", None, None, None)

    def pieces(self) -> dict[str, int]:
        """The pieces of every seat, antes included."""
        return {SEATS[seat]: player.pieces for seat, player in enumerate(self.state.players)}


def _acts(turns: tuple[Turn, ...], tokens: list[list[Token]]) -> list[Act]:
    """The tokens of a round that are acts, each with its place."""
    return [
        Act(number, action, SEATS.index(turn.seat), token)
        for number, (turn, read) in enumerate(zip(turns, tokens, strict=True), 1)
        for action, token in enumerate(read, 1)
        if token.kind not in (TIME, CLOCK)
    ]
