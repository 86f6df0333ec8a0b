"""A dealer: real cards under the referee's state, and the record of what is played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules_engine.bank import endings, turns
from rules_engine.bank.cards import DECK, HIDDEN, NAMES
from rules_engine.bank.findings import Findings
from rules_engine.bank.legal import DRAWN, legal
from rules_engine.bank.record.notation import DISCARD, REPLACE, SEATS, Token, token_of
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.state import DEALT, HAND, PILED, State
from rules_engine.bank.turn import Turn
from rules_engine.record import Extras, GameRecord, GameRound
from rules_engine.record import Turn as WrittenTurn
from rules_engine.record.report import GameResult

Choose = Callable[[Turn, list[Token], Random], Token | None]
"""A player: picks one of the legal tokens, or None to end a turn whose hand is empty."""


class Dealer:
    """Deals a game and plays it to its end; every card is known to the state, as on a complete sheet."""

    def __init__(self, rules: BankRuleSet, players: int, rng: Random) -> None:
        self.rng = rng
        self.state = State(rules, players)
        self.findings = Findings()
        self.written: list[WrittenTurn] = []
        self._deal()

    def _deal(self) -> None:
        """BK-2.1: seven cards each, the first discards, then the decks."""
        state, cards = self.state, list(DECK)
        self.rng.shuffle(cards)
        self.dealt: dict[str, list[str]] = {}
        for seat, player in enumerate(state.players):
            hand = [cards.pop() for _ in range(DEALT)]
            self.dealt[SEATS[seat]] = [NAMES[card] for card in hand]
            player.hidden, player.known = 0, set(hand)
            for card in hand:
                state.put(card, HAND)
        for pile in state.piles:
            if pile:
                pile[0] = cards.pop()
                state.put(pile[0], PILED)
        self.starters = [NAMES[card] for pile in state.piles for card in pile]
        self.decks = [[cards.pop() for _ in range(deck.count)] for deck in state.decks]

    def play(self, choose: list[Choose], first: int = 0) -> GameRecord:
        """Play until the game ends, a player for each seat; the answer is the record."""
        self.play_on(choose, first)
        return self.record(first)

    def play_on(self, choose: list[Choose], seat: int) -> None:
        """Play until the game ends, from the turn of a seat on."""
        while not self.state.ended_by:
            self._turn(seat, choose[seat])
            seat = (seat + 1) % len(self.state.players)

    @classmethod
    def at(cls, state: State, decks: list[list[int]], rng: Random) -> Dealer:
        """A dealer at a table that is known: every card is in a hand, a bank, a pile or one of the decks."""
        dealer = cls.__new__(cls)
        dealer.rng, dealer.state, dealer.findings, dealer.written = rng, state, Findings(), []
        dealer.dealt, dealer.starters, dealer.decks = {}, [], decks
        return dealer

    def result(self) -> GameResult:
        """How the game stands."""
        return endings.result(self.state)

    def record(self, first: int) -> GameRecord:
        """What was played, with every card named."""
        extra: dict[str, object] = {"deal": self.dealt}
        if self.starters:
            extra["starter"] = " ".join(self.starters)
        played = GameRound(1, SEATS[first], tuple(self.written))
        rules, seats = self.state.rules.to_mapping(), {seat: f"Player {seat}" for seat in self.dealt}
        return GameRecord((played,), game="bank", rules=rules, seats=seats, extra=Extras(extra))

    def _turn(self, seat: int, choose: Choose) -> None:
        turn, tokens = Turn(self.state, self.findings, seat), list[Token]()
        self.findings.turn = len(self.written) + 1
        while not turn.ended and not turn.discarded and not turns.stands(turn):
            allowed = legal(turn)
            token = choose(turn, allowed, self.rng) if allowed else None
            if token is None:
                break
            if token == DRAWN:
                token = self._drawn(seat)
            elif token.kind == REPLACE:
                self._refill(seat)
            turns.judge_token(turn, len(tokens), token)
            tokens.append(token)
            if turn.run is not None and not turn.run.due and token.kind != DISCARD:
                turns.close_run(turn)
        turns.finish(turn, last=False)
        endings.count(turn)
        self.state.ended_by = endings.decide(turn)
        self.written.append(WrittenTurn(SEATS[seat], tuple(token.text for token in tokens)))

    # The real decks

    def _drawn(self, seat: int) -> Token:
        """The next card of a seat's deck; an empty one is replaced first."""
        deck = self._deck(seat)
        if not deck:
            self._refill(seat)
        return token_of(NAMES[self._deck(seat).pop()])

    def _deck(self, seat: int) -> list[int]:
        return self.decks[seat if self.state.own_decks else 0]

    def _refill(self, seat: int) -> None:
        """BK-4.3: the shuffled pile becomes the deck, or is split between the decks (BK-6.13)."""
        state, pile = self.state, [card for card in self.state.pile(seat) if card != HIDDEN]
        self.rng.shuffle(pile)
        if state.own_decks and not state.own_piles and state.rules.refill_from == "split":
            share = len(pile) // len(self.decks)
            for deck in self.decks:
                deck[:0] = [pile.pop() for _ in range(share)]
        self._deck(seat)[:0] = pile
