"""What a player can work out about the next draw: the twin of ``odds.risk`` in cards, and of the thresholds."""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, JACK
from rules_engine.bankout.kernel import deck
from rules_engine.bankout.kernel.compiling import Cells, compiled, hot
from rules_engine.bankout.kernel.layout import (
    BANK,
    BANKS,
    BLITZ,
    DRAW,
    GUIDE,
    JACKS,
    JOKERS,
    KING_WINDOW,
    KINGS,
    LATENT,
    LOOT,
    PLAY_KING,
    QUEENS,
    ROUND,
    SUDDEN_DEATH,
    THIRD_JACK_WINDOW,
    WILD_QUEEN,
)
from rules_engine.bankout.kernel.resolving import triggers
from rules_engine.bankout.ruleset import TARGET


@hot
def bust_cards(s: Cells, seat: int) -> int:
    """BO-11.5 `exact`: how many cards of the pile would bust the player now."""
    jacks, latent = s[JACKS], s[LATENT]
    if not jacks and not latent:
        return 0
    found = 0
    if jacks or (latent == 2 and s[GUIDE]):  # BO-11.1, BO-11.3
        found = deck.left(s, ACE)
    if triggers(s):  # BO-11.4
        if not _answers(s, seat):
            found += deck.left(s, JACK)
    elif jacks == 2:  # BO-11.2
        window = s[THIRD_JACK_WINDOW] and s[ROUND] != SUDDEN_DEATH
        if not (window and _answers(s, seat)):
            found += deck.left(s, JACK)
    return found


@compiled
def _answers(s: Cells, seat: int) -> bool:
    """Whether an answer to a Jack is held."""
    jokers = s[JOKERS + seat]
    if s[QUEENS + seat] or (jokers and s[WILD_QUEEN]):
        return True
    return s[KING_WINDOW] > 0 and (s[KINGS + seat] > 0 or jokers > 0)


@compiled
def published(s: Cells) -> int:
    """BO-11.5 `published`, in cards: Queens ignored, the latent trigger left out."""
    found = 0
    if s[JACKS]:
        found += deck.left(s, ACE)
    if s[JACKS] == 2:
        found += deck.left(s, JACK)
    if s[LATENT] == 2 and s[GUIDE]:
        found += deck.left(s, ACE)
    return found


@compiled
def stop(s: Cells, seat: int) -> int:
    """The act that secures the Loot: a King, which doubles it, if one is held and there is Loot; else a bank."""
    return PLAY_KING if s[LOOT] and s[KINGS + seat] else BANK


@compiled
def enough(s: Cells, seat: int) -> bool:
    """Whether stopping now reaches the target that ends the round (BO-6.3, BO-7.3)."""
    if s[BLITZ] and s[ROUND] != SUDDEN_DEATH:
        return False
    return s[BANKS + seat] + s[LOOT] * (2 if s[KINGS + seat] else 1) >= TARGET


@compiled
def risk_pays(s: Cells, seat: int, percent: int) -> bool:
    """BO-11.6 `exact`, one draw ahead, in percent of the threshold."""
    if enough(s, seat):
        return False
    bust = bust_cards(s, seat)
    return bust == 0 or deck.numbers_worth(s) * percent > bust * s[LOOT] * 100


@compiled
def threshold(s: Cells, seat: int) -> int:
    """Draw while the risk pays, one draw ahead; else stop."""
    return DRAW if risk_pays(s, seat, 100) else stop(s, seat)
