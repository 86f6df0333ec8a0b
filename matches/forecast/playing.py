"""Plays a paired round in all simulated remainders: results by the model, then who leaves. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matches.forecast.agreement import LAST_ROUNDS, nearly_secured
from matches.forecast.field import Field, Flags
from matches.forecast.model import Model
from matches.forecast.pairing import Pairs
from matches.history import Scoring
from matches.standings.records import ROUND_DRAWN, ROUND_WON
from matches.tables.outcome import Outcome

Index = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Forced:
    """What one player gets in the next match: a what-if. ``player`` is the index."""

    player: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Play:
    """How a round is played: the shares, the points, how many rounds follow, and how many reach the cut.

    ``strengths`` are those of the players, of the shape (remainders, players) on the logit scale; None: all alike.
    ``agreeing`` is the share of the pairs that could agree on a draw and do, of each remainder; None: nobody may.
    """

    model: Model
    scoring: Scoring
    rounds_after: int
    cut: int
    bye_rounds: int = 2
    forced: Forced | None = None
    strengths: NDArray[np.float64] | None = None
    agreeing: NDArray[np.float64] | None = None


def play_round(field: Field, pairs: Pairs, play: Play, rng: np.random.Generator) -> None:
    """Add the results of ``pairs`` to the field; players leave by their losses afterwards."""
    rows, spots = np.nonzero(pairs.there)
    first, second = pairs.first[rows, spots], pairs.second[rows, spots]
    drawn = rng.random(rows.size) < play.model.draw
    if play.agreeing is not None and play.rounds_after < LAST_ROUNDS:
        willing = rng.random(rows.size) < play.agreeing[rows]
        drawn |= willing & _could_agree(field, play, rows, first, second)
    first_won = (rng.random(rows.size) < _chance(play.strengths, rows, first, second)) & ~drawn
    if play.forced is not None:
        first_won, drawn = _forced(play.forced, first, second, first_won, drawn)
    second_won = ~first_won & ~drawn
    close = rng.random(rows.size) < play.model.close
    _add(field, play.scoring, (rows, first, second), first_won, drawn, close)
    _add(field, play.scoring, (rows, second, first), second_won, drawn, close)
    _add_byes(field, play, pairs)
    field.rounds += 1
    if play.rounds_after:
        leave(field, play.model, rng)


def _chance(
    strengths: NDArray[np.float64] | None, rows: Index, first: Index, second: Index
) -> NDArray[np.float64] | float:
    """The chance of each first player to win."""
    if strengths is None:
        return 0.5
    share: NDArray[np.float64] = 1 / (1 + np.exp(strengths[rows, second] - strengths[rows, first]))
    return share


def _add(
    field: Field, scoring: Scoring, seats: tuple[Index, Index, Index], won: Flags, drawn: Flags, close: Flags
) -> None:
    """Add one side of the matches: 2-0, 2-1 or, drawn, one round each and one drawn."""
    rows, own, other = seats
    lost = ~won & ~drawn
    points = np.where(won, scoring.win, np.where(drawn, scoring.draw, scoring.loss))
    field.points[rows, own] += points
    field.share_points[rows, own] += points
    field.matches[rows, own] += 1
    in_draw = ROUND_WON + ROUND_DRAWN
    rounds = np.where(won, 2 * ROUND_WON, np.where(drawn, in_draw, np.where(close, ROUND_WON, 0)))
    field.round_points[rows, own] += rounds
    field.round_whole[rows, own] += np.where(drawn | close, 3 * ROUND_WON, 2 * ROUND_WON)
    field.wins[rows, own] += won
    field.losses[rows, own] += lost
    field.opponents[rows, own, field.rounds] = other
    field.gained[rows, own, field.rounds] = np.where(won, 2, np.where(drawn, 1, 0))


def _add_byes(field: Field, play: Play, pairs: Pairs) -> None:
    rows = np.flatnonzero(pairs.bye < field.players)
    byes = pairs.bye[rows]
    field.points[rows, byes] += play.scoring.bye
    field.share_points[rows, byes] += play.scoring.win
    field.matches[rows, byes] += 1
    field.round_points[rows, byes] += ROUND_WON * play.bye_rounds
    field.round_whole[rows, byes] += ROUND_WON * play.bye_rounds
    field.wins[rows, byes] += 1
    field.had_bye[rows, byes] = True


def leave(field: Field, model: Model, rng: np.random.Generator) -> None:
    """Players leave, by their losses."""
    rates = np.array(model.leave, dtype=np.float32)
    chance = rates[np.minimum(field.losses, len(rates) - 1)]
    field.playing &= rng.random(field.playing.shape, dtype=np.float32) >= chance


def _forced(forced: Forced, first: Index, second: Index, first_won: Flags, drawn: Flags) -> tuple[Flags, Flags]:
    """Replace the result of the player's match by the one asked about."""
    as_first, as_second = first == forced.player, second == forced.player
    own = as_first | as_second
    drawn = np.where(own, forced.outcome is Outcome.DRAWN, drawn)
    wins = as_first if forced.outcome is Outcome.WON else as_second
    return np.where(own, wins & ~drawn, first_won), drawn


def _could_agree(field: Field, play: Play, rows: Index, first: Index, second: Index) -> Flags:
    """Which pairs a draw now, and in the rounds after, nearly secures both of."""
    secured = nearly_secured(field, play.scoring, play.rounds_after, play.cut)
    return secured[rows, first] & secured[rows, second]
