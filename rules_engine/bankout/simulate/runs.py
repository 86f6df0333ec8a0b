"""Runs of simulated Bankout for the command: the players to choose from, and how the matches went, in lines."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from rules_engine.bankout.kernel.declared import played_slowly, undeclared
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import PARTS, PRESETS, Sheet, SimulatedMatch, Terms, player
from rules_engine.bankout.simulate.counted import counted_streams
from rules_engine.bankout.simulate.strategies import StrategyPart
from rules_engine.bankout.simulate.summary import Share, Spread, Summary, summary_of
from rules_engine.bankout.simulate.totals import Totals
from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import GameRecord
from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem

ENGINES = ("kernel", "readable")
NONE = Share(0.0, 0.0, 0.0, 0.0)


def play(run: SimulationRun, matches: int) -> SimulationSummary:
    """Play matches of a run. Both engines play the same ones.

    Raises:
        ConfigurationError: if there is no such engine.
    """
    totals, seconds = totals_of(run, 0, matches)
    summary = run_summary(run, totals)
    return SimulationSummary({**summary.data, "engine": _engine(run), "cpu_seconds": round(seconds, 3)}, summary.lines)


def run_summary(run: SimulationRun, totals: Totals) -> SimulationSummary:
    """What totals come to."""
    summary = summary_of(totals)
    return SimulationSummary(summary.to_dict(), tuple(_lines(summary, run)))


def totals_of(run: SimulationRun, first: int, matches: int) -> tuple[Totals, float]:
    """Play so many matches of a run, from a number on: what they add up to, and the CPU seconds of it."""
    by = _by_kernel if _engine(run) == "kernel" else _by_readable_engine
    return by(run, first, matches)


def part_size(run: SimulationRun) -> int:
    """How many matches take about half a second by the engine of this run."""
    players = [player(name, run.rules.format) for name in run.players]
    compiled = _engine(run) == "kernel"
    if any(one.rollouts for one in players):
        return 2 if compiled else 1
    if any(one.looks_ahead for one in players):
        return 20 if compiled else 1
    return 25_000 if compiled else 100


def _engine(run: SimulationRun) -> str:
    """The engine that is asked for, else the kernel where it is compiled and plays the rules."""
    engine = run.options.get("engine")
    if engine is None:
        from rules_engine.bankout.kernel.on_disk import usable

        return "kernel" if usable() and not undeclared(run.rules) else "readable"
    if engine not in ENGINES:
        message = f"There is no engine {str(engine)[:60]!r}; there are {' and '.join(ENGINES)}."
        raise ConfigurationError([ConfigurationProblem(("engine",), engine, message)])
    return str(engine)


def _by_kernel(run: SimulationRun, first: int, matches: int) -> tuple[Totals, float]:
    """Totals and CPU seconds, those of the compiler left out."""
    from rules_engine.bankout.kernel.plays import Run

    home, away = run.players
    kernel = Run(run.rules, (home, away), run.seed, _terms(run))
    kernel.warm_up()
    start = time.process_time()
    return kernel.totals(first, matches), time.process_time() - start


def _by_readable_engine(run: SimulationRun, first: int, matches: int) -> tuple[Totals, float]:
    totals, start = Totals(), time.process_time()
    for number in range(first, first + matches):
        totals.add(_match(run, number, None).play())
    return totals, time.process_time() - start


def first_record(run: SimulationRun) -> GameRecord:
    """The first match of a run, written down."""
    return record_of(run, 0)


def record_of(run: SimulationRun, number: int) -> GameRecord:
    """A match of a run, written down."""
    first, second = run.players
    sheet = Sheet(claims=True)
    match = _match(run, number, sheet)
    match.play()
    return sheet.record(match.state, (first, second), run.seed)


def _match(run: SimulationRun, number: int, sheet: Sheet | None) -> SimulatedMatch:
    first, second = (player(name, run.rules.format) for name in run.players)
    return SimulatedMatch(run.rules, (first, second), counted_streams(run.seed, number), _terms(run), sheet)


def _terms(run: SimulationRun) -> Terms:
    return Terms(cap_minutes=run.cap_minutes, needs_winner=bool(run.options.get("needs_winner")))


def player_lines() -> Iterator[str]:
    """The preset players of each format and the strategies, as lines."""
    for format_, presets in PRESETS.items():
        yield f"Preset players for {format_.title()}:"
        yield from (f"  {name:12} {strategies}" for name, strategies in presets.items())
    yield "Strategies:"
    yield from (f"  {name:16} {_meaning(part)}" for name, part in PARTS.items())


def _meaning(part: type[StrategyPart]) -> str:
    """The sentence of the strategy's docstring, without its name."""
    return (part.__doc__ or "").split(": ", 1)[-1].replace("`", "")


def _lines(summary: Summary, run: SimulationRun) -> Iterator[str]:
    rules: BankoutRuleSet = run.rules
    jokers = "Jokers on" if rules.jokers else "Jokers off"
    limit = f"{run.cap_minutes} minutes" if run.cap_minutes else "no time cap"
    yield f"{summary.matches:,} matches of {rules.format}, edition {rules.edition}, {jokers}, {limit}."
    if undeclared(rules):
        yield str(played_slowly(rules))
    yield ""
    winners = summary.shares["winners"]
    for seat, name in zip("AB", run.players, strict=True):
        yield f"  {seat} {name:34} won   {winners.get(seat, NONE)}"
    yield f"  {'':36} drawn {winners.get('draw', NONE)}"
    yield ""
    yield "Decided by    " + _shares(summary.shares["decided_by"])
    yield "Turns ended   " + _shares(summary.shares["endings"])
    yield ""
    yield "                mean  error  median  95 of 100 at most"
    yield f"Minutes     {_spread(summary.minutes)}"
    yield f"Turns       {_spread(summary.turns)}"
    yield f"Actions     {_spread(summary.actions)}"
    yield f"Money, mean ${summary.totals[0]:,.0f} to ${summary.totals[1]:,.0f}"
    yield ""
    yield "In brackets: where the true share lies, 95 times out of 100. Error: the standard error of the mean."


def _shares(shares: Mapping[str, Share]) -> str:
    return ", ".join(f"{name} {share}" for name, share in shares.items())


def _spread(spread: Spread) -> str:
    return f"{spread.mean:8.1f}{spread.error:7.2f}{spread.median:8.1f}{spread.most:8.1f}"
