"""Advice on strategy: what to do, the odds of a turn that show why, and what it brought in simulated matches.

The counts stand in ``worth.json``, which ``python -m rules_engine.bankout.teaching.worth`` writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from rules_engine.play.teaching import Advice, Worth
from rules_engine.text import Text
from rules_engine.text import text as _

WORTH_FILE = Path(__file__).parent / "worth.json"
_WORTH = msgspec.json.decode(WORTH_FILE.read_bytes(), type=dict[str, Worth])

_SPECTACLE: Mapping[str, Any] = {"format": "bankout", "jokers": True}
_COMPETITIVE: Mapping[str, Any] = {"format": "blitz", "jokers": False}
_PLAIN = "threshold+king_threshold"

ADVICE_NOTE = _(
    "The figures come from matches between two simulated players who play alike except for this advice. Each "
    "starts half of the matches."
)


def _advice(
    key: str,
    title: Text,
    paragraphs: tuple[Text, ...],
    rule: str,
    situation: Mapping[str, Any],
    shows: Text,
    *,
    follows: str,
    other: str = _PLAIN,
    rules: Mapping[str, Any] = _SPECTACLE,
) -> Advice:
    return Advice(key, title, paragraphs, rule, situation, shows, follows, other, rules, _WORTH.get(key))


ADVICE = (
    _advice(
        "risk",
        _("Stop because of the risk, not out of habit"),
        (
            _("How much Loot is enough depends on what can bust you, not on a number that feels right."),
            _(
                "Compare what the average card adds with what the next draw can cost: the chance of a bust "
                "times your Loot. Draw while the first is larger. If nothing in front of you can bust you, "
                "always draw."
            ),
        ),
        "BO-11.6",
        {"loot": 30, "jacks": 1, "seen": "J 10 10 10"},
        _("On Alert with $30: how much Loot you can have before the next draw stops paying."),
        follows=_PLAIN,
        other="window(25)+king_threshold",
    ),
    _advice(
        "ahead",
        _("Look beyond the next card"),
        (
            _(
                "The next draw is not the last one. What may still come – a King, a Queen – is a reason to "
                "keep drawing."
            ),
            _("That is why the best play keeps drawing longer than a look at the next card alone suggests."),
        ),
        "BO-11.10",
        {"loot": 49, "jacks": 2, "seen": "7 9 J 10 8 9 J 6"},
        _("Two Jacks and $49: the next card alone says bank, the whole turn says draw."),
        follows="optimal_turn",
    ),
    _advice(
        "king",
        _("Do not rush the King"),
        (
            _("A King doubles the Loot that you have when you play him, so every number before him counts twice."),
            _(
                "The doubled Loot is at stake, too. Play him when the risk outweighs the next number, as you would "
                "bank."
            ),
        ),
        "BO-11.7",
        {"loot": 46, "jacks": 1, "hand": "K", "seen": "10 9 J 8 10 9"},
        _("On Alert with $46 and a King: what playing him now is worth, and what drawing again is worth."),
        follows=_PLAIN,
        other="threshold+king_checkmate(5)",
    ),
    _advice(
        "queen",
        _("Play the Queen before you draw"),
        (
            _("An Ace on Alert is a bust at once; a Queen still in your hand does not help."),
            _(
                "On Alert with something to lose, clear the Jack first. With little Loot, keep the Queen for a "
                "latent Ace."
            ),
        ),
        "BO-5.7",
        {"loot": 39, "jacks": 1, "hand": "Q", "seen": "8 5 J 10 9 7"},
        _("On Alert with $39 and a Queen: play the Queen first, or draw first."),
        follows=_PLAIN + "+queen_proactive(20)",
        other=_PLAIN + "+queen_reactive",
    ),
    _advice(
        "swap",
        _("Swap when it gains more than a King"),
        (
            _(
                "A Joker is a King, a Queen or a swap. The swap gains you the difference between the Banks and "
                "costs your opponent as much."
            ),
            _("It pays when the opponent’s Bank is ahead of yours by more than twice your Loot."),
        ),
        "BO-5.17",
        {"round": 3, "loot": 20, "hand": "X", "bank": 40, "opponent_bank": 200, "seen": "9 7 4"},
        _("Round 3, a Joker in hand, $40 against $200."),
        follows=_PLAIN + "+swap_max",
    ),
    _advice(
        "counter",
        _("Keeping a last Joker for a counter makes no difference"),
        (
            _("In Round 3 a Joker in hand is the only answer to a swap, and a leader has the most to lose."),
            _("So some players keep their last one while they lead. This wins as many matches as playing it."),
        ),
        "BO-5.24",
        {"round": 3, "loot": 10, "hand": "X", "bank": 60, "opponent_bank": 320, "seen": "6 4"},
        _("The other side of the table: $60 with a Joker, against your $320. This is what a swap would bring them."),
        follows=_PLAIN + "+swap_max+counter_keeper",
        other=_PLAIN + "+swap_max",
    ),
    _advice(
        "behind",
        _("More risk when behind, less when ahead: no difference"),
        (
            _("The best turn on average is not always the best turn for the match."),
            _(
                "But drawing longer whenever you are behind, and less when ahead, wins as many matches as "
                "stopping by the risk alone. Near the end, look at the chance of reaching the Bank you need."
            ),
        ),
        "BO-11.10",
        {"loot": 60, "jacks": 1, "bank": 700, "opponent_bank": 930, "goal": 800, "seen": "10 9 J 8 10 9 7 7"},
        _("A Bank of $700 and $60 of Loot, with a Bank of $800 needed: the chance of reaching it."),
        follows=_PLAIN + "+lead_aware(50)",
    ),
    _advice(
        "denial",
        _("Leaving your Bank empty against swaps makes no difference"),
        (
            _("A Joker swaps only with a player whose Bank is above $0."),
            _(
                "While Jokers are still to come, a Bank of $0 rules out a swap. The price is that your Loot is "
                "at stake for longer. The two cancel out."
            ),
        ),
        "BO-5.17",
        {"round": 3, "loot": 20, "hand": "X", "bank": 40, "opponent_bank": 0, "seen": "9 7 4"},
        _("The other side of the table: a Joker in hand, but your Bank is empty. A swap is not among the actions."),
        follows=_PLAIN + "+swap_max+joker_denial(30)",
        other=_PLAIN + "+swap_max",
    ),
    _advice(
        "pressure",
        _("Banking early to put pressure on the opponent loses matches"),
        (
            _("A lead may make the other player draw longer than the odds advise."),
            _(
                "But banking as soon as you are clearly ahead gives up more than that: the draws that would "
                "still have paid."
            ),
        ),
        "BO-9.3",
        {"loot": 45, "jacks": 1, "bank": 20, "opponent_bank": 20, "seen": "10 9 J 8 10 8"},
        _("Level at $20 with $45 of Loot: what banking now and drawing again are worth in this turn alone."),
        follows=_PLAIN + "+pressure(40)",
        rules=_COMPETITIVE,
    ),
)
