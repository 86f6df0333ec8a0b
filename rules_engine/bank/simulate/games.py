"""Many simulated games of Bank, and their figures."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from rules_engine.bank.record.notation import SEATS
from rules_engine.bank.simulate.dealer import Choose, Dealer
from rules_engine.bank.simulate.players import greedy_player, random_player
from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import GameRecord
from rules_engine.record.report import MatchOutcome

CHOOSE: Final[dict[str, Choose]] = {"random": random_player, "greedy": greedy_player}


def game(run: SimulationRun, rng: Random) -> tuple[MatchOutcome, GameRecord]:
    """One game: how it ended, and its record. Seat A starts (BK-6.20)."""
    dealer = Dealer(run.rules, len(run.players), rng)
    record = dealer.play([CHOOSE[name] for name in run.players])
    return dealer.result(), record


def summary(run: SimulationRun, games: int) -> SimulationSummary:
    """The figures of many games: the same run gives the same ones."""
    scores: dict[str, list[int]] = {seat: [] for seat in SEATS[: len(run.players)]}
    wins, ways, turns = Counter[str](), Counter[str](), []
    for number in range(games):
        outcome, record = game(run, Random(f"{run.seed}/{number}"))
        for seat, score in outcome.scores.items():
            scores[seat].append(score or 0)
        first = (outcome.places or [[]])[0]
        wins.update(first if len(first) == 1 else ())
        ways[outcome.decided_by or ""] += 1
        turns.append(len(record.rounds[0].turns))
    data: dict[str, Any] = {
        "games": games,
        "scores": {seat: _mean(values) for seat, values in scores.items()},
        "won": {seat: wins[seat] for seat in scores},
        "decided_by": dict(sorted(ways.items())),
        "turns": _mean(turns),
    }
    return SimulationSummary(data, tuple(_lines(data, run.players)))


def _mean(values: list[int]) -> dict[str, float]:
    """The mean with its standard error."""
    error = stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return {"mean": round(fmean(values), 2), "error": round(error, 2)}


def _lines(data: dict[str, Any], players: tuple[str, ...]) -> list[str]:
    lines = [f"Games: {data['games']}, {data['turns']['mean']} ± {data['turns']['error']} turns each."]
    for (seat, score), player in zip(data["scores"].items(), players, strict=True):
        lines.append(f"{seat} {player}: {score['mean']} ± {score['error']} points, won {data['won'][seat]}.")
    return [*lines, "Ended by " + ", ".join(f"{way} {count}" for way, count in data["decided_by"].items()) + "."]
