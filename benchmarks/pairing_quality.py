"""How good Swiss pairing is: every round of the real tournaments, and windows compared with the exact matching."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from matches.pairing.cost import Cost, Model
from matches.pairing.field import field_from_history
from matches.pairing.greedy import draft_round
from matches.pairing.matching import best_pairs
from matches.pairing.swiss import pair_swiss
from matches.pairing.windows import improve
from tests.matches.pairing.histories import EXACT, WINDOWS, keys, random_round, swiss_event
from tests.matches.pairing.real import NAMES, RealRound, real_rounds, real_tournament

SIZES = (9, 24, 40, 75, 120, 201, 350, 500)
ANYHOW = (20, 61, 150, 400)
BEYOND = (800, 1001)
MOST_ROUNDS = 9
EVENTS = NAMES
NOTE = """\
Each cell: rematches / second byes / group of the bye / sum of squares / repeated pair-downs. *Theirs* is what was
really paired, *ours* the windows (as for large fields), *optimum* the exact matching (what `pair_swiss` uses up to
512 players). In `melee` files with a play-off, the real last round is power-paired. Theirs has a smaller sum of
squares once, in round 3 of melee-19: the bye went to a player with a point, although a player without points had not
had a bye. Line 4 of the order, about the bye, comes before line 5."""


def equality_lines() -> Iterator[str]:
    """How often windows reach the cost of the exact matching, by the kind of history."""
    yield "Rounds in which windows reach exactly the cost of the exact matching, and in which line of the cost the"
    yield "others first differ."
    yield ""
    yield "| histories | rounds | equal | differ in |"
    yield "|---|---|---|---|"
    rounds_of = range(1, MOST_ROUNDS + 1)
    swiss = [_swiss(count, rounds, seed) for count in SIZES for rounds in rounds_of for seed in range(3)]
    told = f"{SIZES[0]} to {SIZES[-1]} players, 1 to {MOST_ROUNDS} rounds"
    yield _equality(f"Swiss events of {told}, lines 1–6", swiss, balance=False)
    some = [_swiss(count, rounds, 9) for count in SIZES for rounds in rounds_of[1::3]]
    yield _equality("the same, fewer of them, lines 1–7", some, balance=True)
    anyhow = [_anyhow(count, rounds) for count in ANYHOW for rounds in (1, 3, 5, 8)]
    yield _equality(f"rounds paired at random, {ANYHOW[0]} to {ANYHOW[-1]} players, lines 1–6", anyhow, balance=False)
    large = [_swiss(count, 6, 1) for count in BEYOND]
    sizes = " and ".join(f"{count:,}" for count in BEYOND)
    yield _equality(f"Swiss events of {sizes} players, 6 rounds, lines 1–6", large, balance=False)


def _swiss(count: int, rounds: int, seed: int) -> Model:
    still_in, played = swiss_event(count, rounds, seed, drop=0.03)
    return Model(field_from_history(still_in, played).players)


def _anyhow(count: int, rounds: int) -> Model:
    rng = random.Random(count * rounds)
    played = [random_round(number, keys(count), rng) for number in range(1, rounds + 1)]
    return Model(field_from_history(keys(count), played).players)


def _equality(name: str, models: list[Model], *, balance: bool) -> str:
    differ: Counter[str] = Counter()
    for plain in models:
        model = Model(plain.players, balance=balance)
        draft = draft_round(model, random.Random(1))
        windows = model.total(improve(model, draft, random.Random(2)))
        exact = model.total(best_pairs(model, draft, random.Random(3)))
        if windows != exact:
            differ[_first_difference(windows, exact)] += 1
    where = ", ".join(f"{line} {count}" for line, count in sorted(differ.items())) or "–"
    return f"| {name} | {len(models)} | {len(models) - differ.total()} | {where} |"


def _first_difference(one: Cost, other: Cost) -> str:
    return next(line for line in Cost.__struct_fields__ if getattr(one, line) != getattr(other, line))


def quality_lines() -> Iterator[str]:
    """Theirs, ours and the optimum, round by round; rounds without any cost in all three are only counted."""
    rows: list[str] = []
    count: Counter[str] = Counter()
    for name in EVENTS:
        for real in real_rounds(real_tournament(name)):
            windows = pair_swiss(real.field, seed=real.number, options=WINDOWS).cost
            optimum = pair_swiss(real.field, seed=real.number, options=EXACT).cost
            count["rounds"] += 1
            count["windows at the optimum"] += windows == optimum
            count["theirs at the optimum"] += real.theirs == optimum
            count["theirs with a larger sum of squares"] += real.theirs.sse > optimum.sse
            count["theirs with a smaller sum of squares"] += real.theirs.sse < optimum.sse
            count["theirs with more repeated pair-downs"] += real.theirs.repeated_floats > optimum.repeated_floats
            if max(real.theirs, windows, optimum) == Cost():
                count["free of cost in all three, not listed"] += 1
            else:
                rows.append(_quality_row(name, real, windows, optimum))
    yield NOTE
    yield ""
    yield from (f"- {what}: {number}" for what, number in count.items())
    yield ""
    yield "| tournament | round | players | theirs | ours | optimum |"
    yield "|---|---|---|---|---|---|"
    yield from rows


def _quality_row(name: str, real: RealRound, windows: Cost, optimum: Cost) -> str:
    cells = " | ".join(_cell(cost) for cost in (real.theirs, windows, optimum))
    return f"| {name} | {real.number} | {len(real.field.players)} | {cells} |"


def _cell(cost: Cost) -> str:
    return " / ".join(map(str, cost.lines()[1:6]))
