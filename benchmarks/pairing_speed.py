"""The speed of Swiss pairing from 512 to 100,000 players, its memory, and the time for the lower lines of the cost."""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import msgspec

from matches.pairing.cost import Cost, Model
from matches.pairing.field import Field, field_from_history
from matches.pairing.greedy import draft_round
from matches.pairing.matching import best_pairs
from matches.pairing.paired_round import SwissOptions
from matches.pairing.swiss import pair_swiss
from matches.pairing.windows import WINDOW_PAIRS, improve
from tests.matches.pairing.histories import swiss_event

EXACT, LARGE, LARGEST = 512, 10_000, 100_000
AFTER = (0, 3, 6, 9, 14)
TRADED = (1_000, 10_000)
ROUNDS = 9
TRADE = """\
Avoiding repeated pair-downs costs almost no time: the draft already prefers players who were not paired down before,
and there are few windows. Balanced starts make the windows of 10,000 players slower by about a tenth of a second. The
draft has already achieved nearly all of the improvement, because it pairs the players of a score group who started less
often with those who started more often. Going over every pair takes many times as long and improves almost nothing. So
both lines are kept, and windows are used only around the pairs that have a cost."""
LINES = {False: "lines 1–6", True: "lines 1–7"}


def taken(act: Callable[[], object]) -> float:
    """How many CPU seconds ``act`` takes."""
    start = time.process_time()
    act()
    return time.process_time() - start


def field_after(players: int, rounds: int, seed: int = 1) -> Field:
    """The field of a Swiss event of ``players`` players after ``rounds`` rounds."""
    still_in, played = swiss_event(players, rounds, seed)
    return field_from_history(still_in, played)


def speed_lines() -> Iterator[str]:
    """The whole of ``pair_swiss``, reasons, tables and conflicts included."""
    yield "The whole of `pair_swiss`, reasons, tables and conflicts included. Lines 1–7: with balanced starts."
    yield ""
    yield "| what | CPU s, median | CPU s, worst | runs | to reach |"
    yield "|---|---|---|---|---|"
    fields = [field_after(EXACT, rounds) for rounds in AFTER]
    after = ", ".join(map(str, AFTER))
    for balance, lines in LINES.items():
        runs = [[_paired(field, seed, balance) for seed in range(3)] for field in fields]
        yield _row(f"{EXACT} players after {after} rounds, {lines}", runs, "0.5 s")
    for balance, lines in LINES.items():
        models = [Model(field.players, balance=balance) for field in fields]
        runs = [[taken(lambda m=model, s=seed: _exact(m, s)) for seed in range(3)] for model in models]
        yield _row(f"the same, draft and exact matching alone, never skipped, {lines}", runs, "0.5 s")
    large = field_after(LARGE, ROUNDS)
    for balance, lines in LINES.items():
        runs = [[_paired(large, seed, balance) for seed in range(5)]]
        yield _row(f"{LARGE:,} players after {ROUNDS} rounds, {lines}", runs, "0.5 s")
    yield from _largest_lines()


def _row(name: str, fields: list[list[float]], limit: str) -> str:
    """A row of the table from the runs with each field."""
    cpu = [run for runs in fields for run in runs]
    return f"| {name} | {statistics.median(cpu):.3f} | {max(cpu):.3f} | {len(cpu)} | {limit} |"


def _paired(field: Field, seed: int, balance: bool) -> float:
    options = SwissOptions(balance_starts=balance, equal_chances=True, chains=True)
    return taken(lambda: pair_swiss(field, seed=seed, options=options))


def _exact(model: Model, seed: int) -> None:
    rng = random.Random(seed)
    best_pairs(model, draft_round(model, rng), rng)


def _largest_lines() -> Iterator[str]:
    """The largest field, in a process of its own, so that only its memory is measured."""
    command = [sys.executable, "-m", "benchmarks.pairing_speed", str(LARGEST), str(ROUNDS)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows, peak = msgspec.json.decode(output, type=tuple[dict[str, list[float]], int])
    for lines, runs in rows.items():
        yield _row(f"{LARGEST:,} players after {ROUNDS} rounds, {lines}", [runs], "5 s")
    yield ""
    yield f"Peak memory of the process that played and paired the {LARGEST:,}: {peak} MB (to reach: 500 MB). That"
    yield f"counts Python, the {ROUNDS} rounds played before and the field, not the pairing alone."


def largest(players: int, rounds: int) -> None:
    """Print, as JSON, the runs with so large a field and the peak memory of this process in MB."""
    field = field_after(players, rounds)
    rows = {lines: [_paired(field, seed, balance) for seed in range(3)] for balance, lines in LINES.items()}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(msgspec.json.encode((rows, peak)).decode())


def trade_lines() -> Iterator[str]:
    """Windows with and without the two lowest lines, and over every pair instead of around the costly ones."""
    yield f"After {ROUNDS} rounds; draft and windows alone, means of three seeds."
    yield ""
    yield "| players | windows | CPU s | sum of squares | repeated pair-downs | repeated starts |"
    yield "|---|---|---|---|---|---|"
    for players in TRADED:
        yield from _trade_rows(players)
    yield ""
    yield TRADE


def _trade_rows(players: int) -> Iterator[str]:
    field = field_after(players, ROUNDS)
    plain = Model(msgspec.structs.replace(player, down=0, up=0) for player in field.players)
    full, balanced = Model(field.players), Model(field.players, balance=True)
    for name, model, improved in (
        ("the draft alone, lines 1–5", plain, _draft_alone),
        ("lines 1–5", plain, improve),
        ("lines 1–6 (chosen, starts by lot)", full, improve),
        ("the draft alone, lines 1–7", balanced, _draft_alone),
        ("lines 1–7 (chosen, starts balanced)", balanced, improve),
        ("lines 1–7, then over every pair, twice", balanced, _everywhere),
    ):
        yield f"| {players:,} | {name} | {_trade(model, improved, counted=balanced)} |"


def _draft_alone(model: Model, draft: list[tuple[int, int]], rng: random.Random) -> list[tuple[int, int]]:
    return draft


def _everywhere(model: Model, draft: list[tuple[int, int]], rng: random.Random) -> list[tuple[int, int]]:
    """Windows around the costly pairs, then over all pairs twice, the second time shifted by half a window."""
    pairs = improve(model, draft, rng)
    for begin in (0, WINDOW_PAIRS // 2):
        for k in range(begin, len(pairs), WINDOW_PAIRS):
            window = pairs[k : k + WINDOW_PAIRS]
            pairs[k : k + WINDOW_PAIRS] = best_pairs(model, window, rng)
    return pairs


def _trade(model: Model, improved: Callable[..., list[tuple[int, int]]], *, counted: Model) -> str:
    costs: list[Cost] = []
    runs = []
    for seed in range(3):
        rng = random.Random(seed)
        pairs: list[tuple[int, int]] = []
        runs.append(taken(lambda r=rng, p=pairs: p.extend(improved(model, draft_round(model, r), r))))
        costs.append(counted.total(pairs))
    lines = ([getattr(cost, line) for cost in costs] for line in ("sse", "repeated_floats", "repeated_starts"))
    return " | ".join([f"{statistics.mean(runs):.3f}", *(f"{statistics.mean(line):.1f}" for line in lines)])


if __name__ == "__main__":
    largest(*map(int, sys.argv[1:]))
