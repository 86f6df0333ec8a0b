"""What may be done in a state, as tokens of a record, and why other acts may not be done.

A space that is face down stands there once for each card that can lie there. Of banks and payments those stand there
that the table can name: the cards that were shown, and ``?`` for each that was not. Draws are unseen. What a player
holds or draws unseen can be named all the same (``kinds``), and ``barred`` says whether it can be.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.stage import effects, moves
from rules_engine.stage.board import name_of
from rules_engine.stage.cards import ACE, JACK, KING, NAMES, NUMBERS, QUEEN, SEVEN, STAGE_CARDS
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.kinds import kinds_of
from rules_engine.stage.moves import Objection
from rules_engine.stage.record.notation import DRAW, MOVE, PAY, token_of
from rules_engine.stage.state import BEFORE_MOVE, IN_EFFECT, PAYMENT_DUE, TURN_OVER, State
from rules_engine.stage.texts.messages import FINDING_TEXTS
from rules_engine.stage.texts.wording import StageWording
from rules_engine.table import Acts, Allowed, Barred
from rules_engine.text import Text
from rules_engine.text import text as _

_WORDING = StageWording()
_CARDS: dict[int, Text] = {JACK: _("Jack"), QUEEN: _("Queen"), KING: _("King"), ACE: _("Ace")}
_TOO_EARLY = Objection("effect_incomplete", "BS-5")
_IMPOSSIBLE = Objection("impossible_draw", "BS-1")


def acts_of(state: State, seat: str) -> Acts:
    """What a seat may do now; after the end of a turn this is the turn of the seat that is due."""
    if state.decided_by:
        return Acts()
    if state.after_call == PAYMENT_DUE:
        return _acts(state, seat, _payments(state))
    calls = list(_calls(state))
    if state.stage == TURN_OVER:
        state = state.copy()
        state.begin_turn(state.due)
    tokens = list(_moves(state) if state.stage == BEFORE_MOVE else _card_acts(state))
    return _acts(state, seat, iter(tokens + calls))


def _acts(state: State, seat: str, tokens: Iterator[str]) -> Acts:
    acting = SEAT_NAMES[state.seat]
    if acting != seat:
        return Acts(acting)
    named = list(tokens)
    allowed = tuple(_allowed(state, token) for token in named)
    return Acts(acting, allowed, tuple(_barred(state, acting)), tuple(kinds_of(state, named)))


def barred(state: State, seat: str, text: str) -> Barred | None:
    """What is against a card act of the turn that goes on; None if nothing is."""
    token = token_of(text)
    if token.kind == PAY:
        bank = state.bank
        may = bank.can_pay_pair(token.card) if state.rules.go_fish else bank.can_pay(token.card)
        against = None if may else Objection("card_not_in_bank", "BS-14")
    elif token.kind == DRAW and effects.part_owed(state):
        against = _TOO_EARLY
    else:
        against = effects.against_act(state, token)
        if against is None and not _can_be(state, text):
            against = _IMPOSSIBLE
    return None if against is None else _reason(text, against, seat)


def _allowed(state: State, token: str) -> Allowed:
    if not token:
        return Allowed("", _WORDING.unsaid)
    return Allowed(token, _label(token), ":" in token or token.startswith("+"))


def _label(token: str) -> Text:
    """What a key says: a space and its card in short, anything else in words."""
    read = token_of(token)
    if read.kind != MOVE:
        return _WORDING.act(token)
    space = name_of(read.place)
    return Text("{space} {card}", {"space": space, "card": _CARDS[read.card]}) if read.card else Text(space)


# Moves


def _moves(state: State) -> Iterator[str]:
    seat = state.seat
    places = list(moves.steps(state, seat))
    again = list(moves.reentries(state, seat)) if state.may_reenter[seat] else []
    for mark, spaces in (("", places), ("^", again)):
        for place in sorted(spaces):
            yield from _entries(state, mark, place)
    if not places and not again:
        yield "M"


def _entries(state: State, mark: str, place: int) -> Iterator[str]:
    name = mark + name_of(place)
    if state.shown[place] or moves.is_face_down_placing(state):
        yield name
        return
    for card in STAGE_CARDS:
        if state.tally[card] < state.copies or card in state.off:
            yield f"{name}:{NAMES[card]}"


# Card acts


def _card_acts(state: State) -> Iterator[str]:
    for token in _candidates(state):
        if effects.against_act(state, token_of(token)) is None and _can_be(state, token):
            yield token
    if not effects.owed(state):
        yield ""  # an Ace without a pair


def _candidates(state: State) -> Iterator[str]:
    """The card acts that the table can name."""
    if state.effect == ACE:
        yield from _banks(state)
    elif not state.parts_over:
        yield from (f"-{NAMES[card]}" for card in NUMBERS)
        yield "-?"
    if not effects.part_owed(state):
        yield "+?"
    others = [letter for seat, letter in enumerate(SEAT_NAMES[: state.players]) if seat != state.seat]
    yield from (f"<{letter}" for letter in others)
    yield from (f">{letter}" for letter in others)


def _banks(state: State) -> Iterator[str]:
    if state.rules.go_fish:
        yield from (f"B{NAMES[card]}+{NAMES[card]}" for card in NUMBERS)
        yield "B?+?"
        return
    known = {*state.hand.known, *((SEVEN,) if state.rules.flush else ())}
    named = [*(NAMES[card] for card in sorted(known, reverse=True)), "?"]
    yield from (f"B{name}" for name in named)
    yield from (f"B{bank}+{other}" for at, bank in enumerate(named) for other in named[at:])


def _can_be(state: State, token: str) -> bool:
    """Whether the cards that a token names for the first time can be there."""
    read = token_of(token)
    if read.kind == DRAW:
        return not read.card or read.card in state.off or state.tally[read.card] < state.copies
    cards = effects.cards_of(state, read) if token[0] in "B-" else ()
    hand = state.hand.copy()
    for card in filter(None, cards):
        hidden, fitting = hand.drop(card)
        named = cards.count(card) - state.hand.known.count(card)
        if not fitting and not state.rules.liar:
            return False
        if hidden and card not in state.off and state.tally[card] + named > state.copies:
            return False
    return True


# Calls and payments (BS-14)


def _calls(state: State) -> Iterator[str]:
    if state.broken:
        yield from (f"!{SEAT_NAMES[seat]}" for seat in state.opponents(state.seat))


def _payments(state: State) -> Iterator[str]:
    bank = state.bank
    named = bank.named_pairs if state.rules.go_fish else bank.known
    yield from (f"${NAMES[card]}" for card in sorted(set(named), reverse=True))
    yield "$?"


# What may not be done


def _barred(state: State, seat: str) -> Iterator[Barred]:
    if state.stage == BEFORE_MOVE:
        yield from _barred_moves(state, seat)
    elif state.stage == IN_EFFECT:
        other = SEAT_NAMES[(state.seat + 1) % state.players]
        for text in ("B?+?", "-?", "+?", f"<{other}", f">{other}"):
            against = effects.against_act(state, token_of(text))
            if text == "+?" and against is None and effects.part_owed(state):
                against = _TOO_EARLY
            if against is not None:
                yield _reason(text, against, seat)


def _barred_moves(state: State, seat: str) -> Iterator[Barred]:
    at = state.at[state.seat]
    for place in state.board.next_to[at] if at >= 0 else ():
        against = moves.against_move(state, token_of(name_of(place)))
        if against is not None:
            yield _reason(name_of(place), against, seat)
    against = moves.against_miss(state)
    if against is not None:
        yield _reason("M", against, seat)


def _reason(token: str, against: Objection, seat: str) -> Barred:
    reason = FINDING_TEXTS[against.code].why_barred(against.rule, seat, {"token": token})
    return Barred(token, _WORDING.act(token), reason, against.code, against.rule)
