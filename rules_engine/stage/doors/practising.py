"""A practice game of the stage game: what may be chosen with the cards that a hand really holds, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from rules_engine.practice.door import DRAW, Choice, Hidden, Made, Play
from rules_engine.record import GameRecord
from rules_engine.stage import effects, moves
from rules_engine.stage.board import name_of
from rules_engine.stage.cards import ACE, HIDDEN, JACK, KING, NAMES, QUEEN, SEVEN, UNNAMED
from rules_engine.stage.findings import SEAT_NAMES, SEAT_NUMBERS
from rules_engine.stage.record.notation import BANK, DISCARD, MISS, token_of
from rules_engine.stage.record.notation import DRAW as DRAWN
from rules_engine.stage.referee import opening
from rules_engine.stage.simulate.players import player
from rules_engine.stage.simulate.table import Table
from rules_engine.stage.state import BEFORE_MOVE, TURN_OVER, State
from rules_engine.stage.view import view
from rules_engine.table import Card, Hand, View
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

_MOVE, _DISCARD, _GIVE = _("Move to"), _("Discard"), _("Give back")
_FACE_DOWN, _TURNS = _("face down"), _("will be turned over")
_CARDS: dict[int, Text] = {JACK: _("Jack"), QUEEN: _("Queen"), KING: _("King"), ACE: _("Ace")}
_EFFECTS: dict[int, Text] = {
    JACK: _("discard three, draw three"),
    QUEEN: _("take a card, give one"),
    KING: _("discard the highest, draw one"),
    ACE: _("bank the two highest, draw two"),
}
_PAIR = _("bank a pair, draw two")
_FLUSH: dict[int, Text] = {
    JACK: _("bank any three, draw three"),
    KING: _("bank the highest, draw one"),
}


def deal(record: GameRecord, seed: int) -> Hidden:
    """A shuffled stage, and a hand for every seat."""
    return Table(opening(record), Random(seed)).kept()


def _now(state: State) -> State:
    """The state of the turn that is played now; after the end of a turn that is the next one."""
    if state.stage != TURN_OVER or state.decided_by:
        return state
    now = state.copy()
    now.begin_turn(now.due)
    return now


# What may be chosen


def choices(play: Play) -> tuple[Choice, ...]:
    """What the seat to act may choose."""
    state = _now(play.state)
    if state.stage == BEFORE_MOVE:
        return tuple(_moves(state))
    return tuple(_card_acts(play, state, play.hidden["hands"][state.seat]))


def _moves(state: State) -> Iterator[Choice]:
    seat = state.seat
    again = list(moves.reentries(state, seat)) if state.may_reenter[seat] else []
    steps = list(moves.steps(state, seat))
    if not steps and not again:
        yield Choice("M", _("Miss the turn"), _("No move is possible."), primary=True)
    for mark, spaces in (("", steps), ("^", again)):
        for place in sorted(spaces):
            yield _move(state, mark, place)


def _move(state: State, mark: str, place: int) -> Choice:
    shown, space = state.shown[place], mark + name_of(place)
    if shown <= UNNAMED:
        follows = EMPTY if moves.is_face_down_placing(state) else _TURNS
        return Choice(space, Text("{space} {card}", {"space": space, "card": _FACE_DOWN}), follows, _MOVE)
    label = Text("{space} {card}", {"space": space, "card": _CARDS[shown]})
    return Choice(space, label, _effect(state, shown), _MOVE)


def _effect(state: State, card: int) -> Text:
    """What a card of the stage asks for, in a few words."""
    if card == ACE and state.rules.go_fish:
        return _PAIR
    return _FLUSH.get(card, _EFFECTS[card]) if state.rules.flush else _EFFECTS[card]


def _card_acts(play: Play, state: State, hand: Sequence[int]) -> Iterator[Choice]:
    """What the card on the space asks for next; draws come once nothing else is due."""
    if state.taken_from >= 0:
        other = SEAT_NAMES[state.taken_from]
        for card in sorted(set(hand)):
            yield Choice(f">{other}:{NAMES[card]}", Text(NAMES[card]), EMPTY, _GIVE)
    elif state.take_due:
        for seat in _targets(play, state):
            letter = SEAT_NAMES[seat]
            yield Choice(f"<{letter}", _("Take a card from {player}", player=play.name(letter)), primary=True)
    elif cards := _to_bank(state, hand):
        yield from (_bank(pair) for pair in cards)
    elif state.effect in (KING, JACK) and effects.part_owed(state):
        for card in [max(hand)] if state.effect == KING else sorted(set(hand)):
            yield Choice(f"-{NAMES[card]}", Text(NAMES[card]), EMPTY, _("Bank") if state.rules.flush else _DISCARD)
    elif state.draws > 0 and state.can_draw():
        yield Choice(DRAW, _("Draw"), primary=True, forced=True)
    else:
        yield Choice("", _("No pair"), primary=True, forced=True)


def _targets(play: Play, state: State) -> list[int]:
    return [seat for seat in state.opponents(state.seat) if play.hidden["hands"][seat]]


def _to_bank(state: State, hand: Sequence[int]) -> list[tuple[int, ...]]:
    """The cards that an Ace may bank: the two highest, or any pair."""
    if state.effect != ACE or not state.parts or state.parts_over or not hand:
        return []
    if state.rules.go_fish:
        return [(card, card) for card in sorted(set(hand)) if hand.count(card) > 1]
    return [tuple(sorted(hand, reverse=True)[:2])]


def _bank(cards: tuple[int, ...]) -> Choice:
    names = [NAMES[card] for card in cards]
    return Choice("B" + "+".join(names), _("Bank {cards}", cards=" + ".join(names)), primary=True)


# What a choice brings


def make(play: Play, token: str, seed: int) -> Made:
    """Carry out a choice with the real cards; the answer is what the record writes."""
    state = _now(play.state)
    table = Table.of(state, Random(seed), play.hidden)
    written = _written(state, table, token)
    return Made((written,), table.kept())


def _written(state: State, table: Table, token: str) -> str:
    seat = state.seat
    hand = table.hands[seat]
    if token == DRAW:
        return f"+{NAMES[table.draw(seat)]}"
    if token[:1] == "<":
        other = table.hands[SEAT_NUMBERS[token[1]]]
        hand.append(other.pop(table.rng.randrange(len(other))))
        return token
    if token[:1] == ">":
        card = NAMES.index(token[3:])
        hand.remove(card)
        table.hands[SEAT_NUMBERS[token[1]]].append(card)
        return token[:2]
    read = token_of(token) if token else None
    if read is None or read.kind == MISS:
        return token
    if read.kind in (BANK, DISCARD):
        cards = list(read.cards) if read.kind == BANK else [read.card]
        for card in cards:
            hand.remove(card)
        table.lay_down(state.sides[seat], cards, read.kind == BANK, state.rules)
        return token
    return _entered(state, table, token, read.place)


def _entered(state: State, table: Table, token: str, place: int) -> str:
    """A space is entered: a card that lies face down is turned over."""
    card, face_down = table.stage[place], moves.is_face_down_placing(state)
    if effects.reshuffles_first(state, card) and not face_down:
        table.reshuffle()
    return token if state.shown[place] or face_down else f"{token}:{NAMES[card]}"


# A machine


def decide(play: Play, strength: str, seed: int) -> str:
    """What a player of the simulator chooses, from its own hand and what is shown."""
    state, machine = _now(play.state), player(strength)(Random(seed))
    hand = play.hidden["hands"][state.seat]
    tokens = [choice.token for choice in choices(play)]
    if state.stage == BEFORE_MOVE and tokens != ["M"]:
        marks = {token_of(token).place: token for token in reversed(tokens)}
        return marks[machine.space(state, hand, sorted(marks))]
    if len(tokens) == 1:
        return tokens[0]
    if state.taken_from >= 0:
        return f">{SEAT_NAMES[state.taken_from]}:{NAMES[machine.gift(hand)]}"
    if state.take_due:
        return f"<{SEAT_NAMES[machine.target(state, _targets(play, state))]}"
    if state.effect == ACE:
        name = NAMES[machine.pair([cards[0] for cards in _to_bank(state, hand)])]
        return f"B{name}+{name}"
    return f"-{NAMES[machine.discard(hand)]}"


# What is seen


def view_of(play: Play, seat: str | None) -> View:
    """The table with the cards that the viewer's hand really holds."""
    drawn = view(play.state, seat)
    hands = tuple(
        Hand(hand.seat, tuple(Card(name) for name in _hand(play, place, seat in (None, hand.seat))))
        for place, hand in enumerate(drawn.hands)
    )
    return msgspec.structs.replace(drawn, hands=hands)


def _hand(play: Play, place: int, shown: bool) -> list[str]:
    cards = play.hidden["hands"][place] if not play.state.out[place] else []
    return [NAMES[card if shown else HIDDEN] for card in sorted(cards)]


def seen(play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
    """The tokens of a turn as the viewer sees them."""
    state: State = play.state
    if state.sides[SEAT_NUMBERS[seat]] == state.sides[SEAT_NUMBERS[viewer]]:
        return list(tokens)
    return [masked(token, state.rules.flush) for token in tokens]


def masked(token: str, flush: bool) -> str:
    """A token of another side as it is seen: cards that are drawn or banked lie face down (BS-7)."""
    read = token_of(token) if token else None
    if read is None or read.kind not in (DRAWN, BANK):
        return token
    if read.kind == DRAWN:
        return "+?"
    return "B" + "+".join("7" if flush and card == SEVEN else "?" for card in read.cards)
