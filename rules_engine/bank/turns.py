"""Judging one turn of Bank, token by token, to its end (docs/rules/bank.md, sections 2, 7 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rules_engine.bank import banking, declaring, thieving, withdrawing
from rules_engine.bank.record.notation import (
    BANK,
    CANNOT,
    CLOCK,
    DISCARD,
    DRAW,
    EXCHANGE,
    NOTHING,
    PICK,
    REPLACE,
    STEAL,
    THIEF,
    TIME,
    Token,
)
from rules_engine.bank.state import UNSEEN
from rules_engine.bank.tricks import may_bank
from rules_engine.bank.turn import ALLOWED, Turn

MID_TURN: Final = {"four_kings": "BK-4.7", "five_o": "BK-4.4"}
"""What can end the game before its turn is over."""

Check = Callable[[Turn, Token], tuple[str, str]]
Act = Callable[[Turn, int, Token], None]


def discard_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """BK-2.12: why a card cannot be discarded."""
    player, card = turn.player, token.card
    if card in player.known or (player.hidden > 0 and turn.state.where[card] == UNSEEN):
        return ALLOWED
    return "card_not_in_hand", "BK-2.12"


def discard(turn: Turn, _action: int, token: Token) -> None:
    """BK-2.12: the last act of a turn."""
    turn.state.lay_down(turn.seat, token.card)
    turn.state.discard(turn.seat, token.card)


_ACTS: Final[dict[int, tuple[Check, Act]]] = {
    DRAW: (withdrawing.draw_denied, withdrawing.draw),
    PICK: (withdrawing.pick_denied, withdrawing.pick),
    NOTHING: (withdrawing.nothing_denied, withdrawing.nothing),
    REPLACE: (withdrawing.replace_denied, withdrawing.replace),
    BANK: (banking.bank_denied, banking.bank),
    EXCHANGE: (banking.exchange_denied, banking.exchange),
    THIEF: (thieving.thief_denied, thieving.thief),
    STEAL: (thieving.steal_denied, thieving.steal),
    CANNOT: (declaring.cannot_denied, declaring.cannot),
    DISCARD: (discard_denied, discard),
}


_PREPARED: Final = frozenset({BANK, DISCARD, CANNOT})


def denied(turn: Turn, token: Token) -> tuple[str, str]:
    """Why a token cannot stand next in a turn: the code of the finding and its rule, empty if it can."""
    if turn.discarded or turn.ended:
        return "action_after_turn", MID_TURN.get(turn.ended, "BK-2.12")
    return _ACTS[token.kind][0](turn, token)


def judge(turn: Turn, tokens: Sequence[Token]) -> int:
    """Judge the tokens of a turn; the answer is how many were judged and not skipped."""
    for action, token in enumerate(tokens):
        if token.kind == TIME:
            turn.state.time_called = True
        elif token.kind != CLOCK and not judge_token(turn, action, token):
            turn.state.time_called |= any(later.kind == TIME for later in tokens[action:])
            return action
    return len(tokens)


def judge_token(turn: Turn, action: int, token: Token) -> bool:
    """Judge one token; False if it came after the end of the turn, where the rest is skipped."""
    run, kind = turn.run, token.kind
    if run is not None:
        if run.kind != kind:
            close_run(turn)
        elif run.refused:
            return True
    if turn.discarded or turn.ended:
        code, rule = denied(turn, token)
        turn.find(code, rule, action, token=token.text)
        return False
    if kind in _PREPARED:
        _prepare(turn, action, kind)
    check, act = _ACTS[kind]
    code, rule = check(turn, token)
    if not code:
        act(turn, action, token)
    else:
        turn.find(code, rule, action, token=token.text)
        if kind == BANK:
            banking.refuse(turn, action)
        elif kind == THIEF:
            thieving.refuse(turn, action)
    if kind == DISCARD:
        turn.discarded = True
    elif kind == BANK or (turn.drawn and kind not in (DRAW, REPLACE)):
        turn.closed = True
    return True


def _prepare(turn: Turn, action: int, kind: int) -> None:
    """What is looked at before a token is: a withdrawal that was due, and whether a bank was possible."""
    if kind in (BANK, DISCARD):
        if not turn.withdrawal_judged:
            withdrawing.judge_missed(turn, action)
        if kind == DISCARD and turn.after_end:
            _note_chance(turn)
    elif kind == CANNOT:
        turn.declaration = True


def close_run(turn: Turn) -> None:
    """A run of exchanges or stolen cards is over: what is still due is reported, then the game may end."""
    run, turn.run = turn.run, None
    if run is None or run.refused:
        return
    if run.kind == STEAL:
        if run.due:
            turn.find("steal_missing", "BK-3.1", run.action, due=run.due)
        return
    if run.due:
        turn.find("exchange_missing", "BK-2.10", run.action, due=run.due)
        for card in run.older[: run.due]:
            banking.take_out(turn, card)
    turn.progress |= turn.state.note_progress(turn.seat)
    if turn.state.rules.five_o_when == "at_once":
        turn.ended = turn.state.ends_at(turn.seat)


def finish(turn: Turn, *, last: bool) -> bool:
    """The tokens are over: whether the turn is complete. Only the record's last turn may be open (section 7.6)."""
    if turn.run is not None:
        close_run(turn)
    if turn.ended:
        return True
    if not turn.discarded:
        if last and not stands(turn):
            return False
        _note_chance(turn)
        if turn.player.hand:
            turn.find("no_discard", "BK-2.12", None)
    if not turn.withdrawal_judged:
        withdrawing.judge_missed(turn, None)
    if turn.speechless:
        turn.find("undeclared", "BK-4.3", None)
    return True


def _note_chance(turn: Turn) -> None:
    """BK-4.3: before the last chance to bank is gone, whether the player should have said that there is none."""
    if turn.after_end and turn.state.rotating and not turn.banks and not turn.declaration:
        turn.speechless = not may_bank(turn.state, turn.seat)


def stands(turn: Turn) -> bool:
    """Whether the last turn is complete without a discard: the hand is empty, and nothing was due before."""
    if turn.player.hand or (turn.run is not None and turn.run.due):
        return False
    done = turn.withdrew or turn.banks or turn.nothing or turn.bank_refused
    return bool(done) or not withdrawing.is_due(turn)
