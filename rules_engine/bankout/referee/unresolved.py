"""Judges a token while an effect is still being resolved (record.md section 5, points 1 to 4, 11 and 12).

There is a function for each phase that is not open (``_BY_PHASE``). It takes the judge and the token and returns what
to do next: ``TAKEN`` (the token is dealt with), ``AGAIN`` (the state has changed, so look at the token again),
``JUDGE`` (the turn is open, so judge the token by its kind) or ``SKIP`` (skip the rest of the turn).
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine, playing, resolving
from rules_engine.bankout.cards import HIDDEN, QUEEN, RANK_BITS, same_card
from rules_engine.bankout.checking import Violation, after_turn, against_answer, bust_reading, check, king_reading
from rules_engine.bankout.record import notation
from rules_engine.bankout.record.notation import Token
from rules_engine.bankout.referee.judge import Judge
from rules_engine.bankout.state import (
    ANSWER,
    EFFECT,
    OPEN,
    OVER_HAND,
    ROUND_OVER,
    THIRD_JACK,
    TRIGGER,
    TURN_OVER,
    State,
)

JUDGE, TAKEN, AGAIN, SKIP = range(4)
_PLAYS = (notation.PLAYED, notation.JOKER_PLAYED)


def confront(judge: Judge, token: Token) -> int:
    """Judge a token in one phase after another until it is dealt with or the turn is open.

    Returns ``TAKEN``, ``JUDGE`` or ``SKIP``.
    """
    state = judge.state
    while True:
        if judge.unwritten >= 0:
            outcome = _automatic_queen(judge, token)
        elif state.phase == OPEN:
            return JUDGE
        else:
            outcome = _BY_PHASE[state.phase](judge, token)
        if outcome != AGAIN:
            return outcome


def _automatic_queen(judge: Judge, token: Token) -> int:
    """After a Jack used up a known Queen: the sheet may write the Queen now, or wrongly a bust (record.md 5.3)."""
    if token.kind == notation.AUTO_QUEEN:
        _names_queen(judge, token)
        judge.unwritten = -1
        return TAKEN
    if token.kind == notation.PLAYED and token.card & RANK_BITS == QUEEN and _names_queen(judge, token):
        judge.unwritten = -1
        return TAKEN
    if token.kind == notation.BUSTED:
        judge.unwritten = -1
        judge.undone_at = judge.index
        judge.report(Violation("auto_queen_missed", "BO-5.2", judge.reading_of_trigger()))
        return TAKEN
    judge.note_automatic_queen()
    return AGAIN


def _names_queen(judge: Judge, token: Token) -> bool:
    """Whether the token names the Queen that was used up, or another card of the hand.

    Another card then takes its place on the pile, and the Queen returns to the hand.
    """
    if same_card(token.card, judge.queen):
        return True
    state = judge.state
    hand = state.hands[state.seat]
    if token.card in hand:
        hand[hand.index(token.card)] = judge.queen
        state.pile[len(state.pile) - 1 - state.pile[::-1].index(judge.queen)] = token.card
        return True
    return False


def _over_hand(judge: Judge, token: Token) -> int:
    """A hand above the limit: judge a discard; before any other token apply the default discard (record.md 5.4)."""
    if token.kind != notation.GIVEN_UP:
        judge.apply_default()
        return AGAIN
    judge.unseen_queen(token)
    judge.attempt(token)
    return TAKEN


def _effect(judge: Judge, token: Token) -> int:
    """A drawn Joker without an effect: ``>X=…`` may name it; otherwise the Joker is discarded (record.md 5.1).

    The slip of writing ``X`` and then ``>X=…`` was reported with the ``X``.
    """
    if token.kind == notation.JOKER_PLAYED and token.action != act.NO_EFFECT:
        judge.effect(token)
        return TAKEN
    judge.carry_out(playing.wasted_joker(judge.state))
    return AGAIN


def _trigger(judge: Judge, token: Token) -> int:
    """A latent trigger: an unseen card is the Queen, unless a bust or another answer is written (record.md 5.11)."""
    state = judge.state
    if HIDDEN in state.hands[state.seat] and not _unseen_is_no_queen(judge, token):
        written = token.kind in (notation.AUTO_QUEEN, notation.PLAYED) and token.card & RANK_BITS == QUEEN
        if not written:
            judge.note_automatic_queen()
        judge.carry_out(resolving.auto_queen(state, token.card if written else QUEEN))
        return TAKEN if written else AGAIN
    return _answered(judge, token)


def _unseen_is_no_queen(judge: Judge, token: Token) -> bool:
    if token.kind == notation.BUSTED:
        return True
    other_card = token.kind in _PLAYS and token.card & RANK_BITS != QUEEN
    return other_card and not check(judge.state, token.action)


def _answered(judge: Judge, token: Token) -> int:
    """A bust that may be answered: take a valid answer or the bust; report any other token (record.md 5.2)."""
    state = judge.state
    if token.kind == notation.BUSTED:
        judge.bust_written = True
        engine.step(state, act.LET_BUST)
        return TAKEN
    against = check(state, token.action if token.kind in _PLAYS else act.END)
    if not against:
        if token.amount >= 0:
            judge.compare_amount(token)
        engine.step(state, token.action)
        return TAKEN
    judge.report(against[0])
    engine.step(state, act.LET_BUST)
    return SKIP


def _swap(judge: Judge, token: Token) -> int:
    """A swap that may be answered: judge a counter or a shield; any other token lets it happen (record.md 5.12)."""
    if token.kind != notation.ANSWERED:
        engine.step(judge.state, act.PASS)
        return AGAIN
    judge.answered = judge.attempt(token)
    return TAKEN


def _after(judge: Judge, token: Token) -> int:
    """A turn that has ended: a bust may still be written down; any other token is reported and the rest skipped."""
    state = judge.state
    if state.ended_by == "bust" and not judge.bust_written:
        if token.kind == notation.BUSTED:
            judge.bust_written = True
            return TAKEN
        judge.report(Violation("bust_not_taken", state.bust_rule, _reading_of_bust(judge, state, token)))
        return SKIP
    if token.kind == notation.ANSWERED and judge.answered:
        return TAKEN  # the rest of the run is not judged
    if token.kind == notation.ANSWERED and state.ended_by == "swap":
        judge.report(against_answer(state, token.action)[0])  # no answer was legal, so the swap took place at once
        return TAKEN
    late_answer = token.kind == notation.ANSWERED and state.ended_by == "joker_king"
    judge.report(after_turn(state), **({"case": "joker_king"} if late_answer else {}))
    return SKIP


def _reading_of_bust(judge: Judge, state: State, token: Token) -> str:
    if state.bust_rule == "BO-5.3" and judge.trigger_on_alert:
        return "latent_trigger"
    reading = bust_reading(state, state.bust_rule)
    if reading or token.kind not in _PLAYS:
        return reading
    return king_reading(state, token.action, state.bust_rule)


_BY_PHASE: dict[int, Callable[[Judge, Token], int]] = {
    OVER_HAND: _over_hand,
    EFFECT: _effect,
    THIRD_JACK: _answered,
    TRIGGER: _trigger,
    ANSWER: _swap,
    TURN_OVER: _after,
    ROUND_OVER: _after,
}
