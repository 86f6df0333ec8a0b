"""Runs of simulated Bankout for the command: the players to choose from, and how the matches went, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import PARTS, PRESETS, Terms, simulate_many, simulate_record
from rules_engine.bankout.simulate.chance import seed_of
from rules_engine.bankout.simulate.strategies import StrategyPart
from rules_engine.bankout.simulate.summary import Spread, Summary, summarise
from rules_engine.record import GameRecord
from rules_engine.simulation import SimulationRun, SimulationSummary


def play(run: SimulationRun, matches: int) -> SimulationSummary:
    """Play matches of a run."""
    first, second = run.players
    summary = summarise(simulate_many(matches, run.rules, (first, second), run.seed, _terms(run)))
    return SimulationSummary(summary.to_dict(), tuple(_lines(summary, run)))


def first_record(run: SimulationRun) -> GameRecord:
    """The first match of a run, written down."""
    first, second = run.players
    return simulate_record(run.rules, (first, second), seed_of(run.seed, 0), _terms(run))[1]


def _terms(run: SimulationRun) -> Terms:
    return Terms(cap_minutes=run.cap_minutes, needs_winner=bool(run.options.get("needs_winner")))


def player_lines() -> Iterator[str]:
    """The preset players of each format and the strategies, as lines."""
    for format_, presets in PRESETS.items():
        yield f"Preset players for {format_}:"
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
    yield ""
    for seat, name in zip("AB", run.players, strict=True):
        yield f"  {seat} {name:34} won {_share(summary.winners.get(seat, 0), summary.matches)}"
    yield f"  {'drawn':36} {'':3} {_share(summary.winners.get('draw', 0), summary.matches)}"
    yield ""
    yield "Decided by    " + _shares(summary.decided_by, summary.matches)
    yield "Turns ended   " + _shares(summary.endings, sum(summary.endings.values()))
    yield ""
    yield "                mean  median  95 of 100 at most"
    yield f"Minutes     {_spread(summary.minutes)}"
    yield f"Turns       {_spread(summary.turns)}"
    yield f"Actions     {_spread(summary.actions)}"
    yield f"Money, mean ${summary.totals[0]:,.0f} to ${summary.totals[1]:,.0f}"


def _share(count: int, whole: int) -> str:
    return f"{100 * count / whole:5.1f} %"


def _shares(counts: dict[str, int], whole: int) -> str:
    return ", ".join(f"{name} {100 * count / whole:.1f} %" for name, count in counts.items())


def _spread(spread: Spread) -> str:
    return f"{spread.mean:8.1f}{spread.median:8.1f}{spread.most:8.1f}"
