"""``manage.py simulate``: play matches between the players of a game, and report how they went.

The same arguments play the same matches on any machine. ``--record`` writes the first of them down, as a record that
``check_record`` reads.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import msgspec
from django.core.management import BaseCommand, CommandParser

from rules_engine import games
from rules_engine.closed_pipe import until_closed
from rules_engine.game import Game
from rules_engine.management.game_flags import add_game_flag, door_of
from rules_engine.management.rule_flags import add_rule_flags, bad_input, read_text, rules_of
from rules_engine.play.simulation import Simulation, SimulationRun
from rules_engine.record.writing import to_json, to_text
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.flags import add_flags

MOST_MATCHES = 1_000_000_000


class Command(BaseCommand):
    help = "Simulate matches between two players and report who won, how, and how long it took."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        simulations = [(game, game.simulation) for game in games.all_games() if game.simulation]
        presets = "|".join(dict.fromkeys(preset.key for game, _simulation in simulations for preset in game.presets))
        parser.add_argument("--preset", metavar=presets, help="an event's rules and time cap")
        parser.add_argument("--rules", metavar="FILE", help="rules as a JSON object, as in a record; - standard input")
        for seat in ascii_lowercase[: max((game.seats[1] for game, _simulation in simulations), default=0)]:
            meaning = f"likewise; default {simulations[0][1].default_player}"
            meaning = "a preset player or strategies joined by +" if seat == "a" else meaning
            parser.add_argument(f"--{seat}", metavar="PLAYER", help=meaning)
        parser.add_argument("--matches", type=int, default=100, metavar="N", help="default 100")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
        parser.add_argument("--cap", type=int, metavar="MINUTES", help="time cap; default that of the preset, or none")
        add_flags(parser, [flag for _game, simulation in simulations for flag in simulation.flags])
        parser.add_argument("--record", metavar="FILE", help="write the first match down: text, or JSON for .json")
        parser.add_argument("--players", action="store_true", help="list the preset players and the strategies")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_game_flag(parser, "simulation")
        add_rule_flags(parser, own=("preset",))

    def handle(self, *args: Any, **options: Any) -> None:
        game, simulation = door_of(options["game"], "simulation")
        with until_closed():
            if options["players"]:
                self.stdout.write("\n".join(simulation.players()))
                return
            try:
                self.stdout.write(_simulated(game, simulation, options))
            except ConfigurationError as error:
                raise bad_input(str(error)) from error


def _simulated(game: Game, simulation: Simulation, options: dict[str, Any]) -> str:
    """Play the matches, write the first of them down if that is asked for, and say how they went."""
    run = _run(game, simulation, options)
    if options["record"]:
        record = simulation.record(run)
        as_json = options["record"].lower().endswith(".json")
        _write(options["record"], to_json(record) if as_json else to_text(record, game.language))
    summary = simulation.play(run, options["matches"])
    if options["json"]:
        return json.dumps({"rules": run.rules.to_mapping(), "players": run.players, **summary.data})
    return "\n".join(summary.lines)


def _run(game: Game, simulation: Simulation, options: dict[str, Any]) -> SimulationRun:
    """What to play. Flags go before the rules file, the file before the preset."""
    base: dict[str, Any] = {}
    cap: int | None = None
    if options["preset"]:
        presets = {preset.key: preset for preset in game.presets}
        preset = presets.get(options["preset"].lower())
        if preset is None:
            raise bad_input(f"There is no preset {options['preset']!r:.60}; there are {', '.join(presets)}.")
        base, cap = dict(preset.rules), preset.cap_minutes
    if options["rules"]:
        base |= _rules_file(options["rules"])
    rules = game.rule_set(rules_of(options, base, game))
    cap = options["cap"] if options["cap"] is not None else cap
    run = SimulationRun(rules, _players(game, simulation, options), options["seed"], cap, options)
    _check(run, simulation, options)
    return run


def _players(game: Game, simulation: Simulation, options: dict[str, Any]) -> tuple[str, ...]:
    """A player for each seat that the game needs, and for each further one that is named."""
    least, most = game.seats
    named = [options[seat] for seat in ascii_lowercase[:most]]
    return tuple(name or simulation.default_player for at, name in enumerate(named) if name or at < least)


def _rules_file(name: str) -> dict[str, Any]:
    try:
        rules = msgspec.json.decode(read_text(name))
    except (msgspec.DecodeError, RecursionError) as error:
        raise bad_input(f"{name} is not JSON: {error}.") from error
    if not isinstance(rules, dict):
        raise bad_input(f"{name} is not a JSON object.")
    return rules


def _check(run: SimulationRun, simulation: Simulation, options: dict[str, Any]) -> None:
    if not 1 <= options["matches"] <= MOST_MATCHES:
        raise bad_input(f"--matches is a number from 1 to {MOST_MATCHES:,}.")
    if options["cap"] is not None and not 1 <= options["cap"] <= 600:
        raise bad_input("--cap is a number of minutes from 1 to 600.")
    for name in run.players:
        try:
            simulation.check_player(name, run.rules)
        except ValueError as error:
            raise bad_input(str(error)) from error


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise bad_input(f"{name} cannot be written: {error.strerror}.") from error
