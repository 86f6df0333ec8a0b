"""``manage.py plan``: how long matches, rounds and an event will take, and what a time cap changes.

Nothing is stored. The same arguments give the same answer on any machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.management import BaseCommand, CommandParser

from matches.planner.cut import EVENTS, PLAYING, CutAnswer, CutQuestion, simulated, why_not
from matches.planner.cut_labels import cut_problem, cut_shown, no_cut_text
from matches.planner.labels import changed_text, headline, length_rows, minutes, pace_text, share_text, starts_row
from matches.planner.plan import MOST_CUT, MOST_ROUNDS, USUAL_CUT, Plan, Terms, plan, to_data, usual_cut
from matches.planner.sample import Sample, played
from rules_engine.closed_pipe import until_closed
from rules_engine.game import Game
from rules_engine.management.game_flags import add_game_flag, door_of
from rules_engine.management.rule_flags import add_rule_flags, bad_input, rules_of
from rules_engine.planning.matches import Pace
from rules_engine.rules.configuration import ConfigurationError

LIMITS: dict[str, tuple[float, float]] = {
    "matches": (10, 100_000),
    "cap": (1, 600),
    "players": (2, 10_000),
    "rounds": (1, MOST_ROUNDS),
    "cut": (0, MOST_CUT),
    "between": (0, 600),
    "draw": (0.5, 60),
    "act": (0.5, 120),
    "shuffle": (0, 600),
    "spread": (0, 1),
    "report": (0, 600),
    "events": (0, 100_000),
    **{name: limits[:2] for name, limits in PLAYING.items()},
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
        parser.add_argument(
            "--cut", type=int, metavar="N", help=f"players in the cut; default {USUAL_CUT} or all players, 0 for none"
        )
        parser.add_argument("--between", type=float, default=10, metavar="MINUTES", help="between rounds; default 10")
        for name in PACE:
            default = getattr(usual, name)
            parser.add_argument(f"--{name}", type=float, default=default, metavar="X", help=f"default {default:g}")
        parser.add_argument("--player", metavar="NAME", help="how both players of a match play")
        parser.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"default {MATCHES:,}")
        parser.add_argument(
            "--events",
            type=int,
            default=EVENTS,
            metavar="N",
            help=f"simulated events for the number of rounds and the cut; default {EVENTS:,}, 0 for none",
        )
        helps = {
            "skill": "how far apart players' strengths are on the logit scale",
            "draws": "the share of drawn matches",
            "drops": "the share of players with a loss who drop after a round",
        }
        for name, text in helps.items():
            parser.add_argument(
                f"--{name}",
                type=float,
                default=PLAYING[name][2],
                metavar="X",
                help=f"{text}; default {PLAYING[name][2]:g}",
            )
        parser.add_argument("--json", action="store_true", help="one JSON object on one line")
        add_game_flag(parser, "planning")
        add_rule_flags(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        game, planning = door_of(options["game"], "planning")
        for name, (least, most) in LIMITS.items():
            if options[name] is not None and not least <= options[name] <= most:
                raise bad_input(f"--{name} is a number from {least:g} to {most:,g}.")
        if options["cut"] is None:
            options["cut"] = usual_cut(options["players"])
        if problem := cut_problem(options["players"], options["cut"]):
            raise bad_input(f"--cut: {problem}")
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
                self.stdout.write("\n".join([*_lines(made, _pace(options)), *_swiss_lines(made, options)]))


def _made(game: Game, rules: Any, player: str, options: dict[str, Any]) -> Plan:
    sample = Sample(game.key, rules.to_mapping(), player)
    traces = played(sample, options["matches"], lambda _done, _total: None)
    terms = Terms(
        cap=options["cap"],
        players=options["players"],
        rounds=options["rounds"],
        cut=options["cut"],
        between=options["between"],
        pace=_pace(options),
    )
    return plan(traces, terms, _swiss(options))


def _question(options: dict[str, Any]) -> CutQuestion:
    return CutQuestion(**{name: options[name] for name in ("players", "rounds", "cut", *PLAYING)})


def _swiss(options: dict[str, Any]) -> CutAnswer | None:
    if not options["events"] or why_not(options["players"], options["cut"]):
        return None
    return simulated(_question(options), events=options["events"])


def _pace(options: dict[str, Any]) -> Pace:
    return Pace(**{name: options[name] for name in PACE})


def _lines(made: Plan, pace: Pace) -> Iterator[str]:
    yield headline(made)
    yield ""
    for row in length_rows(made):
        yield f"  {row.share:24} a round {row.round:>12}   the event {row.event:>12}"
    yield ""
    yield f"  {'cap':8} {'reach it':>16}   {'half are over in':>16}   {'result changed':>14}   {'drawn':>12}"
    for effect in made.caps:
        half = minutes(effect.minutes[2])
        cells = [share_text(share) for share in (effect.reached, effect.changed, effect.drawn)]
        yield f"  {minutes(effect.cap or 0):8} {cells[0]:>16}   {half:>16}   {cells[1]:>14}   {cells[2]:>12}"
    yield ""
    yield changed_text(made)
    yield f"The player who starts gets {share_text(made.uncapped.first)} of the points without a cap."
    for name, starts in (("by lot", made.by_lot), ("balanced", made.balanced)):
        starts_text = starts_row("", starts)
        yield f"Starts {name}: a player with many has {starts_text.most}, worth {starts_text.worth}."
    yield pace_text(pace)
    yield f"From {made.matches:,} simulated matches; ± holds 95 times out of 100."


def _swiss_lines(made: Plan, options: dict[str, Any]) -> Iterator[str]:
    """How many rounds, and which record makes the cut; or why that is not said."""
    if made.swiss is None:
        if options["events"]:
            yield ""
            yield no_cut_text(why_not(options["players"], options["cut"]))
        return
    shown = cut_shown(made.swiss, _question(options))
    yield ""
    yield f"  {'rounds':8} {'without a loss':>16}   {'the strongest has none':>22}   {'in the cut':>14}   {'wins':>14}"
    for row in shown.rounds:
        in_cut = row.in_cut if options["cut"] else "–"
        cells = f"{row.undefeated:>16}   {row.unbeaten:>22}   {in_cut:>14}   {row.wins:>14}"
        yield f"  {row.rounds:<8} {cells}"
    if options["cut"]:
        yield ""
        yield f"  {'record':8} {'players':>8}   {'in the cut':>14}   {'with agreed draws':>17}   {'in the cut':>14}"
        for kind in shown.records:
            usual, agreed = kind.usual, kind.agreed
            cells = f"{usual.players:>8}   {usual.reached:>14}   {agreed.players:>17}   {agreed.reached:>14}"
            yield f"  {kind.record:8} {cells}"
    yield f"From {shown.events} simulated events for each number of rounds."
