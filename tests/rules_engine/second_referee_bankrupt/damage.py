"""Records of Bankrupt to disagree about: rounds that a careless scorekeeper might write, with damage done to them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from rules_engine.record.writing import to_json
from tests.rules_engine.bankrupt import games
from tests.rules_engine.second_referee_bankrupt import words
from tests.rules_engine.second_referee_bankrupt.referee import SecondReferee

CARDS = [rank + suit for rank in words.RANKS for suit in "cdhs"]
Acts = list[tuple[str, str]]


def random_rules(chance: Random, players: int) -> dict[str, Any]:
    """Any rule set; small numbers of pieces, so that legs become short."""
    rules: dict[str, Any] = {"start": chance.choice((9, 10, 12, 14, 20, 30, 50)), "fewest": min(players, 4)}
    rules["show"] = chance.choice(("both", "enough"))
    rules["dead_limit"] = chance.choice((1, 2, 3, 3, 4))
    rules["throw_limit"] = chance.choice((1, 2, 2, 3))
    if chance.random() < 0.2:
        rules["round_cap"] = chance.randrange(1, 8)
    rules["options"] = {name: chance.choice(values) for name, values in words.OPTIONS.items() if chance.random() < 0.7}
    return rules


class Sheet:
    """Writes a game, round after round. ``slip`` is how often something is out of place."""

    def __init__(self, chance: Random, slip: float) -> None:
        self.chance, self.slip = chance, slip
        players = chance.choice((2, 3, 3, 4, 4, 4, 5, 6, 9, 13, 17))
        self.document: dict[str, Any] = {"record": 1, "game": "bankrupt", "rules": random_rules(chance, players)}
        self.document |= {"seats": {seat: seat for seat in words.SEATS[:players]}, "rounds": []}
        self.throws = chance.choice((0.05, 0.2, 0.2, 0.6))
        self.ties = chance.choice((0.05, 0.4, 0.8))
        self.offers = chance.choice((0.1, 0.4, 0.8))
        self.resigns = chance.choice((0.01, 0.01, 0.1)) + slip / 3
        self.legs_late = chance.random() < 0.5
        self.suits = chance.random() < 0.3
        self.writes_upturned = chance.random() < 0.6
        self.cards: list[str] = []

    def often(self, share: float) -> bool:
        """True so often, from 0 to 1."""
        return self.chance.random() < share

    def slips(self) -> bool:
        """Whether something is out of place here."""
        return self.often(self.slip)

    def write_round(self) -> bool:
        """One more round; whether the game still goes on."""
        first = self.chance.choice(sorted(self.document["seats"]))
        opened = [*self.document["rounds"], {"round": 1, "first": first, "turns": []}]
        referee = SecondReferee(self.document | {"rounds": opened})
        referee.judge()
        if referee.over and not self.often(0.1):
            return False
        number = len(self.document["rounds"]) + (1 if not self.slips() else self.chance.randrange(3))
        dealer = referee.due if not self.slips() else self.chance.choice(referee.seats)
        live = referee.table.live()
        place = live.index(dealer) + 1 if dealer in live else 0
        self.order = live[place:] + live[:place]
        self.beside = dict(referee.table.beside)
        if not referee.deck.dealt or not self.cards:
            self.cards = self.chance.sample(CARDS, 52)
        acts = self.before_deal() + self.exchange()
        if self.inside and not self.slips():
            acts += self.upping()
        if not self.often(self.slip / 2):
            acts += self.showdown()
        self.upturned(acts, referee.deck.dealt + 2 * len(live))
        self.document["rounds"].append({"round": max(1, number), "first": dealer, "turns": self.turns(acts)})
        return True

    def before_deal(self) -> Acts:
        """Resignations and last legs."""
        acts: Acts = []
        self.legs: Acts = []
        leaving = [seat for seat in self.order if self.often(self.resigns)][: len(self.order) - 2]
        for seat in self.order:
            if (self.beside[seat] < 9) != self.slips():
                (self.legs if self.legs_late and seat not in leaving else acts).append((seat, "LL"))
            self.beside[seat] = max(0, self.beside[seat] - 9)
        acts[0 if self.often(0.6) else len(acts) : 0] = [(seat, "RS") for seat in leaving]
        self.order = [seat for seat in self.order if seat not in leaving]
        if self.slips():
            self.chance.shuffle(acts)
        return acts

    def exchange(self) -> Acts:
        """An act of each."""
        acts, self.inside = [], list(self.order)
        absent = [seat for seat in self.order if self.often(self.slip)]
        for seat in self.order:
            if seat in absent or (len(self.inside) == 1 and self.often(0.6)):
                continue
            act = "F" if self.often(self.throws) else self.chance.choice("HR")
            if act == "F" and len(self.inside) == 1 and not self.slips():
                act = "H"
            acts += [one for one in self.legs if one[0] == seat]
            acts.append((seat, act))
            if act == "F":
                self.inside.remove(seat)
        self.inside = [seat for seat in self.inside if seat not in absent or self.often(0.5)]
        if self.slips():
            self.chance.shuffle(acts)
        return acts

    def upping(self) -> Acts:
        """Offers and their answers."""
        acts: Acts = []
        able = [seat for seat in self.inside if self.beside[seat] or self.slips()]
        offering = [seat for seat in able if seat != self.order[-1] or self.slips()]
        if len(self.inside) < 2 and not self.slips():
            return acts
        for seat in offering:
            if not self.often(self.offers):
                acts += [(seat, "P")] * self.often(0.5)
                continue
            most = min([6, *(self.beside[one] for one in able if self.beside[one])])
            size = self.chance.randrange(8) if self.slips() else self.chance.randint(1, most)
            acts.append((seat, f"O{size}"))
            later = able[able.index(seat) + 1 :] if not self.slips() else able
            taken = [(other, self.chance.choice("YYN")) for other in later if self.beside[other] >= size]
            for other in [seat] * any(act == "Y" for _, act in taken) + [one for one, act in taken if act == "Y"]:
                self.beside[other] -= min(size, self.beside[other])
            acts += [answer for answer in taken if answer[1] == "Y" or self.often(0.6)]
            if not any(act == "Y" for _, act in taken) and self.often(0.85):
                break
        return acts

    def showdown(self) -> Acts:
        """Cards of all who are in."""
        acts: Acts = []
        if len(self.inside) < 2 and not self.slips():
            return acts
        for seat in self.inside:
            if self.often(self.slip / 2):
                continue
            if acts and self.often(self.ties):
                shown = [card if not self.often(0.3) else self.card() for card in acts[-1][1][1:].split("+")]
            else:
                shown = [self.card(), self.card()]
            short = 0.4 if self.document["rules"]["show"] == "enough" else self.slip
            acts.append((seat, "S" + "+".join(shown[: 1 if self.often(short) else 2])))
        if self.often(0.3):
            self.chance.shuffle(acts)
        return acts

    def card(self) -> str:
        """One off the deck."""
        card = self.cards.pop() if self.cards else self.chance.choice(CARDS)
        return card if self.suits and self.often(0.8) else card[:-1]

    def upturned(self, acts: Acts, dealt: int) -> None:
        """``U``, where it is due, and where it is not."""
        dealt += sum(act == "R" for _, act in acts)
        due = dealt >= 39 and self.writes_upturned and self.often(0.8)
        for _ in range(due + self.often(self.slip / 2)):
            place = len(acts) if self.often(0.6) else self.chance.randint(0, len(acts))
            acts.insert(place, (self.chance.choice(self.order), "U" + self.card()))

    def turns(self, acts: Acts) -> list[dict[str, Any]]:
        """Turns of one act or of several."""
        turns: list[dict[str, Any]] = []
        for seat, act in acts:
            if turns and turns[-1]["seat"] == seat and self.often(0.7):
                turns[-1]["actions"].append(act)
            else:
                turns.append({"seat": seat, "actions": [act]})
        if turns and self.often(self.slip / 3):
            self.chance.choice(turns)["actions"].append("T")
        return turns


class Claims(SecondReferee):
    """Notes what all hold after each turn."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document)
        self.totals: list[dict[str, int]] = []

    def claim(self, claim: dict[str, int], turn: int) -> None:
        """Nothing is compared."""
        self.totals.append({seat: self.table.total(seat) for seat in self.seats})


