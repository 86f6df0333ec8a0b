"""The showdown and what it brings (BR-10 to BR-14)."""

from __future__ import annotations

from rules_engine.bankrupt.cards import UNKNOWN, Hand, amount, needs_second
from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.record.notation import Token
from rules_engine.bankrupt.state import BEFORE_REPEATS, Act, Round, State
from rules_engine.bankrupt.upping import settle as settle_offer

SUITS = 4


def show(round_: Round, findings: Findings, act: Act) -> None:
    """BR-10: a player shows both cards, or one."""
    if round_.offer is not None:
        settle_offer(round_)
    seat, token = act.seat, act.token
    if seat in round_.shown:
        findings.add("acted_twice", "BR-10", seat)
        return
    hand = token.hand
    round_.shown[seat] = hand, act
    account(round_, findings, act)
    if hand.low == UNKNOWN and round_.state.rules.show == "both":
        findings.add("show_short", "BR-10", seat)
    if len(round_.shown) == len(round_.inside):
        decide(round_, findings)


def account(round_: Round, findings: Findings, act: Act) -> None:
    """BR-5: the cards seen since the shuffle; a fifth of a rank or a card twice cannot be. One finding a token."""
    state, token = round_.state, act.token
    if state.dealt > BEFORE_REPEATS and not round_.counts_alone:
        round_.counts_alone = True
        state.forget_shown()
        for earlier in round_.cards_seen:
            _add(state, earlier)
    round_.cards_seen.append(token)
    if impossible := _add(state, token):
        findings.add("impossible_draw", "BR-5", act.seat)
        state.suspended |= impossible


def _add(state: State, token: Token) -> set[int]:
    """Count a token's cards; the ranks, not suspended, that the deck cannot hold so often."""
    impossible = set()
    for card in token.cards:
        rank, suit = card
        state.shown[rank] += 1
        if state.shown[rank] > SUITS or card in state.suited:
            impossible.add(rank)
        if suit:
            state.suited.add(card)
    return impossible - state.suspended


# The decision


def decide(round_: Round, findings: Findings) -> None:
    """Who has the best hand wins; equal best hands make the round dead."""
    round_.decided = True
    hands = {seat: hand for seat, (hand, _act) in round_.shown.items()}
    best = max(hands.values())
    sharing = [seat for seat, hand in hands.items() if hand == best]
    _report_needed(round_, findings, hands)
    if len(sharing) > 1:
        be_dead(round_.state, round_.inside)
    else:
        _pay(round_, sharing[0], hands)


def _report_needed(round_: Round, findings: Findings, hands: dict[int, Hand]) -> None:
    """BR-17: second cards that the round needs and that were not shown, from the dealer's left."""
    if round_.state.rules.show != "enough":
        return
    for seat in needed_seconds(round_, hands):
        act = round_.shown[seat][1]
        findings.add_at("show_short", "BR-17", seat, act.turn, act.action, token=act.token.text)


def needed_seconds(round_: Round, hands: dict[int, Hand]) -> list[int]:
    """Who has shown one card where the second is needed."""
    unknown = [seat for seat in round_.order if seat in hands and hands[seat].low == UNKNOWN]
    pairs = [hand for hand in hands.values() if hand.is_pair]
    if pairs:
        best = max(pairs)
        winners = [hand for hand in pairs if hand == best]
        return [
            seat
            for seat in unknown
            if len(winners) == 1 and needs_second(best, hands[seat], round_.state.rules.pair_same_top)
        ]
    top = max(hand.high for hand in hands.values())
    if sum(hand.high == top for hand in hands.values()) < 2:
        return []
    return [seat for seat in unknown if hands[seat].high == top]


def _pay(round_: Round, winner: int, hands: dict[int, Hand]) -> None:
    """BR-11, BR-12, BR-14: every loser pays, and the centre goes to the winner or stays."""
    state, rules = round_.state, round_.state.rules
    on_last_legs, laid, won = winner in round_.short, round_.ante(winner), 0
    for seat, hand in hands.items():
        if seat == winner:
            continue
        due = amount(hands[winner], hand, rules.pair_same_top, rules.second_min) * state.multiple
        if on_last_legs:
            due = min(due, laid * (state.multiple if rules.cap_multiple == "per_ante" else 1))
        won += state.take_from(seat, due, beside=bool(state.dead) and rules.short_front == "tops_up")
    state.players[winner].beside += won
    if _may_take_centre(round_, winner, on_last_legs=on_last_legs):
        state.give_centre(winner)
    state.end_run()


def _may_take_centre(round_: Round, winner: int, *, on_last_legs: bool) -> bool:
    """BR-9, BR-19.3, BR-19.15: whether the winner has a claim to the centre."""
    rules = round_.state.rules
    if on_last_legs and rules.last_legs_centre == "always":
        return True
    if rules.centre_claim == "since_built":
        return round_.state.players[winner].part
    return winner in round_.took_part


def be_dead(state: State, inside: list[int]) -> None:
    """BR-13: the antes stay for another round, or the centre is divided; ``inside`` did not throw in."""
    state.dead += 1
    if state.dead < state.rules.dead_limit:
        return
    own = state.rules.third_dead
    among = state.live() if own in ("all", "upping_only") else inside
    pile = state.upped if own in ("upping_only", "both") else state.centre
    for seat in among:
        state.players[seat].beside += pile // len(among)
    rest = pile % len(among)
    state.other = state.other if own in ("upping_only", "both") else 0
    state.upped = rest
    state.end_run()


def win_as_last(round_: Round) -> None:
    """BR-19.2: all others threw in."""
    state, seat = round_.state, round_.inside[0]
    round_.decided, round_.last_in = True, seat
    own = state.rules.last_in
    if own in ("takes_centre", "both"):
        state.give_centre(seat)
    if own in ("run_goes_on", "both") and state.dead:
        state.take_back_antes(this_round=True)
    else:
        state.end_run()
