"""One turn of Bank, token by token (bank.md 2, 3, 7, 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules_engine.second_referee_bank import thieves, words
from tests.rules_engine.second_referee_bank.table import UNSEEN, Table

Add = Callable[[str, str, "int | None", "str | None"], None]
EMPTY_DECK = {"standard": "BK-4.1", "last_chance": "BK-4.2", "rotating": "BK-4.3"}
TRICK_RULE = {2: "BK-2.6", 3: "BK-2.7", 4: "BK-2.8"}


class Turn:
    """What has been done in this turn."""

    def __init__(self, table: Table, seat: str, add: Add) -> None:
        self.table, self.rules, self.seat, self.add = table, table.rules, seat, add
        self.late_phase = table.ran_out
        self.deck_cards, self.picked, self.closed = 0, False, False
        self.banked, self.tried_bank, self.said_none = 0, False, False
        self.missed_judged = False
        self.declared, self.said_cannot, self.progress = False, False, False
        self.ended = False
        self.sure_no_move = False
        self.over: str | None = None
        self.place = 0
        # The run that a token may belong to: exchanges of a bank or cards of a thief.
        self.run: dict[str, Any] | None = None

    def read(self, tokens: list[str], last: bool) -> None:
        """All tokens, and the turn's end."""
        for self.place, token in enumerate(tokens, 1):
            kind, content = words.read(token)
            if kind == "aside":
                continue
            if not (self.run and self.run["kind"] == kind):
                self.close_run()
            if self.ended or self.over:
                rule = {"five_o": "BK-4.4", "four_kings": "BK-4.7"}.get(str(self.over), "BK-2.12")
                self.add("action_after_turn", rule, self.place, self.seat)
                break
            if kind not in ("draw", "replace") and self.deck_cards:
                self.closed = True
            if kind in ("thief", "steal"):
                thieves.play(self, content) if kind == "thief" else thieves.steal(self, content)
            else:
                getattr(self, f"_{kind}")(content)
        self.close_run()
        self.finish(last)

    def refuse(self, code: str, rule: str) -> None:
        """A finding on the token that stands here."""
        self.add(code, rule, self.place, self.seat)

    # Withdrawing (2.4).

    @property
    def withdrew(self) -> bool:
        return self.picked or self.deck_cards > 0

    def refused_withdrawal(self, deck_card: bool | None) -> bool:
        """Late, second, full; ``None`` is the token ``0``."""
        if self.banked:
            self.refuse("withdraw_late", "BK-2.3")
        elif self.closed or self.picked or self.deck_cards == 2 or (self.deck_cards and not deck_card):
            self.refuse("second_withdrawal", "BK-2.4")
        elif deck_card is not None and self.table.size(self.seat) >= 10:
            self.refuse("hand_full", "BK-2.2")
        else:
            return False
        return True

    def _none(self, _: None) -> None:
        self.check_missed(self.place)
        self.said_none = True
        if not self.refused_withdrawal(None):
            self.closed = True

    def _draw(self, name: str | None) -> None:
        table = self.table
        if self.refused_withdrawal(True):
            return
        rotating = self.rules["end"] == "rotating"
        if self.deck_cards and self.emptied and rotating and self.rules["last_two"] == "no":
            self.refuse("short_deck", "BK-6.3")
            return
        if not table.deck_left(self.seat):
            if not rotating or not table.own_pile(self.seat):
                self.refuse("draw_from_empty", EMPTY_DECK[self.rules["end"]])
                return
            table.replace_deck(self.seat)
            self.refuse("reshuffle", "BK-4.3")
        if not table.draw(self.seat, name):
            self.refuse("impossible_draw", "BK-2.1")
        self.deck_cards += 1
        self.emptied = not table.deck_left(self.seat)

    emptied = False

    def _pick(self, name: str) -> None:
        table, seat = self.table, self.seat
        if self.refused_withdrawal(False):
            return
        pile = table.own_pile(seat)
        if not pile:
            self.refuse("pile_empty", "BK-2.4")
            return
        top = pile[-1]
        guessed = top is UNSEEN and table.place[name] == "new"
        real = name if guessed else top
        if self.rules["end"] == "last_chance" and not table.deck_left(seat) and self.pick_refused(real):
            return
        if real != name:
            self.refuse("wrong_top", "BK-2.4")
        pile.pop()
        self.picked = True
        if real is None:
            table.hidden[seat] += 1
        else:
            table.to_hand(seat, real)

    def pick_refused(self, real: str | None) -> bool:
        """4.2 and 6.14, where the own deck is gone."""
        table, seat = self.table, self.seat
        known, hidden = table.known[seat], table.hidden[seat]
        after = ([*known, real], hidden) if real else (known, hidden + 1)
        if not table.has_move(seat, False, known, hidden) and not table.has_move(seat, False, *after):
            self.refuse("pick_without_move", "BK-4.2")
        elif self.rules["lc_pick"] == "may_not" and table.has_move(seat, True, known, hidden):
            self.refuse("pick_with_move", "BK-6.14")
        else:
            return False
        return True

    def could_withdraw(self) -> bool:
        """Whether a withdrawal is due now (6.1)."""
        table, end = self.table, self.rules["end"]
        deck, pile = table.deck_left(self.seat), bool(table.own_pile(self.seat))
        if self.rules["withdraw"] == "may" or (end == "last_chance" and not deck):
            return False
        return table.size(self.seat) < 10 and bool(deck or pile)

    def check_missed(self, place: int | None) -> None:
        """Once a turn."""
        if not self.missed_judged and not self.withdrew and self.could_withdraw():
            self.add("withdrawal_missed", "BK-6.1", place, self.seat)
        self.missed_judged = True

    # Banking (2.5 to 2.10).

    def _bank(self, content: tuple[int, list[str]]) -> None:
        size, names = content
        self.check_missed(self.place)
        self.tried_bank = True
        self.closed = True
        wrong = self.bank_refusal(size, names)
        if wrong:
            self.refuse(*wrong)
            self.run = {"kind": "exchange", "skip": True}
            return
        table, seat = self.table, self.seat
        due = table.due(seat, len(names))
        older = table.bank[seat][:]
        for name in names:
            table.from_hand(seat, name)
            table.bank[seat].append(name)
            table.place[name] = f"bank {seat}"
        self.banked += 1
        self.run = {"kind": "exchange", "skip": False, "due": due, "older": older, "place": self.place}

    def bank_limit(self) -> int:
        """2.5, 6.17."""
        if self.rules["withdrawal"] == "standard":
            return 1
        two = self.deck_cards == 1 or (self.picked and self.rules["balanced_pick"] == "two")
        return 2 if two else 1

    def bank_refusal(self, size: int, names: list[str]) -> tuple[str, str] | None:
        """The first that applies of: trick in play, count, limit, cards, trick, box, in_first, keep_one."""
        table, seat = self.table, self.seat
        if {2: "pairs", 3: "trios", 4: "quads"}[size] not in self.rules["tricks"]:
            return "trick_not_in_play", "BK-1.4"
        if len(names) not in table.counts(size):
            return "trick_count", "BK-2.9"
        if self.banked >= self.bank_limit():
            return "bank_limit", "BK-2.5"
        if not table.may_hold(seat, names):
            return "card_not_in_hand", TRICK_RULE[size]
        if not self.holds_trick(size, names):
            return "no_trick", TRICK_RULE[size]
        return table.refusal(seat, len(names), table.size(seat))

    def holds_trick(self, size: int, names: list[str]) -> bool:
        """7.3: the first card named says of what rank."""
        table, seat = self.table, self.seat
        kind = next(kind for kind in table.kinds() if words.rank(names[0]) in kind)
        among = sum(words.rank(name) in kind for name in names)
        whole = self.rules["trick_size"] == "whole" and len(names) == size and size < 4
        if among < (size if whole else {2: 1, 3: 1, 4: 2}[size]):
            return False
        bound = [name for name in names if name not in table.known[seat]]
        known = sum(words.rank(name) in kind for name in table.known[seat] + bound)
        unseen = table.unseen(kind) - sum(words.rank(name) in kind for name in bound)
        return known + min(table.hidden[seat] - len(bound), unseen) >= size

    def _exchange(self, name: str) -> None:
        run = self.run
        if run and run["skip"]:
            return
        if not run or not run["due"]:
            self.refuse("needless_exchange", "BK-2.10")
        elif name not in run["older"]:
            self.refuse("card_not_in_bank", "BK-2.10")
        else:
            self.take_out(name)

    def take_out(self, name: str) -> None:
        """An older card leaves the bank."""
        assert self.run
        self.run["due"] -= 1
        self.run["older"].remove(name)
        self.table.bank[self.seat].remove(name)
        if self.rules["bank_size"] == "moneybox":
            self.table.to_hand(self.seat, name)
        else:
            self.table.to_pile(self.seat, name)

    def close_run(self) -> None:
        """What a bank or a thief is still owed."""
        run = self.run
        if run and not run["skip"]:
            if run["due"]:
                code, rule = {"exchange": ("exchange_missing", "BK-2.10"), "steal": ("steal_missing", "BK-3.1")}[
                    run["kind"]
                ]
                self.add(code, rule, run["place"], self.seat)
            if run["kind"] == "exchange":
                while run["due"]:
                    self.take_out(run["older"][0])
                self.bank_complete()
        self.run = None

    def bank_complete(self) -> None:
        """5.1, 6.16."""
        table, seat = self.table, self.seat
        now = (len(table.bank[seat]), table.score(seat))
        best = table.best[seat]
        if now[0] > best[0] or now[1] > best[1]:
            self.progress = True
        table.best[seat] = (max(now[0], best[0]), max(now[1], best[1]))
        if self.rules["five_o_when"] == "at_once":
            self.over = self.limit_reached()

    def limit_reached(self) -> str | None:
        """4.4, 4.7; Four Kings come first (7.5)."""
        bank = self.table.bank[self.seat]
        if self.rules["four_kings"] and sum(words.rank(name) == "K" for name in bank) == 4:
            return "four_kings"
        limit = self.rules["five_o"]
        return "five_o" if limit is not None and self.table.score(self.seat) >= limit else None

    # The rest.

    def _discard(self, name: str) -> None:
        self.check_missed(self.place)
        table, seat = self.table, self.seat
        self.sure_no_move = not table.has_move(seat, False, table.known[seat], table.hidden[seat])
        self.ended = True
        if not table.may_hold(seat, [name]):
            self.refuse("card_not_in_hand", "BK-2.12")
            return
        table.from_hand(seat, name)
        table.to_pile(seat, name)

    def _replace(self, _: None) -> None:
        table = self.table
        empty = not table.deck_left(self.seat)
        if self.rules["end"] != "rotating" or not empty or not table.own_pile(self.seat):
            self.refuse("needless_replacement", "BK-4.3")
            return
        table.replace_deck(self.seat)

    def _declare(self, _: None) -> None:
        table, seat = self.table, self.seat
        self.said_cannot = True
        if self.rules["end"] != "rotating" or not table.ran_out or self.banked:
            self.refuse("needless_declaration", "BK-4.3")
        elif table.has_move(seat, True, table.known[seat], table.hidden[seat]):
            self.refuse("false_declaration", "BK-4.3")
        else:
            self.declared = True

    def finish(self, last: bool) -> None:
        """The end of the turn's tokens (7.6)."""
        table, seat = self.table, self.seat
        if not self.ended and not self.over:
            empty = table.size(seat) == 0
            done = self.withdrew or self.tried_bank or self.said_none or not self.could_withdraw()
            if last and not (empty and done):
                self.over = "open"
                return
            self.sure_no_move = not table.has_move(seat, False, table.known[seat], table.hidden[seat])
            self.check_missed(None)
            if not empty:
                self.add("no_discard", "BK-2.12", None, seat)
        if self.over:
            return
        rotating = self.rules["end"] == "rotating" and self.late_phase
        if rotating and self.sure_no_move and not self.banked and not self.said_cannot:
            self.add("undeclared", "BK-4.3", None, seat)
