"""Rounds, claims, the result: the second referee's report, as plain values to compare."""

from __future__ import annotations

from typing import Any

from tests.rules_engine.second_referee.table import Table
from tests.rules_engine.second_referee.turn import TurnReader
from tests.rules_engine.second_referee.words import read

LAST = 10**9
DECIDED = {"rounds": "BO-1.4", "total": "BO-1.5", "sudden_death": "BO-7.3", "time": "BO-9.1"}
# code, rule, round, turn, action, seat
Finding = tuple[str, str, int | str, int | None, int | None, str | None]


class SecondReferee:
    """Judges one record, given as its JSON document with canonical tokens."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.table = Table(document.get("rules", {}))
        self.found: list[tuple[tuple[Any, ...], Finding]] = []
        self.rounds: list[tuple[Any, ...]] = []
        self.numbered = 0
        self.place = 0
        self.name: int | str = 0
        self.turn: int | None = None
        self.differences = [0, 0]

    def add(self, code: str, rule: str, action: int | None, seat: str | None) -> None:
        """A finding at this place; record.md 4 says the order."""
        number = LAST if self.name == "SD" else self.name
        key = (number, self.place, self.turn or LAST, action or LAST, code)
        self.found.append((key, (code, rule, self.name, self.turn, action, seat)))

    def judge(self) -> tuple[list[Finding], tuple[Any, ...], list[tuple[Any, ...]]]:
        """Findings, result and rounds."""
        played = self.document["rounds"]
        for self.place, one in enumerate(played):
            self.name, self.turn = one["round"], None
            if self.comes_next():
                self.round(one, last=self.place == len(played) - 1)
        table = self.table
        self.found.sort(key=lambda found: found[0])
        result = (table.status, table.winner, table.decided_by, table.wins, table.money(), table.pot)
        return [finding for _, finding in self.found], result, self.rounds

    def comes_next(self) -> bool:
        """record.md 5.9, 5.13."""
        table, sudden = self.table, self.name == "SD"
        drawn = table.status == "time" and table.winner == "draw"
        if table.status != "in_progress" and not (drawn and sudden):
            self.add("match_over", DECIDED[str(table.decided_by)], None, None)
            return False
        if sudden and not table.sudden_due:
            self.add("wrong_round", "BO-6.7", None, None)
            return False
        next_one = not table.sudden_due and self.name == self.numbered + 1 and self.numbered < table.last_round
        if not sudden and not next_one:
            self.add("wrong_round", "BO-1.5" if table.blitz else "BO-1.4", None, None)
            return False
        return True

    def check_start(self, first: str) -> None:
        """BO-1.6, BO-7.1, BO-8.4."""
        table = self.table
        chosen = "seeding_edge" in table.variants and table.round_winner is not None
        if self.rounds and not chosen and first != "AB"[1 - table.first]:
            self.add("wrong_start", "BO-7.1" if self.name == "SD" else "BO-1.6", None, first)

    def round(self, one: dict[str, Any], last: bool) -> None:
        """One round that may be played."""
        table = self.table
        self.check_start(one["first"])
        self.numbered += self.name != "SD"
        table.begin_round(self.name, "AB".index(one["first"]))
        self.differences = [0, 0]
        rule = "BO-7.3" if table.sudden else "BO-6.4" if table.blitz else "BO-6.3"
        turns, seat, timed = [], one["first"], False
        for number, turn in enumerate(one["turns"], 1):
            self.turn = number
            if table.round_over or timed:
                over = ("round_over", rule) if table.round_over else ("match_over", "BO-9.1")
                self.add(*over, None, None)
                break
            if turn["seat"] != seat:
                self.add("wrong_seat", "BO-4.7", None, turn["seat"])
            turns.append(self.read_turn(turn, last and number == len(one["turns"])))
            timed = "T" in turn["actions"]
            seat = "B" if turn["seat"] == "A" else "A"
        self.turn = None
        if not table.round_over and not timed and not last:
            self.add("round_unfinished", rule, None, None)
        winner = None if table.round_winner is None else "AB"[table.round_winner]
        self.rounds.append((self.name, winner, table.banks, turns))

    def read_turn(self, turn: dict[str, Any], last: bool) -> tuple[Any, ...]:
        """One turn, and the claim beside it."""
        table = self.table
        table.begin_turn("AB".index(turn["seat"]))
        TurnReader(table, self.add).read([read(token) for token in turn["actions"]], last)
        self.claim(turn.get("claim") or {})
        return turn["seat"], table.ended or "open", table.gained, table.banks[:]

    def claim(self, claim: dict[str, int]) -> None:
        """record.md 5.6."""
        wrong = []
        for place, seat in enumerate("AB"):
            if seat in claim:
                difference = claim[seat] - self.table.banks[place]
                if difference and difference != self.differences[place]:
                    wrong.append(seat)
                self.differences[place] = difference
        if wrong:
            self.add("wrong_claim", "BO-9.4", None, wrong[0])
