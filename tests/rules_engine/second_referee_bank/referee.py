"""Turns, claims, the game's end and the result: the second referee's report on a record of Bank."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.rules_engine.second_referee_bank import words
from tests.rules_engine.second_referee_bank.table import Table
from tests.rules_engine.second_referee_bank.turn import Turn

LAST = 10**9
KIND = dict.fromkeys(("withdrawal_missed", "no_discard", "exchange_missing", "steal_missing"), "missed")
KIND |= dict.fromkeys(("reshuffle", "undeclared", "slow_decision"), "note")
_SLIPS = ("impossible_draw", "wrong_top", "card_unnamed", "wrong_claim", "round_over", "match_over", "wrong_round")
_NEEDLESS = ("needless_exchange", "needless_steal", "needless_replacement", "needless_declaration")
KIND |= dict.fromkeys(_SLIPS + _NEEDLESS, "misrecorded")
# code, kind, rule, round, turn, action, seat
Finding = tuple[str, str, str, "int | str", "int | None", "int | None", "str | None"]


def seats_of(document: dict[str, Any]) -> list[str]:
    """Section 8: A to the highest letter that is named, dealt to or has a turn."""
    letters = {"A"} | set(document.get("seats") or {}) | set(document.get("deal") or {})
    for one in document["rounds"]:
        letters.add(one.get("first") or "A")
        letters |= {turn["seat"] for turn in one["turns"]}
    return list("ABCD"[: "ABCD".index(max(letters)) + 1])


class SecondReferee:
    """Judges one record, given as its JSON document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.rules = words.rules_of(document.get("rules") or {})
        self.seats = seats_of(document)
        self.table = Table(self.rules, self.seats, document)
        self.found: list[tuple[tuple[Any, ...], Finding]] = []
        self.decided: str | None = None
        self.timed = False
        self.winner: str | None = None
        self.difference = dict.fromkeys(self.seats, 0)
        # Turns in a row, for 4.2, 4.3, 5.2 and 5.3.
        self.no_progress, self.quiet, self.stalled = 0, 0, 0
        self.round: tuple[int, int | str] = (0, 1)
        self.turn: int | None = None

    def add(self, code: str, rule: str, action: int | None, seat: str | None) -> None:
        """A finding at this place."""
        place, name = self.round
        key = (place, self.turn or LAST, action or LAST, code)
        self.found.append((key, (code, KIND.get(code, "illegal"), rule, name, self.turn, action, seat)))

    def judge(self) -> tuple[list[Finding], dict[str, Any]]:
        """Findings and result."""
        for place, one in enumerate(self.document["rounds"]):
            self.round, self.turn = (place, one["round"]), None
            if place or one["round"] != 1:
                self.add("wrong_round", "BK-6.20", None, None)
            else:
                self.play(one)
        self.found.sort(key=lambda found: found[0])
        return [finding for _, finding in self.found], self.result()

    def play(self, one: dict[str, Any]) -> None:
        """The one round."""
        turns = one["turns"]
        due = one.get("first") or (turns[0]["seat"] if turns else "A")
        for self.turn, turn in enumerate(turns, 1):
            if self.decided:
                self.add("round_over", self.end_rule(), None, None)
                return
            if self.timed:
                self.add("match_over", "BK-4.8", None, None)
                return
            seat = turn["seat"]
            if seat != due:
                self.add("wrong_seat", "BK-2.3", None, seat)
            self.judge_turn(seat, turn, last=self.turn == len(turns))
            due = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def judge_turn(self, seat: str, turn: dict[str, Any], last: bool) -> None:
        """A turn, its claim, and whether the game ends with it."""
        state = Turn(self.table, seat, self.add)
        state.read(turn["actions"], last)
        self.claim(turn.get("claim") or {})
        self.timed = self.timed or any(token.upper() == "T" for token in turn["actions"])
        if state.over == "open":
            return
        self.decided = state.over or self.ended_by(state)
        if self.decided == "four_kings":
            self.winner = seat

    def ended_by(self, state: Turn) -> str | None:
        """4.11: the first that holds."""
        rules, table = self.rules, self.table
        self.count(state)
        reached = state.limit_reached() if rules["five_o_when"] == "end_of_turn" else None
        if reached:
            return reached
        empty = [left == 0 for left in table.left.values()]
        if rules["end"] == "standard" and (any(empty) if rules["personal_end"] == "first" else all(empty)):
            return "deck"
        if rules["end"] != "standard" and self.quiet >= len(self.seats):
            return "quiet"
        if rules["end"] != "standard" and self.no_progress >= len(self.seats):
            return "no_progress"
        return "stall" if self.stalled >= rules["stall_turns"] else None

    def count(self, state: Turn) -> None:
        """Turns in a row without progress, and without anything else."""
        rules = self.rules
        self.stalled = 0 if state.progress or state.deck_cards else self.stalled + 1
        if not state.late_phase:
            return
        self.no_progress = 0 if state.progress else self.no_progress + 1
        if rules["end"] == "last_chance":
            quiet = not state.banked and not state.withdrew
        else:
            quiet = not state.banked and (state.declared or rules["declare"] == "silent")
        self.quiet = self.quiet + 1 if quiet else 0

    def end_rule(self) -> str:
        """The rule behind ``decided_by``."""
        quiet = "BK-4.2" if self.rules["end"] == "last_chance" else "BK-4.3"
        return {
            "four_kings": "BK-4.7",
            "five_o": "BK-4.4",
            "deck": "BK-4.1",
            "quiet": quiet,
            "no_progress": "BK-5.2",
            "stall": "BK-5.3",
        }[str(self.decided)]

    def claim(self, claim: dict[str, int]) -> None:
        """record.md 5.6."""
        wrong = []
        for seat in self.seats:
            if seat in claim:
                difference = claim[seat] - self.table.score(seat)
                if difference and difference != self.difference[seat]:
                    wrong.append(seat)
                self.difference[seat] = difference
        if wrong:
            rule = "BK-4.6" if self.rules["scoring"] == "advanced" else "BK-4.5"
            self.add("wrong_claim", rule, None, wrong[0])

    def result(self) -> dict[str, Any]:
        """Status, places, scores, decided_by."""
        scores = {seat: self.table.score(seat) for seat in self.seats}
        status = "complete" if self.decided else "time" if self.timed else "in_progress"
        places = None
        if status != "in_progress":
            rest = [seat for seat in self.seats if seat != self.winner]
            rest.sort(key=lambda seat: -scores[seat])
            groups = [list(group) for _, group in groupby(rest, key=lambda seat: scores[seat])]
            places = [[self.winner]] * (self.winner is not None) + groups
        decided = self.decided or ("time" if self.timed else None)
        return {"status": status, "places": places, "scores": scores, "decided_by": decided}
