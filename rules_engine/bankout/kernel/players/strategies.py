"""The strategies of section 14, compiled: what each part of a player wants, and what it rules out.

The twin of ``simulate.strategies`` and ``simulate.reactions``. A part is its place in ``PARTS`` and a number.
"""

from __future__ import annotations

from rules_engine.bankout.cards import JOKER
from rules_engine.bankout.counting import PLAYERS
from rules_engine.bankout.kernel import deck, endings
from rules_engine.bankout.kernel.allowed import allowed, list_allowed
from rules_engine.bankout.kernel.chance import below
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled
from rules_engine.bankout.kernel.layout import (
    ANSWER,
    BANK,
    BANKS,
    BLITZ,
    COUNTER,
    DISCARD_QUEEN,
    DRAW,
    EFFECT,
    HANDS,
    JACKS,
    JOKER_HELD,
    JOKER_KING,
    JOKER_QUEEN,
    JOKERS,
    KING_WINDOW,
    KINGS,
    LATENT,
    LEGAL,
    LET_BUST,
    LOOT,
    NO_OPINION,
    OPEN,
    OVER_HAND,
    PASS,
    PHASE,
    PLAY_KING,
    PLAY_QUEEN,
    QUEEN_HELD,
    QUEENS,
    SHIELD,
    SWAP,
    THIRD_JACK,
    WILD_QUEEN,
)
from rules_engine.bankout.kernel.players.lookahead import best_of_turn
from rules_engine.bankout.kernel.players.odds import bust_cards, enough, published, risk_pays, stop, threshold
from rules_engine.bankout.twin_constants import WORTH_A_JOKER

PARTS = (
    "threshold",
    "published",
    "king_threshold",
    "king_checkmate",
    "window",
    "pressure",
    "queen_reactive",
    "queen_proactive",
    "joker_denial",
    "lead_aware",
    "swap_max",
    "counter_keeper",
    "optimal_turn",
    "random_legal",
    "never_bank",
    "rollouts",
)
(
    _THRESHOLD,
    _PUBLISHED,
    _KING_THRESHOLD,
    _KING_CHECKMATE,
    _WINDOW,
    _PRESSURE,
    _QUEEN_REACTIVE,
    _QUEEN_PROACTIVE,
    _JOKER_DENIAL,
    _LEAD_AWARE,
    _SWAP_MAX,
    _COUNTER_KEEPER,
    _OPTIMAL_TURN,
    _RANDOM_LEGAL,
    _NEVER_BANK,
    _ROLLOUTS,
) = range(16)


@compiled
def choose(s: Cells, memo: Worths, seat: int, part: int, number: int) -> int:
    """The action that a part wants now, or ``NO_OPINION``."""
    if part == _RANDOM_LEGAL:
        return _random_legal(s, seat, number)
    if part == _COUNTER_KEEPER:
        return _counter_keeper(s, seat)
    if part == _QUEEN_REACTIVE:
        return _queen_reactive(s, seat)
    if part == _SWAP_MAX:
        return _swap_max(s, seat)
    if s[PHASE] != OPEN:
        return NO_OPINION
    if part == _QUEEN_PROACTIVE:
        return PLAY_QUEEN if s[JACKS] and s[LOOT] >= number and s[QUEENS + seat] else NO_OPINION
    if part == _KING_THRESHOLD:
        if not s[KINGS + seat]:
            return NO_OPINION
        return DRAW if risk_pays(s, seat, 100) else PLAY_KING
    if part == _KING_CHECKMATE:
        risky = s[KINGS + seat] and s[LOOT] and 100 * bust_cards(s, seat) > number * deck.cards_left(s)
        return PLAY_KING if risky else NO_OPINION
    return _stopping(s, memo, seat, part, number)


@compiled
def _stopping(s: Cells, memo: Worths, seat: int, part: int, number: int) -> int:
    """The parts that decide between drawing on and stopping."""
    if part == _THRESHOLD:
        return threshold(s, seat)
    if part == _PUBLISHED:
        return _published(s, seat, number)
    if part == _WINDOW:
        return stop(s, seat) if s[LOOT] >= number else NO_OPINION
    if part == _PRESSURE:
        ahead = s[BANKS + seat] - s[BANKS + 1 - seat]
        return stop(s, seat) if ahead < number and number <= ahead + s[LOOT] else NO_OPINION
    if part == _JOKER_DENIAL:
        if s[BANKS + seat] or not deck.left(s, JOKER) + s[JOKERS + 1 - seat]:
            return NO_OPINION
        return DRAW if s[LOOT] < number else stop(s, seat)
    if part == _LEAD_AWARE:
        return _lead_aware(s, seat, number)
    if part == _OPTIMAL_TURN:
        return best_of_turn(s, memo, seat, number)
    return NO_OPINION if part == _ROLLOUTS else DRAW  # never_bank


@compiled
def _published(s: Cells, seat: int, value: int) -> int:
    """Draw while L < (1 - p) / p x v, or with a King v / p."""
    bust, reach = published(s), deck.cards_left(s)
    if not s[KINGS + seat]:
        reach -= bust
    draws = bust == 0 or s[LOOT] * bust < reach * value
    return DRAW if draws and not enough(s, seat) else stop(s, seat)


