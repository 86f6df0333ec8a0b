"""Section 6, 7 and 9: how turns, rounds and matches end, and how money becomes secure.

Also what begins after an end: the next turn, the next round, Sudden Death.
"""

from __future__ import annotations

from rules_engine.bankout import dealing
from rules_engine.bankout.ruleset import BONUS, TARGET
from rules_engine.bankout.state import (
    COMPLETE,
    DRAWN_MATCH,
    NOTHING,
    OPEN,
    ROUND_OVER,
    SUDDEN_DEATH,
    TIME,
    TURN_OVER,
    Events,
    GameEvent,
    State,
)

# Money


def secure(state: State, amount: int, by: str) -> Events:
    """BO-4.3, BO-5.15: add an amount to the active player's Bank and end the turn."""
    seat = state.seat
    state.banks[seat] += amount
    bonus = _bonus(state, seat) if state.rules.variants else 0
    state.banks[seat] += bonus
    if state.blitz and state.round != SUDDEN_DEATH:  # BO-6.5, BO-10.11
        state.pot += amount + (bonus if state.rules.bonus_in_pot else 0)
    state.gained = amount + bonus
    events = end_turn(state, by)
    return (GameEvent("bonus", seat, bonus), *events) if bonus else events


def _bonus(state: State, seat: int) -> int:
    """BO-8.3: what an exactly reached $1,000 adds."""
    if "exact_bank_bonus" not in state.rules.variants or state.sudden_death:
        return 0
    return BONUS if bonus_base(state, seat) == TARGET else 0


def bonus_base(state: State, seat: int) -> int:
    """BO-10.16: the sum that must be exactly $1,000."""
    if state.blitz and state.rules.bonus_on == "total":
        return state.totals[seat] + state.banks[seat]
    return state.banks[seat]


# The turn


def bust(state: State, rule: str) -> Events:
    """BO-6.1: Loot is lost, the Bank stays, the turn ends."""
    state.bust_rule = rule
    return (GameEvent("bust", state.seat, state.loot, rule), *end_turn(state, "bust"))


def end_turn(state: State, by: str) -> Events:
    """BO-4.5, BO-3.1: reset the state of the turn, then see whether the round is over."""
    seat = state.seat
    state.ended_by = by
    state.phase = TURN_OVER
    state.loot = state.jacks = state.latent = 0
    if state.cues or by == "bust":
        _clear_table(state, seat, by)
    ended = _TURN_OVER[by][seat]
    if state.size and not state.time_called and ((state.blitz and state.round != SUDDEN_DEATH) or below_target(state)):
        return ended
    return ended + _end_checks(state)


ENDS = ("bank", "bust", "king", "swap", "joker_king", "countered", "shielded", "end", "deck_out", "time")
_TURN_OVER: dict[str, tuple[Events, Events]] = {
    by: ((GameEvent("turn_over", 0, rule=by),), (GameEvent("turn_over", 1, rule=by),)) for by in ENDS
}


def below_target(state: State) -> bool:
    """BO-6.3: neither Bank has reached the target."""
    return state.banks[0] < TARGET and state.banks[1] < TARGET


def _clear_table(state: State, seat: int, by: str) -> None:
    """BO-3.6: in `guide` the turn's Jacks and Aces are discarded; in `complete` they stay until a bust."""
    if state.rules.edition == "guide":
        state.pile += state.cues
    elif by == "bust":
        state.pile += state.old_cues[seat] + state.cues
        state.old_cues[seat] = []
    else:
        state.old_cues[seat] += state.cues
    state.cues = []


def deck_out(state: State) -> bool:
    """BO-10.6 `immediate`: the last card is resolved, so the round ends and the Loot is lost."""
    return not state.size and not state.refills and state.rules.deck_out == "immediate"


# The round


def _end_checks(state: State) -> Events:
    """BO-6.3, BO-6.4, BO-7.3: whether the round ends with this turn; then the match, then the time call."""
    events: Events = NOTHING
    if state.blitz and not state.sudden_death:
        if not state.size:
            events = _end_round(state, _leader(state.banks))
    elif not below_target(state):
        events = _end_round(state, _first_to_target(state))
    elif not state.size and not state.refills:
        events = _end_round(state, _leader(state.banks))
    if state.time_called and not state.decided:
        events = (*events, *decide_on_time(state))
    return events


