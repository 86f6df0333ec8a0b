"""What may be done next in a turn without any finding, as tokens; the cards of the hand must be known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules_engine.bank import tricks, withdrawing
from rules_engine.bank.cards import HIDDEN, NAMES, is_straight, one_colour
from rules_engine.bank.record.notation import BANK, SEATS, Token, token_of
from rules_engine.bank.turn import Turn
from rules_engine.bank.turns import denied

DRAWN = token_of("?")
NOTHING = token_of("0")
CANNOT = token_of("!")
REPLACED = token_of("~")


def legal(turn: Turn) -> list[Token]:
    """Every token that may come next, except a time call; a draw stands there once, as ``?``.

    Banks of a trio or a quad name the trick's own cards first. While exchanges or stolen cards are owed, nothing else
    is legal.
    """
    if turn.run is not None and turn.run.due:
        return list(_owed(turn))
    if turn.discarded or turn.ended:
        return []
    found = [token for token in _withdrawals(turn) if not denied(turn, token)[0]]
    found += [token for token in _thieves(turn) if not denied(turn, token)[0]]
    if not turn.declared and not denied(turn, CANNOT)[0]:
        found.append(CANNOT)
    if not withdrawing.is_due(turn):
        found += [token for token in banks(turn) if not denied(turn, token)[0]]
        found += [token_of(f"-{NAMES[card]}") for card in sorted(turn.player.known)]
    return found


def _owed(turn: Turn) -> Iterator[Token]:
    """The cards that may come out of the box, or be stolen."""
    run = turn.run
    if run is None:
        return
    victim = turn.state.players[run.seat]
    if run.older:
        yield from (token_of(f"/{NAMES[card]}") for card in run.older)
    elif run.wild:
        yield from (token_of(f"+{NAMES[card]}") for card in victim.bank)
    else:
        yield from (token_of(f"+{NAMES[card]}") for card in sorted(victim.known))


def _withdrawals(turn: Turn) -> Iterator[Token]:
    yield DRAWN
    yield REPLACED
    pile = turn.state.pile(turn.seat)
    if pile and pile[-1] != HIDDEN:
        yield token_of(f"<{NAMES[pile[-1]]}")
    if not withdrawing.is_due(turn):
        yield NOTHING


def banks(turn: Turn) -> Iterator[Token]:
    """Each way to bank a trick of the known cards, whether the rules allow it now or not."""
    hand, groups = sorted(turn.player.known), turn.state.groups
    by_group: dict[int, list[int]] = {}
    for card in hand:
        by_group.setdefault(groups[card], []).append(card)
    for size in tricks.NAMES:
        for group in by_group.values():
            if len(group) >= size:
                for count in tricks.counts(turn.state.rules, size):
                    yield from _ways(size, count, group, hand)


def _ways(size: int, count: int, group: Sequence[int], hand: Sequence[int]) -> Iterator[Token]:
    """The cards of a trick, with any others from hand that make up the count."""
    own = tricks.needed(size, count)
    for named in combinations(group, own):
        for others in combinations([card for card in hand if card not in named], count - own):
            yield _bank(size, (*named, *others))


def _bank(size: int, cards: tuple[int, ...]) -> Token:
    text = f"B{size}:{'+'.join(NAMES[card] for card in cards)}"
    return Token(BANK, text, cards[0], cards, size)


def _thieves(turn: Turn) -> Iterator[Token]:
    """Each straight of the known cards, on each hand and bank."""
    state = turn.state
    if state.rules.thieves == "none" or len(state.players) < 2:
        return
    hand = sorted(turn.player.known)
    for length in (3, 4, 5):
        for cards in combinations(hand, length):
            if is_straight(cards, state.rules.ace_straight):
                named = "+".join(NAMES[card] for card in cards)
                places = "HW" if one_colour(cards) else "H"
                yield from (token_of(f"{place}>{SEATS[seat]}:{named}") for place in places for seat in _others(turn))


def _others(turn: Turn) -> Iterator[int]:
    return (seat for seat in range(len(turn.state.players)) if seat != turn.seat)
