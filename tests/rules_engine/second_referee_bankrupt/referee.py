"""Rounds, claims, the game's end and the result: the second referee's report on a record of Bankrupt."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from tests.rules_engine.second_referee_bankrupt import words
from tests.rules_engine.second_referee_bankrupt.deck import Deck
from tests.rules_engine.second_referee_bankrupt.round import Memory, Round
from tests.rules_engine.second_referee_bankrupt.settling import settle
from tests.rules_engine.second_referee_bankrupt.table import Table

LAST = 10**9
# code, kind, rule, round, turn, action, seat
Finding = tuple[str, str, str, int, "int | None", "int | None", "str | None"]


def seats_of(document: dict[str, Any]) -> list[str]:
    """Names, headings and turns say who plays."""
    seats = set(document.get("seats") or {})
    for one in document["rounds"]:
        seats |= {one["first"], *(turn["seat"] for turn in one["turns"])}
    return sorted(seats)


class SecondReferee:
    """Judges one record, given as its JSON document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.rules = words.rules_of(document.get("rules") or {})
        self.seats = seats_of(document)
        self.table = Table(self.rules, self.seats)
        self.deck = Deck()
        self.memory = Memory()
        self.difference = dict.fromkeys(self.seats, 0)
        self.found: list[tuple[tuple[Any, ...], Finding]] = []
        self.place, self.number, self.played = 0, 0, 0
        self.dealer: str | None = None
        self.due = self.seats[0]
        self.over: str | None = None
        self.all_tokens = [words.tokens_of(one) for one in document["rounds"]]
        self.writes_upturned = any(token.kind == "U" for tokens in self.all_tokens for token in tokens)

    def report(self, code: str, rule: str, turn: int | None, action: int | None, seat: str | None) -> None:
        """A finding at this place."""
        key = (self.place, turn or LAST, action or LAST, code)
        self.found.append((key, (code, words.KIND[code], rule, self.number, turn, action, seat)))

    def judge(self) -> tuple[list[Finding], dict[str, Any]]:
        """Findings and result."""
        rounds = self.document["rounds"]
        before = 0
        for self.place, one in enumerate(rounds):
            self.number = one["round"]
            if self.over:
                self.report("match_over", "BR-16" if self.over == "bankrupt" else "BR-20", None, None, None)
                break
            if self.number not in (before + 1, self.place + 1):
                self.report("wrong_round", "BR-3", None, None, None)
            before = self.number
            self.play(one, self.all_tokens[self.place], follows=self.place + 1 < len(rounds))
        self.found.sort(key=lambda found: found[0])
        return [finding for _, finding in self.found], self.result()

    def play(self, one: dict[str, Any], tokens: list[words.Token], follows: bool) -> None:
        """A round, from its heading to its end."""
        heading = one["first"]
        due = self.due = self.dealer or heading
        heads = due if self.table.is_out(heading) else heading
        game = Round(self.table, self.deck, self.memory, heads, tokens, self.report)
        rest = iter(tokens)
        for number, turn in enumerate(one["turns"], 1):
            for _ in turn["actions"]:
                game.token(next(rest))
            self.claim(turn.get("claim") or {}, number)
        deals = self.table.next_live(due) if self.table.is_out(due) else due
        if heading not in (due, deals):
            self.report("wrong_start", "BR-3", None, None, heading)
        dealer = game.dealer()
        self.close(game, follows)
        self.dealer = self.table.next_live(dealer)

    def claim(self, claim: dict[str, int], turn: int) -> None:
        """At the end of a turn."""
        wrong = []
        for seat in self.seats:
            if seat not in claim:
                continue
            difference = claim[seat] - self.table.total(seat)
            if difference not in (0, self.difference[seat]):
                wrong.append(seat)
            self.difference[seat] = difference
        if wrong:
            self.report("wrong_claim", "BR-18", turn, None, wrong[0])

    def close(self, game: Round, follows: bool) -> None:
        """The end of a round, if it has come."""
        timed = any(token.kind == "T" for token in game.tokens)
        if not game.decided:
            if timed:
                self.over = "time"
                return
            if not follows:
                return
            self.stop(game)
        self.played += 1
        self.put_out(game)
        for seat in self.table.seats:
            self.table.throw_ins[seat] = self.table.throw_ins[seat] + 1 if game.acts.get(seat) == "F" else 0
        if len(self.table.live()) == 1:
            self.over = "bankrupt"
        elif self.played == self.rules["round_cap"]:
            self.over = "round_cap"
        elif timed:
            self.over = "time"
        if not self.table.dead:
            self.table.take_back_all()
        if not self.table.centre:
            self.table.part_since_built.clear()
        self.gather(game)

    def stop(self, game: Round) -> None:
        """Another round follows one that is not decided."""
        game.deal()
        game.upping.settle()
        if not game.hands:
            self.report("round_unfinished", "BR-10", None, None, None)
            self.table.dead = 0
            return
        for seat in game.inside:
            if seat not in game.hands:
                self.report("show_missing", "BR-10", None, None, seat)
        settle(game)

    def gather(self, game: Round) -> None:
        """BR-5: the deck before the next round."""
        unwritten = self.deck.face_up and not game.upturned
        noted = self.writes_upturned and self.rules["reshuffle"] == "on_upturned"
        if unwritten and noted and game.decided and not self.over:
            self.report("reshuffle", "BR-5", None, None, None)
        if self.deck.face_up or game.upturned or self.rules["reshuffle"] == "every_round":
            self.deck.shuffle()
        self.deck.next_round()

    def put_out(self, game: Round) -> None:
        """BR-16, 19.13."""
        gone = [seat for seat in self.table.live() if not self.table.total(seat)]
        if not gone:
            return
        if len(self.table.holders()) == 1:
            self.table.take_centre(self.table.holders()[0])
        if self.rules["places"] == "shared":
            self.table.out.append(gone)
            return
        gone.sort(key=lambda seat: game.before[seat])
        self.table.out += [list(group) for _, group in groupby(gone, key=lambda seat: game.before[seat])]

    def result(self) -> dict[str, Any]:
        """Status, places, scores, decided_by."""
        table = self.table
        scores = {seat: table.total(seat) for seat in self.seats}
        places = None
        if self.over:
            inside = sorted(table.live(), key=lambda seat: -scores[seat])
            groups = [list(group) for _, group in groupby(inside, key=lambda seat: scores[seat])]
            places = groups + table.out[::-1]
        status = {None: "in_progress", "time": "time"}.get(self.over, "complete")
        return {"status": status, "places": places, "scores": scores, "decided_by": self.over}
