"""``python -m matches.pairing FILE.json --after N --seed S [--power]``: pair the round after round N of a real event.

Prints one JSON object::

    {"pairs": [["P001", "P007", "score_group"], ...], "bye": "P010" or null,
     "cost": {"rematches": 0, "second_byes": 0, "bye_group": 0, "sse": 4, "repeated_floats": 1}}

The pairs are in the order of their tables, the higher player first, with the code of their main reason (see
``reasons``). ``bye_group`` counts the score groups below that of the bye; ``sse`` is computed from match points,
without the bye. Players for whom the file has an awarded bye in the round stand in ``awarded_byes``, which is there
only if it has some.

With ``--pods P [--least K] [--most K] [--weighed]`` the file holds pods (see ``pod_file``), and the round is drawn in
pods of P players, P - 1 to P without the other two::

    {"pods": [["P001", "P007", "P010"], ...], "byes": ["P004"],
     "cost": {"byes": 0, "repeats": 0, "short": 1, "low": "7/2", "squares": "25/4"}}

Pods are in seat order. Numbers are exact: whole, or a fraction as text. Bad input gives one line on standard error with
the place, and exit status 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from matches.history import RoundPlayed
from matches.pairing.field import FieldError, field_from_history
from matches.pairing.paired_round import Pairing, SwissOptions
from matches.pairing.pods.sizes import PodSizeError, shape_for
from matches.pairing.swiss import pair_swiss
from matches.standings.settings import StandingsSettings
from matches.standings.table import compute
from matches.tournament_files.command_line import CommandParser, refuse, whole_number
from matches.tournament_files.json_values import DataError
from matches.tournament_files.pod_draw import draw_next, pods_as_json
from matches.tournament_files.pod_file import PodTournament, load_pods
from matches.tournament_files.swiss_file import Tournament, load
from rules_engine.closed_pipe import until_closed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status: 0, or 2 for bad input."""
    with until_closed():
        args = _parser().parse_args(arguments)
        problem = _wrong_options(args)
        if problem:
            return refuse(f"python -m matches.pairing: {problem}")
        try:
            tournament = load(args.file) if args.pods is None else load_pods(args.file)
        except DataError as error:
            return refuse(str(error))
        try:
            printed = _printed(tournament, args)
        except (DataError, FieldError, PodSizeError) as error:
            return refuse(f"{args.file}: {error}")
        sys.stdout.write(json.dumps(printed) + "\n")
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="python -m matches.pairing", description="Pair the round after round N of a tournament."
    )
    parser.add_argument("file", metavar="FILE.json", help="a tournament in the form of tests/data/swiss/README.md")
    parser.add_argument(
        "--after", metavar="N", type=whole_number, required=True, help="the last round played; 0 for the first"
    )
    parser.add_argument(
        "--seed", metavar="S", type=whole_number, required=True, help="a whole number; the chance of the round"
    )
    parser.add_argument("--power", action="store_true", help="pair down the standings, as a last round before a cut")
    pods = parser.add_argument_group("pods")
    pods.add_argument("--pods", metavar="P", type=whole_number, help="draw pods of P players")
    pods.add_argument("--least", metavar="K", type=whole_number, help="the least players of a pod")
    pods.add_argument("--most", metavar="K", type=whole_number, help="the most players of a pod")
    pods.add_argument("--weighed", action="store_true", help="weigh repeats against points instead of before them")
    return parser


def _wrong_options(args: argparse.Namespace) -> str:
    """What is wrong with the options together; empty if nothing is."""
    if args.pods is None:
        searches = [name for name in ("least", "most", "weighed") if getattr(args, name) not in (None, False)]
        return f"--{searches[0]} is for pods: give --pods as well" if searches else ""
    return "--power is for pairs, not for pods" if args.power else ""


def _printed(tournament: Tournament | PodTournament, args: argparse.Namespace) -> dict[str, Any]:
    """What the command prints."""
    if isinstance(tournament, PodTournament):
        shape = shape_for(args.pods, args.least, args.most)
        return pods_as_json(*draw_next(tournament, args.after, args.seed, shape, weighed=args.weighed))
    return as_json(pair_next(tournament, args.after, args.seed, power=args.power))


def pair_next(tournament: Tournament, after: int, seed: int, *, power: bool) -> Pairing:
    """Pair the round after round ``after``. Raises DataError for a round that the file does not have."""
    rounds = tournament.after(after)
    ranks = ranks_after(tournament, rounds) if power else None
    attendance, number = tournament.attendance, after + 1
    field = field_from_history(
        tournament.still_in(after),
        rounds,
        tournament.rules.scoring,
        ranks=ranks,
        awarded=attendance.awarded.get(number, ()),
        locked=attendance.locked.get(number, ()),
        byes_before=attendance.awarded_after(number),
    )
    return pair_swiss(field, seed=seed, options=SwissOptions(power=power, equal_chances=True, chains=True))


def ranks_after(tournament: Tournament, rounds: Sequence[RoundPlayed]) -> dict[str, int]:
    """Return everyone's place in the standings after ``rounds``, under the publisher's rules."""
    rules = tournament.rules
    settings = StandingsSettings(
        order=("omw", "rw", "orw"),
        scoring=rules.scoring,
        match_floor=rules.mw_floor,
        round_floor=rules.gw_floor,
        drawn_round_when_none_won=rules.game_points_per_drawn_game_in_0_0_n,
        assigned_loss_rounds=rules.assigned_loss_games,
    )
    return {row.player: row.rank for row in compute(tournament.players, rounds, settings).rows}


def as_json(pairing: Pairing) -> dict[str, Any]:
    """Return ``pairing`` as the command prints it."""
    cost = pairing.cost
    return {
        "pairs": [[*pair.seats, str(pair.reasons[0].code)] for pair in pairing.pairs],
        "bye": pairing.bye,
        **({"awarded_byes": list(pairing.awarded)} if pairing.awarded else {}),
        "cost": {
            "rematches": cost.rematches,
            "second_byes": cost.second_byes,
            "bye_group": cost.bye_group,
            "sse": cost.sse,
            "repeated_floats": cost.repeated_floats,
        },
    }
