"""Rollouts: before an act is done, the round is played on from it and from every other act, and the results compared.

Both sides play on as ``PLAYER`` does. What the opponent holds is drawn anew each time from what the player has not
seen, and so are all cards to come: nothing hidden is looked at. All acts are compared under the same luck. What the
player meant to do stands unless another act wins more by over a standard error. The clock of the table goes on: where
the cap is reached before the round's end, what counts is who wins the match by the time call. The compiled kernel has a
twin of this (``kernel.revising``).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.cards import HIDDEN, JOKER, KING, QUEEN
from rules_engine.bankout.counting import DECK, PLAYERS
from rules_engine.bankout.simulate.clock import Clock, Pace, may_call_time
from rules_engine.bankout.simulate.counted import CountedChance, CountedDeck
from rules_engine.bankout.simulate.players import SimulatedPlayer, player
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import ANSWER, IN_PROGRESS, OPEN, ROUND_OVER, TURN_OVER, State
from rules_engine.bankout.twin_constants import MOST_ACTIONS_ON, MOST_RUNS, PATIENCE, SEEDS, TURNS_A_ROUND

PLAYER = "steady"
"""Who plays on, on both sides."""


def decide(own: SimulatedPlayer, view: PlayerView) -> int:
    """What a player does now: by its strategies, and then by rollouts if it makes any."""
    action = own.act(view)
    return _revised(view, action, own.rollouts) if own.rollouts else action


def _revised(view: PlayerView, action: int, runs: int) -> int:
    """The act that wins the most, or the one that was meant where no other is clearly better."""
    acts = _acts(view, action)
    if len(acts) < 2:
        return action
    seed = view.chance.below(SEEDS)
    gained, squares = [0] * len(acts), [0] * len(acts)
    for run in range(runs):
        points = [_points(view, seed, run, chosen) for chosen in acts]
        for place, own in enumerate(points):
            gained[place] += own - points[0]
            squares[place] += (own - points[0]) ** 2
    best = 0
    for place, gain in enumerate(gained):
        if gain > gained[best] and gain * gain * (runs + 1) > runs * squares[place]:  # over a standard error
            best = place
    return acts[best]


def _acts(view: PlayerView, action: int) -> list[int]:
    """What is compared, the act that was meant first; that alone where nothing is at risk."""
    calm = not (view.jacks or view.latent or view.jokers)
    if view.state.phase == OPEN and action == act.DRAW and calm:
        return [action]
    return [action, *(other for other in view.legal() if other not in (action, act.END))]


def _points(view: PlayerView, seed: int, run: int, action: int) -> int:
    """2 for a round, or a match of Blitz or by the time call, that is won after an act; 1 where nobody wins it."""
    state, deck = view.state.copy(), CountedDeck(seed, run)
    clock = Clock(Pace()) if view.clock is None else replace(view.clock)
    _deal(state, 1 - view.seat, deck)
    clock.acted(action, engine.step(state, action, deck.deal(state) if action == act.DRAW else HIDDEN))
    if clock.is_up(state) and may_call_time(state):
        engine.call_time(state)
    views = [PlayerView(state, seat, CountedChance(seed, run, PLAYERS + seat)) for seat in range(2)]
    _play_on(state, deck, views, clock, (seed, run))
    winner = state.winner if state.status != IN_PROGRESS else state.round_winner
    return 2 if winner == view.seat else 0 if winner == 1 - view.seat else 1


@cache
def _player(format_: str) -> SimulatedPlayer:
    return player(PLAYER, format_)


def _deal(state: State, other: int, deck: CountedDeck) -> None:
    """Give the opponent as many of the unseen Queens, Kings and Jokers, each as likely; an empty deck hides nothing."""
    if not state.size:
        return
    for card in state.hands[other]:
        state.counts[card] += 1
    deal_hidden(state, other, deck)


def deal_hidden(state: State, other: int, deck: CountedDeck) -> None:
    """Replace each card of a hand by one of the Queens, Kings and Jokers that are still counted, each as likely."""
    counts, hand = state.counts, state.hands[other]
    for place in range(len(hand)):
        jokers = counts[JOKER] if state.holds else 0
        drawn = deck.below(counts[QUEEN] + counts[KING] + jokers)
        rank = QUEEN if drawn < counts[QUEEN] else KING if drawn < counts[QUEEN] + counts[KING] else JOKER
        counts[rank] -= 1
        hand[place] = rank


def _play_on(state: State, deck: CountedDeck, views: list[PlayerView], clock: Clock, stream: tuple[int, int]) -> None:
    """Play the round to its end, or to the time call; in Blitz, where all rounds count together, the match.

    Each turn has a stream of cards of its own, so that after different acts the later turns have much the same luck.
    """
    whole = state.blitz and not state.sudden_death
    both = _player(state.rules.format)
    seed, run = stream
    actions = turn = 0
    while True:
        while state.phase < TURN_OVER:
            late = actions > MOST_ACTIONS_ON + PATIENCE and state.phase == OPEN
            action = act.END if late else both.act(views[1 - state.seat if state.phase == ANSWER else state.seat])
            clock.acted(action, engine.step(state, action, deck.deal(state) if action == act.DRAW else HIDDEN))
            actions += 1
            if (actions > MOST_ACTIONS_ON or clock.is_up(state)) and may_call_time(state):
                engine.call_time(state)
        if state.time_called:
            return
        if state.phase != ROUND_OVER:
            engine.next_turn(state)
            turn += 1
            deck.restart(seed, run + turn * MOST_RUNS, DECK)
            continue
        if not whole or state.decided or engine.next_round_number(state) is None:
            return
        turn += TURNS_A_ROUND - turn % TURNS_A_ROUND
        deck.restart(seed, run + turn * MOST_RUNS, DECK)
        clock.shuffled()
        engine.next_round(state, None if engine.next_starter(state) is not None else state.round_winner)
