"""The peers of the pairing benchmark: py4swiss (the FIDE Dutch system) and networkx's matching.

py4swiss follows other rules, colours included. It is the closest maintained program that pairs a Swiss round from a
history, and shows how long that takes elsewhere. networkx solves the same problem with the same weights.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

import networkx as nx
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from benchmarks.pairing_speed import field_after, taken
from matches.history import Kind, Played, RoundPlayed, Scoring
from matches.pairing.cost import Model
from matches.pairing.field import Field, field_from_history
from matches.pairing.greedy import draft_round
from matches.pairing.matching import Pairs, best_pairs, scale_of
from matches.pairing.paired_round import SwissOptions
from matches.pairing.swiss import pair_swiss
from matches.tables.score import DRAWN, Duel

ROUNDS = 9
SIZES = (100, 500)
MATCHED = 256
CHESS = Scoring(win=2, draw=1, loss=0, bye=2)
"""Half points doubled."""

TOKENS = {
    0: (ResultToken.WIN, ResultToken.LOSS),
    1: (ResultToken.LOSS, ResultToken.WIN),
    DRAWN: (ResultToken.DRAW, ResultToken.DRAW),
}
TENTHS = {ResultToken.WIN: 10, ResultToken.DRAW: 5, ResultToken.LOSS: 0, ResultToken.PAIRING_ALLOCATED_BYE: 10}


class Chess:
    """A tournament paired by py4swiss and played at random, stored in its format and in ours."""

    def __init__(self, players: int, seed: int) -> None:
        self._rng = random.Random(seed)
        self._results: list[list[RoundResult]] = [[] for _ in range(players)]
        self.keys = [f"P{number:04d}" for number in range(1, players + 1)]
        self.rounds: list[RoundPlayed] = []

    def trf(self) -> ParsedTrf:
        """The history in py4swiss's format."""
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                rank=number,
                points_times_ten=sum(TENTHS[result.result] for result in results),
                results=results,
            )
            for number, results in enumerate(self._results, start=1)
        ]
        return ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=ROUNDS))

    def play_round(self) -> None:
        """Pair a round with py4swiss and play it, one game in ten drawn."""
        lines = []
        for pairing in DutchEngine.generate_pairings(self.trf()):
            if pairing.black == 0:
                self._add(pairing.white, 0, ColorToken.BYE_OR_NOT_PAIRED, ResultToken.PAIRING_ALLOCATED_BYE)
                lines.append(Played((self.keys[pairing.white - 1],), kind=Kind.BYE))
                continue
            winner = self._rng.choices(list(TOKENS), (9, 9, 2))[0]
            white, black = TOKENS[winner]
            self._add(pairing.white, pairing.black, ColorToken.WHITE, white)
            self._add(pairing.black, pairing.white, ColorToken.BLACK, black)
            keys = self.keys[pairing.white - 1], self.keys[pairing.black - 1]
            lines.append(Played(keys, Duel(winner=winner), first=0))
        self.rounds.append(RoundPlayed(number=len(self.rounds) + 1, matches=tuple(lines)))

    def _add(self, player: int, opponent: int, color: ColorToken, result: ResultToken) -> None:
        self._results[player - 1].append(RoundResult(id=opponent, color=color, result=result))


def peer_lines() -> Iterator[str]:
    """The comparison with py4swiss on its own histories and with networkx on our weights."""
    yield "| what | CPU s | ours, CPU s | ratio |"
    yield "|---|---|---|---|"
    for players in SIZES:
        chess = Chess(players, seed=1)
        for _ in range(4):
            chess.play_round()
        trf = chess.trf()
        theirs = taken(lambda t=trf: DutchEngine.generate_pairings(t))
        ours = _ours(field_from_history(chess.keys, chess.rounds, CHESS))
        yield f"| py4swiss, {players} players after 4 rounds | {theirs:.3f} | {ours:.4f} | {theirs / ours:.0f} |"
    yield _networkx_row(MATCHED)
    yield ""
    yield "Ours is the whole of `pair_swiss` with balanced starts, exact, mean of five seeds. py4swiss is given its"
    yield "history in memory. networkx has the weights of lines 1–7 and does the matching alone; ours beside it is the"
    yield "matching alone, weights and lots included, and both reach the same cost."


def _ours(field: Field) -> float:
    options = SwissOptions(balance_starts=True, equal_chances=True, chains=True)
    return statistics.mean(taken(lambda s=seed: pair_swiss(field, seed=s, options=options)) for seed in range(5))


def _networkx_row(players: int) -> str:
    model = Model(field_after(players, 6).players, balance=True)
    draft = draft_round(model, random.Random(1))
    ours: Pairs = []
    exact = taken(lambda: ours.extend(best_pairs(model, draft, random.Random(1))))
    theirs: Pairs = []
    graph = _graph(model, draft)
    networkx = taken(lambda: theirs.extend(nx.max_weight_matching(graph, maxcardinality=True)))
    assert model.total(theirs) == model.total(ours)
    times = f"{networkx:.3f} | {exact:.4f} | {networkx / exact:.0f}"
    return f"| networkx, matching of {players} players after 6 rounds | {times} |"


def _graph(model: Model, draft: Pairs) -> nx.Graph:
    scale = scale_of(model, draft)
    graph = nx.Graph()
    for a, i in enumerate(model.free):
        for j in model.free[a + 1 :]:
            graph.add_edge(i, j, weight=-scale.weight(model.cost(i, j)))
    return graph
