"""Rollouts before an act is done: the twin of ``simulate.rollouts``, which says what they are.

What is played on is played by ``turns.play_turn``, where nobody makes rollouts.
"""

from __future__ import annotations

from rules_engine.bankout.counting import DECK, PLAYERS
from rules_engine.bankout.kernel import endings
from rules_engine.bankout.kernel.allowed import list_allowed
from rules_engine.bankout.kernel.calm import draw_calmly
from rules_engine.bankout.kernel.chance import below, key_of
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled
from rules_engine.bankout.kernel.deck import deal_hidden, hide_hand
from rules_engine.bankout.kernel.layout import (
    ACTIONS,
    ANSWER,
    BLITZ,
    CAP_SECONDS,
    DRAW,
    END,
    FIRST,
    JACKS,
    JOKERS,
    KEYS,
    LATENT,
    LEGAL,
    LOOT,
    MATCH_CELLS,
    MOST_ACTIONS,
    NUMBERS_DRAWN,
    OPEN,
    PHASE,
    PLAYER,
    ROLL_ACTS,
    ROLL_GAINED,
    ROLL_MATCH,
    ROLL_PLAYER,
    ROLL_POINTS,
    ROLL_SQUARES,
    ROLLOUT_RUNS,
    ROUND,
    ROUND_OVER,
    ROUND_WINNER,
    SEAT,
    SECONDS,
    SHUFFLE_SECONDS,
    STATUS,
    SUDDEN_DEATH,
    TAPE_AT,
    TIME_CALLED,
    TURN_OVER,
    WINNER,
)
from rules_engine.bankout.kernel.players.parts import act
from rules_engine.bankout.kernel.turns import do, look_at_clock, play_turn
from rules_engine.bankout.twin_constants import MOST_ACTIONS_ON, MOST_RUNS, PATIENCE, SEEDS, TURNS_A_ROUND

_MOST_ON, _SEEDS, _MOST_RUNS, _TURNS_A_ROUND = MOST_ACTIONS_ON, SEEDS, MOST_RUNS, TURNS_A_ROUND


@compiled
def turn_by_rollouts(s: Cells, memo: Worths) -> None:
    """Play a turn in a match in which a player makes rollouts."""
    while s[PHASE] < TURN_OVER:
        late = s[ACTIONS] > s[MOST_ACTIONS] + PATIENCE and s[PHASE] == OPEN
        if late or not draw_calmly(s):
            phase, loot = s[PHASE], s[LOOT]
            seat = 1 - s[SEAT] if phase == ANSWER else s[SEAT]
            action = END if late else act(s, memo, seat)
            runs = s[s[PLAYER + seat] + ROLLOUT_RUNS]
            if runs and not late:
                action = _revised(s, memo, seat, action, runs)
            do(s, action, phase, loot)
        if s[SECONDS] >= s[CAP_SECONDS] or s[ACTIONS] > s[MOST_ACTIONS]:
            look_at_clock(s)


@compiled
def _revised(s: Cells, memo: Worths, seat: int, action: int, runs: int) -> int:
    """The act that wins the most, or the one that was meant where no other is clearly better."""
    acts = _list_acts(s, seat, action)
    if acts < 2:
        return action
    seed = below(s, PLAYERS + seat, _SEEDS)
    first, second, tape, most = s[PLAYER], s[PLAYER + 1], s[TAPE_AT], s[MOST_ACTIONS]
    s[PLAYER] = s[PLAYER + 1] = s[ROLL_PLAYER]
    s[TAPE_AT], s[MOST_ACTIONS] = 0, _MOST_ON
    for cell in range(MATCH_CELLS):
        s[ROLL_MATCH + cell] = s[cell]
    _compare(s, memo, seat, seed, acts, runs)
    for cell in range(MATCH_CELLS):
        s[cell] = s[ROLL_MATCH + cell]
    s[PLAYER], s[PLAYER + 1], s[TAPE_AT], s[MOST_ACTIONS] = first, second, tape, most
    best = 0
    for place in range(acts):
        gain = s[ROLL_GAINED + place]
        if gain > s[ROLL_GAINED + best] and gain * gain * (runs + 1) > runs * s[ROLL_SQUARES + place]:
            best = place
    return s[ROLL_ACTS + best]


@compiled
def _list_acts(s: Cells, seat: int, action: int) -> int:
    """Write what is compared, the act that was meant first; that alone where nothing is at risk."""
    s[ROLL_ACTS] = action
    if s[PHASE] == OPEN and action == DRAW and not (s[JACKS] or s[LATENT] or s[JOKERS + seat]):
        return 1
    acts = 1
    for place in range(list_allowed(s)):
        other = s[LEGAL + place]
        if other not in (action, END):
            s[ROLL_ACTS + acts] = other
            acts += 1
    return acts


@compiled
def _compare(s: Cells, memo: Worths, seat: int, seed: int, acts: int, runs: int) -> None:
    """Play on from every act, all of them under the same luck, and add up what each gains against the first."""
    for place in range(acts):
        s[ROLL_GAINED + place] = s[ROLL_SQUARES + place] = 0
    for run in range(runs):
        for place in range(acts):
            s[ROLL_POINTS + place] = _points(s, memo, seat, seed, run, s[ROLL_ACTS + place])
        for place in range(acts):
            gained = s[ROLL_POINTS + place] - s[ROLL_POINTS]
            s[ROLL_GAINED + place] += gained
            s[ROLL_SQUARES + place] += gained * gained


@compiled
def _points(s: Cells, memo: Worths, seat: int, seed: int, run: int, action: int) -> int:
    """2 for a round, or a match of Blitz or by the time call, that is won after an act; 1 where nobody wins it."""
    for cell in range(MATCH_CELLS):
        s[cell] = s[ROLL_MATCH + cell]
    for stream in range(3):
        s[KEYS + stream] = key_of(seed, run, stream)
        s[NUMBERS_DRAWN + stream] = 0
    deal_hidden(s, 1 - seat, hide_hand(s, 1 - seat))
    do(s, action, s[PHASE], s[LOOT])
    s[ACTIONS] = 0
    if s[SECONDS] >= s[CAP_SECONDS]:
        look_at_clock(s)
    _play_on(s, memo, seed, run)
    winner = s[WINNER] if s[STATUS] else s[ROUND_WINNER]
    if winner == seat:
        return 2
    return 0 if winner == 1 - seat else 1


@compiled
def _play_on(s: Cells, memo: Worths, seed: int, run: int) -> None:
    """Play the round to its end, or to the time call; in Blitz, where all rounds count together, the match."""
    turn = 0
    whole = s[BLITZ] and s[ROUND] != SUDDEN_DEATH
    while True:
        play_turn(s, memo)
        if s[TIME_CALLED]:
            return
        if s[PHASE] != ROUND_OVER:
            endings.begin_turn(s, 1 - s[SEAT])
            turn += 1
            _restart(s, seed, run + turn * _MOST_RUNS)
            continue
        number = 0 if endings.decided(s) else endings.next_round(s)
        if not whole or not number:
            return
        turn += _TURNS_A_ROUND - turn % _TURNS_A_ROUND
        _restart(s, seed, run + turn * _MOST_RUNS)
        endings.begin_round(s, number, 1 - s[FIRST])
        s[SECONDS] += s[SHUFFLE_SECONDS]


@compiled
def _restart(s: Cells, seed: int, match: int) -> None:
    """Go on with another stream of cards."""
    s[KEYS + DECK] = key_of(seed, match, DECK)
    s[NUMBERS_DRAWN + DECK] = 0
