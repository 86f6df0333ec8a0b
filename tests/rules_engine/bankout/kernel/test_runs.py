"""Runs of the kernel: chance by counting, parts that add up, and the compiled code beside the plain one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from rules_engine.bankout.counting import STEP, key_of, mix
from rules_engine.bankout.kernel import chance, compiling, on_disk
from rules_engine.bankout.kernel.players.strategies import PARTS as KERNEL_PARTS
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import PARTS
from rules_engine.bankout.simulate.counted import CountedChance
from rules_engine.bankout.simulate.totals import Totals
from tests.compiled import is_wanted, note
from tests.rules_engine.bankout.kernel.cases import random_run

BLITZ = BankoutRuleSet(format="blitz")


def test_the_tests_run_the_kernel_uncompiled() -> None:
    """So that the gate is quick wherever numba is; ``test_the_compiled_kernel_plays_the_same`` compiles."""
    assert not compiling.COMPILED


def test_the_kernel_has_every_strategy() -> None:
    assert tuple(PARTS) == KERNEL_PARTS


def test_the_mixing_is_that_of_splitmix64() -> None:
    """The first three numbers of the generator with the seed 0, as its authors publish them."""
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [mix(place * STEP & (1 << 64) - 1) for place in (1, 2, 3)] == published


def test_numbers_below_a_limit_come_equally_often() -> None:
    stream = CountedChance(1, 2, 0)
    counts = Counter(stream.below(52) for _ in range(52_000))
    assert len(counts) == 52
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 100  # chi-square, 51 degrees: 1 in 10,000
    assert abs(sum(stream.happens(0.25) for _ in range(10_000)) - 2500) < 200


def test_streams_matches_and_seeds_have_keys_of_their_own() -> None:
    keys = {key_of(seed, match, stream) for seed in range(20) for match in range(200) for stream in range(3)}
    assert len(keys) == 20 * 200 * 3
    assert chance.key_of(-1, 0, 0) == chance.key_of((1 << 64) - 1, 0, 0)


def test_a_match_is_the_same_alone_and_in_a_run() -> None:
    run = Run(BLITZ, ("steady", "random"), 9)
    whole = list(run.outcomes(0, 12))
    assert list(run.outcomes(7, 1)) == [whole[7]]
    assert run.record(7)[0] == whole[7]
    assert len({outcome.totals for outcome in whole}) == 12


@pytest.mark.parametrize("seed", [3, 4])
def test_parts_add_up_to_the_same_bytes(seed: int) -> None:
    run = random_run(seed)
    whole = run.totals(0, 60)
    for cuts in ((0, 60), (0, 1, 60), (0, 7, 20, 59, 60), tuple(range(0, 61, 5))):
        parts = [run.totals(begin, end - begin) for begin, end in pairwise(cuts)]
        summed = Totals()
        for part in reversed(parts):
            summed.merge(Totals.from_json(part.to_json()))
        assert summed.to_json() == whole.to_json()


def test_rows_add_up_as_results_do() -> None:
    run = random_run(4)
    counted = Totals()
    for outcome in run.outcomes(0, 40):
        counted.add(outcome)
    assert counted.to_json() == run.totals(0, 40).to_json()


def test_the_kernel_is_ready_once_every_door_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(on_disk, "installed", lambda: True)
    folder = on_disk.cache_folder() / "kernel_1234"
    folder.mkdir(parents=True)
    for name in ("match.play_matches-76.py311.nbi", "match.trace_matches-85.py311.nbi"):
        (folder / name).touch()
        assert not on_disk.ready()
    (folder / "rollout.play_on-61.py311.nbi").touch()
    assert on_disk.ready()
    assert not on_disk.usable()  # this process has loaded the kernel uncompiled
    monkeypatch.setattr(compiling, "COMPILED", True)
    assert on_disk.usable()
    monkeypatch.setattr(on_disk, "installed", lambda: False)
    assert not on_disk.ready()


def test_every_door_is_one_that_is_waited_for() -> None:
    kernel = Path(on_disk.__file__).parent
    doors = {name for file in kernel.rglob("*.py") for name in re.findall(r"^@door\ndef (\w+)", file.read_text(), re.M)}
    assert doors == set(on_disk.DOORS)


_COMPILED = """
import json
from rules_engine.bankout.kernel import compiling, on_disk
from rules_engine.bankout.kernel.__main__ import main
from tests.rules_engine.bankout.kernel.cases import MATCH, random_run, short_run
assert compiling.COMPILED
told = []
for seed in range(0, 40):
    run = random_run(seed)
    told.append(run.totals(0, 3).to_json())
    told.append(str(run.record(MATCH)))
told.append(str(short_run("optimal_turn(30)").record(MATCH)))
assert main() == 0
assert on_disk.ready()
assert on_disk.usable()
print(json.dumps(told))
"""


@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed (script/setup compiled)")
@pytest.mark.skipif(not is_wanted(), reason="these sources were compared before (tests/compiled.py)")
def test_the_compiled_kernel_plays_the_same() -> None:
    """In a process of its own; the compiled code is kept beside the installed packages, so that one run compiles it."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    environment.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", _COMPILED], env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-2000:]
    namespace: dict[str, object] = {}
    plain = "\n".join(line for line in _COMPILED.splitlines() if not line.startswith("assert "))
    exec(plain.replace("print(json.dumps(told))", "result = told"), namespace)  # noqa: S102 - the text above
    assert json.loads(done.stdout.splitlines()[-1]) == namespace["result"]
    note()


def test_the_web_process_imports_neither_numba_nor_the_kernel() -> None:
    code = """
import sys
import bankout_tournament.asgi, bankout_tournament.wsgi, bankout_tournament.serve, bankout_tournament.server.warm_up
from django.urls import get_resolver
from rules_engine.games import all_games
def walk(patterns):
    for one in patterns:
        walk(getattr(one, "url_patterns", []))
walk(get_resolver().url_patterns)
for game in all_games():
    for door in ("simulation", "odds", "practice"):
        getattr(game, door, None)
    getattr(game.simulation, "at_full_speed", bool)()
import rules_engine.bankout.simulate.runs
kernel = "rules_engine.bankout.kernel."
found = [name.removeprefix(kernel) for name in sys.modules if name.startswith(("numba", "llvmlite", kernel))]
print(sorted(found))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "['declared', 'on_disk']"), done.stderr[-2000:]
