"""The speed of the referee, compared with python-chess and PokerKit in the same run.

    pip install -r benchmarks/rules_engine/referee-requirements.txt
    python -m benchmarks.rules_engine.referee

Prints the table of docs/measurements/referee.md. All figures are CPU seconds of one thread, the best of several runs;
every record is a match of its own, simulated from a seed by the strategies of bankout.md section 14.
"""

from __future__ import annotations

import platform
import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from rules_engine import read_record, referee
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import simulate_record
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_json

RUNS, PEER_RUNS = 25, 10
MOST_MATCHES = 120
PEER_GAMES = 12


class Workload(NamedTuple):
    """Records of one kind of match."""

    name: str
    rules: BankoutRuleSet
    players: tuple[str, str]
    matches: int


COMPETITIVE = BankoutRuleSet(format="blitz", jokers=False)
SPECTACLE = BankoutRuleSet()
WORKLOADS = (
    Workload("Blitz, no Jokers (the Competitive preset)", COMPETITIVE, ("steady", "bold"), 120),
    Workload(
        "Blitz, Jokers, edition complete", BankoutRuleSet(edition="complete", format="blitz"), ("steady", "bold"), 120
    ),
    Workload("Bankout, Jokers (the Spectacle preset)", SPECTACLE, ("steady", "bold"), 40),
    Workload("Blitz, Jokers, played at random", BankoutRuleSet(format="blitz"), ("random", "random"), 120),
)


def best(work: Callable[[], object], runs: int = RUNS) -> float:
    """CPU seconds of the best run."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def actions_of(record: GameRecord) -> int:
    """Tokens written in a record."""
    return sum(len(turn.actions) for played in record.rounds for turn in played.turns)


class Rates(NamedTuple):
    """How fast records are judged: ``actions`` a record, the referee alone, and from JSON to the report."""

    actions: float
    actions_a_second: float
    records_a_second: float

    @property
    def cells(self) -> str:
        """The cells of a table's row."""
        return f"{self.actions:.0f} | {self.actions_a_second:,.0f} | {self.records_a_second:,.0f}"


HEAD = (
    "| records | actions a record | referee, actions a second | JSON to report, records a second |\n|---|---|---|---|"
)
"""The head of a table of rates."""


def rates_of(records: list[GameRecord], runs: int = RUNS) -> Rates:
    """Check that the records have no findings, and time the referee."""
    assert all(referee(record).valid for record in records)
    texts = [to_json(record).encode() for record in records]
    actions, count = sum(map(actions_of, records)), len(records)
    judging = best(lambda: [referee(record) for record in records], runs)
    whole = best(lambda: [referee(read_record(text)) for text in texts], runs)
    return Rates(actions / count, actions / judging, count / whole)


class Figures(NamedTuple):
    """What was measured of a workload."""

    name: str
    actions: float  # a record
    turns: float  # a record
    actions_a_second: float  # the referee alone
    records_a_second: float  # from JSON to the report


def measure(workload: Workload) -> Figures:
    """Simulate the records, check that they have no findings, and time the referee."""
    records = records_of(workload)
    turns = sum(len(played.turns) for record in records for played in record.rounds)
    rates = rates_of(records, RUNS)
    return Figures(workload.name, rates.actions, turns / len(records), rates.actions_a_second, rates.records_a_second)


def records_of(workload: Workload) -> list[GameRecord]:
    """The records of a workload."""
    return [
        simulate_record(workload.rules, workload.players, seed)[1]
        for seed in range(min(workload.matches, MOST_MATCHES))
    ]


def chess_rate() -> float:
    """Moves a second: test whether the move is legal, and make it, as python-chess's own loops do."""
    import chess

    rng, games = random.Random(1), []
    for _ in range(PEER_GAMES):
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 120:
            moves.append(rng.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append(moves)

    def replay() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                assert move in board.legal_moves
                board.push(move)

    return sum(map(len, games)) / best(replay, PEER_RUNS)


def poker_rate() -> float:
    """Actions a second in PokerKit's replay of its own hand histories, six players, no-limit hold'em."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    dealt = (Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    game = NoLimitTexasHoldem(tuple(one for one in Automation if one not in dealt), True, 0, (1, 2), 2)
    rng, hands = random.Random(1), []
    for _ in range(PEER_GAMES):
        state = game((200,) * 6, 6)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
                state.complete_bet_or_raise_to()
            elif state.can_check_or_call():
                state.check_or_call()
        hands.append(HandHistory.from_game_state(game, state))

    def replay() -> None:
        for hand in hands:
            for _ in hand:
                pass

    return sum(len(hand.actions) for hand in hands) / best(replay, PEER_RUNS)


PEERS = (
    ("python-chess, `legal_moves` test and `push`", "chess", chess_rate),
    ("PokerKit, replay", "pokerkit", poker_rate),
)


def main() -> None:
    """Measure everything and print the tables."""
    figures = [measure(workload) for workload in WORKLOADS]
    ours = min(one.actions_a_second for one in figures)
    print(f"Python {platform.python_version()}, {platform.machine()}, one thread; best of {RUNS} runs.\n")
    print("| records | actions, turns a record | referee, actions a second | JSON to report, records a second |")
    print("|---|---|---|---|")
    for one in figures:
        rates = f"{one.actions_a_second:,.0f} | {one.records_a_second:,.0f}"
        print(f"| {one.name} | {one.actions:.0f}, {one.turns:.0f} | {rates} |")
    print("\n| beside | its actions a second | the referee's slowest line above is so many times faster |")
    print("|---|---|---|")
    for name, module, rate in PEERS:
        if find_spec(module) is None:
            print(f"| {name} | not installed | – |")
            continue
        measured = rate()
        print(f"| {name} | {measured:,.0f} | {ours / measured:,.0f} |")


if __name__ == "__main__":
    sys.exit(main())
