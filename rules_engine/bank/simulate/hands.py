"""What a hand that lies face down may hold, by what its player has banked, given up and left undone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rules_engine.bank.cards import WORTH
from rules_engine.bank.record.notation import BANK, DISCARD, SEATS, STEAL, THIEF, Token, token_of
from rules_engine.bank.state import State
from rules_engine.bank.tricks import may_bank
from rules_engine.record import GameRecord


@dataclass(slots=True)
class Signs:
    """What is known of one seat's hand.

    ``kept`` counts the cards of each group that were in a trick and stayed in the hand (BK-2.6 to BK-2.8). Whoever let
    a turn pass without a bank holds no trick (``has_none``), and gives up what is worth least: all others are worth as
    much as the ``last_discard`` (BK-4.5), or more.
    """

    kept: Counter[int] = field(default_factory=Counter)
    has_none: bool = False
    last_discard: int = 0

    def leaves(self, group: int) -> None:
        """A card of a group has left the hand."""
        self.kept[group] = max(0, self.kept[group] - 1)


def signs(record: GameRecord, state: State) -> list[Signs]:
    """The signs of each seat after the turns of a record, as everybody saw them."""
    found = [Signs() for _player in state.players]
    for played in record.rounds:
        for turn in played.turns:
            tokens = [token_of(text) for text in turn.actions]
            for token in tokens:
                _read(found, SEATS.index(turn.seat), token, state.groups)
            found[SEATS.index(turn.seat)].has_none |= all(token.kind != BANK for token in tokens)
    return found


def _read(found: list[Signs], seat: int, token: Token, groups: tuple[int, ...]) -> None:
    own = found[seat]
    match token.kind:
        case kind if kind == BANK:
            group = groups[token.card]
            own.kept[group] = max(own.kept[group], token.size)
            for card in token.cards:
                own.leaves(groups[card])
        case kind if kind == DISCARD:
            own.leaves(groups[token.card])
            own.last_discard = WORTH[token.card]
        case kind if kind == THIEF:
            for card in token.cards:
                own.leaves(groups[card])
            if not token.wild:  # whatever is stolen from a hand, it may be any of its cards
                found[token.target].kept.clear()
        case kind if kind == STEAL:
            own.has_none, own.last_discard = False, 0


def likely_hand(state: State, seat: int, seen: Signs, sure: list[int], pool: list[int]) -> list[int]:
    """Cards for the hidden ones of a hand: those that are ``sure``, then cards of the ``pool`` in its order, as far as
    they fit the signs. The hand's known cards are in the state; with too few that fit, others follow.
    """
    player = state.players[seat]
    hidden, player.hidden, shown = player.hidden, 0, set(player.known)
    hand, player.known = sure[:hidden], shown | set(sure[:hidden])
    for group, count in seen.kept.items():
        held = sum(state.groups[card] == group for card in player.known)
        more = [card for card in pool if state.groups[card] == group and card not in player.known]
        hand += more[: min(max(0, count - held), hidden - len(hand))]
        player.known = shown | set(hand)
    checks = seen.has_none and not may_bank(state, seat)
    for card in [card for card in pool if card not in player.known and WORTH[card] >= seen.last_discard]:
        if len(hand) == hidden:
            break
        player.known.add(card)
        if checks and may_bank(state, seat):
            player.known.remove(card)
        else:
            hand.append(card)
    rest = [card for card in pool if card not in player.known]
    hand += rest[: hidden - len(hand)]
    player.known = shown | set(hand)
    return hand
