"""Turns, claims, the game's end and the result: the second referee's report on a record of the stage game."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.rules_engine.second_referee_stage import words
from tests.rules_engine.second_referee_stage.table import Table
from tests.rules_engine.second_referee_stage.turn import Turn

LAST = 10**9
END_RULE = {"over_40": "BS-13", "no_moves": "BS-15", "blocked": "BS-18"}
# code, kind, rule, round, turn, action, seat
Finding = tuple[str, str, str, "int | str", "int | None", "int | None", "str | None"]


def seats_of(document: dict[str, Any]) -> list[str]:
    """Those named, else A to the highest letter that starts or has a turn."""
    letters = set(document.get("seats") or {})
    if not letters:
        letters = {"B"}
        for one in document["rounds"]:
            letters |= {one.get("first") or "A", *(turn["seat"] for turn in one["turns"])}
    return list("ABCDEFGH"[: "ABCDEFGH".index(max(letters)) + 1])


class SecondReferee:
    """Judges one record, given as its JSON document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.rules = words.rules_of(document.get("rules") or {})
        self.seats = seats_of(document)
        self.table = Table(self.rules, self.seats, self.seats[0])
        self.found: list[tuple[tuple[Any, ...], Finding]] = []
        self.decided: str | None = None
        self.timed = self.played = False
        self.idle = 0
        self.difference = dict.fromkeys(self.seats, 0)
        self.round: tuple[int, int | str] = (0, 1)
        self.turn: int | None = None

    def report(self, code: str, kind: str, rule: str, action: int | None, seat: str | None) -> None:
        """A finding at this place."""
        place, name = self.round
        key = (place, self.turn or LAST, action or LAST, code)
        self.found.append((key, (code, kind, rule, name, self.turn, action, seat)))

    def judge(self) -> tuple[list[Finding], dict[str, Any]]:
        """Findings and result."""
        for place, one in enumerate(self.document["rounds"]):
            self.round, self.turn = (place, one["round"]), None
            if self.decided or self.timed:
                self.report("match_over", "misrecorded", self.end_rule(), None, None)
            elif one["round"] != 1 or self.played:
                self.report("wrong_round", "misrecorded", "BS-1", None, None)
            else:
                self.play(one)
        result = self.result()
        self.found.sort(key=lambda found: found[0])
        return [finding for _, finding in self.found], result

    def end_rule(self) -> str:
        """The rule that ended the game."""
        return END_RULE.get(str(self.decided), "BS-8")

    def play(self, one: dict[str, Any]) -> None:
        """The one round."""
        self.played = True
        turns = one["turns"]
        first = one.get("first") or (turns[0]["seat"] if turns else "A")
        self.table = Table(self.rules, self.seats, first)
        before: str | None = None
        for self.turn, turn in enumerate(turns, 1):
            if self.decided or self.timed:
                self.report("match_over", "misrecorded", self.end_rule(), None, None)
                return
            seat = turn["seat"]
            placing = self.unplaced()
            due = self.due(before)
            if seat in self.table.out:
                self.report("wrong_seat", "illegal", "BS-13", None, seat)
                continue
            if seat != due:
                self.report("wrong_seat", "illegal", "BS-10" if placing else "BS-3", None, seat)
            self.judge_turn(seat, turn, last=self.turn == len(turns))
            before = None if placing and not self.unplaced() else seat

    def unplaced(self) -> list[str]:
        """Who has still to place a piece before anybody moves (BS-10)."""
        if len(self.seats) == 2:
            return []
        return [seat for seat in self.table.still_in() if self.table.piece[seat] is None]

    def due(self, before: str | None) -> str:
        """Who is to move."""
        placing = self.unplaced()
        if placing:
            return placing[-1]
        order = self.table.order
        start = 0 if before is None else order.index(before) + 1
        return next(seat for seat in order[start:] + order[:start] if seat not in self.table.out)

    def judge_turn(self, seat: str, turn: dict[str, Any], last: bool) -> None:
        """A turn, its claim, and whether the game ends with it."""
        table = self.table
        state = Turn(table, seat, self.report)
        state.read(turn["actions"], last)
        self.claim(turn.get("claim") or {})
        state.check_over()
        self.timed = self.timed or state.timed
        if state.over:
            self.decided = state.over
        elif not state.open:
            self.decided = self.ended(state)

    def ended(self, state: Turn) -> str | None:
        """piles, revealed, no_moves, blocked, in this order."""
        table, order = self.table, self.table.order
        if not state.state.placed:
            self.idle = 0 if state.state.revealed or state.state.banked else self.idle + 1
        if not table.pile and not table.discards:
            return "piles"
        last_in = table.still_in()[-1]
        if set(table.spaces) == table.revealed and order.index(state.seat) >= order.index(last_in):
            return "revealed"
        players = table.still_in()
        if table.has("pitfall") and not any(table.can_move(seat) or table.reentries(seat) for seat in players):
            return "no_moves"
        return "blocked" if self.idle >= 40 * table.decks else None

    def claim(self, claim: dict[str, int]) -> None:
        """record.md 5.6, detail 7."""
        table, wrong = self.table, []
        for seat in self.seats:
            if seat not in claim:
                continue
            bank, told = table.bank_of(seat), claim[seat]
            least, most = (bank.pairs, bank.pairs) if table.has("go_fish") else (bank.least, bank.most)
            difference = told - least if told < least else max(0, told - most)
            if not difference and bank.uncounted and not table.has("go_fish"):
                bank.total = told - sum(bank.known)
                bank.counted += bank.uncounted
                bank.uncounted = 0
            if difference and difference != self.difference[seat]:
                wrong.append(seat)
            self.difference[seat] = difference
        if wrong:
            self.report("wrong_claim", "misrecorded", "BS-9", None, wrong[0])

    def result(self) -> dict[str, Any]:
        """Status, places, scores, decided_by."""
        table = self.table
        scores = {seat: table.score(seat) for seat in self.seats}
        status = "complete" if self.decided else "time" if self.timed else "in_progress"
        decided = self.decided or ("time" if self.timed else None)
        places = None
        if status != "in_progress":
            inside = [seat for seat in self.seats if seat not in table.out]
            uncounted = [seat for seat in inside if scores[seat] is None]
            if uncounted and table.sides_left() > 1:
                self.round, self.turn = (0, 1), None
                self.report("bank_not_counted", "misrecorded", "BS-9", None, uncounted[0])
            else:
                places = self.places(inside, scores)
        return {"status": status, "places": places, "scores": scores, "decided_by": decided}

    def places(self, inside: list[str], scores: dict[str, int | None]) -> list[list[str]]:
        """Groups, best first."""
        table = self.table
        gone = [seat for seat in self.seats if seat in table.out]
        if table.has("flush") and self.rules["over_40"] == "at_end":
            gone = [seat for seat in self.seats if (scores[seat] or 0) > 40]
            inside = [seat for seat in self.seats if seat not in gone]
        inside = sorted(inside, key=lambda seat: -(scores[seat] or 0))
        groups = [list(group) for _, group in groupby(inside, key=lambda seat: scores[seat])]
        return groups + [gone] * bool(gone)