@compiled
def _lead_aware(s: Cells, seat: int, number: int) -> int:
    lead = endings.lead(s, seat, s[BLITZ] > 0)
    if not lead or not bust_cards(s, seat):
        return NO_OPINION
    percent = 100 - number if lead > 0 else 100 + number
    return DRAW if risk_pays(s, seat, percent) else stop(s, seat)


@compiled
def _random_legal(s: Cells, seat: int, draws: int) -> int:
    """One of the legal actions, a draw so many times as likely."""
    count = list_allowed(s)
    more = draws - 1 if draws > 1 and s[LEGAL] == DRAW else 0
    place = below(s, PLAYERS + seat, count + more)
    return s[LEGAL + place] if place < count else DRAW


@compiled
def _oldest_but(s: Cells, seat: int, kept: int) -> int:
    """Give up the oldest card that is not of a kind."""
    hand = s[HANDS + seat]
    while hand & 3 == kept:
        hand >>= 2
    return DISCARD_QUEEN + (hand & 3) - QUEEN_HELD


@compiled
def _queen_reactive(s: Cells, seat: int) -> int:
    if s[PHASE] != OVER_HAND or s[QUEENS + seat] > 1:
        return NO_OPINION
    return _oldest_but(s, seat, QUEEN_HELD)


@compiled
def _counter_keeper(s: Cells, seat: int) -> int:
    if s[PHASE] == ANSWER:
        return _answer(s, seat)
    if s[PHASE] == OVER_HAND and s[JOKERS + seat] == 1:
        return _oldest_but(s, seat, JOKER_HELD)
    return NO_OPINION


@compiled
def _swap_max(s: Cells, seat: int) -> int:
    """A swap when it gains more than twice the Loot."""
    if s[PHASE] != EFFECT and (s[PHASE] != OPEN or not s[JOKERS + seat]):
        return NO_OPINION
    theirs = s[BANKS + 1 - seat]
    gain = theirs - s[BANKS + seat] if theirs else 0
    if s[PHASE] == EFFECT:
        return SWAP if gain > 2 * s[LOOT] else _effect(s)
    return SWAP if gain > max(2 * s[LOOT], WORTH_A_JOKER) else NO_OPINION


@compiled
def avoids(s: Cells, seat: int, part: int, action: int) -> bool:
    """Whether a part rules an action out."""
    if part == _QUEEN_REACTIVE:
        return s[PHASE] == OPEN and action == PLAY_QUEEN
    if part == _COUNTER_KEEPER:
        if action < SWAP or action > JOKER_QUEEN or s[PHASE] != OPEN:
            return False
        return s[JOKERS + seat] == 1 and endings.lead(s, seat, s[BLITZ] > 0) > 0
    if part == _NEVER_BANK:
        return s[PHASE] != EFFECT and action in (BANK, PLAY_KING, JOKER_KING)
    return False


# What a player does where no part has an opinion


@compiled
def react(s: Cells, seat: int) -> int:
    """A sensible answer to whatever is being resolved; not for an open turn."""
    phase = s[PHASE]
    if phase == OVER_HAND:
        return _give_up(s, seat)
    if phase == EFFECT:
        return _effect(s)
    return _answer(s, seat) if phase == ANSWER else _answer_jack(s, seat)


@compiled
def _give_up(s: Cells, seat: int) -> int:
    """A card held more than once, else the Queen, the Joker, the King, in this order."""
    queens, kings, jokers = s[QUEENS + seat], s[KINGS + seat], s[JOKERS + seat]
    if queens >= jokers and queens >= kings:
        return DISCARD_QUEEN
    return DISCARD_QUEEN + (JOKER_HELD - QUEEN_HELD if jokers >= kings else 1)


@compiled
def _effect(s: Cells) -> int:
    """A Joker that takes effect at once: as Queen against a risk, as King with Loot worth doubling."""
    if s[LOOT] >= WORTH_A_JOKER or not (s[JACKS] or s[LATENT]):
        return JOKER_KING if s[LOOT] else JOKER_QUEEN
    return JOKER_QUEEN


@compiled
def _answer_jack(s: Cells, seat: int) -> int:
    """A Queen saves the turn, a King doubles its Loot; a Joker answers only if the Loot is worth it."""
    if s[PHASE] == THIRD_JACK and s[QUEENS + seat]:
        return PLAY_QUEEN
    if s[KING_WINDOW] and s[KINGS + seat] and s[LOOT]:
        return PLAY_KING
    if s[JOKERS + seat] and s[LOOT] >= WORTH_A_JOKER:
        if s[KING_WINDOW]:
            return JOKER_KING
        if s[WILD_QUEEN]:
            return JOKER_QUEEN
    return LET_BUST


@compiled
def _answer(s: Cells, seat: int) -> int:
    """A swap that costs money is countered, or else met with the shield token."""
    if s[BANKS + seat] <= s[BANKS + 1 - seat]:
        return PASS
    if allowed(s, COUNTER):
        return COUNTER
    return SHIELD if allowed(s, SHIELD) else PASS
