"""The odds of a Bankout turn for the command and the API (bankout.md, section 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_engine.bankout.odds import Advice, Threshold, TurnSituation, advise
from rules_engine.bankout.odds.asking import OddsQuestion, question
from rules_engine.bankout.odds.record_end import at_end_of
from rules_engine.flags import Flag
from rules_engine.odds import OddsAnswer, OddsError, OddsField
from rules_engine.record import Record

_AMOUNTS = {
    "loot": "dollars not yet banked",
    "jacks": "Jacks drawn in this turn and not removed",
    "latent": "latent Aces",
    "bank": "the player's Bank in this round",
    "opponent_bank": "the opponent's Bank in this round",
    "hidden": "number of unseen Queens, Kings and Jokers in the opponent's hand",
    "goal": "find the best chance of reaching a Bank of this size",
}
_ACTS = {
    "bank": "bank",
    "draw": "draw",
    "queen": "play a Queen",
    "joker_queen": "play a Joker as Queen",
    "king": "play a King",
    "joker_king": "play a Joker as King",
    "swap": "play a Joker to swap",
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
        OddsField("round", "any", '1 to 3, or "SD"'),
        OddsField("loot", "whole"),
        OddsField("jacks", "whole"),
        OddsField("latent", "whole"),
        OddsField("bank", "whole"),
        OddsField("opponent_bank", "whole"),
        OddsField("goal", "whole", "Find the best chance of reaching a Bank of this size"),
        OddsField("hand", "any", '"Q K"'),
        OddsField("seen", "any", 'Every card turned over since the last shuffle: "2 9 J"'),
        OddsField("pile", "object", 'Copies by rank: {"2": 4, "J": 3}'),
        OddsField("hidden", "whole"),
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
        return _answer(question(values))

    def at_end(self, record: Record, options: Mapping[str, Any]) -> OddsAnswer:
        """Return the odds of the turn at which a record ends.

        Raises:
            OddsError: if no decision is due there, or if the pile does not follow from the record.
        """
        return _answer(OddsQuestion(at_end_of(record), options["goal"]))


def _copies(entry: str) -> tuple[str, int]:
    rank, _, copies = entry.partition(":")
    if not copies.isdecimal() or len(copies) > 6:
        raise OddsError([f"--pile takes RANK:COPIES, not {entry!r:.60}."])
    return rank, int(copies)


def _answer(asked: OddsQuestion) -> OddsAnswer:
    advice = advise(asked.situation, asked.goal)
    return OddsAnswer(advice.to_dict(), tuple(_lines(advice)))


def _lines(advice: Advice) -> Iterator[str]:
    yield from _situation(advice.situation)
    yield ""
    if advice.risk is None or advice.thresholds is None:
        yield "Nothing can be drawn."
    else:
        known, limits = advice.risk, advice.thresholds
        yield f"Bust with the next draw            exact {_share(known.exact)}, published {_share(known.published)}"
        yield f"  Ace on Alert         BO-11.1     {_share(known.ace_on_alert)}"
        yield f"  Third Jack           BO-11.2     {_share(known.third_jack)}"
        yield f"  Three latent Aces    BO-11.3     {_share(known.three_latent)}"
        yield f"  Latent trigger       BO-11.4     {_share(known.latent_trigger)}"
        yield ""
        yield f"Draw while the Loot is below       exact {_limit(limits.exact)}"
        yield f"  published, to bank   BO-11.6     {_limit(limits.published_bank)}"
        yield f"  published, with King BO-11.7     {_limit(limits.published_king)}"
        yield f"One draw ahead: {_ACTS[advice.one_draw_ahead]}. As published: {_ACTS[advice.published]}."
    yield ""
    yield from _best(advice)


def _situation(situation: TurnSituation) -> Iterator[str]:
    pile = situation.pile
    hidden = f", {pile.hidden} more unseen in a hand" if pile.hidden else ""
    yield f"Pile: {pile.size} cards, {pile.aces} Aces, {pile.jacks} Jacks, numbers worth ${pile.number_sum}{hidden}."
    hand = "Q " * situation.queens + "K " * situation.kings + "X " * situation.jokers
    alert = " (Alert)" if situation.alert else ""
    yield (
        f"Loot ${situation.loot}, Jacks {situation.jacks}{alert}, Latent {situation.latent}, "
        f"hand {hand.strip() or 'empty'}, Bank ${situation.bank} to ${situation.opponent_bank}."
    )


def _best(advice: Advice) -> Iterator[str]:
    plan = advice.plan
    aim = "expected gain" if plan.goal is None else f"chance of a Bank of ${plan.goal:,}"
    far = f", {plan.horizon} draws ahead" if plan.horizon else ""
    yield f"Best: {_ACTS[plan.best]} (BO-11.10, {aim}{far})"
    for act, worth in sorted(plan.worth.items(), key=lambda item: -item[1]):
        amount = f"${float(worth):,.2f}" if plan.goal is None else _share(worth)
        yield f"  {_ACTS[act]:24} {amount:>10}"


def _share(chance: Any) -> str:
    return f"{float(chance) * 100:.1f} %"


def _limit(threshold: Threshold) -> str:
    return "any amount" if threshold.loot is None else f"${float(threshold.loot):,.2f}"
