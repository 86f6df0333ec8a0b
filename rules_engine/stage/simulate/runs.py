"""Runs of simulated games for the command: who won, by what, and how long it took, in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import GameRecord
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.record.language import seating_problems
from rules_engine.stage.referee import RecordJudge
from rules_engine.stage.simulate.match import SECONDS_A_TOKEN, simulate


def record(run: SimulationRun) -> GameRecord:
    """The first game of a run."""
    return _game(run, 0)


def play(run: SimulationRun, matches: int) -> SimulationSummary:
    """Play games of a run, each seat starting in turn."""
    won: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    turns = tokens = 0
    for number in range(matches):
        played = _game(run, number)
        result = RecordJudge(played).judge().outcome
        first = (result.places or [[]])[0]
        won["".join(first) if len(first) == (2 if run.rules.teams else 1) else "tie"] += 1
        decided[result.decided_by or "open"] += 1
        turns += len(played.rounds[0].turns)
        tokens += sum(len(turn.actions) for turn in played.rounds[0].turns)
    minutes = round(tokens * SECONDS_A_TOKEN / 60 / matches, 1)
    data = {
        "matches": matches,
        "won": dict(sorted(won.items())),
        "decided_by": dict(sorted(decided.items())),
        "turns": round(turns / matches, 1),
        "actions": round(tokens / matches, 1),
        "minutes": minutes,
    }
    return SimulationSummary(data, tuple(_lines(data, (won, decided), run)))


def _game(run: SimulationRun, number: int) -> GameRecord:
    problems = seating_problems(len(run.players), run.rules.teams)
    if problems:
        raise ConfigurationError(problems)
    first = number % len(run.players)
    return simulate(run.rules, run.players, run.seed + number, cap=run.cap_minutes, first=first)


def _lines(data: dict[str, object], counts: tuple[Counter[str], Counter[str]], run: SimulationRun) -> Iterator[str]:
    seated = ", ".join(f"{seat} {name}" for seat, name in zip(SEAT_NAMES, run.players, strict=False))
    yield f"{data['matches']:,} games: {seated}"
    for title, counted in zip(("Won", "Decided by"), counts, strict=True):
        whole = counted.total()
        shares = ", ".join(f"{name} {100 * count / whole:.1f}%" for name, count in sorted(counted.items()))
        yield f"{title:12}{shares}"
    yield f"{'Mean':12}{data['turns']} turns, {data['actions']} actions, {data['minutes']} minutes"
