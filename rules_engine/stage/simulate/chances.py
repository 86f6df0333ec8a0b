"""The chances of a game that is watched, from what lies open to everybody.

The stage, the hands, the banks and the pile are made anew of the cards that nobody has seen; what was banked face down
were the highest cards of a hand. *Steady* players go on from the last turn that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules_engine.play.chances import LiveChances, seed_of, side_chances, without_last_turn
from rules_engine.record import GameRecord
from rules_engine.stage.cards import HAND, HIGHEST, NUMBERS, SEVEN, STAGE_CARDS, UNNAMED
from rules_engine.stage.doors.practising import masked
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.replay import standing
from rules_engine.stage.ruleset import OVER, StageRuleSet
from rules_engine.stage.simulate.match import MOST_TURNS, Match
from rules_engine.stage.state import TURN_OVER, State

RUNS = 100
PLAYER = "steady"
BANKED_AT_ONCE = 2
"""The cards that an Ace banks: the two highest of a hand."""


def chances(record: GameRecord, runs: int | None = None) -> LiveChances | None:
    """The chances where a record ends; None once the game is over, or where it does not tell enough."""
    shown = public(record)
    state = standing(shown)
    if state.decided_by or state.time_called:
        return None
    began = state.stage != TURN_OVER
    if began:
        state = standing(without_last_turn(shown))
    if state.stage != TURN_OVER or state.decided_by or state.off:
        return None
    seed, shares = seed_of(record), list[list[float]]()
    sides = [
        [SEAT_NAMES[seat] for seat, own in enumerate(state.sides) if own == side] for side in sorted(set(state.sides))
    ]
    for number in range(runs or RUNS):
        rng = Random(f"{seed}/{number}")
        kept = _dealt(state, rng)
        if kept is None:
            return None
        shares.append(_shares(Match.at(state.copy(), PLAYER, kept, rng)))
    return LiveChances(sides=tuple(side_chances(sides, shares)), runs=len(shares), turn_began=began)


def public(record: GameRecord) -> GameRecord:
    """The record as a spectator could have written it: without cards that nobody showed."""
    flush = StageRuleSet.from_mapping(record.rules).flush
    rounds = tuple(
        msgspec.structs.replace(
            played,
            turns=tuple(
                msgspec.structs.replace(turn, actions=tuple(masked(one, flush) for one in turn.actions), claim=None)
                for turn in played.turns
            ),
        )
        for played in record.rounds
    )
    return msgspec.structs.replace(record, rounds=rounds)


def _shares(match: Match) -> list[float]:
    """What each side wins once the game is played to its end."""
    state = match.state
    while not state.decided_by and len(match.turns) < MOST_TURNS:
        match.turn()
    alone, rules = state.sides_in(), state.rules
    worth: list[int] = []
    for side, bank in enumerate(state.banks):
        points = bank.pairs if rules.go_fish else sum(match.table.banks[side])
        worth.append(-1 if side not in alone or (rules.flush and points > OVER and len(alone) > 1) else points)
    best = worth.count(max(worth))
    return [1 / best if points == max(worth) else 0.0 for points in worth]


def _dealt(state: State, rng: Random) -> Mapping[str, Any] | None:
    """The real cards, made anew; None where they do not come out even."""
    stage = _stage(state, rng)
    pool = Counter(dict.fromkeys(NUMBERS, state.copies))
    pool.subtract(card for card in state.discards if card)
    for known in (*(hand.known for hand in state.hands), *(bank.known for bank in state.banks)):
        pool.subtract(known)
    if stage is None or min(pool.values()) < 0:
        return None
    cards = list(pool.elements())
    hidden = sum(len(hand.ceilings) for hand in state.hands) + sum(bank.hidden for bank in state.banks)
    surplus = len(cards) - hidden - state.pile - state.discards.count(0)
    while surplus > 0 and state.rules.flush and SEVEN in cards:  # those that have left the game (BS-13)
        cards.remove(SEVEN)
        surplus -= 1
    if surplus:
        return None
    rng.shuffle(cards)
    banks, hands = [list(bank.known) for bank in state.banks], [list(hand.known) for hand in state.hands]
    for seat, hand in enumerate(state.hands):
        side = state.sides[seat]
        mates = [other for other in range(state.players) if state.sides[other] == side]
        banked = state.banks[side].hidden // len(mates)
        if seat == mates[-1]:
            banked = state.banks[side].hidden - banked * (len(mates) - 1)
        own = _pairs(banked, cards, rng) if state.rules.go_fish else []
        held, more = _played(len(hand), 0 if own else banked, cards, rng)
        banks[side] += own or more
        hands[seat] += _fitting(hand.ceilings, held, cards)
    discards = [card or cards.pop() for card in state.discards]
    return {"stage": stage, "pile": cards, "hands": hands, "banks": banks, "discards": discards}


def _stage(state: State, rng: Random) -> list[int] | None:
    """A card for each space: those that lie open, and the others in any order."""
    places = sorted(state.board.spaces)
    left = Counter(dict.fromkeys(STAGE_CARDS, state.copies))
    left.subtract(state.shown[place] for place in places if state.shown[place] > UNNAMED)
    cards = list(left.elements())
    rng.shuffle(cards)
    if len(cards) != sum(state.shown[place] <= UNNAMED for place in places):
        return None
    return [state.shown[place] if state.shown[place] > UNNAMED else cards.pop() for place in places]


def _pairs(count: int, cards: list[int], rng: Random) -> list[int]:
    """Pairs that were banked face down in Go Fish."""
    banked: list[int] = []
    while len(banked) < count:
        ranks = sorted(card for card, copies in Counter(cards).items() if copies > 1)
        chosen = [rng.choice(ranks)] * 2 if ranks else cards[:2]
        for card in chosen:
            cards.remove(card)
        banked += chosen
    return banked[:count]


def _played(size: int, banked: int, cards: list[int], rng: Random) -> tuple[list[int], list[int]]:
    """A hand, and what it has banked face down: the two highest cards each time, for which others were drawn."""
    hand, bank = _popped(cards, max(size, min(HAND, banked))), list[int]()
    while len(bank) < banked:
        hand.sort()
        chosen = [hand.pop() for _card in range(min(BANKED_AT_ONCE, banked - len(bank), len(hand)))]
        bank += chosen
        hand += _popped(cards, len(chosen))
        if not chosen:
            break
    rng.shuffle(hand)
    return hand, bank


def _popped(cards: list[int], count: int) -> list[int]:
    return [cards.pop() for _card in range(min(count, len(cards)))]


def _fitting(ceilings: Sequence[int], held: list[int], cards: list[int]) -> list[int]:
    """As many cards of a hand as there are ceilings, none above its own where another one can be had; the others go
    back to the pile.
    """
    chosen, back = sorted(held[: len(ceilings)]), held[len(ceilings) :]
    cards[:0] = back
    for at, ceiling in enumerate(sorted(ceilings)[: len(chosen)]):
        if chosen[at] > min(ceiling, HIGHEST):
            other = next((place for place, card in enumerate(cards) if card <= ceiling), None)
            if other is not None:
                cards[other], chosen[at] = chosen[at], cards[other]
    return chosen + _popped(cards, len(ceilings) - len(chosen))
