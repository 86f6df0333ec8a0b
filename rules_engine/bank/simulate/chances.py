"""The chances of a game that is watched, from what lies open to everybody: hands, and whatever else lies face down, are
dealt anew from the cards that nobody knows the place of, and *greedy* players go on from the last turn that is over.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from random import Random

import msgspec

from rules_engine.bank.cards import DECK, HIDDEN
from rules_engine.bank.doors.practising import seen_from
from rules_engine.bank.record.notation import BANK, EXCHANGE, SEATS, token_of
from rules_engine.bank.referee import rule_set_of
from rules_engine.bank.replay import standing
from rules_engine.bank.simulate.dealer import Dealer
from rules_engine.bank.simulate.games import CHOOSE
from rules_engine.bank.simulate.hands import Signs, likely_hand, signs
from rules_engine.bank.state import BANKED, HAND, PILED, UNSEEN, State
from rules_engine.bank.turn import Table
from rules_engine.play.chances import LiveChances, seed_of, side_chances, split, without_last_turn
from rules_engine.record import Extras, GameRecord
from rules_engine.table import SPECTATOR

RUNS = 100
PLAYER = "greedy"


def chances(record: GameRecord, runs: int | None = None) -> LiveChances | None:
    """The chances where a record ends; None once the game is over, where it does not tell enough, and where banks lie
    face down: a record names what is banked, and a spectator does not know it.
    """
    if rule_set_of(record.rules).bank_face == "private":
        return None
    shown = public(record)
    state, seat = standing(shown), -1
    if state.ended_by or state.time_called:
        return None
    began = not _is_over(state, shown)
    if began:
        shown = without_last_turn(shown)
        state = standing(shown)
    if state.turn is None or not _is_over(state, shown):
        return None
    seat = state.turn.seat if not state.turn.over else (state.turn.seat + 1) % len(state.players)
    state.turn = None
    seen = signs(shown, state)
    seed, sides, shares = seed_of(record), [[name] for name in SEATS[: len(state.players)]], list[list[float]]()
    kept = pickle.dumps(state)  # copied ten times as fast as by deepcopy
    for number in range(runs or RUNS):
        dealer = _dealt(pickle.loads(kept), seen, Random(f"{seed}/{number}"))  # noqa: S301 - our own bytes
        if dealer is None:
            return None
        dealer.play_on([CHOOSE[PLAYER]] * len(state.players), seat)
        shares.append(split(dealer.result().places or sides, sides))
    return LiveChances(sides=tuple(side_chances(sides, shares)), runs=len(shares), turn_began=began)


def public(record: GameRecord) -> GameRecord:
    """The record as a spectator could have written it: without the deal, and without cards that nobody showed. What is
    banked stays named where banks lie face down: no token leaves it open.
    """
    private = rule_set_of(record.rules).bank_face == "private"
    rounds = tuple(
        msgspec.structs.replace(
            played,
            turns=tuple(
                msgspec.structs.replace(turn, actions=tuple(_shown(turn.actions, private)), claim=None)
                for turn in played.turns
            ),
        )
        for played in record.rounds
    )
    kept = {key: value for key, value in record.extra.items() if key != "deal"}
    return msgspec.structs.replace(record, rounds=rounds, extra=Extras(kept))


def _shown(actions: Sequence[str], private: bool) -> Iterator[str]:
    for text, seen in zip(actions, seen_from(actions, SPECTATOR, private=private), strict=True):
        yield text if token_of(text).kind in (BANK, EXCHANGE) else seen


def _is_over(state: Table, record: GameRecord) -> bool:
    """Whether no turn is under way."""
    played = record.rounds[0].turns if record.rounds else ()
    return state.turn is not None and (state.turn.over or not played)


def _dealt(state: State, seen: Sequence[Signs], rng: Random) -> Dealer | None:
    """The table with what nobody knows dealt anew; None where the cards do not come out even."""
    pool = [card for card in DECK if state.where[card] == UNSEEN]
    rng.shuffle(pool)
    in_decks = set[int]().union(*(deck.possible for deck in state.decks))
    held = [card for card in pool if card not in in_decks]  # some hand has them
    places = [seat for seat, player in enumerate(state.players) for _card in range(player.hidden)]
    rng.shuffle(places)
    pool = [card for card in pool if card in in_decks]
    order = list(enumerate(seen))
    rng.shuffle(order)
    for seat, own in order:
        sure = [card for card, place in zip(held, places, strict=False) if place == seat]
        hand = likely_hand(state, seat, own, sure, pool)
        pool = [card for card in pool if card not in hand]
        for card in hand:
            state.put(card, HAND)
    decks = [_taken(pool, deck.count, deck.possible) for deck in state.decks]
    for pile in state.piles:
        _turn_up(state, pile, pool, PILED)
    for seat, player in enumerate(state.players):
        if HIDDEN in player.bank:
            _turn_up(state, player.bank, pool, BANKED)
            state.count(seat)
    enough = all(len(cards) == deck.count for cards, deck in zip(decks, state.decks, strict=True))
    return Dealer.at(state, decks, rng) if enough and not pool and len(held) <= len(places) else None


def _taken(pool: list[int], count: int, possible: Iterable[int] | None = None) -> list[int]:
    """So many cards of the pool, those that are possible."""
    allowed = None if possible is None else set(possible)
    taken = [card for card in pool if allowed is None or card in allowed][:count]
    left = set(taken)
    pool[:] = [card for card in pool if card not in left]
    return taken


def _turn_up(state: State, cards: list[int], pool: list[int], place: int) -> None:
    for at, card in enumerate(cards):
        if card == HIDDEN and pool:
            cards[at] = pool.pop()
            state.put(cards[at], place)
