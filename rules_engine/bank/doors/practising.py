"""A practice game of Bank: what may be chosen, what a shuffle brings, and what a machine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

import msgspec

from rules_engine.bank.cards import DECK, NAMES
from rules_engine.bank.findings import Findings
from rules_engine.bank.legal import CANNOT, DRAWN, NOTHING, REPLACED, legal
from rules_engine.bank.record.notation import BANK, DISCARD, EXCHANGE, PICK, SEATS, STEAL, THIEF, Token, token_of
from rules_engine.bank.record.notation import DRAW as FROM_DECK
from rules_engine.bank.simulate.dealer import Choose
from rules_engine.bank.simulate.games import CHOOSE
from rules_engine.bank.state import DEALT, UNSEEN
from rules_engine.bank.turn import Turn
from rules_engine.practice.door import DRAW, Choice, Made, Play
from rules_engine.record import Extras, GameRecord
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _

TAKE: Final = "steal"
"""The choice to take an unseen card; which one it is, chance decides."""

_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_WITHDRAW, _DISCARD, _BANK, _STEAL = _("Withdraw"), _("Discard"), _("Bank"), _("Steal")
_OUT = _("Take out of the box")
_TRICKS: Final[dict[int, Text]] = {2: _("Pair: {cards}"), 3: _("Trio: {cards}"), 4: _("Quad: {cards}")}
_FROM_HAND, _FROM_BANK = _("From the hand of {player}"), _("From the bank of {player}")
_WHICH, _STRAIGHT = _("Which cards do you bank?"), _("Which straight do you discard? The last card goes on top.")
_FIXED: Final[dict[str, Choice]] = {
    DRAWN.text: Choice(DRAW, _("Card from the deck"), EMPTY, _WITHDRAW, primary=True),
    REPLACED.text: Choice(REPLACED.text, _("Shuffle the discards into a deck"), EMPTY, _WITHDRAW, primary=True),
    NOTHING.text: Choice(NOTHING.text, _("Nothing"), EMPTY, _WITHDRAW),
    CANNOT.text: Choice(CANNOT.text, _("Declare that you cannot bank")),
}


def deal(record: GameRecord, seed: int) -> GameRecord:
    """BK-2.1: seven cards each, then the first card of every pile that has one."""
    from rules_engine.bank.referee import opening

    state, cards = opening(record), [NAMES[card] for card in DECK]
    Random(seed).shuffle(cards)
    seats = SEATS[: len(state.players)]
    dealt = {seat: [cards.pop() for _card in range(DEALT)] for seat in seats}
    starters = [cards.pop() for pile in state.piles if pile]
    head = {"deal": dealt, **({"starter": " ".join(starters)} if starters else {})}
    return msgspec.structs.replace(record, extra=Extras(head))


def _now(play: Play) -> Turn:
    """The turn that is played now; after the end of a turn that is the next seat's."""
    turn: Turn = play.state.turn
    return Turn(play.state, Findings(), (turn.seat + 1) % len(play.state.players)) if turn.over else turn


# What may be chosen


def choices(play: Play) -> tuple[Choice, ...]:
    """What the seat to act may choose, in the order of a turn."""
    turn = _now(play)
    tokens = legal(turn)
    if _takes_unseen(turn):
        player = play.name(SEATS[turn.run.seat]) if turn.run else ""
        return (Choice(TAKE, _("Take a card from {player}", player=player), primary=True),)
    if REPLACED in tokens:  # the deck is replaced before a card is drawn from it
        tokens = [token for token in tokens if token != DRAWN]
    return tuple(_offered(play, turn, tokens))


def _takes_unseen(turn: Turn) -> bool:
    """Whether a card is stolen that the thief does not see before: from a hand, or a private bank."""
    run = turn.run
    return run is not None and run.due > 0 and not run.older and not (run.wild and _is_public(turn))


def _is_public(turn: Turn) -> bool:
    return turn.state.rules.bank_face == "public"


def _offered(play: Play, turn: Turn, tokens: Sequence[Token]) -> Iterator[Choice]:
    yield from (_FIXED[token.text] for token in tokens if token.text in _FIXED and token != CANNOT)
    for token in tokens:
        if token.kind == PICK:
            yield Choice(token.text, _("Top discard {card}", card=_drawn([token.card])), EMPTY, _WITHDRAW)
    yield from (_card(token, _STEAL) for token in tokens if token.kind == STEAL)
    yield from (_card(token, _OUT) for token in tokens if token.kind == EXCHANGE)
    yield from _tricks(turn, tokens)
    yield from _thieves(play, tokens)
    yield from (_FIXED[token.text] for token in tokens if token == CANNOT)
    yield from (_card(token, _DISCARD) for token in tokens if token.kind == DISCARD)


