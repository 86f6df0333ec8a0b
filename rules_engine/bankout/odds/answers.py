"""The odds of a turn as data and as lines, for the command and the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_engine.bankout.odds import Advice, Threshold, TurnSituation, advise
from rules_engine.bankout.odds.asking import OddsQuestion, question
from rules_engine.bankout.odds.record_end import at_end_of
from rules_engine.bankout.odds.sections import sections
from rules_engine.odds.door import OddsAnswer
from rules_engine.record import GameRecord

_ACTS = {
    "bank": "bank",
    "draw": "draw",
    "queen": "play a Queen",
    "joker_queen": "play a Joker as Queen",
    "king": "play a King",
    "joker_king": "play a Joker as King",
    "swap": "play a Joker to swap",
}


def answer(values: Mapping[str, Any]) -> OddsAnswer:
    """The odds of a situation. Raises OddsError if the situation is not possible."""
    return _answer(question(values))


def answer_at_end(record: GameRecord, goal: int | None) -> OddsAnswer:
    """The odds of the turn at which a record ends. Raises OddsError if there are none."""
    return _answer(OddsQuestion(at_end_of(record), goal))


def _answer(query: OddsQuestion) -> OddsAnswer:
    advice = advise(query.situation, query.goal)
    return OddsAnswer(advice.to_dict(), tuple(_lines(advice)), tuple(sections(advice)))


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
        mean = f"${float(advice.situation.mean_number):.2f}"
        with_king = _limit(limits.published_king_mean)
        yield f"  with {mean} a number    {_limit(limits.published_bank_mean)}, with King {with_king}"
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
    return f"{float(chance) * 100:.1f}%"


def _limit(threshold: Threshold) -> str:
    return "any amount" if threshold.loot is None else f"${float(threshold.loot):,.2f}"
