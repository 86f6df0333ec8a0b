"""The worked examples of section 12 as positions to open. BO-12.E is left out: no legal turn leads to it."""

from __future__ import annotations

from rules_engine.bankout.teaching.two_rounds import HEAD, TO_ROUND_2, TO_ROUND_3
from rules_engine.play.teaching import Position
from rules_engine.text import text as _

_ROUND_1 = HEAD + "Round 1, A first\nA: "

POSITIONS = (
    Position("BO-12.A", _("A Jack on a latent Ace, with a Queen in hand"), _ROUND_1 + "Q A J *Q"),
    Position("BO-12.B", _("On Alert with $65 and a King"), _ROUND_1 + "K J 10 10 10 10 9 9 7 >K"),
    Position("BO-12.C", _("A Joker while the opponent’s Bank is $12"), TO_ROUND_2 + "\nA: 5 B\nB: 8 4 B\nA: X=swap"),
    Position("BO-12.D", _("A swap, countered"), TO_ROUND_3 + "\nB: X 8 B\nA: 9 X B\nB: 7 >X=swap ^X"),
    Position("BO-12.F", _("A third latent Ace"), _ROUND_1 + "5 A A A #"),
    Position("BO-12.G", _("A third Jack, answered with a Queen"), _ROUND_1 + "Q J J J >Q"),
    Position("BO-12.H", _("On Alert with an unplayed Queen, and an Ace"), _ROUND_1 + "Q J A #"),
)
