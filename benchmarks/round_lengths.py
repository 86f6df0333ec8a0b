"""How long the rounds of the demo event are forecast to be, and how long simulated halls then take.

    python -m benchmarks.round_lengths

The plan's times come from the compiled kernel's matches and their traces; the halls are played by the readable engine,
whose clock calls time at the table. Writes docs/measurements/round-lengths.md.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from math import exp, sqrt
from pathlib import Path

from matches.forecast.round_end import OpenTable, round_end
from matches.forecast.round_end import Pace as Observed
from matches.planner.plan import Terms, plan
from matches.planner.sample import Sample, played
from rules_engine import games
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, player
from rules_engine.bankout.simulate import Terms as MatchTerms
from rules_engine.bankout.simulate.clock import Clock
from rules_engine.bankout.state import Events, State
from rules_engine.planning.events import CERTAINTIES
from rules_engine.planning.matches import Pace, quantile

PAGE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "round-lengths.md"
PLAYERS, CAP = 48, 25
"""Those of the demo event."""
HALLS = 200
MATCHES = 20_000
ASKED = (0, 10, 20, 25)
"""Minutes into the round at which the clock's forecast is asked."""
BEFORE = 3
"""The rounds before it that the clock looks at, as at an event."""

HEAD = """# The length of a round: forecast, and in simulated halls

Made by `python -m benchmarks.round_lengths --halls {halls}`: {halls} first rounds of the demo event, {tables} tables
under the {preset} terms with a cap of {cap} minutes, both players of every table *{player}*. Every act takes its
seconds of the default pace, times how slow the player is (spread {spread}), and the report comes {report:.0f} seconds
after the end. ± is one standard error.

The plan rests on {matches:,} matches of the compiled kernel, each cut off at the cap by its trace. The halls are played
by the readable engine with other cards; its clock calls time at the table, and the engine ends the match.

| the plan says | minutes | halls that were over by then | minutes of so many halls |
|---|---:|---:|---:|
"""

CLOCK = """
While the round runs, the desk's clock says when it will probably end, from the open tables and the matches that are
reported, in this round and the {before} before it. It knows nothing of the game's rules or of this pace: in a first
round it expects what all kinds of events have taken. It also expects that some reports come late, as they do where
players walk to a desk; here each comes after the same time, so that it errs on the late side. Minutes are means.

| rounds before | minutes into the round | open tables | *about* | over by then | *4 of 5 times before* | over by then |
|---:|---:|---:|---:|---:|---:|---:|
"""


class TableClock(Clock):
    """A clock of a match whose players need more or less time than others."""

    def __init__(self, cap: int, slow: tuple[float, float]) -> None:
        super().__init__(MatchTerms().pace, cap * 60)
        self.slow = slow
        self.state: State | None = None
        self.exact = 0.0

    def acted(self, action: int, events: Events) -> None:
        """Go on by what an action took the player whose turn it is."""
        before = self.seconds
        super().acted(action, events)
        plain = self.seconds - before
        shuffled = self.pace.shuffle if events and events[0].kind == "reshuffle" else 0
        assert self.state is not None
        self.exact += (plain - shuffled) * self.slow[self.state.seat] + shuffled
        self.seconds = int(self.exact)

    def shuffled(self) -> None:
        """Go on by a shuffle between two rounds."""
        self.exact += self.pace.shuffle
        self.seconds = int(self.exact)


def table_seconds(rules: BankoutRuleSet, name: str, pace: Pace, seed: int) -> float:
    """From the start of a match to its report."""
    chance = random.Random(seed)
    slow = tuple(exp(pace.spread * chance.gauss() - pace.spread**2 / 2) for _ in range(2))
    own = player(name, rules.format)
    match = SimulatedMatch(rules, (own, own), seed, MatchTerms(cap_minutes=CAP))
    clock = TableClock(CAP, (slow[0], slow[1]))
    clock.state = match.state
    match.clock = clock
    match.play()
    return clock.exact + pace.report


def share(held: Sequence[bool]) -> str:
    """A share in per cent with its standard error."""
    part = sum(held) / len(held)
    return f"{100 * part:.1f} ± {100 * sqrt(part * (1 - part) / len(held)):.1f} %"


def observed(matches: Sequence[float]) -> Observed:
    """What reported matches show of the pace."""
    cap = CAP * 60.0
    over = [seconds - cap for seconds in matches if seconds > cap]
    return Observed(tuple(seconds for seconds in matches if seconds <= cap), (cap,) * len(over), tuple(over))


def clock_row(halls: Sequence[Sequence[float]], before: int, minutes: int) -> str:
    """What the desk's clock said at a moment of a round after so many others, and what became of it."""
    now = minutes * 60.0
    said: list[tuple[int, float, float]] = []
    held: tuple[list[bool], list[bool]] = ([], [])
    for place in range(before, len(halls)):
        hall = halls[place]
        going = sum(seconds > now for seconds in hall)
        known = [seconds for earlier in halls[place - before : place] for seconds in earlier]
        known += [seconds for seconds in hall if seconds <= now]
        end = round_end([OpenTable(now, CAP * 60.0)] * going, observed(known), CAP * 60.0)
        if end is None:
            continue
        said.append((going, now + end.about, now + end.likely))
        held[0].append(max(hall) <= now + end.about)
        held[1].append(max(hall) <= now + end.likely)
    going_mean, about, likely = (sum(values) / len(said) for values in zip(*said, strict=True))
    return (
        f"| {before} | {minutes} | {going_mean:.1f} | {about / 60:.1f} | {share(held[0])} "
        f"| {likely / 60:.1f} | {share(held[1])} |"
    )


def main() -> None:
    """Play the halls and write the page."""
    parser = argparse.ArgumentParser(description="The length of rounds: forecast, and in simulated halls.")
    parser.add_argument("--halls", type=int, default=HALLS)
    given = parser.parse_args()
    game = games.get("bankout")
    preset = game.presets[0]
    assert game.planning is not None
    name, tables, pace = game.planning.default_player, PLAYERS // 2, Pace()
    traces = played(Sample("bankout", preset.rules, name), MATCHES, lambda _done, _total: None)
    forecast = plan(traces, Terms(cap=CAP, players=PLAYERS, rounds=1, pace=pace))
    rules = BankoutRuleSet.from_mapping(preset.rules)
    halls = [
        [table_seconds(rules, name, pace, 1_000_000 + hall * tables + table) for table in range(tables)]
        for hall in range(given.halls)
    ]
    ends = [max(hall) / 60 for hall in halls]
    lines = [
        HEAD.format(
            halls=given.halls, tables=tables, preset=preset.key.capitalize(), cap=CAP, player=name, spread=pace.spread,
            report=pace.report, matches=MATCHES,
        ).rstrip("\n")
    ]  # fmt: skip
    for certainty, minutes in zip(CERTAINTIES, forecast.length.round, strict=True):
        held, own = share([end <= minutes for end in ends]), quantile(sorted(ends), certainty)
        lines.append(f"| over in {certainty:.0%} | {minutes:.1f} | {held} | {own:.1f} |")
    over = [seconds - pace.report > CAP * 60 for hall in halls for seconds in hall]
    reached = forecast.chosen.reached
    lines += [
        "",
        f"Matches that reach the cap: {100 * reached.share:.1f} ± {100 * reached.error:.1f} % in the plan, "
        f"{share(over)} in the halls.",
        CLOCK.format(before=BEFORE).rstrip("\n"),
        *(clock_row(halls, before, minutes) for before in (0, BEFORE) for minutes in ASKED),
        "",
    ]
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
