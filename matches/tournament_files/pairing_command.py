"""``python -m matches.pairing FILE.json --after N --seed S [--power]``: pair the round after round N of a real event.

Prints one JSON object::

    {"pairs": [["P001", "P007", "score_group"], ...], "bye": "P010" or null,
     "cost": {"rematches": 0, "second_byes": 0, "bye_group": 0, "sse": 4, "repeated_floats": 1}}

The pairs are in the order of their tables, the higher player first, with the code of their main reason (see
``reasons``). ``bye_group`` counts the score groups below that of the bye; ``sse`` is computed from match points,
without the bye. Players for whom the file has an awarded bye in the round stand in ``awarded_byes``, which is there
only if it has some. Bad input gives one line on standard error with
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
from matches.pairing.swiss import pair_swiss
from matches.standings.settings import StandingsSettings
from matches.standings.table import compute
from matches.tournament_files.command_line import CommandParser, refuse, whole_number
from matches.tournament_files.json_values import DataError
from matches.tournament_files.swiss_file import Tournament, load
from rules_engine.closed_pipe import until_closed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status: 0, or 2 for bad input."""
    with until_closed():
        args = _parser().parse_args(arguments)
        try:
            tournament = load(args.file)
        except DataError as error:
            return refuse(str(error))
        try:
            printed = as_json(pair_next(tournament, args.after, args.seed, power=args.power))
        except (DataError, FieldError) as error:
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
    return parser


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
    return pair_swiss(field, seed=seed, options=SwissOptions(power=power))


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
