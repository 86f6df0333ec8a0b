"""``manage.py plan``: how long matches, rounds and an event will take, and what a time cap changes.

Nothing is stored. The same arguments give the same answer on any machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management import BaseCommand, CommandParser

from matches.planner.labels import changed_text, headline, length_rows, minutes, share_text
from matches.planner.plan import Plan, Terms, plan, to_data
from matches.planner.sample import Sample, played
from rules_engine.closed_pipe import until_closed
from rules_engine.configuration import ConfigurationError
from rules_engine.game import Game
from rules_engine.management.game_flags import add_game_flag, door_of
from rules_engine.management.rule_flags import add_rule_flags, bad_input, rules_of
from rules_engine.planning.matches import Pace

LIMITS = {
    "matches": (10, 100_000),
    "cap": (1, 600),
    "players": (2, 10_000),
    "rounds": (1, 30),
    "cut": (0, 1_024),
    "between": (0, 600),
    "draw": (0.5, 60),
    "act": (0.5, 120),
    "shuffle": (0, 600),
    "spread": (0, 1),
    "report": (0, 600),
}
MATCHES = 2_000
"""Unless more are asked for: the same number on any machine."""
PACE = ("draw", "act", "shuffle", "spread", "report")


class Command(BaseCommand):
    help = (
        "Plan an event from simulated matches: lengths of matches, rounds and the event, and what a time cap changes."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        usual = Pace()
        parser.add_argument("--cap", type=int, metavar="MINUTES", help="time cap; default none")
        parser.add_argument("--players", type=int, default=32, metavar="N", help="default 32")
        parser.add_argument("--rounds", type=int, default=5, metavar="N", help="Swiss rounds; default 5")
        parser.add_argument("--cut", type=int, default=8, metavar="N", help="players in the cut; default 8, 0 for none")
        parser.add_argument("--between", type=float, default=10, metavar="MINUTES", help="between rounds; default 10")
        for name in PACE:
            default = getattr(usual, name)
            parser.add_argument(f"--{name}", type=float, default=default, metavar="X", help=f"default {default:g}")
        parser.add_argument("--player", metavar="NAME", help="how both players of a match play")
        parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"default {MATCHES:,}")
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_game_flag(parser, "planning")
        add_rule_flags(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        game, planning = door_of(options["game"], "planning")
        for name, (least, most) in LIMITS.items():
            if options[name] is not None and not least <= options[name] <= most:
                raise bad_input(f"--{name} is a number from {least:g} to {most:,g}.")
        try:
            rules = game.rule_set(rules_of(options, game=game))
        except ConfigurationError as error:
            raise bad_input(*error.problems) from error
        player = options["player"] or planning.default_player
        if player not in planning.players(rules):
            raise bad_input(f"--player is one of {', '.join(planning.players(rules))}.")
        made = _made(game, rules, player, options)
        with until_closed():
            if options["json"]:
                self.stdout.write(json.dumps({"rules": rules.to_mapping(), "player": player, **to_data(made)}))
            else:
                self.stdout.write("\n".join(_lines(made)))


def _made(game: Game, rules: Any, player: str, options: dict[str, Any]) -> Plan:
    sample = Sample(game.key, rules.to_mapping(), player)
    traces = played(sample, options["matches"], lambda _done, _total: None)
    terms = Terms(
        cap=options["cap"],
        players=options["players"],
        rounds=options["rounds"],
        cut=options["cut"],
        between=options["between"],
        pace=Pace(**{name: options[name] for name in PACE}),
    )
    return plan(traces, terms)


def _lines(made: Plan) -> Iterator[str]:
    yield headline(made)
    yield ""
    for row in length_rows(made):
        yield f"  {row['share']:24} a round {row['round']:>12}   the event {row['event']:>12}"
    yield ""
    yield f"  {'cap':8} {'reach it':>16}   {'half are over in':>16}   {'result changed':>14}   {'drawn':>12}"
    for effect in made.caps:
        half = minutes(effect.minutes[2])
        cells = [share_text(share) for share in (effect.reached, effect.changed, effect.drawn)]
        yield f"  {minutes(effect.cap or 0):8} {cells[0]:>16}   {half:>16}   {cells[1]:>14}   {cells[2]:>12}"
    yield ""
    yield changed_text(made)
    yield f"The player who starts gets {share_text(made.uncapped.first)} of the points without a cap."
    yield f"From {made.matches:,} simulated matches; ± holds 95 times of 100."
