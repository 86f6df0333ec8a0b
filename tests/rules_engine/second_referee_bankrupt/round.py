"""One round of Bankrupt, token by token (BR-4 to BR-15)."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules_engine.second_referee_bankrupt import exchange
from tests.rules_engine.second_referee_bankrupt.deck import Deck
from tests.rules_engine.second_referee_bankrupt.settling import settle
from tests.rules_engine.second_referee_bankrupt.showdown import Hand, hand_of
from tests.rules_engine.second_referee_bankrupt.table import Table
from tests.rules_engine.second_referee_bankrupt.upping import Upping
from tests.rules_engine.second_referee_bankrupt.words import Token

Add = Callable[[str, str, "int | None", "int | None", "str | None"], None]


class Memory:
    """What was reported before and is not to be repeated."""

    def __init__(self) -> None:
        self.seat_out: set[str] = set()
        self.absent: set[str] = set()
        self.last_legs: dict[str, str] = {}


class Round:
    """Reads a round's tokens."""

    def __init__(self, table: Table, deck: Deck, memory: Memory, dealer: str, tokens: list[Token], add: Add) -> None:
        self.table, self.rules, self.deck, self.memory = table, table.rules, deck, memory
        self.heading, self.tokens, self.add = dealer, tokens, add
        self.was_out = set(table.seats) - set(table.live())
        self.laid = self.dealt = self.exchange_closed = False
        self.ante: dict[str, int] = {}
        self.declared: set[str] = set()
        self.order: list[str] = []
        self.before: dict[str, int] = {}
        self.acts: dict[str, str] = {}
        self.absent: set[str] = set()
        self.hands: dict[str, Hand] = {}
        self.decided = self.last_in_won = False
        self.may_still_exchange: str | None = None
        self.upturned = False
        self.told: set[str] = set()

    def report(self, code: str, rule: str, token: Token) -> None:
        """A finding on a token."""
        self.add(code, rule, token.turn, token.action, token.seat)

    def report_once(self, code: str, rule: str, token: Token) -> None:
        """A finding that is made once a round, or once a seat a round."""
        name = code + token.seat * (code == "not_in_round")
        if name not in self.told:
            self.told.add(name)
            self.report(code, rule, token)

    @property
    def live(self) -> list[str]:
        """Who plays this round."""
        return self.order or self.table.live()

    @property
    def inside(self) -> list[str]:
        """Who is in the round, from the dealer's left."""
        return [seat for seat in self.live if self.acts.get(seat) != "F" and seat not in self.absent]

    @property
    def game_over(self) -> bool:
        """BR-16."""
        return self.decided and len(self.table.holders()) == 1

    def token(self, token: Token) -> None:
        """One token."""
        if token.kind in ("T", "@"):
            return
        if token.kind == "U":
            self.upturned_card(token)
            return
        if self.is_out(token.seat):
            self.seat_out(token)
            return
        if token.kind != "RS" and not self.decided:
            self.lay_antes()
        if self.decided:
            if not exchange.last_in_writes(self, token):
                self.too_late(token)
        elif token.kind == "RS":
            self.resign(token)
        elif token.kind == "LL":
            exchange.last_legs(self, token)
        elif token.exchange:
            exchange.exchange(self, token)
        elif token.seat not in self.inside:
            self.report_once("not_in_round", "BR-7", token)
            if token.kind == "O":
                self.refuse_offer()
        elif token.kind in ("O", "S"):
            self.offer_or_show(token)
        else:
            self.answer_or_pass(token)

    def is_out(self, seat: str) -> bool:
        """Out when the round began; or resigned in it, as long as it is not decided."""
        return seat in self.was_out or (self.table.is_out(seat) and not self.decided)

    def lay_antes(self) -> None:
        """BR-4: at the first token that is no ``RS``."""
        if not self.laid:
            self.laid = True
            self.table.lay_antes()
            self.ante = {seat: self.table.antes[seat][-1] for seat in self.table.live()}

    def deal(self) -> None:
        """BR-6."""
        if self.dealt:
            return
        self.lay_antes()
        self.dealt = True
        live = self.table.live()
        dealer = self.dealer()
        place = live.index(dealer) + 1
        self.order = live[place:] + live[:place]
        self.before = {seat: self.table.total(seat) for seat in live}
        self.deck.deal(2 * len(live))
        self.upping = Upping(self.table, self.order, self.inside, self.report)

    upping: Upping

    def dealer(self) -> str:
        """Who deals: after a resignation the next player."""
        if self.table.is_out(self.heading):
            return self.table.next_live(self.heading)
        return self.heading

    # Before the deal, after it, and who is out.

    def upturned_card(self, token: Token) -> None:
        """``U``."""
        if not self.decided:
            self.deal()
        second, self.upturned = self.upturned, True
        if second or not self.deck.face_up:
            self.report("upturned_wrong", "BR-5", token)
        if not second:
            self.show_cards(token)

    def show_cards(self, token: Token) -> None:
        """Cards that lie face up from now on."""
        if self.deck.show(token.cards):
            self.report("impossible_draw", "BR-5", token)

    def seat_out(self, token: Token) -> None:
        """A token of a player who is out."""
        if token.seat not in self.memory.seat_out:
            self.memory.seat_out.add(token.seat)
            self.report("seat_out", "BR-16", token)
        if token.kind == "O" and not self.decided:
            self.refuse_offer()

    def refuse_offer(self) -> None:
        """An ``O`` of one who is not in the round."""
        if self.upping_runs():
            self.upping.refuse()

    def too_late(self, token: Token) -> None:
        """``round_over``, once."""
        if "round_over" not in self.told:
            self.told.add("round_over")
            rule = "BR-16" if self.game_over else "BR-19.2" if self.last_in_won else "BR-10"
            self.add("round_over", rule, token.turn, token.action, None)

    def resign(self, token: Token) -> None:
        """BR-15."""
        if self.dealt:
            self.report("resign_late", "BR-15", token)
        elif self.rules["resign"] == "no_run" and self.table.dead:
            self.report("resign_barred", "BR-19.12", token)
        else:
            self.table.resign(token.seat)
            if len(self.table.live()) == 1:
                self.decide()

    # Upping and showdown.

    def upping_runs(self) -> bool:
        """Whether every live seat has exchanged, or the exchange was closed."""
        return self.exchange_closed or (self.dealt and len(self.acts) == len(self.order))

    def offer_or_show(self, token: Token) -> None:
        """``O`` and ``S``."""
        late_offer = token.kind == "O" and self.hands
        if late_offer or exchange.comes_later(self, token):
            self.report("out_of_phase", "BR-8" if token.kind == "O" else "BR-10", token)
            return
        if not self.exchange_closed:
            self.deal()
            exchange.close(self, token)
            if len(self.inside) == 1:
                exchange.last_in_wins(self)
                self.too_late(token)
                return
        if token.kind == "O":
            self.upping.offer(token)
        else:
            self.show(token)

    def answer_or_pass(self, token: Token) -> None:
        """``Y``, ``N`` and ``P``."""
        if self.hands:
            if token.kind == "Y":
                self.report("out_of_phase", "BR-8", token)
        elif not self.upping_runs():
            if token.kind == "Y":
                self.report("no_offer", "BR-8", token)
        elif token.kind == "P":
            self.upping.passes(token)
        else:
            self.upping.answer(token)

    def show(self, token: Token) -> None:
        """``S``."""
        if token.seat in self.hands:
            self.report("acted_twice", "BR-10", token)
            return
        self.upping.settle()
        self.show_cards(token)
        self.hands[token.seat] = hand_of(token)
        if self.rules["show"] == "both" and len(token.cards) == 1:
            self.report("show_short", "BR-10", token)
        if len(self.hands) == len(self.inside):
            settle(self)

    def decide(self) -> None:
        """The round is decided; BR-16: the last one holding pieces gets the centre with the act that decides."""
        self.decided = True
        if self.game_over:
            self.table.take_centre(self.table.holders()[0])
