"""The draw pile and the discard pile: decks, draws, the reshuffle, and what can be counted (sections 1, 2 and 3)."""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, BASE_DECK, JACK, JOKER, KING, QUEEN, SUDDEN_DEATH_DECK
from rules_engine.bankout.counting import DECK as DECK_STREAM
from rules_engine.bankout.kernel.chance import below
from rules_engine.bankout.kernel.compiling import Cells, compiled, hot
from rules_engine.bankout.kernel.layout import (
    COUNTS,
    CUES_JOIN,
    DECK,
    HAND_SIZES,
    HANDS,
    HELD,
    JOKERS_1,
    OLD_ACES,
    OLD_JACKS,
    PILE,
    QUEEN_HELD,
    REFILLS,
    ROUND,
    SIZE,
    SUDDEN_DEATH,
    WORTH,
)

_FULL, _SUDDEN = BASE_DECK, SUDDEN_DEATH_DECK
_RANK_HELD = (0, QUEEN, KING, JOKER)


@compiled
def new_deck(s: Cells) -> None:
    """BO-1.7, BO-2.1 to BO-2.3: the deck of the round."""
    sudden = s[ROUND] == SUDDEN_DEATH
    for rank in range(16):
        s[COUNTS + rank] = _SUDDEN[rank] if sudden else _FULL[rank]
        s[PILE + rank] = 0
    if not sudden:
        s[COUNTS + JOKER] = s[JOKERS_1 + s[ROUND] - 1]
    lay_out(s)


@compiled
def lay_out(s: Cells) -> None:
    """Put the cards of the deck in a row, in the order of the ranks."""
    size = worth = 0
    for rank in range(2, 16):
        copies = s[COUNTS + rank]
        for place in range(size, size + copies):
            s[DECK + place] = rank
        size += copies
        if rank <= 10:
            worth += rank * copies
    s[SIZE], s[WORTH] = size, worth


@compiled
def old_cues(s: Cells, rank: int) -> int:
    """Jacks or Aces of finished turns that a reshuffle takes in (BO-10.13)."""
    if not s[CUES_JOIN]:
        return 0
    if rank == JACK:
        return s[OLD_JACKS] + s[OLD_JACKS + 1]
    return s[OLD_ACES] + s[OLD_ACES + 1] if rank == ACE else 0


@compiled
def can_draw(s: Cells) -> bool:
    """Whether there is a card to draw, after a reshuffle if need be."""
    if s[SIZE] > 0:
        return True
    return s[REFILLS] > 0 and cards_left(s) > 0


@compiled
def reshuffle(s: Cells) -> None:
    """BO-2.4, BO-10.13: the discard pile becomes the deck."""
    for rank in range(2, 16):
        s[COUNTS + rank] = s[PILE + rank] + old_cues(s, rank)
        s[PILE + rank] = 0
    if s[CUES_JOIN]:
        s[OLD_JACKS] = s[OLD_JACKS + 1] = s[OLD_ACES] = s[OLD_ACES + 1] = 0
    lay_out(s)


@compiled
def take(s: Cells) -> int:
    """Take a card at random off the deck: its rank. The last card of the row fills the gap."""
    size = s[SIZE]
    place = DECK + below(s, DECK_STREAM, size)
    card = s[place]
    s[place] = s[DECK + size - 1]
    s[SIZE] = size - 1
    s[COUNTS + card] -= 1
    if card <= 10:
        s[WORTH] -= card
    return card


# What can be counted; an empty deck stands for what a reshuffle would make of it


@hot
def left(s: Cells, rank: int) -> int:
    """Cards of a rank in the pile."""
    if s[SIZE] > 0 or not s[REFILLS]:
        return s[COUNTS + rank]
    return s[PILE + rank] + old_cues(s, rank)


@compiled
def cards_left(s: Cells) -> int:
    """``N`` of section 11."""
    if s[SIZE] > 0 or not s[REFILLS]:
        return s[SIZE]
    cards = 0
    for rank in range(2, 16):
        cards += left(s, rank)
    return cards


@compiled
def numbers_worth(s: Cells) -> int:
    """What the numbers in the pile are worth together."""
    if s[SIZE] > 0 or not s[REFILLS]:
        return s[WORTH]
    worth = 0
    for face in range(2, 11):
        worth += face * s[PILE + face]
    return worth


# Hands


@compiled
def to_hand(s: Cells, seat: int, held: int) -> None:
    """A card goes to hand."""
    size = s[HAND_SIZES + seat]
    s[HANDS + seat] += held << 2 * size
    s[HAND_SIZES + seat] = size + 1
    s[HELD + 2 * (held - QUEEN_HELD) + seat] += 1


@compiled
def from_hand(s: Cells, seat: int, held: int) -> None:
    """The oldest card of its kind goes from a hand to the pile."""
    hand, place = s[HANDS + seat], 0
    while (hand >> place) & 3 != held:
        place += 2
    s[HANDS + seat] = (hand & ((1 << place) - 1)) | ((hand >> (place + 2)) << place)
    s[HAND_SIZES + seat] -= 1
    s[HELD + 2 * (held - QUEEN_HELD) + seat] -= 1
    s[PILE + _RANK_HELD[held]] += 1
