"""How the second referee reads one turn, token by token (record.md section 5)."""

from __future__ import annotations

from tests.rules_engine.second_referee.acts import Acts, Report
from tests.rules_engine.second_referee.table import Table
from tests.rules_engine.second_referee.words import Word


class TurnReader(Acts):
    """Reads the tokens of one turn: what stands between them, and in ``Acts`` what each does on its own."""

    def __init__(self, table: Table, report: Report) -> None:
        super().__init__(table, report)
        self.undone_at: int | None = None
        self.bust_written = self.stopped = self.skipping = False

    def read(self, words: list[Word], last: bool) -> None:
        """The whole turn; ``last`` if the file stops with it."""
        timed, final = False, 0
        for place, word in enumerate(words, 1):
            timed = timed or word.kind == "time"
            if word.kind not in ("time", "clock") and not self.skipping:
                self.at = final = place
                self.token(word)
        if not self.skipping:
            self.close(last)
        self.unended(last, timed, final)
        if timed:
            self.table.call_time()

    def close(self, last: bool) -> None:
        """The tokens are over: record.md 5.2, 5.4, 5.11."""
        if self.auto_at is not None:
            self.note_auto()
        if self.pending == "effect":
            self.discard_joker()
        elif self.pending in ("jack", "trigger"):
            self.let_bust()
        elif self.pending == "swap":
            self.swap()
        elif self.pending == "over" and not last:
            self.default()

    def unended(self, last: bool, timed: bool, final: int) -> None:
        """record.md 5.3, 5.8."""
        if self.table.ended is not None:
            return
        if self.undone_at is not None and self.undone_at == final:
            self.table.end("end")
        elif timed:
            self.table.end("time")
        elif not last:
            self.report("turn_not_ended", "BO-4.5", None, self.me)
            self.table.end("end")

    # A token meets what is pending

    def token(self, word: Word) -> None:
        """One token, in the order in which things come first."""
        if self.auto_at is not None and self.auto_written(word):
            return
        for pending, meet in (
            ("over", self.meet_over),
            ("effect", self.meet_effect),
            ("trigger", self.meet_trigger),
            ("jack", self.meet_jack),
            ("swap", self.meet_swap),
        ):
            if self.pending == pending and meet(word):
                return
        if self.table.ended is not None:
            self.after(word)
        elif word.about_joker and not self.table.jokers:
            self.report("jokers_off", "BO-1.3", self.at, self.them if word.kind == "answer" else self.me)
        else:
            getattr(self, "on_" + word.kind)(word)

    def auto_written(self, word: Word) -> bool:
        """record.md 3, 5.3: the automatic Queen written, or a bust, or neither."""
        named = word.kind in ("auto", "play") and word.name == "Q" and self.names_auto(word.suit)
        if named or word.kind == "auto":
            self.auto_at = None
            return True
        if word.kind == "bust":
            self.auto_at, self.undone_at = None, self.at
            self.say("auto_queen_missed", "BO-5.2")
            return True
        self.note_auto()
        return False

    def names_auto(self, suit: str) -> bool:
        """Whether the Queen named is the one taken; another one held is then taken in its place."""
        if not suit or self.auto_queen.suit in ("", suit):
            return True
        hand, pile = self.table.hand, self.table.pile
        for place, card in enumerate(hand):
            if (card.rank, card.suit) == ("Q", suit):
                pile[pile.index(self.auto_queen)] = card
                hand[place] = self.auto_queen
                return True
        return False

    def note_auto(self) -> None:
        self.report("auto_queen_applied", "BO-5.2", self.auto_at, self.me)
        self.auto_at = None

    def meet_over(self, word: Word) -> bool:
        """record.md 5.4."""
        if word.kind != "discard":
            self.default()
            return False
        card = self.table.find(self.table.me, word.name, word.suit)
        if word.name == "X" and not self.table.jokers:
            self.say("jokers_off", "BO-1.3")
        elif card is None:
            self.say("card_not_in_hand", "BO-4.2")
        else:
            self.was_queen(word, card)
            self.table.use(self.table.me, card, word.name, word.suit)
            self.limit_kept()
        return True

    def meet_effect(self, word: Word) -> bool:
        """record.md 5.1: `X` and `>X=…` right after are one slip."""
        if word.kind == "joker_play" and word.name:
            self.effect_at_once(word)
            return True
        self.discard_joker()
        return False

    def meet_trigger(self, word: Word) -> bool:
        """record.md 5.11."""
        if self.table.may_be_queens() and word.kind != "bust" and not self.wild(word) and not self.king(word):
            written = word.name == "Q" and word.kind in ("auto", "play")
            if not written:
                self.report("auto_queen_applied", "BO-5.2", self.jack_at, self.me)
            suit = word.suit if written else ""
            card = self.table.find(self.table.me, "Q", suit)
            assert card is not None
            self.table.use(self.table.me, card, "Q", suit)
            self.trigger_answered()
            return written
        return self.meet_bust(word, "BO-5.3")

    def meet_jack(self, word: Word) -> bool:
        """BO-5.6, record.md 5.2."""
        card = self.table.find(self.table.me, "Q", word.suit) if (word.kind, word.name) == ("play", "Q") else None
        if card is not None and not card.no_queen:
            self.table.use(self.table.me, card, "Q", word.suit)
            self.jack_answered()
            return True
        return self.meet_bust(word, "BO-5.5")

    def meet_bust(self, word: Word, rule: str) -> bool:
        """The bust written, a Joker as Queen, a King effect, or a bust not taken."""
        if word.kind == "bust":
            self.bust_written = True
            self.let_bust()
        elif self.wild(word):
            card = self.table.find(self.table.me, "X")
            assert card is not None
            self.table.use(self.table.me, card, "X")
            if self.pending == "jack":
                self.jack_answered()
            else:
                self.trigger_answered()
        elif self.king(word):
            self.double(word)
        else:
            self.say("bust_not_taken", rule)
            self.let_bust()
            self.skipping = True
        return True

    def king(self, word: Word) -> bool:
        """BO-10.17: a King effect with a card that is held."""
        if not self.table.options["king_window"]:
            return False
        if (word.kind, word.name) == ("joker_play", "king"):
            return self.table.holds_joker()
        return (word.kind, word.name) == ("play", "K") and self.table.find(self.table.me, "K", word.suit) is not None

    def double(self, word: Word) -> None:
        """BO-10.17: the Jack has no effect, and its card lies on the table like any other Jack of the turn."""
        if self.pending == "trigger":
            self.table.cues.append(self.jack)
        self.pending = ""
        if word.kind == "play":
            self.on_play(word)
        else:
            self.on_joker_play(word)

    def wild(self, word: Word) -> bool:
        """BO-10.4."""
        named = (word.kind, word.name) == ("joker_play", "queen")
        return named and self.table.options["wild_queen_window"] and self.table.holds_joker()

    def jack_answered(self) -> None:
        self.pending = ""
        self.table.queen_effect()
        self.resolved()

    def meet_swap(self, word: Word) -> bool:
        """record.md 5.12: counters and shields right after a swap."""
        if word.kind != "answer":
            self.swap()
            return False
        code, rule = self.against_answer(word.name)
        if code:
            self.report(code, rule, self.at, self.them)
            return True
        self.pending, self.stopped = "", True
        opponent = 1 - self.table.me
        if word.name == "X":
            card = self.table.find(opponent, "X")
            assert card is not None
            self.table.use(opponent, card, "X")
        else:
            self.table.shields[opponent] -= 1
        self.table.end("countered" if word.name == "X" else "shielded")
        return True

    def against_answer(self, name: str) -> tuple[str, str]:
        """What stands against a counter or a shield, if anything."""
        table = self.table
        if name == "S":
            possible = table.shields[1 - table.me] and (table.to_hand or table.options["shield_round_two"])
            return ("", "") if possible else ("shield_unavailable", "BO-8.2")
        if not table.jokers:
            return "jokers_off", "BO-1.3"
        replaced = table.options["shield_replaces_counter"] and "shield_token" in table.variants
        if not table.to_hand or replaced:
            return "counter_round_two", "BO-5.21"
        return ("", "") if table.find(1 - table.me, "X") else ("counter_without_joker", "BO-5.24")

    def swap(self) -> None:
        """BO-5.17, BO-10.10."""
        self.pending = ""
        self.table.banks.reverse()
        if self.table.blitz and self.table.options["swap_scope"] == "total":
            self.table.totals.reverse()
        self.table.end("swap")

    def after(self, word: Word) -> None:
        """BO-4.6, record.md 5.2."""
        if self.table.ended == "bust" and not self.bust_written:
            if word.kind == "bust":
                self.bust_written = True
                return
            self.say("bust_not_taken", self.table.bust_rule)
        elif self.stopped and word.kind == "answer":
            return
        else:
            seat = self.them if word.kind == "answer" else self.me
            self.report("action_after_turn", "BO-4.6", self.at, seat)
        self.skipping = True
