"""How strong the machines of practice are against *steady*: ``python -m benchmarks.rules_engine.strengths``.

Each preset of Bankout, half of the matches started by either seat, by the kernel; a win counts one, a draw half. Writes
the table to docs/measurements/practice.md.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from rules_engine import games
from rules_engine.bankout import engine
from rules_engine.bankout.actions import DRAW
from rules_engine.bankout.cards import HIDDEN
from rules_engine.bankout.doors.practice import PLAYERS
from rules_engine.bankout.kernel.compiling import COMPILED
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.simulate import player
from rules_engine.bankout.simulate.chance import Chance
from rules_engine.bankout.simulate.decks import Deck
from rules_engine.bankout.simulate.rollouts import decide
from rules_engine.bankout.simulate.strategies import Rollouts
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import ANSWER, ROUND_OVER, TURN_OVER

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "measurements" / "practice.md"
SEED = 31
MATCHES = 20_000
MOVES = 80
PLAN = "optimal"
"""What *best* does without rollouts."""
SLOW = {PLAN: 10, "best": 20}
"""Who plans every turn, or plays on from every act: so many times fewer matches."""


def against_steady(name: str, preset: str, matches: int) -> tuple[float, float, int]:
    """The share of the points against *steady*, its standard error, and the matches."""
    game = games.get("bankout")
    rules = game.rule_set(next(known.rules for known in game.presets if known.key == preset))
    points: list[float] = []
    for own in range(2):
        players = (name, "steady") if own == 0 else ("steady", name)
        for outcome in Run(rules, players, SEED + own).outcomes(0, matches // 2):
            points.append({"AB"[own]: 1.0, "draw": 0.5}.get(outcome.winner or "draw", 0.0))
    mean = sum(points) / len(points)
    return mean, (sum((one - mean) ** 2 for one in points) / len(points) ** 2) ** 0.5, len(points)


def table(matches: int) -> str:
    """The table as Markdown."""
    game = games.get("bankout")
    names = [preset.name for preset in game.presets]
    lines = [f"| strength | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for key, name in {**PLAYERS, "best, without rollouts": PLAN}.items():
        cells = []
        for preset in game.presets:
            share, error, played = against_steady(name, preset.key, matches // SLOW.get(name, 1))
            cells.append(f"{100 * share:.1f} % ± {100 * error:.1f} ({played:,} matches)")
        lines.append(f"| {key} | {' | '.join(cells)} |")
    return "\n".join(lines)


def seconds_a_move(preset: str, moves: int) -> list[float]:
    """CPU seconds of the first moves of *best* in the readable engine, as in practice; the shortest first."""
    game = games.get("bankout")
    rules = game.rule_set(next(known.rules for known in game.presets if known.key == preset))
    best, found = player("best", rules.format), []
    state, deck = engine.new_match(rules), Deck(SEED)
    views = [PlayerView(state, seat, Chance(seat)) for seat in range(2)]
    while len(found) < moves:
        while state.phase < TURN_OVER:
            begun = time.process_time()
            action = decide(best, views[1 - state.seat if state.phase == ANSWER else state.seat])
            found.append(time.process_time() - begun)
            engine.step(state, action, deck.deal(state) if action == DRAW else HIDDEN)
        if state.phase != ROUND_OVER:
            engine.next_turn(state)
        elif state.decided or engine.next_round_number(state) is None:
            state = engine.new_match(rules)
            views = [PlayerView(state, seat, Chance(seat)) for seat in range(2)]
        else:
            engine.next_round(state, state.round_winner if engine.next_starter(state) is None else None)
    return sorted(found)


def moves_text() -> str:
    """How long *best* thinks."""
    lines = []
    for preset in games.get("bankout").presets:
        found = seconds_a_move(preset.key, MOVES)
        within = f"{found[9 * len(found) // 10]:.2f} s for nine of ten moves, {found[-1]:.2f} s at the most"
        lines.append(f"{preset.name}: {within}")
    return "; ".join(lines)


def main() -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    matches = parser.parse_args().matches
    engine = "compiled" if COMPILED else "uncompiled"
    PAGE.write_text(
        "# The machines of practice, measured\n\n"
        f"Made by `python -m benchmarks.rules_engine.strengths --matches {matches}` ({engine} kernel). The share\n"
        "of the points against *steady*, with its standard error: a win counts one, a draw half, and each has seat A\n"
        "in half of the matches.\n\n" + table(matches) + "\n\n"
        f"In practice *best* plays on {Rollouts().runs} times from each act, in the readable engine. CPU seconds\n"
        f"for a move: {moves_text()}.\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