def _card(token: Token, group: Text) -> Choice:
    return Choice(token.text, Text(_drawn([token.card])), EMPTY, group)


def _drawn(cards: Iterable[int]) -> str:
    """Cards with the signs of their suits."""
    return " ".join(NAMES[card][:-1] + _SUITS[NAMES[card][-1]] for card in cards)


def _tricks(turn: Turn, tokens: Sequence[Token]) -> Iterator[Choice]:
    """One choice for each trick that may be banked."""
    groups, known = turn.state.groups, sorted(turn.player.known)
    offered = {(token.size, groups[token.cards[0]]): None for token in tokens if token.kind == BANK}
    for size, group in offered:
        cards = _drawn(card for card in known if groups[card] == group)
        yield Choice(f"bank {size} {group}", Text(_TRICKS[size].text, {"cards": cards}), EMPTY, _BANK)


def _thieves(play: Play, tokens: Sequence[Token]) -> Iterator[Choice]:
    """One choice for each hand and bank that may be stolen from."""
    targets = {(token.wild, token.target): None for token in tokens if token.kind == THIEF}
    for wild, target in targets:
        text = _FROM_BANK if wild else _FROM_HAND
        label = Text(text.text, {"player": play.name(SEATS[target])})
        yield Choice(f"thief {int(wild)} {target}", label, EMPTY, _STEAL)


# What a choice brings


def make(play: Play, token: str, seed: int) -> Made:
    """Carry out a choice."""
    turn, chance = _now(play), Random(seed)
    if token == DRAW:
        return Made((NAMES[_next_card(turn, chance)],))
    if token == TAKE:
        return Made((f"+{NAMES[_stolen(turn, chance)]}",))
    kind, _space, rest = token.partition(" ")
    if kind == "bank":
        size, group = map(int, rest.split())
        found = [act for act in legal(turn) if act.kind == BANK and act.size == size]
        return _choice([act for act in found if turn.state.groups[act.cards[0]] == group], _WHICH)
    if kind == "thief":
        wild, target = map(int, rest.split())
        found = [act for act in legal(turn) if act.kind == THIEF and act.target == target]
        return _choice([act for act in found if act.wild == bool(wild)], _STRAIGHT)
    return Made((token,))


def _choice(tokens: Sequence[Token], asking: Text) -> Made:
    """The token that is written, or the choice between several."""
    if len(tokens) == 1:
        return Made((tokens[0].text,))
    asks = tuple(Choice(token.text, Text(_drawn(token.cards)), EMPTY) for token in tokens)
    return Made(asks=asks, asking=asking)


def _next_card(turn: Turn, chance: Random) -> int:
    """Any card that may lie in the deck is as likely as another."""
    state = turn.state
    possible = state.deck(turn.seat).possible
    return chance.choice([card for card in DECK if state.where[card] == UNSEEN and card in possible])


def _stolen(turn: Turn, chance: Random) -> int:
    """A card of the victim's hand or private bank, unseen."""
    if turn.run is None:
        raise ValueError("nothing is stolen")
    victim = turn.state.players[turn.run.seat]
    return chance.choice(victim.bank if turn.run.wild else sorted(victim.known))


# A machine


def decide(play: Play, strength: str, seed: int) -> str:
    """What a player of the simulator chooses; of a card that is stolen unseen it knows nothing."""
    turn = _now(play)
    if _takes_unseen(turn):
        return TAKE
    machine: Choose = CHOOSE[strength]
    allowed = legal(turn)
    if REPLACED in allowed:
        return REPLACED.text
    token = machine(turn, allowed, Random(seed))
    if token is None:
        raise ValueError("a machine chose nothing")
    return DRAW if token == DRAWN else token.text


# What is seen


def seen(play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
    """The tokens of a turn as the viewer sees them."""
    return (
        list(tokens) if seat == viewer else seen_from(tokens, viewer, private=play.state.rules.bank_face == "private")
    )


def seen_from(tokens: Sequence[str], viewer: str, *, private: bool) -> list[str]:
    """The tokens of somebody else's turn as a viewer sees them, who may have no seat; banks are ``private`` or not."""
    shown, thief = [], None
    for text in tokens:
        token = token_of(text)
        thief = token if token.kind == THIEF else thief
        unseen = token.kind == FROM_DECK or (private and token.kind in (BANK, EXCHANGE))
        if token.kind == STEAL and thief is not None:
            unseen = SEATS[thief.target] != viewer and (private or not thief.wild)
        shown.append(_unseen(token) if unseen else text)
    return shown


def _unseen(token: Token) -> str:
    if token.kind == BANK:
        return f"B{token.size}:" + "+".join("?" for _card in token.cards)
    return {FROM_DECK: "?", STEAL: "+?", EXCHANGE: "/?"}[token.kind]
