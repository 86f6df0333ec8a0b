"""Upping: offers, answers and passes (BR-8, BR-9)."""

from __future__ import annotations

from rules_engine.bankrupt.findings import Findings
from rules_engine.bankrupt.state import Act, Offer, Round

MOST_OFFERED = 6


def cap(round_: Round) -> int:
    """BR-8, BR-19.4: the most pieces that may be offered now."""
    players = round_.state.players
    counted = round_.inside if round_.state.rules.least == "in_round" else round_.order
    return min([MOST_OFFERED, *(players[seat].beside for seat in counted if players[seat].beside)])


def may_accept(round_: Round, offerer: int) -> list[int]:
    """Who could accept an offer of a seat: later players with pieces beside the ante."""
    place, players = round_.place, round_.state.players
    return [seat for seat in round_.inside if place[seat] > place[offerer] and players[seat].beside]


def offer(round_: Round, findings: Findings, act: Act) -> None:
    """BR-8: a player offers pieces to everybody later."""
    settle(round_)
    seat, state = act.seat, round_.state
    code, rule = offer_denied(round_, seat, act.token.amount)
    if code:
        refuse(round_)
        if code == "offer_to_nobody":
            round_.right = round_.place[seat] + 1
        findings.add(code, rule, seat, cap=cap(round_))
        return
    round_.void_answers = False
    round_.right = round_.place[seat] + 1
    round_.offer = Offer(seat, act.token.amount, may_accept(round_, seat))
    state.players[seat].beside -= act.token.amount
    state.upped += act.token.amount
    _take_part(round_, seat)
    if not round_.offer.waited_for:
        settle(round_)


def offer_denied(round_: Round, seat: int, pieces: int) -> tuple[str, str]:
    """Why a seat may not offer so many pieces: the first code that holds with its rule, empty if it may."""
    state = round_.state
    if seat == round_.dealer:
        return "dealer_offers", "BR-8"
    if not state.players[seat].beside:
        return "no_pieces", "BR-9"
    if round_.upping_over:
        return "upping_over", "BR-8"
    if round_.place[seat] < round_.right:
        return "wrong_seat", "BR-8"
    if state.rules.empty_offer == "none" and not may_accept(round_, seat):
        return "offer_to_nobody", "BR-19.5"
    if not 1 <= pieces <= cap(round_):
        return "offer_size", "BR-8"
    return "", ""


def refuse(round_: Round) -> None:
    """An offer that is none: an open one is settled, and answers are read over."""
    settle(round_)
    round_.void_answers = True


def settle(round_: Round) -> None:
    """The open offer is over: accepted pieces stay in the centre, an offer that all declined is taken back."""
    made, round_.offer = round_.offer, None
    if made is None or any(made.answers.values()):
        return
    state = round_.state
    state.upped -= made.pieces
    state.players[made.seat].beside += made.pieces
    if state.rules.all_decline == "ends":
        round_.upping_over = True


def accept(round_: Round, findings: Findings, act: Act) -> None:
    """BR-8: a later player lays the same."""
    made, seat, state = round_.offer, act.seat, round_.state
    if made is None:
        if not round_.void_answers:
            findings.add("no_offer", "BR-8", seat)
    elif round_.place[seat] <= round_.place[made.seat]:
        findings.add("wrong_seat", "BR-8", seat)
    elif seat in made.answers:
        findings.add("acted_twice", "BR-8", seat)
    elif seat not in made.waited_for:
        findings.add("no_pieces", "BR-9", seat)
    else:
        state.players[seat].beside -= made.pieces
        state.upped += made.pieces
        _take_part(round_, seat)
        _answer(round_, findings, made, seat, accepted=True)


def decline(round_: Round, findings: Findings, act: Act) -> None:
    """BR-8: a later player declines; one who could not accept is read over."""
    made, seat = round_.offer, act.seat
    if made is None or round_.place[seat] <= round_.place[made.seat]:
        return
    if seat in made.answers:
        findings.add("acted_twice", "BR-8", seat)
    elif seat in made.waited_for:
        _answer(round_, findings, made, seat, accepted=False)


def _answer(round_: Round, findings: Findings, made: Offer, seat: int, *, accepted: bool) -> None:
    if any(round_.place[other] > round_.place[seat] for other in made.answers):
        findings.add("wrong_seat", "BR-8", seat)
    made.answers[seat] = accepted
    made.waited_for.remove(seat)
    if not made.waited_for:
        settle(round_)


def pass_on(round_: Round, act: Act) -> None:
    """BR-8: a player hands the right to offer on; the dealer's pass and one without pieces are read over."""
    seat = act.seat
    if seat == round_.dealer or not round_.state.players[seat].beside:
        return
    if not (round_.closed or round_.exchanged()):
        return
    made = round_.offer
    if made is not None:
        if round_.place[seat] <= round_.place[made.seat]:
            return
        settle(round_)
    round_.right = max(round_.right, round_.place[seat] + 1)


def _take_part(round_: Round, seat: int) -> None:
    """BR-9: a player has taken part in upping."""
    round_.took_part.add(seat)
    round_.state.players[seat].part = True
