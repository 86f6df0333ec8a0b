"""When game rounds lost by penalty end a match, and with which score. Pure.

Where round wins decide, a round loss is a round for the opponent, so that the match ends once the opponent has the
rounds that win it. Where rounds add up to a total, the player's part of a lost round counts nothing, so that the match
ends once a player has lost all its rounds.
"""

from __future__ import annotations

from matches.tables.score import Duel
from matches.tables.table import ScoreShape
from rules_engine.units import UNITS


def rounds_that_end(shape: ScoreShape) -> int | None:
    """How many round losses of one player lose the match; None where the rules know no number of rounds."""
    return shape.wins_needed if shape.unit == "rounds" else shape.rounds


def score_of_losses(lost: tuple[int, ...], shape: ScoreShape) -> Duel | None:
    """The score of a match of two that round losses alone have decided; None while it can be played on.

    ``lost`` are the game rounds that each seat has lost by penalty.
    """
    needed = rounds_that_end(shape)
    if len(lost) != 2 or needed is None or max(lost) < needed or lost[0] == lost[1]:
        return None
    winner = lost.index(min(lost))
    rounds = (lost[1], lost[0]) if shape.unit == "rounds" else (0, 0)
    return Duel(rounds=rounds, winner=winner, decided_by="penalty")


def takes_off(shape: ScoreShape) -> bool:
    """Whether the number of a player who lost a round is reduced by what that round had brought."""
    return UNITS[shape.unit].adds_up and shape.rounds != 1
