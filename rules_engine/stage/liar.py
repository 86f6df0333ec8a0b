"""Calls and payments of Liar (BS-14), and what a judge of a turn knows: what was broken, left out and undone."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.stage import effects, playing
from rules_engine.stage.findings import Findings
from rules_engine.stage.moves import Objection
from rules_engine.stage.record.notation import Token
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import BEFORE_MOVE, CALL_REFUSED, NO_CALL, NOTHING_TO_PAY, PAYMENT_DUE, TURN_OVER, State


class Liar:
    """The state of play, the findings, and what can be called in the running turn."""

    def __init__(self, state: State, findings: Findings) -> None:
        self.state = state
        self.findings = findings
        self.skipped: set[int] = set()
        self.begin(())

    def begin(self, tokens: Sequence[Token]) -> None:
        """A turn begins, in which nothing is broken yet."""
        self.tokens = tokens
        if self.skipped:
            self.skipped = set()
        self.missing = False  # an act before any move was reported
        self.undone = False  # the last thing that happened was that something was undone
        self.before_breach: State | None = None
        self.call_index = 0

    def report(self, objection: Objection, token: Token, index: int, *, lie: bool = False, **params: object) -> None:
        """A finding at a token of the turn's own seat."""
        code, rule, reading = objection
        self.findings.add(code, rule, index, self.state.seat, reading, lie=lie, token=token.text, **params)

    def breach(self, objection: Objection, token: Token, index: int, stands: bool) -> None:
        """Something against the rules; what ``stands`` in Liar can be called, and undone if that is played."""
        self.report(objection, token, index, lie=stands)
        if stands:
            if not self.state.broken and self.state.rules.undo:
                self.before_breach = self.state.copy()
            self.state.broken = True

    # What was left out

    def omission(self) -> bool:
        """Whether something due and possible has not been done, and is to be reported."""
        state = self.state
        if self.undone or state.refused or state.told_incomplete:
            return False
        return state.part_missed or effects.owed(state)

    def report_omission(self) -> None:
        """A part left out is reported once an effect; it names the space."""
        state = self.state
        state.told_incomplete = True
        state.broken = state.rules.liar
        index = state.space_index
        self.report(Objection("effect_incomplete", "BS-5"), self.tokens[index], index, lie=state.rules.liar)

    # Calls

    def call(self, token: Token, index: int) -> bool:
        """Somebody calls a lie. Returns whether the turn had ended."""
        state = self.state
        if self._is_skipped(index):
            return False
        if self._went_out():
            self.report(Objection("action_after_turn", "BS-3"), token, index)
            return True
        if not self.may_call(token.seat):
            self.findings.add("false_call", "BS-14", index, token.seat, token=token.text)
            state.after_call = CALL_REFUSED
            return False
        if not state.broken:
            self.report_omission()
        elif self.before_breach is not None:
            state.restore(self.before_breach)
            self.undone = True
        state.broken, self.before_breach = False, None
        holds = state.bank.pairs if state.rules.go_fish else len(state.bank)
        state.after_call = PAYMENT_DUE if holds else NOTHING_TO_PAY
        self.call_index, state.caller = index, token.seat
        return False

    def may_call(self, seat: int) -> bool:
        """Whether a call by this seat is right."""
        state = self.state
        if not state.rules.liar or state.sides[seat] == state.sides[state.seat] or state.out[seat]:
            return False
        return state.broken or self.omission()

    def _is_skipped(self, index: int) -> bool:
        """What stands before the move is skipped once an act before it was reported."""
        if self.missing and self.state.stage == BEFORE_MOVE:
            self.skipped.add(index)
            return True
        return False

    def _went_out(self) -> bool:
        state = self.state
        return state.stage == TURN_OVER and (state.out[state.seat] or bool(state.decided_by))

    @property
    def payment_due(self) -> bool:
        """Whether a card is to be paid for a call."""
        return self.state.after_call == PAYMENT_DUE

    def end_call(self) -> None:
        """Something else comes after a call than its payment."""
        if self.payment_due:
            token = self.tokens[self.call_index]
            self.report(Objection("payment_missing", "BS-14"), token, self.call_index)
        self.state.after_call = NO_CALL

    # Payments

    def pay(self, token: Token, index: int) -> bool:
        """A card of the bank is paid. Returns whether the turn had ended."""
        if self._is_skipped(index):
            return False
        if self._went_out():
            self.report(Objection("action_after_turn", "BS-3"), token, index)
            return True
        if self.state.after_call == CALL_REFUSED:
            self.skipped.add(index)
        elif not self.payment_due:
            self.report(Objection("payment_not_due", "BS-14"), token, index)
        elif not self._can_pay(token.card):
            self.report(Objection("card_not_in_bank", "BS-14"), token, index)
        else:
            self._pay(token, index)
        self.state.after_call = NO_CALL
        return False

    def _can_pay(self, card: int) -> bool:
        bank = self.state.bank
        return bank.can_pay_pair(card) if self.state.rules.go_fish else bank.can_pay(card)

    def _pay(self, token: Token, index: int) -> None:
        state, card = self.state, token.card
        side = state.sides[state.caller]
        taker = state.banks[side]
        if state.rules.go_fish:
            newly_named = state.bank.pay_pair(card, state.tally)
            taker.receive_pair(card)
        else:
            newly_named = 1 if state.bank.pay(card, state.tally) else 0
            taker.add(card)
        if newly_named and playing.name(state, card, newly_named):
            self.report(Objection("impossible_draw", "BS-1"), token, index)
        if state.rules.out_at_once and taker.least > OVER:
            playing.go_out(state, side)