def _leader(amounts: list[int]) -> int:
    """The seat with more, or -1."""
    return -1 if amounts[0] == amounts[1] else int(amounts[1] > amounts[0])


def _first_to_target(state: State) -> int:
    """BO-6.3: past the target; if both are, the larger Bank, then the earlier crossing, the active player's."""
    leader = _leader(state.banks)
    return state.seat if leader < 0 else leader


def _end_round(state: State, winner: int) -> Events:
    state.phase = ROUND_OVER
    state.round_winner = winner
    over = GameEvent("round_over", winner)
    if state.sudden_death:
        decided = _decide(state, winner, COMPLETE, "sudden_death") if winner >= 0 else NOTHING
    elif state.blitz:
        decided = _after_blitz_round(state)
    else:
        state.wins[winner] += 1
        decided = _decide(state, winner, COMPLETE, "rounds") if state.wins[winner] == 2 else NOTHING  # BO-1.4
    return (over, *decided)


def _after_blitz_round(state: State) -> Events:
    """BO-6.6, BO-6.7: after the last round the higher total wins; a tie goes to Sudden Death."""
    if state.round < state.rules.rounds:
        return NOTHING
    leader = _leader(grand_totals(state))
    if leader < 0:
        state.sudden_due = True
        return NOTHING
    return _decide(state, leader, COMPLETE, "total")


def grand_totals(state: State) -> list[int]:
    """Earlier rounds plus the running one; Sudden Death stays outside (section 10)."""
    if state.sudden_death:
        return state.totals[:]
    return [state.totals[0] + state.banks[0], state.totals[1] + state.banks[1]]


# The match


def _decide(state: State, winner: int, status: str, by: str) -> Events:
    state.winner, state.status, state.decided_by = winner, status, by
    state.sudden_due = winner == DRAWN_MATCH
    return (GameEvent("match_over", winner, 0, by),)


def call_time(state: State) -> Events:
    """BO-9.2, BO-9.3: time is called. The running turn is finished; after it the match ends."""
    state.time_called = True
    if state.phase >= TURN_OVER and not state.decided:
        return decide_on_time(state)
    return NOTHING


def decide_on_time(state: State) -> Events:
    """Who wins at the time cap, once the turn is over (BO-9.2, BO-9.3, BO-10.9)."""
    leader = leader_on_time(state)
    return _decide(state, DRAWN_MATCH if leader < 0 else leader, TIME, "time")


def leader_on_time(state: State) -> int:
    """Who would win if time had been called in the turn that has just ended: a seat, or -1 for a draw."""
    if state.sudden_death:
        return _leader(state.banks)
    if state.blitz:
        return _leader(grand_totals(state))
    if state.wins[0] != state.wins[1]:
        return _leader(state.wins)
    if state.rules.bankout_time_call == "rounds_only" or state.phase == ROUND_OVER:
        return -1  # a round that is decided is counted in the wins; its Banks no longer run
    return _leader(state.banks)


# What comes next


def begin_turn(state: State, seat: int) -> None:
    """BO-3.1: a turn starts with nothing on it, as the last one was left; what is banked or held stays."""
    state.seat = seat
    state.phase = OPEN
    state.gained = 0
    state.ended_by = "open"
    state.bust_rule = ""


def begin_round(state: State, number: int, first: int) -> None:
    """BO-1.7, BO-7.1: all cards come back, Banks are $0, the deck is rebuilt; the starter's turn begins.

    The Banks of the round before, Sudden Death apart, are added to the totals.
    """
    if state.round and not state.sudden_death:
        state.totals = grand_totals(state)
    state.round, state.first = number, first
    state.banks = [0, 0]
    state.hands, state.old_cues = [[], []], [[], []]
    state.cues, state.pile = [], []
    state.round_winner = -1
    sudden = number == SUDDEN_DEATH
    state.holds = not sudden and state.rules.jokers_held_in(number)
    state.refills = state.rules.sudden_death_deck == "reshuffle" if sudden else not state.blitz
    state.time_called = False
    dealing.new_deck(state)
    begin_turn(state, first)
