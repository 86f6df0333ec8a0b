"""Records of the stage game to disagree about: played games with damage done to them, and ones of random tokens."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rules_engine.record.writing import to_json
from tests.rules_engine.second_referee_stage.words import UNSEEN, read
from tests.rules_engine.stage.games import played, random_rules

COURTS = "JQKA"


def spoiled(seed: int) -> dict[str, Any]:
    """A simulated game with tokens, turns and claims changed here and there."""
    chance = Random(seed)
    document: dict[str, Any] = json.loads(to_json(played(seed // 5)))
    for _ in range(chance.choice((0, 1, 1, 2, 4, 8, 20))):
        change(document, chance)
    if "liar" in document["rules"].get("variants", ()) and chance.random() < 0.6:
        call_lies(document, chance)
    return document


def change(document: dict[str, Any], chance: Random) -> None:
    """One thing is changed, somewhere."""
    rounds, seats = document["rounds"], sorted(document["seats"])
    turns = rounds[0]["turns"]
    turn = chance.choice(turns)
    tokens, kind = turn["actions"], chance.random()
    if kind < 0.45:
        place = chance.randrange(len(tokens) + 1)
        tokens[place : place + chance.randrange(2)] = [any_token(chance, seats)]
    elif kind < 0.55 and tokens:
        del tokens[chance.randrange(len(tokens))]
    elif kind < 0.65 and len(tokens) > 1:
        tokens.insert(chance.randrange(len(tokens)), tokens.pop(chance.randrange(len(tokens))))
    elif kind < 0.7 and tokens:
        shift(tokens, chance)
    elif kind < 0.75:
        turn["seat"] = chance.choice(seats)
    elif kind < 0.8:
        turns.insert(chance.randrange(len(turns) + 1), json.loads(json.dumps(turn)))
    elif kind < 0.85:
        del turns[chance.randrange(1, len(turns) + 1) :]
    elif kind < 0.88 and len(turns) > 1:
        turns.remove(turn)
    elif kind < 0.9:
        rounds.append({"round": chance.choice((1, 2)), "first": "A", "turns": []})
    elif kind < 0.92:
        rounds[0]["round"] = chance.choice((1, 1, 1, 2))
    else:
        turn["claim"] = {seat: chance.randrange(60) for seat in seats if chance.random() < 0.7}


def shift(tokens: list[str], chance: Random) -> None:
    """A card is another one, or was not seen."""
    place = chance.randrange(len(tokens))
    kind, content = read(tokens[place])
    rank = chance.choice([*map(str, range(2, 11)), "?", "?"])
    if kind == "bank":
        count = max(1, len(content) + chance.choice((-1, 0, 0, 0, 1)))
        cards = [*content, UNSEEN][:count]
        cards[chance.randrange(len(cards))] = UNSEEN if rank == "?" else int(rank)
        tokens[place] = "B" + "+".join("?" if one is UNSEEN else str(one) for one in cards)
    elif tokens[place][0] in "+-$":
        tokens[place] = tokens[place][0] + rank


def any_token(chance: Random, seats: list[str]) -> str:
    """A token that can be read, whatever it says."""
    columns, rows = ("abcd", 4) if len(seats) == 2 else ("abcdefgh", len(seats))
    space = f"{chance.choice(columns)}{chance.randint(1, rows)}"
    card = chance.choice([*map(str, range(2, 11)), "?", "?", "?"])
    cards = [chance.choice([card, "?", "9"]) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
    entered = f"{space}:{chance.choice(COURTS)}" if chance.random() < 0.6 else space
    return chance.choice(
        (
            entered,
            entered,
            "^" + entered,
            "B" + "+".join([card, *cards]),
            "-" + card,
            "-" + card,
            "+" + card,
            "+" + card,
            "<" + chance.choice(seats),
            ">" + chance.choice(seats),
            "!" + chance.choice(seats),
            "$" + card,
            "M",
            "T" if chance.random() < 0.2 else "@7",
        )
    )


def call_lies(document: dict[str, Any], chance: Random) -> None:
    """Calls and payments, which chance alone would hardly put behind a broken act."""
    seats = sorted(document["seats"])
    for turn in document["rounds"][0]["turns"]:
        if chance.random() < 0.4:
            place = chance.randint(0, len(turn["actions"]))
            paid = [f"${chance.choice(['?', '9', '7', '10'])}"] if chance.random() < 0.7 else []
            turn["actions"][place:place] = ["!" + chance.choice(seats), *paid]
            if chance.random() < 0.3:
                turn["actions"].insert(0, any_token(chance, seats))


def called(seed: int) -> dict[str, Any]:
    """A game of Liar: acts that are no part of it stand in it, are called and paid for, and it goes on as it was."""
    chance = Random(seed)
    document: dict[str, Any] = json.loads(to_json(played(seed // 5)))
    rules, seats = document["rules"], sorted(document["seats"])
    rules["variants"] = sorted({*rules.get("variants", ()), "liar"})
    rules.setdefault("options", {})["liar_undo"] = chance.choice(("undone", "undone", "stands"))
    for turn in document["rounds"][0]["turns"]:
        tokens = turn["actions"]
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            place = chance.randint(0, len(tokens))
            lie = any_token(chance, seats)
            paid = [f"${chance.choice(['?', '9', '7', '10', '8'])}"] if chance.random() < 0.7 else []
            act = ["!" + chance.choice(seats), *paid] if lie[0] in "T!$" or chance.random() < 0.1 else [lie]
            tokens[place:place] = [*act, "!" + chance.choice(seats), *paid] if chance.random() < 0.8 else act
        if chance.random() < 0.05:
            turn["claim"] = {seat: chance.randrange(60) for seat in seats if chance.random() < 0.7}
    return document


def scribbled(seed: int) -> dict[str, Any]:
    """Turns of random tokens, each with a move to a space near the last one."""
    chance = Random(seed)
    players = chance.choice((2, 2, 2, 4, 6))
    seats = list("ABCDEFGH"[:players])
    rules = random_rules(chance, players).to_mapping()
    columns, rows = ("abcd", 4) if players == 2 else ("abcdefgh", players)
    here = {seat: [chance.randrange(len(columns)), place * (rows - 1)] for place, seat in enumerate(seats[:2])}
    cards: dict[str, str] = {}
    turns, at = [], 0
    for number in range(chance.choice((3, 8, 20, 40, 90))):
        seat = seats[at % players]
        place = here.setdefault(seat, [chance.randrange(len(columns)), chance.randrange(rows)])
        if number >= 2:
            axis = chance.randrange(2)
            place[axis] += chance.choice((-1, 1))
        place[0], place[1] = place[0] % len(columns), place[1] % rows
        space = f"{columns[place[0]]}{place[1] + 1}"
        entered = space if space in cards else f"{space}:{cards.setdefault(space, chance.choice(COURTS))}"
        if players > 2 and number < players:
            entered = space
        tokens = [chance.choice((entered, entered, entered, entered, "^" + entered, "M"))]
        tokens += _effect(cards.get(space, "Q"), chance, [other for other in seats if other != seat])
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            tokens.insert(chance.randrange(len(tokens) + 1), any_token(chance, seats))
        turns.append({"seat": seat, "actions": tokens})
        at += chance.choice((1, 1, 1, 1, 1, 1, 1, 1, 2, 0))
    document = {"record": 1, "game": "stage", "rules": rules, "seats": {seat: seat for seat in seats}}
    return document | {"rounds": [{"round": 1, "first": chance.choice("AAB"), "turns": turns}]}


def _effect(card: str, chance: Random, others: list[str]) -> list[str]:
    def named() -> str:
        return chance.choice([*map(str, range(2, 11)), *"??????"])

    def drawn(count: int) -> list[str]:
        return ["+" + named() for _ in range(count)]

    if card == "Q":
        other = chance.choice(others)
        return [f"<{other}", f">{other}"]
    if card == "A":
        first = named()
        return [f"B{first}+{chance.choice((first, named()))}", *drawn(2)]
    if card == "K":
        return ["-" + named(), *drawn(1)]
    return ["-" + named() for _ in range(3)] + drawn(3)
