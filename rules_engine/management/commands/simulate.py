"""``manage.py simulate``: play matches from the strategies of bankout.md section 14, and say how they went.

The same arguments play the same matches on any machine. ``--record`` writes the first of them down, as a record that
``check_record`` reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management import BaseCommand, CommandParser

from rules_engine import games
from rules_engine.bankout.language import BankoutLanguage
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.bankout.simulate import PARTS, PRESETS, Terms, player, simulate_many, simulate_record
from rules_engine.bankout.simulate.chance import seed_of
from rules_engine.bankout.simulate.strategies import Part
from rules_engine.bankout.simulate.summary import Spread, Summary, summarise
from rules_engine.closed_pipe import until_closed
from rules_engine.management.rule_flags import add_rule_flags, bad_input, read_text, rules_of
from rules_engine.record.writing import to_json, to_text

MOST_MATCHES = 1_000_000


class Command(BaseCommand):
    help = "Simulate matches between two players and report who won, how, and how long it took."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        presets = "|".join(preset.key for preset in games.BANKOUT.presets)
        parser.add_argument("--preset", metavar=presets, help="an event's rules and time cap (BO-9.7)")
        parser.add_argument("--rules", metavar="FILE", help="rules as a JSON object, as in a record; - standard input")
        parser.add_argument("--a", default="steady", metavar="PLAYER", help="a preset player or strategies joined by +")
        parser.add_argument("--b", default="steady", metavar="PLAYER", help="likewise; default steady")
        parser.add_argument("--matches", type=int, default=100, metavar="N", help="default 100")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
        parser.add_argument("--cap", type=int, metavar="MINUTES", help="time cap; default that of the preset, or none")
        parser.add_argument("--needs-winner", action="store_true", help="Sudden Death after a tie at the time cap")
        parser.add_argument("--record", metavar="FILE", help="write the first match down: text, or JSON for .json")
        parser.add_argument("--players", action="store_true", help="list the preset players and the strategies")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_rule_flags(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with until_closed():
            self.stdout.write("\n".join(_players()) if options["players"] else _simulated(options))


def _simulated(options: dict[str, Any]) -> str:
    """Play the matches, write the first of them down if that is asked for, and tell how they went."""
    rules, cap = _rules(options)
    players = (options["a"], options["b"])
    _check(options, players, rules)
    terms = Terms(cap_minutes=cap, needs_winner=options["needs_winner"])
    if options["record"]:
        _, record = simulate_record(rules, players, seed_of(options["seed"], 0), terms)
        as_json = options["record"].lower().endswith(".json")
        _write(options["record"], to_json(record) if as_json else to_text(record, BankoutLanguage()))
    summary = summarise(simulate_many(options["matches"], rules, players, options["seed"], terms))
    if options["json"]:
        return json.dumps({"rules": rules.to_mapping(), "players": players, **summary.to_dict()})
    return "\n".join(_lines(summary, rules, players, cap))


def _rules(options: dict[str, Any]) -> tuple[RuleSet, int | None]:
    """The rule set and the cap: flags over the file, the file over the preset."""
    base: dict[str, Any] = {}
    cap: int | None = None
    if options["preset"]:
        known = {preset.key: preset for preset in games.BANKOUT.presets}
        preset = known.get(options["preset"].lower())
        if preset is None:
            raise bad_input(f"There is no preset {options['preset']!r:.60}; there are {', '.join(known)}.")
        base, cap = dict(preset.rules), preset.cap_minutes
    if options["rules"]:
        base |= _rules_file(options["rules"])
    return RuleSet.from_mapping(rules_of(options, base)), options["cap"] if options["cap"] is not None else cap


def _rules_file(name: str) -> dict[str, Any]:
    try:
        rules = msgspec.json.decode(read_text(name))
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_input(f"{name} is not JSON: {error}.") from error
    if not isinstance(rules, dict):
        raise bad_input(f"{name} is not a JSON object.")
    return rules


def _check(options: dict[str, Any], players: tuple[str, str], rules: RuleSet) -> None:
    if not 1 <= options["matches"] <= MOST_MATCHES:
        raise bad_input(f"--matches is a number from 1 to {MOST_MATCHES:,}.")
    if options["cap"] is not None and not 1 <= options["cap"] <= 600:
        raise bad_input("--cap is a number of minutes from 1 to 600.")
    for name in players:
        try:
            player(name, rules.format)
        except ValueError as error:
            raise bad_input(str(error)) from error


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise bad_input(f"{name} cannot be written: {error.strerror}.") from error


# The readable form


def _players() -> Iterator[str]:
    for format_, presets in PRESETS.items():
        yield f"Preset players for {format_}:"
        yield from (f"  {name:12} {spelt}" for name, spelt in presets.items())
    yield "Strategies:"
    yield from (f"  {name:16} {_meaning(part)}" for name, part in PARTS.items())


def _meaning(part: type[Part]) -> str:
    """The sentence of the strategy's docstring, without its name."""
    return (part.__doc__ or "").split(": ", 1)[-1].replace("`", "")


def _lines(summary: Summary, rules: RuleSet, players: tuple[str, str], cap: int | None) -> Iterator[str]:
    jokers = "Jokers on" if rules.jokers else "Jokers off"
    limit = f"{cap} minutes" if cap else "no time cap"
    yield f"{summary.matches:,} matches of {rules.format}, edition {rules.edition}, {jokers}, {limit}."
    yield ""
    for seat, name in zip("AB", players, strict=True):
        yield f"  {seat} {name:34} won {_share(summary.winners.get(seat, 0), summary.matches)}"
    yield f"  {'drawn':36} {'':3} {_share(summary.winners.get('draw', 0), summary.matches)}"
    yield ""
    yield "Decided by    " + _shares(summary.decided_by, summary.matches)
    yield "Turns ended   " + _shares(summary.endings, sum(summary.endings.values()))
    yield ""
    yield "                mean  median  95 of 100 at most"
    yield f"Minutes     {_spread(summary.minutes)}"
    yield f"Turns       {_spread(summary.turns)}"
    yield f"Actions     {_spread(summary.actions)}"
    yield f"Money, mean ${summary.totals[0]:,.0f} to ${summary.totals[1]:,.0f}"


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:5.1f} %"


def _shares(counts: dict[str, int], whole: int) -> str:
    return ", ".join(f"{name} {100 * count / whole:.1f} %" for name, count in counts.items())


def _spread(spread: Spread) -> str:
    return f"{spread.mean:8.1f}{spread.median:8.1f}{spread.most:8.1f}"
