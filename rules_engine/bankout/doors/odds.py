"""What can be asked about the odds of a Bankout turn (bankout.md section 11).

The computation is imported with the first question, so that the program starts without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.odds.door import OddsAnswer, OddsError, OddsField
from rules_engine.record import GameRecord
from rules_engine.rules.flags import Flag
from rules_engine.text import text as _

_AMOUNTS = {
    "loot": "dollars not yet banked",
    "jacks": "Jacks drawn in this turn and not removed",
    "latent": "latent Aces",
    "bank": "the player's Bank in this round",
    "opponent_bank": "the opponent's Bank in this round",
    "hidden": "number of unseen Queens, Kings and Jokers in the opponent's hand",
    "goal": "find the best chance of reaching a Bank of this size",
}


class BankoutOdds:
    """The risk of the next draw, the thresholds and the best action."""

    flags: tuple[Flag, ...] = (
        *(Flag(name, meaning, "N", whole=True) for name, meaning in _AMOUNTS.items()),
        Flag("round", "default 1", "1|2|3|SD"),
        Flag("hand", 'the cards in the player\'s hand, such as "Q K"', "CARDS"),
        Flag("seen", "cards turned over since the last shuffle, without the hand", "CARDS"),
        Flag("pile", 'all unseen cards, such as "2:4 10:3 J:2 A:4"', "RANK:COPIES"),
    )
    situation: tuple[OddsField, ...] = (
        OddsField("rules", "object"),
        OddsField("round", "any", "1 to 3, or “SD”", label=_("Round")),
        OddsField("loot", "whole", label=_("Loot")),
        OddsField("jacks", "whole", label=_("Jacks this turn")),
        OddsField("latent", "whole", label=_("Latent Aces")),
        OddsField("bank", "whole", label=_("Your Bank")),
        OddsField("opponent_bank", "whole", label=_("Opponent’s Bank")),
        OddsField("goal", "whole", "Find the best chance of reaching a Bank of this size", label=_("Bank to reach")),
        OddsField("hand", "any", "“Q K”", label=_("Hand"), are_cards=True),
        OddsField(
            "seen",
            "any",
            "Every card turned over since the last shuffle: “2 9 J”",
            label=_("Cards turned over"),
            are_cards=True,
        ),
        OddsField("pile", "object", 'Copies by rank: {"2": 4, "J": 3}'),
        OddsField("hidden", "whole", label=_("Unseen cards in the opponent’s hand")),
    )
    situation_help = "A turn in progress. Cards are a list or a text of ranks. Give either ``seen`` or ``pile``."
    data: tuple[OddsField, ...] = (
        OddsField("pile", "wholes"),
        OddsField("risk", "numbers", nullable=True),
        OddsField("thresholds", "limits", nullable=True),
        OddsField("one_draw_ahead", "text"),
        OddsField("published", "text"),
        OddsField("best", "object"),
    )
    data_help = "The odds of section 11. If no card can be drawn, ``risk`` and ``thresholds`` are null."

    def values(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the situation that the flags describe.

        Raises:
            OddsError: if ``--pile`` cannot be read.
        """
        names = (*_AMOUNTS, "hand", "seen")
        values: dict[str, Any] = {name: options[name] for name in names if options[name] is not None}
        if options["round"] is not None:
            values["round"] = int(options["round"]) if options["round"].isdecimal() else options["round"]
        if options["pile"] is not None:
            values["pile"] = dict(_copies(entry) for entry in options["pile"].replace(",", " ").split())
        return values

    def answer(self, values: Mapping[str, Any]) -> OddsAnswer:
        """Return the odds of a situation.

        Raises:
            OddsError: if the situation is not possible.
        """
        from rules_engine.bankout.odds.answers import answer

        return answer(values)

    def at_end(self, record: GameRecord, options: Mapping[str, Any]) -> OddsAnswer:
        """Return the odds of the turn at which a record ends.

        Raises:
            OddsError: if no decision is due there, or if the pile does not follow from the record.
        """
        from rules_engine.bankout.odds.answers import answer_at_end

        return answer_at_end(record, options["goal"])


def _copies(entry: str) -> tuple[str, int]:
    rank, _colon, copies = entry.partition(":")
    if not copies.isdecimal() or len(copies) > 6:
        raise OddsError([f"--pile takes RANK:COPIES, not {entry!r:.60}."])
    return rank, int(copies)
