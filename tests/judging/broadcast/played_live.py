"""Whole matches of each game, written down by somebody who sees every card and by somebody who sees what all see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.bank.simulate.chances import public as bank_public
from rules_engine.bank.simulate.dealer import Dealer
from rules_engine.bank.simulate.players import greedy_player, random_player
from rules_engine.bankout.simulate import Sheet
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import GameRecord, recording
from rules_engine.stage.simulate import Sheet as StageSheet
from rules_engine.stage.simulate import simulate
from rules_engine.stage.simulate.chances import public as stage_public
from tests.judging.recorder.test_every_token import before, steps_of
from tests.rules_engine.bank.games import random_rules as bank_rules
from tests.rules_engine.bankout.simulate.cases import random_match
from tests.rules_engine.stage.games import random_rules as stage_rules


def bankout(seed: int) -> tuple[GameRecord, GameRecord]:
    found = []
    for sheet in (Sheet(), Sheet(unseen=True)):
        match = random_match(seed)
        match.sheet = sheet
        match.play()
        found.append(match.sheet.record(match.state, ("A", "B"), seed))
    return found[0], found[1]


def bank(seed: int) -> tuple[GameRecord, GameRecord]:
    rng = Random(seed)
    seen = Dealer(bank_rules(rng), 2, rng).play([greedy_player, random_player])
    return seen, bank_public(seen)


def bankrupt(seed: int) -> tuple[GameRecord, GameRecord]:
    """Nine at the table; nothing that lies face down is ever written."""
    game = games.get("bankrupt")
    assert game.simulation is not None
    run = SimulationRun(game.rule_set({"round_cap": 10, "fewest": 3}), ("careful",) * 9, seed=seed)
    seen = game.simulation.record(run)
    return seen, seen


def stage(seed: int) -> tuple[GameRecord, GameRecord]:
    """At the end the banks are laid open and counted (BS-9), so whoever has seen no card of them writes that down."""
    seen = simulate(stage_rules(Random(seed), 2), ["thrifty"] * 2, seed, StageSheet(1.0, 1.0))
    unseen = stage_public(seen)
    if seen.rules.get("variants") and "go_fish" in seen.rules["variants"]:  # pairs lie open
        return seen, unseen
    scores = games.get("stage").referee(seen).outcome.scores
    return seen, recording.count(unseen, {seat: points for seat, points in scores.items() if points is not None})


PLAYED: dict[str, Callable[[int], tuple[GameRecord, GameRecord]]] = {
    "bank": bank, "bankout": bankout, "stage": stage, "bankrupt": bankrupt
}  # fmt: skip
"""A match of each game as somebody writes it down who sees every card, and as one does who sees what all see."""


def steps(record: GameRecord) -> list[Any]:
    """Where each token of a record stands, in their order."""
    return [at for at, _token in steps_of(games.get(record.game), record)]


def ends(record: GameRecord) -> list[int]:
    """The steps after which two records of one match are compared: of Bankout the ends of turns, where the referee has
    settled what a Queen answers.
    """
    places = steps(record)
    numbers = range(1, len(places) + 1)
    if record.game != "bankout":
        return list(numbers)
    return [number for number in numbers if number == len(places) or not places[number].action]


def whole(record: GameRecord, at: Any) -> GameRecord:
    """The record up to a token, with it."""
    return before(record, msgspec.structs.replace(at, action=(at.action or 0) + 1))
