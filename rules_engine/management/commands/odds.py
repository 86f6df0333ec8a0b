"""``manage.py odds``: the risk of the next draw, the thresholds and the best act (bankout.md section 11).

For training and commentary. The situation comes from flags, from a JSON object (``--state``) or from the end of a
record (``--record``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management import BaseCommand, CommandParser

from rules_engine import RecordError, read_record
from rules_engine.bankout.odds import Advice, Situation, SituationError, Threshold, advise
from rules_engine.bankout.odds.asking import Question, question
from rules_engine.bankout.odds.record_end import at_end_of
from rules_engine.closed_pipe import until_closed
from rules_engine.management.rule_flags import add_rule_flags, bad_input, read_text, rules_of

AMOUNTS = {
    "loot": "dollars not yet banked",
    "jacks": "Jacks of this turn, less those removed",
    "latent": "latent Aces",
    "bank": "the player's Bank in this round",
    "opponent_bank": "the opponent's",
    "hidden": "unseen Queens, Kings and Jokers in the opponent's hand",
    "goal": "ask for the best chance of a Bank of this size",
}
ACTS = {
    "bank": "bank",
    "draw": "draw",
    "queen": "play a Queen",
    "joker_queen": "play a Joker as Queen",
    "king": "play a King",
    "joker_king": "play a Joker as King",
    "swap": "play a Joker to swap",
}


class Command(BaseCommand):
    help = "The odds of a turn: the risk of the next draw by cause, the thresholds, and the best act."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        for name, meaning in AMOUNTS.items():
            parser.add_argument("--" + name.replace("_", "-"), type=int, metavar="N", help=meaning)
        parser.add_argument("--round", metavar="1|2|3|SD", help="default 1")
        parser.add_argument("--hand", metavar="CARDS", help='what the player holds, such as "Q K"')
        parser.add_argument("--seen", metavar="CARDS", help="cards turned over since the last shuffle, less the hand")
        parser.add_argument("--pile", metavar="RANK:COPIES", help='all that is unseen, such as "2:4 10:3 J:2 A:4"')
        parser.add_argument("--state", metavar="FILE", help="the same as a JSON object; - reads standard input")
        parser.add_argument("--record", metavar="FILE", help="the turn at which a record ends; - for standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_rule_flags(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        asked = _from_record(options) if options["record"] else _from_values(options)
        advice = advise(asked.situation, asked.goal)
        with until_closed():
            self.stdout.write(json.dumps(advice.to_dict()) if options["json"] else "\n".join(_lines(advice)))


def _from_record(options: dict[str, Any]) -> Question:
    try:
        return Question(at_end_of(read_record(read_text(options["record"]))), options["goal"])
    except RecordError as error:
        raise bad_input(*(str(place) for place in error.places)) from error
    except SituationError as error:
        raise bad_input(*error.problems) from error


def _from_values(options: dict[str, Any]) -> Question:
    values = _state(options["state"]) if options["state"] else {}
    for name in (*AMOUNTS, "hand", "seen"):
        if options[name] is not None:
            values[name] = options[name]
    if options["round"] is not None:
        values["round"] = int(options["round"]) if options["round"].isdecimal() else options["round"]
    if options["pile"] is not None:
        values["pile"] = dict(_copies(word) for word in options["pile"].replace(",", " ").split())
    rules = values.get("rules", {})
    if isinstance(rules, dict):
        values["rules"] = rules_of(options, rules)
    try:
        return question(values)
    except SituationError as error:
        raise bad_input(*error.problems) from error


def _state(name: str) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(read_text(name))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise bad_input(f"{name} is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise bad_input(f"{name} is not a JSON object.")
    return values


def _copies(word: str) -> tuple[str, int]:
    rank, _, copies = word.partition(":")
    if not copies.isdecimal() or len(copies) > 6:
        raise bad_input(f"--pile takes RANK:COPIES, not {word!r:.60}.")
    return rank, int(copies)


# The readable form


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
        yield f"One draw ahead: {ACTS[advice.one_draw_ahead]}. As published: {ACTS[advice.published]}."
    yield ""
    yield from _best(advice)


def _situation(situation: Situation) -> Iterator[str]:
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
    yield f"Best: {ACTS[plan.best]} (BO-11.10, {aim}{far})"
    for act, worth in sorted(plan.worth.items(), key=lambda item: -item[1]):
        shown = f"${float(worth):,.2f}" if plan.goal is None else _share(worth)
        yield f"  {ACTS[act]:24} {shown:>10}"


def _share(chance: Any) -> str:
    return f"{float(chance) * 100:.1f} %"


def _limit(threshold: Threshold) -> str:
    return "any amount" if threshold.loot is None else f"${float(threshold.loot):,.2f}"
