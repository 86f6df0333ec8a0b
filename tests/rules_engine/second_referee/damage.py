"""Records to disagree about: simulated ones with damage done to them, and ones made of random tokens."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rules_engine.record.writing import to_json
from tests.rules_engine.bankout.simulate.cases import played, random_rules

_DRAWS = """2 3 4 5 6 7 8 9 10 2 3 4 5 6 7 8 9 10 J J J Q Q K A X ? 7h 7d Qh Qd Jh Js Kc Ah 10s
    X=swap X=king X=queen X=king(8)"""
_OTHERS = """>Q >K >X >X=swap >X=king >X=queen >Qh >Qd >Kc *Q *Q *Qd ^X ^S -Q -K -X -? -Qh B B(7) E # # @9 T"""
DRAWS, OTHERS = _DRAWS.split(), _OTHERS.split()
ENDS = ("B", "B", "E", "E", "#", ">K")


def damaged(seed: int) -> dict[str, Any]:
    """A simulated match with tokens, seats and rounds changed here and there."""
    chance = Random(seed)
    document = json.loads(to_json(played(seed % 300)[1]))
    for _ in range(chance.choice((0, 1, 1, 2, 6, 20))):
        change(document, chance)
    if chance.random() < 0.4:
        answer_swaps(document, chance)
    return dict(document)


def change(document: dict[str, Any], chance: Random) -> None:
    """One thing is changed, somewhere."""
    rounds = document["rounds"]
    round_ = chance.choice(rounds)
    if not round_["turns"]:
        return
    turn, kind = chance.choice(round_["turns"]), chance.random()
    if kind < 0.7:
        place = chance.randrange(len(turn["actions"]) + 1)
        turn["actions"][place : place + chance.randrange(2)] = [chance.choice(DRAWS + OTHERS)]
    elif kind < 0.75:
        turn["seat"] = "A" if turn["seat"] == "B" else "B"
    elif kind < 0.8:
        round_["first"] = "A" if round_["first"] == "B" else "B"
    elif kind < 0.85:
        round_["round"] = chance.choice((1, 2, 3, 4, "SD"))
    elif kind < 0.9:
        rounds.insert(chance.randrange(len(rounds) + 1), chance.choice(rounds))
    elif kind < 0.95:
        del round_["turns"][chance.randrange(len(round_["turns"])) :]
    else:
        turn["claim"] = {"A": chance.randrange(50), "B": 0}


def answer_swaps(document: dict[str, Any], chance: Random) -> None:
    """A counter or a shield after each swap, which chance alone would hardly put there."""
    for round_ in document["rounds"]:
        for turn in round_["turns"]:
            swaps = [place for place, token in enumerate(turn["actions"]) if token.endswith("=swap")]
            for place in reversed(swaps):
                turn["actions"].insert(place + 1, chance.choice(("^X", "^S")))


def scribbled(seed: int) -> dict[str, Any]:
    """Rounds and turns of random tokens, most of them draws, in an order that is often right."""
    chance = Random(seed)
    rounds = []
    for number in range(1, chance.choice((1, 1, 2, 3, 4, 5)) + 1):
        name: int | str = number if chance.random() < 0.85 else chance.choice((1, 2, 3, 4, "SD"))
        if number > 2 and chance.random() < 0.3:
            name = "SD"
        first = "BA"[number % 2] if chance.random() < 0.8 else chance.choice("AB")
        rounds.append({"round": name, "first": first, "turns": _turns(chance, first)})
    return {"record": 1, "game": "bankout", "rules": random_rules(chance).to_mapping(), "rounds": rounds}


def _turns(chance: Random, seat: str) -> list[dict[str, Any]]:
    turns = []
    for _ in range(chance.choice((0, 1, 2, 4, 8, 20))):
        turn: dict[str, Any] = {"seat": seat, "actions": _tokens(chance)}
        if chance.random() < 0.3:
            turn["claim"] = {"A": chance.choice((0, 0, 5, 19))}
        turns.append(turn)
        if chance.random() < 0.95:
            seat = "B" if seat == "A" else "A"
    return turns


def _tokens(chance: Random) -> list[str]:
    draws = chance.choice((0.7, 0.9))
    tokens: list[str] = []
    for _ in range(chance.choice((0, 3, 6, 14, 30, 60))):
        token = chance.choice(DRAWS if chance.random() < draws else OTHERS)
        if token == "T" and chance.random() < 0.9:
            continue
        if token != "@9" or (tokens and tokens[-1] != "@9"):
            tokens.append(token)
    return tokens + ([chance.choice(ENDS)] if chance.random() < 0.6 else [])