def claim(document: dict[str, Any], chance: Random, share: float) -> None:
    """So many turns claim the pieces, now and then with a slip that may last."""
    reader = Claims(document)
    reader.judge()
    slip = dict.fromkeys(reader.seats, 0)
    turns = [turn for one in document["rounds"] for turn in one["turns"]]
    for turn, totals in zip(turns, reader.totals, strict=False):
        if chance.random() < 0.05:
            slip[chance.choice(reader.seats)] = chance.choice((-1, 0, 0, 1, 3))
        if chance.random() < share:
            known = {seat: pieces for seat, pieces in totals.items() if chance.random() < 0.9}
            turn["claim"] = {seat: max(0, pieces + slip[seat]) for seat, pieces in known.items()}


def written(seed: int) -> dict[str, Any]:
    """A game written with few slips, or with many."""
    chance = Random(seed)
    sheet = Sheet(chance, chance.choice((0, 0.01, 0.05, 0.15, 0.3)))
    for _ in range(chance.choice((1, 2, 4, 8, 16))):
        if not sheet.write_round():
            break
    claim(sheet.document, chance, chance.choice((0, 0.2, 0.8)))
    return sheet.document


def played(seed: int) -> dict[str, Any]:
    """A simulated game, and half of the time one that was written down badly."""
    chance = Random(seed)
    _, record = games.played(seed // 2, most=chance.choice((3, 6, 12)))
    document: dict[str, Any] = json.loads(to_json(games.damaged(record, chance) if seed % 2 else record))
    return document


def spoiled(seed: int) -> dict[str, Any]:
    """A game with tokens, turns and rounds changed here and there."""
    document, chance = written(seed), Random(-seed - 1)
    for _ in range(chance.choice((1, 1, 2, 4, 8, 20))):
        if document["rounds"]:
            change(document, chance)
    return document


def change(document: dict[str, Any], chance: Random) -> None:
    """One thing is changed, somewhere."""
    rounds, seats, kind = document["rounds"], sorted(document["seats"]), chance.random()
    one = chance.choice(rounds)
    turns = one["turns"]
    if kind < 0.03:
        one["first"] = chance.choice(seats)
    elif kind < 0.06:
        one["round"] = chance.randrange(1, 8)
    elif kind < 0.08:
        rounds.insert(chance.randrange(len(rounds) + 1), json.loads(json.dumps(one)))
    elif kind < 0.1 and len(rounds) > 1:
        rounds.remove(one)
    elif kind < 0.13:
        del turns[chance.randrange(len(turns) + 1) :]
    elif turns:
        change_turn(turns, chance, seats)


def change_turn(turns: list[dict[str, Any]], chance: Random, seats: list[str]) -> None:
    """One thing is changed in a round."""
    turn, kind = chance.choice(turns), chance.random()
    tokens = turn["actions"]
    if kind < 0.55:
        place = chance.randrange(len(tokens) + 1)
        tokens[place : place + chance.randrange(2)] = [any_token(chance)]
    elif kind < 0.65 and tokens:
        del tokens[chance.randrange(len(tokens))]
    elif kind < 0.75:
        turn["seat"] = chance.choice(seats)
    elif kind < 0.85:
        turns.insert(chance.randrange(len(turns)), turns.pop(chance.randrange(len(turns))))
    elif kind < 0.92:
        turns.insert(chance.randrange(len(turns) + 1), {"seat": chance.choice(seats), "actions": [any_token(chance)]})
    elif kind < 0.96:
        turns.insert(chance.randrange(len(turns) + 1), json.loads(json.dumps(turn)))
    else:
        turn["claim"] = {seat: chance.randrange(60) for seat in seats if chance.random() < 0.7}


def any_token(chance: Random) -> str:
    """A token that can be read, whatever it says."""
    cards = chance.sample(words.RANKS, 2) if chance.random() < 0.7 else [chance.choice(words.RANKS)] * 2
    show = "S" + "+".join(cards[: chance.choice((1, 2, 2))])
    rare = chance.choice(("RS", "LL", "LL", "U" + cards[0], "T", "@7"))
    common = ("H", "R", "F", "F", f"O{chance.randrange(8)}", f"O{chance.randint(1, 3)}", "Y", "Y", "N", "P", show)
    return rare if chance.random() < 0.25 else chance.choice(common)
