"""A round in which everybody acts in turn and as the rules allow: judged at once, without an object for each token.

Nearly all rounds of a sheet are like that. What is not is left to the referee's own way, and nothing has changed then:
``play`` looks at the whole round before it touches the state. Both ways are the same to anybody outside; a test judges
every record in both.
"""

from __future__ import annotations

from rules_engine.bankrupt.cards import UNKNOWN, Hand, amount
from rules_engine.bankrupt.endings import end_played
from rules_engine.bankrupt.plain_acts import Act
from rules_engine.bankrupt.record.notation import (
    ACCEPT,
    DECLINE,
    HOLD,
    LEGS,
    OFFER,
    PASS,
    REPLACE,
    SHOW,
    THROW,
)
from rules_engine.bankrupt.ruleset import ANTE
from rules_engine.bankrupt.showdown import SUITS, be_dead
from rules_engine.bankrupt.state import BEFORE_REPEATS, Exit, State
from rules_engine.bankrupt.upping import MOST_OFFERED

_NO_OFFER = -1


class PlainRound:
    """One round. ``play`` judges it and says whether it is plain; only then the state has changed."""

    upped = replaced = at = right = answered = pieces = 0
    offerer = _NO_OFFER
    accepted = upping_over = False

    def __init__(self, state: State, dealer: int) -> None:
        self.state = state
        self.dealer = dealer
        self.order, self.place = state.seating(dealer)
        players = state.players
        beside = [player.beside for player in players]
        self.before = [player.pieces for player in players] if state.dead else beside
        self.laid = [ANTE if pieces > ANTE else pieces for pieces in beside]
        self.beside = [pieces - ANTE if pieces > ANTE else 0 for pieces in beside]
        self.inside: list[int] = []
        self.thrown: list[int] = []
        self.took_part: set[int] = set()
        self.waited: list[int] = []

    def play(self, acts: list[Act]) -> bool:
        """Judge the round and change the state, if it is plain."""
        try:
            if not (self._exchange(acts) and self._up(acts)):
                return False
        except IndexError:  # the sheet breaks off
            return False
        hands = self._show(acts)
        if not hands:
            return False
        best = max(hands.values())
        winners = [seat for seat, hand in hands.items() if hand == best]
        if len(winners) == 1 and not self.state.dead:  # no round before has left an ante
            self._win_single(winners[0], hands)
        else:
            self._commit()
            if len(winners) > 1:
                be_dead(self.state, self.inside)
            else:
                self._pay(winners[0], hands)
        self._conclude()
        end_played(self.state, self.dealer, self.thrown)
        return True

    # What the sheet says

    def _exchange(self, acts: list[Act]) -> bool:
        """BR-7, BR-14: each in turn holds, replaces a card, or throws in; last legs are declared before it."""
        at, players, laid, inside = 0, self.state.players, self.laid, self.inside
        for seat in self.order:
            whose, kind, _token = acts[at]
            if laid[seat] < ANTE:
                if whose != seat or kind != LEGS:
                    return False
                at += 1
                whose, kind, _token = acts[at]
            at += 1
            if whose != seat:
                return False
            if kind == HOLD:
                inside.append(seat)
            elif kind == REPLACE:
                inside.append(seat)
                self.replaced += 1
            elif kind == THROW and laid[seat] and players[seat].streak < self.state.rules.throw_limit:
                self.thrown.append(seat)
            else:
                return False
        self.at = at
        return len(inside) > 1

    def _up(self, acts: list[Act]) -> bool:
        """BR-8, BR-9: offers with their answers, and passes, up to the first card that is shown."""
        inside, at = self.inside, self.at
        while True:
            seat, kind, token = acts[at]
            if kind == SHOW:
                break
            at += 1
            if seat not in inside:
                return False
            if kind == PASS:
                self._pass_on(seat)
            elif kind == OFFER:
                if not self._offer(seat, token.amount):
                    return False
            elif kind not in (ACCEPT, DECLINE) or not self._answer(seat, accepts=kind == ACCEPT):
                return False
        self.at = at
        if self.offerer >= 0:
            self._settle()
        return True

    def _pass_on(self, seat: int) -> None:
        """A pass of one who could offer settles an open offer and gives the right on; any other says nothing."""
        place = self.place
        early = self.offerer >= 0 and place[seat] <= place[self.offerer]
        if seat != self.dealer and self.beside[seat] and not early:
            if self.offerer >= 0:
                self._settle()
            if self.right <= place[seat]:
                self.right = place[seat] + 1

    def _offer(self, seat: int, pieces: int) -> bool:
        """An offer to somebody later, of as many pieces as may be offered."""
        beside, inside, place = self.beside, self.inside, self.place
        if self.offerer >= 0:
            self._settle()
        own = place[seat]
        if seat == self.dealer or not beside[seat] or own < self.right or self.upping_over:
            return False
        if not 1 <= pieces <= MOST_OFFERED:
            return False
        for player in inside if self.state.rules.least == "in_round" else self.order:
            if 0 < beside[player] < pieces:
                return False
        self.waited = [player for player in inside if place[player] > own and beside[player]]
        self.offerer, self.pieces, self.accepted = seat, pieces, False
        self.right = self.answered = own + 1
        beside[seat] -= pieces
        self.upped += pieces
        self.took_part.add(seat)
        return bool(self.waited)

    def _answer(self, seat: int, *, accepts: bool) -> bool:
        """An answer in turn, of one whose answer is waited for."""
        if self.offerer < 0 or seat not in self.waited or self.place[seat] < self.answered:
            return False
        self.answered = self.place[seat]
        self.waited.remove(seat)
        if accepts:
            self.accepted = True
            self.beside[seat] -= self.pieces
            self.upped += self.pieces
            self.took_part.add(seat)
        if not self.waited:
            self._settle()
        return True

    def _settle(self) -> None:
        """The open offer is over: one that all declined is taken back."""
        if not self.accepted:
            self.upped -= self.pieces
            self.beside[self.offerer] += self.pieces
            self.upping_over = self.state.rules.all_decline == "ends"
        self.offerer = _NO_OFFER

    def _show(self, acts: list[Act]) -> dict[int, Hand] | None:
        """BR-10, BR-5: everybody inside shows two cards that the deck can hold, and nothing follows."""
        state = self.state
        self.dealt = state.dealt + 2 * len(self.order) + self.replaced
        if self.dealt > BEFORE_REPEATS or len(acts) - self.at != len(self.inside):
            return None
        shown = self.shown = state.shown.copy()
        hands: dict[int, Hand] = {}
        inside = self.inside
        for seat, kind, token in acts[self.at :]:
            if kind != SHOW or seat in hands or seat not in inside:
                return None
            hands[seat] = hand = token.hand
            if hand.low == UNKNOWN:
                return None
            for rank, suit in token.cards:
                shown[rank] += 1
                if suit or shown[rank] > SUITS:
                    return None
        return hands

    # What it brings

    def _win_single(self, winner: int, hands: dict[int, Hand]) -> None:
        """``_commit`` and ``_pay`` in one, for a round that is won at once and pays single: no ante has to lie."""
        state, rules = self.state, self.state.rules
        players, beside, laid = state.players, self.beside, self.laid
        for seat in self.order:
            player = players[seat]
            player.beside = beside[seat] + laid[seat]
            player.legs, player.absent = "", False
        for seat in self.thrown:
            player = players[seat]
            player.beside -= 1
            player.streak += 1
        for seat in self.took_part:
            players[seat].part = True
        state.other += len(self.thrown)
        state.upped += self.upped
        state.dealt, state.shown = self.dealt, self.shown
        best, same_top, second_min, won = hands.pop(winner), rules.pair_same_top, rules.second_min, 0
        most = laid[winner]  # BR-14: on last legs a player wins no more than the own ante from each, else all there is
        for seat, hand in hands.items():
            due = min(amount(best, hand, same_top, second_min), laid[seat], most)
            players[seat].beside -= due
            won += due
        player = players[winner]
        player.beside += won
        claim = player.part if rules.centre_claim == "since_built" else winner in self.took_part
        if claim or (laid[winner] < ANTE and rules.last_legs_centre == "always"):
            state.give_centre(winner)

    def _commit(self) -> None:
        """Antes, throw-ins and accepted offers, and the cards that were seen."""
        state = self.state
        players, thrown = state.players, self.thrown
        for seat in self.order:
            player = players[seat]
            player.beside = self.beside[seat]
            player.antes.append(self.laid[seat])
            player.legs, player.absent = "", False
        for seat in thrown:
            players[seat].antes[-1] -= 1
            players[seat].streak += 1
        for seat in self.took_part:
            players[seat].part = True
        state.other += len(thrown)
        state.upped += self.upped
        state.dealt, state.shown = self.dealt, self.shown

    def _pay(self, winner: int, hands: dict[int, Hand]) -> None:
        """BR-11, BR-12, BR-14: every loser pays, and the centre goes to the winner or stays."""
        state, rules = self.state, self.state.rules
        best, laid, multiple = hands.pop(winner), self.laid[winner], state.multiple
        tops_up = multiple > 1 and rules.short_front == "tops_up"
        same_top, second_min, won = rules.pair_same_top, rules.second_min, 0
        for seat, hand in hands.items():
            due = amount(best, hand, same_top, second_min) * multiple
            if laid < ANTE:
                due = min(due, laid * (multiple if rules.cap_multiple == "per_ante" else 1))
            won += state.take_from(seat, due, beside=tops_up)
        player = state.players[winner]
        player.beside += won
        claim = player.part if rules.centre_claim == "since_built" else winner in self.took_part
        if claim or (laid < ANTE and rules.last_legs_centre == "always"):
            state.give_centre(winner)
        state.end_run()

    def _conclude(self) -> None:
        """BR-16: who has nothing left is out, and the last one takes the centre."""
        state = self.state
        players = state.players
        out = [seat for seat in self.order if not players[seat].beside and not players[seat].pieces]
        if not out:
            return
        for seat in sorted(out):
            players[seat].out = True
            state.exits.append(Exit(seat, state.played + 1, 0, self.before[seat]))
        holders = state.live()
        if len(holders) == 1:
            state.end_run()
            state.give_centre(holders[0])
            state.ended_by = "bankrupt"
