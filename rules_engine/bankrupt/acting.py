"""One token of a round after the other (docs/rules/bankrupt.md, section *Findings*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules_engine.bankrupt import exchange, showdown, upping
from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.record.notation import (
    ACCEPT,
    DECLINE,
    EXCHANGES,
    HOLD,
    LEGS,
    OFFER,
    PASS,
    REPLACE,
    RESIGN,
    SHOW,
    THROW,
    UPTURNED,
)
from rules_engine.bankrupt.state import UNTIL_UPTURNED, Act, Exit, Round


def judge(round_: Round, findings: Findings, act: Act) -> None:
    """Judge a token."""
    seat, kind = act.seat, act.token.kind
    round_.state.moved = seat
    if kind == UPTURNED:
        _turn_up(round_, findings, act)
    elif seat in round_.was_out or (seat in round_.resigned and not round_.decided):
        _say_out(round_, findings, act)
    elif round_.decided:
        _after_decision(round_, findings, act)
    else:
        _ACTS[kind](round_, findings, act)
        if round_.decided:
            conclude(round_)


def _say_out(round_: Round, findings: Findings, act: Act) -> None:
    """BR-16: a token of a player who is out is read over; said once in the game."""
    player = round_.state.players[act.seat]
    if not player.is_seat_out_announced:
        player.is_seat_out_announced = True
        findings.add("seat_out", "BR-16", act.seat)
    _void(round_, act)


def _void(round_: Round, act: Act) -> None:
    """An offer of somebody who takes no part settles an open one all the same."""
    if act.token.kind == OFFER and not round_.decided and (round_.closed or round_.exchanged()):
        upping.refuse(round_)


def _turn_up(round_: Round, findings: Findings, act: Act) -> None:
    """BR-5: the upturned card came up."""
    if not round_.decided:
        exchange.deal(round_)
    if round_.upturned:
        findings.add("upturned_wrong", "BR-5", act.seat)
        return
    round_.upturned = True
    if round_.state.dealt < UNTIL_UPTURNED:
        findings.add("upturned_wrong", "BR-5", act.seat)
    showdown.account(round_, findings, act)


def _after_decision(round_: Round, findings: Findings, act: Act) -> None:
    """BR-10: a token after the round was decided; the last one in may still be written as holding (BR-19.2)."""
    seat, kind = act.seat, act.token.kind
    if seat == round_.last_in and seat not in round_.acted and not round_.closed:
        if kind == THROW:
            findings.add("throw_in_last", "BR-19.2", seat)
            return
        if kind in EXCHANGES:
            exchange.done(round_, seat)
            round_.state.dealt += kind == REPLACE
            return
        if kind == LEGS and seat in round_.short and seat not in round_.legs_said:
            exchange.declare(round_, findings, seat)
            return
    _say_over(round_, findings)


def _say_over(round_: Round, findings: Findings) -> None:
    if not round_.over_said:
        round_.over_said = True
        rule = "BR-16" if round_.state.ended_by else "BR-10" if round_.last_in is None else "BR-19.2"
        findings.add("round_over", rule, None)


def _up(round_: Round, findings: Findings, act: Act) -> None:
    """BR-8: answers and passes."""
    kind = act.token.kind
    if not _is_inside(round_, findings, act):
        return
    if kind == ACCEPT and round_.shown:
        findings.add("out_of_phase", "BR-8", act.seat)
    elif kind == ACCEPT:
        upping.accept(round_, findings, act)
    elif kind == DECLINE:
        upping.decline(round_, findings, act)
    else:
        upping.pass_on(round_, act)


def _close(round_: Round, findings: Findings, act: Act) -> None:
    """BR-8, BR-10: offers and shows; the first one closes the exchange."""
    is_offer = act.token.kind == OFFER
    if not _is_inside(round_, findings, act):
        return
    if (is_offer and round_.shown) or (not round_.closed and exchange.still_comes(round_, act)):
        findings.add("out_of_phase", "BR-8" if is_offer else "BR-10", act.seat)
        return
    if not round_.closed:
        exchange.close(round_, findings)
        if len(round_.inside) == 1:
            showdown.win_as_last(round_)
            conclude(round_)
            _say_over(round_, findings)
            return
    if is_offer:
        upping.offer(round_, findings, act)
    else:
        showdown.show(round_, findings, act)


def _is_inside(round_: Round, findings: Findings, act: Act) -> bool:
    """Whether a player is in the round (BR-7); what another one writes in it is read over, said once."""
    seat = act.seat
    if not round_.laid:
        exchange.lay(round_)
    if seat in round_.inside:
        return True
    if seat not in round_.not_in_said:
        round_.not_in_said.add(seat)
        findings.add("not_in_round", "BR-7", seat)
    _void(round_, act)
    return False


def _throw(round_: Round, findings: Findings, act: Act) -> None:
    """BR-7: an exchange act that may leave one player in the round."""
    exchange.exchange(round_, findings, act)
    if len(round_.inside) == 1:
        showdown.win_as_last(round_)


def _resign(round_: Round, findings: Findings, act: Act) -> None:
    """BR-15: a resignation may leave one player in the game."""
    exchange.resign(round_, findings, act)
    round_.decided = len(round_.order) == 1


def conclude(round_: Round) -> None:
    """BR-16: who has nothing left is out; the last one holding pieces takes the centre, and the game is over."""
    state = round_.state
    for seat in state.live():
        if not state.players[seat].pieces:
            state.players[seat].out = True
            state.exits.append(Exit(seat, state.played + 1, 0, round_.pieces_dealt.get(seat, 0)))
    holders = state.live()
    if len(holders) == 1:
        state.end_run()
        state.give_centre(holders[0])
        state.ended_by = "bankrupt"


_ACTS: Final[dict[int, Callable[[Round, Findings, Act], None]]] = {
    HOLD: exchange.exchange,
    REPLACE: exchange.exchange,
    THROW: _throw,
    OFFER: _close,
    ACCEPT: _up,
    DECLINE: _up,
    PASS: _up,
    SHOW: _close,
    LEGS: exchange.last_legs,
    RESIGN: _resign,
}
