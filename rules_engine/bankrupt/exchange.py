"""Before the upping: resignations, antes, last legs, and the exchange (BR-4 to BR-7, BR-14, BR-15)."""

from __future__ import annotations

from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.record.notation import REPLACE, THROW, UPTURNED
from rules_engine.bankrupt.ruleset import ANTE
from rules_engine.bankrupt.state import Act, Exit, Round

CARDS_EACH = 2
RESIGN_SHARED = 10
"""BR-15: with so many pieces and more, a player who resigns leaves them to the others."""


def lay(round_: Round) -> None:
    """The antes are laid, once."""
    if not round_.laid:
        round_.laid = True
        round_.state.lay_antes(round_.order)
        round_.short = {seat for seat in round_.order if round_.ante(seat) < ANTE}


def deal(round_: Round) -> None:
    """The cards are dealt, once: two each."""
    lay(round_)
    if not round_.dealt:
        round_.dealt = True
        round_.state.dealt += CARDS_EACH * len(round_.order)
        round_.pieces_dealt = {seat: round_.state.players[seat].pieces for seat in round_.order}


# Resigning


def resign(round_: Round, findings: Findings, act: Act) -> None:
    """BR-15: a player leaves before the deal."""
    state = round_.state
    if round_.dealt:
        findings.add("resign_late", "BR-15", act.seat)
        return
    if state.dead and state.rules.resign == "no_run":
        findings.add("resign_barred", "BR-19.12", act.seat)
        return
    player = state.players[act.seat]
    pieces = player.pieces
    player.beside, player.antes, player.out = 0, [], True
    others = state.live()
    if pieces >= RESIGN_SHARED and others:
        for seat in others:
            state.players[seat].beside += pieces // len(others)
        pieces %= len(others)
    state.other += pieces
    state.exits.append(Exit(act.seat, state.played + 1, 1 + sum(left.resigned > 0 for left in state.exits), 0))
    round_.resigned.add(act.seat)
    if act.seat == round_.dealer and others:
        round_.dealer = state.next_live(act.seat)
    round_.set_order()


# Last legs


def last_legs(round_: Round, findings: Findings, act: Act) -> None:
    """BR-14: a player says that the ante is not full."""
    lay(round_)
    seat = act.seat
    if round_.closed or seat in round_.acted:
        findings.add("out_of_phase", "BR-14", seat)
    elif seat in round_.legs_said:
        findings.add("acted_twice", "BR-14", seat)
    else:
        declare(round_, findings, seat)


def declare(round_: Round, findings: Findings, seat: int) -> None:
    """A player says it for the first time in this round."""
    round_.legs_said.add(seat)
    _judge_legs(round_, findings, seat, "" if seat in round_.short else "last_legs_false")


def _judge_legs(round_: Round, findings: Findings, seat: int, code: str) -> None:
    """A fault about last legs is said once, until it was right, or wrong the other way."""
    player = round_.state.players[seat]
    if code and player.legs != code:
        findings.add(code, "BR-14", seat)
    player.legs = code


# The exchange


def exchange(round_: Round, findings: Findings, act: Act) -> None:
    """BR-7: a player holds, replaces a card, or throws in."""
    if not round_.dealt:
        deal(round_)
    seat, kind = act.seat, act.token.kind
    if seat in round_.acted:
        findings.add("acted_twice", "BR-7", seat)
        return
    if round_.place[seat] < round_.furthest and not round_.exchange_order_said:
        findings.add("wrong_seat", "BR-7", seat)
        round_.exchange_order_said = True
    done(round_, seat)
    if seat not in round_.legs_said:
        _judge_legs(round_, findings, seat, "last_legs_missing" if seat in round_.short else "")
    if kind == THROW:
        _throw_in(round_, findings, seat)
    round_.state.dealt += kind == REPLACE


def done(round_: Round, seat: int) -> None:
    """A player has made the exchange act."""
    round_.acted.add(seat)
    round_.furthest = max(round_.furthest, round_.place[seat])
    round_.state.players[seat].absent = False


def _throw_in(round_: Round, findings: Findings, seat: int) -> None:
    """BR-7: out of the round for one piece of this round's ante."""
    state = round_.state
    player, rules = state.players[seat], state.rules
    if player.streak >= rules.throw_limit:
        findings.add("throw_in_limit", "BR-7", seat, limit=rules.throw_limit)
    elif not round_.ante(seat) and rules.throw_zero == "barred":
        findings.add("throw_in_zero", "BR-19.7", seat)
    player.streak += 1
    round_.thrown.add(seat)
    round_.inside.remove(seat)
    if round_.ante(seat):
        player.antes[-1] -= 1
        state.other += 1


def still_comes(round_: Round, act: Act) -> bool:
    """Whether a live seat's exchange act still comes in the tokens after this one."""
    if round_.exchanged():
        return False
    later = [seat for seat, at in round_.last_exchange.items() if at > act.at]
    return any(seat in round_.place and seat not in round_.acted for seat in later)


def close(round_: Round, findings: Findings) -> None:
    """An offer or a show closes the exchange: who has not exchanged holds, or is absent from the round."""
    deal(round_)
    round_.closed = True
    for seat in round_.order:
        if seat in round_.acted:
            continue
        player = round_.state.players[seat]
        spoke = any(act.seat == seat and act.token.kind != UPTURNED for act in round_.acts)
        if spoke or not player.absent:
            findings.add("exchange_missing", "BR-7", seat)
        if not spoke:
            player.absent = True
            round_.inside.remove(seat)
