"""``manage.py analyse FILE``: what each decision of a record cost, in winning chance and in money."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management import BaseCommand, CommandParser

from rules_engine import games
from rules_engine.closed_pipe import until_closed
from rules_engine.game import Game
from rules_engine.management.rule_flags import bad_input, read_text
from rules_engine.play.analysis import SURE, Analysis, MatchAnalysis
from rules_engine.printing import error_lines
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import load, parse
from rules_engine.rules.configuration import ConfigurationError

COSTLIEST = 10


class Command(BaseCommand):
    help = "Analyse a record: what each decision cost against the best action."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a record, as text or JSON; - standard input")
        parser.add_argument("--runs", type=int, metavar="N", help="matches played on from each action")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["runs"] is not None and not 4 <= options["runs"] <= 100_000:
            raise bad_input("--runs is a number from 4 to 100,000.")
        record, game, analysis = _read(options["file"])
        begun = time.monotonic()
        made = analysis.analyse(record, lambda _done, _total: None, options["runs"])
        seconds = round(time.monotonic() - begun, 1)
        with until_closed():
            if options["json"]:
                self.stdout.write(json.dumps({**msgspec.to_builtins(made), "seconds": seconds}))
            else:
                self.stdout.write(
                    "\n".join([*_lines(record, game, analysis, made), f"It took {seconds:,.1f} seconds."])
                )


def _read(name: str) -> tuple[GameRecord, Game, Analysis]:
    text = None
    try:
        text = load(read_text(name))
        record = parse(text, games.language_of)
        game = games.get(record.game)
        game.rule_set(record.rules)
    except RecordError as error:
        raise bad_input(f"{name} cannot be read as a record:", *error_lines(text, error.places)) from error
    except ConfigurationError as error:
        raise bad_input(*error.problems) from error
    if game.analysis is None:
        raise bad_input(f"There is no analysis of {game.name}.")
    return record, game, game.analysis


def _lines(record: GameRecord, game: Game, analysis: Analysis, made: MatchAnalysis) -> Iterator[str]:
    yield "  player                          decisions   without a loss   mean loss   in money"
    for seat in made.seats:
        name = f"{seat.seat} {record.seats.get(seat.seat, '')}"[:30]
        yield f"  {name:30} {seat.decisions:10} {100 * seat.good:14.1f} % {100 * seat.loss:11.2f} {seat.money:10.2f}"
    yield ""
    losses = sorted((decision for decision in made.decisions if decision.is_loss), key=lambda decision: -decision.loss)
    if not losses:
        yield "No decision cost more than chance could explain."
    for decision in losses[:COSTLIEST]:
        round_ = game.wording.round_title(record.rounds[decision.place].round)
        where = f"{round_}, turn {decision.turn}, act {decision.action}"
        acts = f"{analysis.label(decision.chosen)}; better: {analysis.label(decision.best)}"
        cost = f"{100 * decision.loss:.1f} ± {100 * SURE * decision.error:.1f} of 100"
        money = "" if decision.money is None else f", ${decision.money:,.0f}"
        yield f"  {where:28} {decision.seat}  {acts:44} {cost}{money}"
    if len(losses) > COSTLIEST:
        yield f"  … and {len(losses) - COSTLIEST:,} more; --json has them all."
    yield f"From {made.runs:,} matches played on from each act; hidden cards were drawn, not looked at."
