"""Last legs and the exchange, down to the win of the last one in (BR-7, BR-14, 19.2; details 3 and 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules_engine.second_referee_bankrupt.table import FULL_ANTE
from tests.rules_engine.second_referee_bankrupt.words import Token

if TYPE_CHECKING:
    from tests.rules_engine.second_referee_bankrupt.round import Round


def last_legs(game: Round, token: Token) -> None:
    """``LL``."""
    seat = token.seat
    if seat in game.acts or game.exchange_closed:
        game.report("out_of_phase", "BR-14", token)
    elif seat in game.declared:
        game.report("acted_twice", "BR-14", token)
    else:
        game.declared.add(seat)
        remember(game, token, "right" if game.ante[seat] < FULL_ANTE else "last_legs_false")


def check_last_legs(game: Round, token: Token) -> None:
    """At the own exchange act."""
    if token.seat not in game.declared:
        remember(game, token, "last_legs_missing" if game.ante[token.seat] < FULL_ANTE else "right")


def remember(game: Round, token: Token, state: str) -> None:
    """A fault is reported again only after it was right, or wrong the other way."""
    if state != "right" and game.memory.last_legs.get(token.seat) != state:
        game.report(state, "BR-14", token)
    game.memory.last_legs[token.seat] = state


def exchange(game: Round, token: Token) -> None:
    """``H``, ``R``, ``F``."""
    game.deal()
    seat, order = token.seat, game.order
    if seat in game.acts:
        game.report("acted_twice", "BR-7", token)
        return
    if any(order.index(other) > order.index(seat) for other in game.acts):
        game.report_once("wrong_seat", "BR-7", token)
    check_last_legs(game, token)
    game.acts[seat] = token.kind
    game.memory.absent.discard(seat)
    if token.kind == "R":
        game.deck.deal(1)
    if token.kind == "F":
        throw_in(game, token)
        if len(game.inside) == 1:
            last_in_wins(game)
            game.may_still_exchange = None if game.inside[0] in game.acts else game.inside[0]


def throw_in(game: Round, token: Token) -> None:
    """One piece of this round's ante goes to the centre."""
    table, ante = game.table, game.table.antes[token.seat]
    if table.throw_ins[token.seat] >= game.rules["throw_limit"]:
        game.report("throw_in_limit", "BR-7", token)
    elif not ante[-1] and game.rules["throw_zero"] == "barred":
        game.report("throw_in_zero", "BR-19.7", token)
    if ante[-1]:
        ante[-1] -= 1
        table.others += 1


def last_in_wins(game: Round) -> None:
    """All others threw in, or are not there."""
    table, option = game.table, game.rules["last_in"]
    game.last_in_won = True
    if option in ("takes_centre", "both"):
        table.take_centre(game.inside[0])
    if option in ("run_goes_on", "both") and table.dead:
        table.take_back_last()
    else:
        table.dead = 0
    game.decide()


def last_in_writes(game: Round, token: Token) -> bool:
    """Whether a token after this win is one that the last one in may still write, or may not do at all."""
    if token.seat != game.may_still_exchange:
        return False
    if token.kind == "F":
        game.report("throw_in_last", "BR-19.2", token)
        return True
    if token.exchange:
        game.may_still_exchange = None
        game.memory.absent.discard(token.seat)
        game.deck.deal(1 if token.kind == "R" else 0)
        return True
    due = token.kind == "LL" and game.ante[token.seat] < FULL_ANTE and token.seat not in game.declared
    if due:
        game.declared.add(token.seat)
        remember(game, token, "right")
    return due


def comes_later(game: Round, token: Token) -> bool:
    """Whether a seat's exchange act still comes in this round's tokens."""
    rest = game.tokens[game.tokens.index(token) :]
    return any(one.exchange and one.seat in game.live and one.seat not in game.acts for one in rest)


def close(game: Round, token: Token) -> None:
    """The first ``O`` or ``S`` after the exchange: who has not exchanged holds, or is not there."""
    game.exchange_closed = True
    for seat in game.order:
        if seat in game.acts:
            continue
        silent = all(one.seat != seat or one.kind in "UT@" for one in game.tokens)
        if silent:
            game.absent.add(seat)
        if not (silent and seat in game.memory.absent):
            game.add("exchange_missing", "BR-7", token.turn, token.action, seat)
        if silent:
            game.memory.absent.add(seat)
    game.upping.inside = game.inside
    game.upping.outside = [seat for seat in game.order if seat not in game.inside]
