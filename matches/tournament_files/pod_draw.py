"""Draws the next round of a tournament of pods from its file. Pure."""

from __future__ import annotations

from typing import Any

from matches.pairing.pods.cost import cost_as_json
from matches.pairing.pods.draw import PodRound, draw_pods
from matches.pairing.pods.field import PodField
from matches.pairing.pods.past import as_player, pasts_of
from matches.pairing.pods.sizes import PodShape
from matches.tournament_files.pod_file import PodTournament


def draw_next(
    tournament: PodTournament, after: int, seed: int, shape: PodShape, *, weighed: bool
) -> tuple[PodRound, tuple[str, ...]]:
    """The round after round ``after``, and who was awarded a bye in it. Raises DataError for a round not there."""
    rounds, attendance = tournament.after(after), tournament.attendance
    pasts = pasts_of(tournament.players, rounds, shape.size)
    for key, count in attendance.awarded_after(after).items():
        pasts[key].byes += count
    awarded = attendance.awarded.get(after + 1, ())
    seated = [player for player in tournament.still_in(after) if player not in awarded]
    field = PodField(tuple(as_player(key, pasts[key]) for key in seated))
    return draw_pods(field, shape, seed=seed, weighed=weighed), awarded


def pods_as_json(drawn: PodRound, awarded: tuple[str, ...]) -> dict[str, Any]:
    """A round as the command prints it."""
    return {
        "pods": [list(pod) for pod in drawn.pods],
        "byes": list(drawn.byes),
        **({"awarded_byes": list(awarded)} if awarded else {}),
        "cost": cost_as_json(drawn.cost),
    }
