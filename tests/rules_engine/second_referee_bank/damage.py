"""Records of Bank to disagree about: played games with damage done to them, and ones made of random tokens."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.record.writing import to_json
from tests.rules_engine.bank.games import dealt, hidden, random_rules
from tests.rules_engine.second_referee_bank.words import CARDS


def spoiled(seed: int) -> dict[str, Any]:
    """A simulated game, some of it not seen, with tokens, turns and claims changed here and there."""
    chance = Random(seed)
    record = dealt(seed // 5)[1]
    if chance.random() < 0.7:
        record = hidden(record, chance)
    document: dict[str, Any] = json.loads(to_json(record))
    for _ in range(chance.choice((0, 1, 1, 2, 4, 8, 20))):
        change(document, chance)
    if chance.random() < 0.3:
        declare(document, chance)
    return document


def picked(seed: int) -> dict[str, Any]:
    """A game of last chance with few tricks, in which top discards are taken whether that is allowed or not."""
    chance = Random(seed)
    tricks = chance.choice((["quads"], ["trios"], ["trios", "quads"], ["pairs"]))
    options = {"lc_pick": chance.choice(("may", "may_not")), "last_card": chance.choice(("keep_one", "may_empty"))}
    options |= {
        "trick_size": chance.choice(("whole", "fixed")),
        "exchange": chance.choice(("in_first", "simultaneous")),
    }
    options["personal_end"] = "all"
    decks = {"deck": chance.choice(("shared", "shared", "personal")), "discard": chance.choice(("shared", "personal"))}
    sizes = {"bank_size": chance.choice(("unlimited", "moneybox", "sievebox")), "box_limit": chance.choice((2, 4, 6))}
    rules = {"end": "last_chance", "tricks": tricks, "thieves": "thieves", **decks, **sizes, "options": options}
    record = dealt(seed // 3, BankRuleSet.from_mapping(rules))[1]
    if chance.random() < 0.3:
        record = hidden(record, chance)
    document: dict[str, Any] = json.loads(to_json(record))
    turns, tops = document["rounds"][0]["turns"], dict[str, str]()
    for turn in turns:
        tokens, own = turn["actions"], turn["seat"] if decks["discard"] == "personal" else "*"
        if own in tops and tokens and tokens[0][0] in "-B<0" and chance.random() < 0.3:
            tokens[: tokens[0][0] in "<0"] = ["<" + tops[own]]
        if tokens and tokens[-1][0] == "-":
            tops[own] = tokens[-1][1:]
    for _ in range(chance.choice((0, 0, 1, 3))):
        change(document, chance)
    return document


def declare(document: dict[str, Any], chance: Random) -> None:
    """Declarations and new decks, which chance alone would hardly write where they count."""
    for turn in document["rounds"][0]["turns"]:
        if turn["actions"] and chance.random() < 0.4:
            place = len(turn["actions"]) - chance.choice((1, 1, 1, 0))
            turn["actions"].insert(max(0, place), chance.choice("!!!~"))


def change(document: dict[str, Any], chance: Random) -> None:
    """One thing is changed, somewhere."""
    rounds = document["rounds"]
    turns = rounds[0]["turns"]
    turn = chance.choice(turns)
    tokens = turn["actions"]
    near = [name for other in turns[max(0, turns.index(turn) - 3) :][:5] for name in named(other)]
    kind = chance.random()
    if kind < 0.5:
        place = chance.randrange(len(tokens) + 1)
        tokens[place : place + chance.randrange(2)] = [any_token(chance, near)]
    elif kind < 0.62 and tokens:
        del tokens[chance.randrange(len(tokens))]
    elif kind < 0.7 and len(tokens) > 1:
        tokens.insert(chance.randrange(len(tokens)), tokens.pop(chance.randrange(len(tokens))))
    elif kind < 0.75:
        turn["seat"] = chance.choice("ABCD"[: len({one["seat"] for one in turns})])
    elif kind < 0.8:
        turns.insert(chance.randrange(len(turns) + 1), json.loads(json.dumps(turn)))
    elif kind < 0.85:
        del turns[chance.randrange(1, len(turns) + 1) :]
    elif kind < 0.88 and len(turns) > 1:
        turns.remove(turn)
    elif kind < 0.9:
        rounds.insert(chance.randrange(2), {"round": chance.choice((1, 2)), "first": "A", "turns": []})
        rounds.sort(key=lambda one: not one["turns"])
    elif kind < 0.92:
        rounds[0]["round"] = chance.choice((1, 1, 1, 2))
    else:
        seats = sorted({one["seat"] for one in turns})
        turn["claim"] = {seat: chance.randrange(60) for seat in seats if chance.random() < 0.7}


def named(turn: dict[str, Any]) -> list[str]:
    """Cards that a turn names."""
    text = "+".join(turn["actions"])
    for mark in ":<>/-":
        text = text.replace(mark, "+")
    return [part for part in text.split("+") if part in CARDS]


def any_token(chance: Random, near: list[str]) -> str:
    """A token that can be read, whatever it says; its cards are likely ones."""
    pool = near if near and chance.random() < 0.8 else CARDS
    cards = [chance.choice(pool) for _ in range(chance.choice((1, 1, 2, 3, 4)))]
    if chance.random() < 0.4:
        ranks = chance.choice((["A", "2", "3"], ["4", "5", "6"], ["9", "8", "10"], ["Q", "K", "A"], ["J", "10", "Q"]))
        cards = [rank + chance.choice(chance.choice(("cdhs", "ch", "cs", "hd", "c"))) for rank in ranks]
    marks: list[Callable[[], str]] = [
        lambda: cards[0],
        lambda: "<" + cards[0],
        lambda: "/" + cards[0],
        lambda: "+" + cards[0],
        lambda: "-" + cards[0],
        lambda: f"B{min(len(cards) + 1, 4)}:{'+'.join(cards)}",
        lambda: f"B{chance.choice('234')}:{'+'.join(cards[: chance.choice((1, 2, 3, 4))])}",
        lambda: f"{chance.choice('HW')}>{chance.choice('ABABCD')}:{'+'.join(cards)}",
        lambda: chance.choice(("?", "?", "+?", "0", "~", "!", "@5", "T" if chance.random() < 0.3 else "?")),
    ]
    return chance.choice(marks)()


def scribbled(seed: int) -> dict[str, Any]:
    """Turns of random tokens, most of them in an order that is often right."""
    chance = Random(seed)
    seats = "ABCD"[: chance.choice((1, 2, 2, 2, 3, 4))]
    turns, at = [], 0
    for _ in range(chance.choice((3, 8, 20, 40))):
        tokens = [any_token(chance, []) for _ in range(chance.choice((0, 0, 1, 2)))]
        tokens[:0] = chance.choice((["?"], ["?", "?"], ["?", "?"], [chance.choice(CARDS)]))
        if chance.random() < 0.3:
            tokens.insert(2, f"B2:{chance.choice(CARDS)}")
        if chance.random() < 0.9:
            tokens.append("-" + chance.choice(CARDS))
        turns.append({"seat": seats[at % len(seats)], "actions": tokens})
        at += 1 if chance.random() < 0.95 else chance.randrange(3)
    document: dict[str, Any] = {"record": 1, "game": "bank", "rules": random_rules(chance).to_mapping()}
    if chance.random() < 0.4:
        document["rules"]["options"]["stall_turns"] = chance.randrange(1, 13)
    if chance.random() < 0.4:
        document["starter"] = chance.choice(CARDS)
    document["seats"] = {seat: seat for seat in seats}
    return document | {"rounds": [{"round": 1, "first": seats[0], "turns": turns}]}


def guessed(seed: int) -> dict[str, Any]:
    """A game of which the sheet says little: what it names is mostly what nobody has seen, so that much is allowed."""
    chance = Random(seed)
    seats = "ABCD"[: chance.choice((2, 2, 2, 3, 4))]
    rules = random_rules(chance).to_mapping()
    if chance.random() < 0.5:
        rules["thieves"] = chance.choice(("both", "both", "thieves", "wild"))
    unseen, banks, turns = chance.sample(CARDS, 52), {seat: list[str]() for seat in seats}, []
    for number in range(chance.choice((6, 20, 40, 70))):
        seat = seats[number % len(seats)]
        turn = Guess(chance, seat, unseen, banks)
        turns.append({"seat": seat, "actions": turn.tokens()})
        if len(unseen) < 16:
            unseen += chance.sample(CARDS, 40)
    document: dict[str, Any] = {"record": 1, "game": "bank", "rules": rules, "seats": {seat: seat for seat in seats}}
    return document | {"rounds": [{"round": 1, "first": "A", "turns": turns}]}


class Guess:
    """A turn that might be allowed, with a slip now and then."""

    def __init__(self, chance: Random, seat: str, unseen: list[str], banks: dict[str, list[str]]) -> None:
        self.chance, self.seat, self.unseen, self.banks = chance, seat, unseen, banks

    def card(self) -> str:
        """One that nobody has seen; now and then any."""
        return self.unseen.pop() if self.unseen and self.chance.random() < 0.97 else self.chance.choice(CARDS)

    def tokens(self) -> list[str]:
        """The parts of a turn, each of them left out now and then."""
        chance = self.chance
        found = self.thief() if chance.random() < 0.15 else []
        found += chance.choice((["?"], ["?", "?"], ["?", "?"], [self.card()], ["<" + chance.choice(CARDS)], ["0"]))
        found += self.thief() if chance.random() < 0.3 else []
        found += self.bank() if chance.random() < 0.6 else []
        found += self.bank() if chance.random() < 0.1 else []
        found += self.thief() if chance.random() < 0.1 else []
        found += [chance.choice("!~")] if chance.random() < 0.1 else []
        if chance.random() < 0.05:
            found.insert(chance.randrange(len(found) + 1), any_token(chance, []))
        return [*found, "-" + self.card()] if chance.random() < 0.95 else found

    def bank(self) -> list[str]:
        """A trick, and what a box might ask for."""
        chance, size = self.chance, self.chance.choice((2, 2, 2, 3, 4))
        first = self.card()
        mates = [name for name in self.unseen if name[:-1] == first[:-1]]
        count = {2: chance.choice((1, 1, 1, 2)), 3: chance.choice((2, 2, 3)), 4: 4}[size]
        cards = [first, *mates[: count // 2]]
        self.unseen[:] = [name for name in self.unseen if name not in cards]
        cards += [self.card() for _ in range(count - len(cards))]
        own = self.banks[self.seat]
        out = chance.sample(own, min(len(own), chance.choice((0, 0, 1, 2)))) if len(own) > 3 else []
        self.banks[self.seat] = [name for name in own if name not in out] + cards
        return [f"B{size}:{'+'.join(cards)}", *("/" + name for name in out)]

    def thief(self) -> list[str]:
        """A straight and what it steals."""
        chance = self.chance
        low, length = chance.randrange(-1, 11), chance.choice((3, 3, 4, 5))
        ranks = [CARDS[4 * place][:-1] for place in range(low, min(low + length, 13))]
        suits = chance.choice(("hd", "cs", "cdhs"))
        cards = [rank + chance.choice(suits) for rank in ranks]
        self.unseen[:] = [name for name in self.unseen if name not in cards]
        victim, kind = chance.choice([seat for seat in self.banks if seat != self.seat]), chance.choice("HW")
        bank, stolen = self.banks[victim], []
        for _ in range(max(0, len(cards) - 2 + chance.choice((0, 0, 0, 0, -1, 1)))):
            if kind == "H" or not bank or chance.random() < 0.1:
                stolen.append("+" + (self.card() if chance.random() < 0.4 else "?"))
            else:
                stolen.append("+" + bank.pop(chance.randrange(len(bank))))
        return [f"{kind}>{victim}:{'+'.join(chance.sample(cards, len(cards)))}", *stolen]
