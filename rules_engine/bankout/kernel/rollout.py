"""Plays matches on from a position: an act first, and then both players as they would.

What the opponent of the player who decides holds is drawn anew for each match from what that player has not seen. The
same seed gives the same cards and choices after each act, so that acts are compared under the same luck.
"""

from __future__ import annotations

from rules_engine.bankout.cards import JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.kernel import playing
from rules_engine.bankout.kernel.chance import key_of
from rules_engine.bankout.kernel.compiling import Cells, Worths, door
from rules_engine.bankout.kernel.deck import deal_hidden
from rules_engine.bankout.kernel.layout import (
    BANKS,
    COUNTS,
    CUE_ACES,
    CUE_JACKS,
    DECK,
    ENDED_BY,
    FIRST,
    HAND_SIZES,
    HANDS,
    HELD,
    HOLDS,
    JACKS,
    JOKER_HELD,
    KEYS,
    KING_HELD,
    LATENT,
    LOOT,
    MATCH_CELLS,
    NUMBERS_DRAWN,
    OLD_ACES,
    OLD_JACKS,
    OPEN,
    PHASE,
    PILE,
    POT,
    QUEEN_HELD,
    REFILLS,
    ROUND,
    ROUND_WINNER,
    ROUNDS,
    ROW_CELLS,
    SEAT,
    SHIELDS,
    SIZE,
    TOTALS,
    WINNER,
    WINS,
    WORTH,
)
from rules_engine.bankout.kernel.match import play_out, write_row
from rules_engine.bankout.state import State

_HELD = {QUEEN: QUEEN_HELD, KING: KING_HELD, JOKER: JOKER_HELD}
_ACE, _JACK = 14, 11


@door
def play_on(
    s: Cells, memo: Worths, start: Cells, hidden: int, action: int, seed: int, first: int, count: int, rows: Cells
) -> None:
    """Play so many matches on, from a number on, and write a row of results for each."""
    for place in range(count):
        for cell in range(MATCH_CELLS):
            s[cell] = start[cell]
        for stream in range(3):
            s[KEYS + stream] = key_of(seed, first + place, stream)
            s[NUMBERS_DRAWN + stream] = 0
        deal_hidden(s, 1 - s[SEAT], hidden)
        playing.step(s, action)
        play_out(s, memo)
        write_row(s, rows, place * ROW_CELLS)


def start_cells(state: State, unseen: tuple[int, ...], hidden: int) -> list[int]:
    """A state in an open turn in cells; the deck holds everything unseen, the ``hidden`` cards of the opponent too."""
    s = [0] * MATCH_CELLS
    seat, other = state.seat, state.opponent
    s[SEAT], s[PHASE], s[ENDED_BY] = seat, OPEN, -1
    s[LOOT], s[JACKS], s[LATENT] = state.loot, state.jacks, state.latent
    s[ROUND], s[FIRST], s[ROUNDS] = state.round, state.first, max(state.round, 1)
    s[ROUND_WINNER], s[WINNER], s[POT] = -1, -1, state.pot
    s[HOLDS], s[REFILLS] = int(state.holds), int(state.refills)
    s[CUE_JACKS], s[CUE_ACES] = _count(state.cues, _JACK), _count(state.cues, _ACE)
    for place in range(2):
        s[BANKS + place], s[TOTALS + place] = state.banks[place], state.totals[place]
        s[WINS + place], s[SHIELDS + place] = state.wins[place], state.shields[place]
        s[OLD_JACKS + place] = _count(state.old_cues[place], _JACK)
        s[OLD_ACES + place] = _count(state.old_cues[place], _ACE)
    for card in state.hands[seat]:
        _hold(s, seat, _HELD[card & RANK_BITS])
    if not hidden:
        for card in state.hands[other]:
            _hold(s, other, _HELD[card & RANK_BITS])
    for card in state.pile:
        s[PILE + (card & RANK_BITS)] += 1
    if state.size:
        place = 0
        for rank, copies in enumerate(unseen):
            s[COUNTS + rank] = copies
            for _copy in range(copies):
                s[DECK + place] = rank
                place += 1
        s[SIZE], s[WORTH] = place, sum(rank * copies for rank, copies in enumerate(unseen) if rank <= 10)
    return s


def _count(cards: list[int], rank: int) -> int:
    return sum(card & RANK_BITS == rank for card in cards)


def _hold(s: list[int], seat: int, held: int) -> None:
    size = s[HAND_SIZES + seat]
    s[HANDS + seat] += held << 2 * size
    s[HAND_SIZES + seat] = size + 1
    s[HELD + 2 * (held - QUEEN_HELD) + seat] += 1
