"""What each token does where nothing stands in its way, and how a card drawn takes effect (bankout.md section 5)."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules_engine.second_referee.table import Table
from tests.rules_engine.second_referee.words import NUMBERS, UNSEEN, Card, Word

Report = Callable[[str, str, int | None, str], None]  # code, rule, action, seat


class Acts:
    """One turn's acts. ``pending`` is what is still being resolved: over, effect, jack, trigger or swap."""

    def __init__(self, table: Table, report: Report) -> None:
        self.table = table
        self.report = report
        self.me, self.them = "AB"[table.me], "AB"[1 - table.me]
        self.pending = ""
        self.at = 0  # the place of the token being read
        self.auto_at: int | None = None  # the Jack whose automatic Queen may still be written
        self.auto_queen = Card("Q")
        self.jack = Card("J")
        self.jack_at = self.over_at = 0

    def say(self, code: str, rule: str) -> None:
        """A finding on this token, for the turn's seat."""
        self.report(code, rule, self.at, self.me)

    def after(self, word: Word) -> None:
        """A token after the turn's end; ``TurnReader`` knows what may still stand there."""
        raise NotImplementedError

    # What ends the resolving

    def trigger_answered(self) -> None:
        """BO-10.2."""
        self.pending = ""
        first = self.table.options["auto_queen_order"] == "before"
        if first:
            self.table.queen_effect()
        self.table.jacks += 1
        self.table.cues.append(self.jack)
        if not first:
            self.table.queen_effect()
        self.resolved()

    def let_bust(self) -> None:
        """BO-5.3, BO-5.5; record.md 5.11: no unseen card was a Queen."""
        trigger, self.pending = self.pending == "trigger", ""
        if not trigger:
            self.table.bust("BO-5.5")
            return
        self.table.cues.append(self.jack)
        for card in self.table.hand:
            card.no_queen = card.no_queen or card.rank == UNSEEN
        self.table.bust("BO-5.3")

    def resolved(self) -> None:
        """BO-10.6 `immediate`."""
        table = self.table
        out = not table.deck.size and not table.refills and table.options["deck_out"] == "immediate"
        if out and table.ended is None and not self.pending:
            table.end("deck_out")

    def discard_joker(self) -> None:
        self.pending = ""
        self.table.pile.append(Card("X"))
        self.resolved()

    def default(self) -> None:
        """BO-3.4: the oldest, under `random` as well."""
        self.report("over_hand", "BO-3.3", self.over_at, self.me)
        while len(self.table.hand) > 2:
            self.table.pile.append(self.table.hand.pop(0))
            self.report("default_discard", "BO-3.4", self.over_at, self.me)
        self.limit_kept()

    def limit_kept(self) -> None:
        if len(self.table.hand) <= 2:
            self.pending = ""
            self.resolved()

    # A token on its own

    def on_bank(self, word: Word) -> None:
        self.amount(word, self.table.loot, "BO-4.3")
        self.table.secure(self.table.loot, "bank")

    def on_end(self, _word: Word) -> None:
        self.table.end("end")

    def on_bust(self, _word: Word) -> None:
        self.say("bust_without_cause", "BO-6.2")

    def on_auto(self, _word: Word) -> None:
        self.say("auto_queen_without_cause", "BO-5.2")

    def on_answer(self, _word: Word) -> None:
        self.report("counter_not_swap", "BO-5.25", self.at, self.them)

    def on_discard(self, _word: Word) -> None:
        self.say("needless_discard", "BO-3.2")

    def amount(self, word: Word, due: int, rule: str) -> None:
        if word.amount not in (None, due):
            self.say("wrong_amount", rule)

    def was_queen(self, word: Word, card: Card) -> None:
        """record.md 5.11: a card known to be no Queen, used as one."""
        if word.name == "Q" and card.no_queen:
            self.say("auto_queen_missed", "BO-5.2")

    def on_play(self, word: Word) -> None:
        card = self.table.find(self.table.me, word.name, word.suit)
        if card is None:
            self.say("card_not_in_hand", "BO-4.2")
            return
        self.was_queen(word, card)
        self.table.use(self.table.me, card, word.name, word.suit)
        if word.name == "Q":
            self.table.queen_effect()
        else:
            self.amount(word, 2 * self.table.loot, "BO-5.15")
            self.table.secure(2 * self.table.loot, "king")

    def on_joker_play(self, word: Word) -> None:
        """record.md 5.12: effect, round, opponent's Bank, card."""
        card = self.table.find(self.table.me, "X")
        if not word.name:
            self.say("joker_effect_missing", "BO-5.23")
        elif not self.table.to_hand:
            self.say("joker_from_hand", "BO-5.22")
        elif card is None:
            self.say("card_not_in_hand", "BO-4.2")
        elif word.name == "swap" and not self.table.banks[1 - self.table.me]:
            self.say("swap_opponent_empty", "BO-5.17")
        else:
            self.table.use(self.table.me, card, "X")
            self.effect(word)

    def effect_at_once(self, word: Word) -> None:
        """BO-5.20; record.md 5.1."""
        if word.name == "swap" and not self.table.banks[1 - self.table.me]:
            self.say("swap_opponent_empty", "BO-5.17")
            self.discard_joker()
            return
        self.pending = ""
        self.table.pile.append(Card("X"))
        self.effect(word)

    def effect(self, word: Word) -> None:
        if word.name == "king":
            self.amount(word, 2 * self.table.loot, "BO-5.15")
            self.table.secure(2 * self.table.loot, "joker_king")
        elif word.name == "queen":
            self.table.queen_effect()
            self.resolved()
        else:
            self.pending = "swap"

    # Draws

    def off_the_deck(self, card: Card) -> bool:
        """BO-2.4, BO-2.5, record.md 5.5; False if the card has no effect."""
        table = self.table
        alien = table.sudden and card.rank not in (*NUMBERS, "J")
        if not table.can_draw():
            rule = "BO-2.4" if table.refills else "BO-7.3" if table.sudden else "BO-6.4"
            self.say("draw_from_empty", rule)
            return False
        if alien:
            self.say("impossible_draw", "BO-2.5")
            return False
        if not table.deck.size:
            table.reshuffle()
            self.say("reshuffle", "BO-2.4")
        if not table.deck.take(card):
            self.say("impossible_draw", "BO-2.5")
        return True

    def on_joker(self, word: Word) -> None:
        """`X=…`: at once, or the draw and the play in one (record.md 5.12)."""
        if not self.off_the_deck(Card("X")):
            return
        if not self.table.to_hand:
            self.effect_at_once(word)
            return
        self.table.hand.append(Card("X"))
        if len(self.table.hand) > 2:
            self.over_at = self.at
            self.default()
        else:
            self.resolved()
        if self.table.ended is None:
            self.on_joker_play(word)
        else:
            self.after(word)

    def on_draw(self, word: Word) -> None:
        card = Card(word.name, word.suit)
        if not self.off_the_deck(card):
            return
        if card.rank in NUMBERS:
            self.table.loot += int(card.rank)
            self.table.pile.append(card)
        elif card.rank == "J":
            self.draw_jack(card)
        elif card.rank == "A":
            self.draw_ace(card)
        elif card.rank == "X" and not self.table.to_hand:
            self.say("joker_held", "BO-5.20")
            self.pending = "effect"
        else:
            self.table.hand.append(card)
            if len(self.table.hand) > 2:
                self.pending, self.over_at = "over", self.at
        self.resolved()

    def draw_ace(self, card: Card) -> None:
        """BO-5.7 to BO-5.9."""
        table = self.table
        table.cues.append(card)
        if table.jacks:
            table.bust("BO-5.7")
            return
        table.latent += 1
        if table.latent == 3 and table.edition == "guide":
            table.bust("BO-5.9")

    def draw_jack(self, card: Card) -> None:
        """BO-5.2 to BO-5.6."""
        table = self.table
        self.jack, self.jack_at = card, self.at
        if table.latent and (not table.jacks or table.options["latent_trigger"] == "any_jack"):
            self.trigger()
            return
        table.jacks += 1
        table.cues.append(card)
        if table.jacks < 3:
            return
        wild = table.options["wild_queen_window"] and table.holds_joker()
        queen = any(held.rank == "Q" for held in table.hand) or table.may_be_queens()
        if table.options["third_jack_window"] and not table.sudden and (wild or queen or table.kings_answer()):
            self.pending = "jack"
        else:
            table.bust("BO-5.5")

    def trigger(self) -> None:
        table = self.table
        self.pending = "trigger"
        queen = next((held for held in table.hand if held.rank == "Q"), None)
        if queen is not None:
            table.use(table.me, queen, "Q")
            self.auto_queen, self.auto_at = queen, self.at
            self.trigger_answered()
        else:
            wild = table.options["wild_queen_window"] and table.holds_joker()
            if not (table.may_be_queens() or wild or table.kings_answer()):
                self.let_bust()
