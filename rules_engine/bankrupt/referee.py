"""The referee: replays a record of Bankrupt under its rules and reports every departure (docs/rules/bankrupt.md)."""

from __future__ import annotations

from functools import cached_property

import msgspec

from rules_engine.bankrupt import acting, endings, exchange, plain, plain_acts, showdown, upping
from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.record.notation import CLOCK, TIME, token_of
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.bankrupt.state import Act, Round, State
from rules_engine.record import SEATS, GameRecord, GameRound, Turn, seats_of
from rules_engine.record.report import Report
from rules_engine.record.sheet import Claims, Clock, readings_of
from rules_engine.rules.sets import one_for_each

_PLACE = {seat: place for place, seat in enumerate(SEATS)}


class RoundReport(msgspec.Struct, frozen=True, gc=False):
    """A round that was judged: who dealt, the pieces after it, and the centre."""

    round: int | str
    dealer: str
    pieces: dict[str, int]
    centre: int


rule_set_of = one_for_each(BankruptRuleSet.from_mapping)
"""The rule set of a record's ``rules``; those of one event are made once."""


def opening(record: GameRecord) -> State:
    """The state before the first round.

    Raises:
        ConfigurationError: if the rules of a record built in code are not valid.
    """
    return State(rule_set_of(record.rules), max(2, len(seats_of(record))))


class RecordJudge:
    """Judges one record. An instance is used once; ``replay`` extends it to look on.

    ``plain``: a round in which all is as it should be may be judged at once. Without it every token leaves its state.
    """

    def __init__(self, record: GameRecord, time_box: float | None) -> None:
        self.record = record
        self.state = opening(record)
        self.findings = Findings()
        self.claims = Claims(self.report_claim)
        self.clock = None if time_box is None else Clock(time_box)
        self.plain = time_box is None
        self.rounds: list[RoundReport] = []

    @cached_property
    def writes_upturned(self) -> bool:
        """Whether the record writes an upturned card anywhere."""
        turns = [turn for played in self.record.rounds for turn in played.turns]
        return any("U" in action or "u" in action for turn in turns for action in turn.actions)

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
        if played.round != place + 1 and not self.follows(place, played.round):
            self.findings.add_at("wrong_round", "BR-3", None, None, None, number=played.round)
        if self.plain and self.play_plain(played):
            return
        acts, timed = _read(played.turns)
        due = self.due(played)
        round_ = state.round = Round(state, self.dealer(played, due), [act for turn in acts for act in turn])
        for number, (turn, acts_of_turn) in enumerate(zip(played.turns, acts, strict=True), 1):
            self.turn(round_, number, turn, acts_of_turn)
        self.check_dealer(round_, played, due)
        self.end(round_, timed=timed, last=place == len(self.record.rounds) - 1)
        self.rounds.append(RoundReport(played.round, SEATS[round_.dealer], self.pieces(), state.centre))

    def follows(self, place: int, number: int | str) -> bool:
        """BR-3: whether a round has the number after that of the one before it."""
        before = self.record.rounds[place - 1].round if place else 0
        return number == int(before) + 1

    def play_plain(self, played: GameRound) -> bool:
        """Judge a round at once in which all is as it should be; otherwise nothing has changed."""
        state, named = self.state, _PLACE[played.first]
        if named != self.due(played) or named >= len(state.players):
            return False
        acts = plain_acts.acts_of(played.turns)
        if acts is None or not plain.PlainRound(state, named).play(acts):
            return False
        pieces = self.pieces()
        if played.turns[-1].claim:
            self.findings.turn = len(played.turns)
            self.claims.compare(played.turns[-1].claim, pieces)
        self.reshuffle(upturned=False, decided=True)
        self.rounds.append(RoundReport(played.round, played.first, pieces, state.centre))
        return True

    def due(self, played: GameRound) -> int:
        """BR-3: who is to deal; the first dealer is the one that the heading names."""
        state = self.state
        return _PLACE[played.first] if state.dealer is None else state.next_live(state.dealer)

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

    def turn(self, round_: Round, number: int, turn: Turn, acts: list[Act]) -> None:
        """Judge the acts of a turn, then its clock and its claim."""
        self.findings.turn = number
        for act in acts:
            self.act(round_, act)
        if self.clock is not None:
            self.read_clock(self.clock, turn)
        if turn.claim:
            self.claims.compare(turn.claim, self.pieces())

    def report_claim(self, seat: str, claimed: int, due: int) -> None:
        """BR-18: the sheet gives a player other pieces than there are."""
        at, turn = SEATS.index(seat), self.findings.turn
        self.findings.add_at("wrong_claim", "BR-18", at, turn, None, claimed=claimed, due=due)

    def read_clock(self, clock: Clock, played: Turn) -> None:
        """BR-20: decisions slower than the time box."""
        tokens, seat = [token_of(action) for action in played.actions], SEATS.index(played.seat)
        turn = self.findings.turn

        def slow(action: int, seconds: int) -> None:
            values = {"token": tokens[action].text, "seconds": seconds, "box": clock.time_box}
            self.findings.add_at("slow_decision", "BR-20", seat, turn, action + 1, **values)

        clock.read(readings_of(tokens, CLOCK, TIME, lambda token: token.amount), range(len(tokens)), slow)

    def act(self, round_: Round, act: Act) -> None:
        """Judge one token."""
        self.findings.at(act)
        acting.judge(round_, self.findings, act)

    def end(self, round_: Round, *, timed: bool, last: bool) -> None:
        """The tokens of a round are over: it is decided, finished as it stands, or still open."""
        if not round_.decided and not timed:
            if last:
                return
            self.finish(round_)
        endings.end_round(round_, timed=timed)
        self.reshuffle(upturned=round_.upturned, decided=round_.decided)

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

    def reshuffle(self, *, upturned: bool, decided: bool) -> None:
        """BR-5, BR-19.1: the deck is shuffled before the next round; said where a record else writes it."""
        state = self.state
        if not endings.shuffle_if_due(state, upturned=upturned) or upturned or state.rules.reshuffle == "every_round":
            return
        if self.writes_upturned and decided and not state.ended_by:
            self.findings.add_at("reshuffle", "BR-5", None, None, None)

    def pieces(self) -> dict[str, int]:
        """The pieces of every seat, antes included."""
        seated = zip(SEATS, self.state.players, strict=False)
        return {seat: player.pieces if player.antes else player.beside for seat, player in seated}


def _read(turns: tuple[Turn, ...]) -> tuple[list[list[Act]], bool]:
    """The acts of each turn, and whether time was called in one of them."""
    acts: list[list[Act]] = []
    timed = False
    for number, turn in enumerate(turns, 1):
        seat, read = _PLACE[turn.seat], list[Act]()
        for action, text in enumerate(turn.actions, 1):
            token = token_of(text)
            if token.kind < TIME:
                read.append(Act(number, action, seat, token))
            elif token.kind == TIME:
                timed = True
        acts.append(read)
    return acts, timed
