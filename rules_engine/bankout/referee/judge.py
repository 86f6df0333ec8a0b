"""What the referee does at a token: report a finding, try an action, put a default in place of what was left unsaid."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout import endings, engine, playing
from rules_engine.bankout.cards import QUEEN, name_of
from rules_engine.bankout.checking import QUEEN_HELD_BACK, Violation, bust_case, check
from rules_engine.bankout.holding import held_back
from rules_engine.bankout.record import notation
from rules_engine.bankout.record.notation import TIME, Token
from rules_engine.bankout.referee.findings import Findings
from rules_engine.bankout.state import OPEN, OVER_HAND, SEATS, Events, State

NOWHERE = -1


class Judge:
    """The state of play, the findings, and where in a turn's tokens the referee stands."""

    def __init__(self, state: State, findings: Findings) -> None:
        self.state = state
        self.findings = findings
        self.index = NOWHERE  # of the token being judged
        self.done = 0  # how many tokens were carried out before that
        self.token: Token
        self.tokens: Sequence[Token] = ()
        self.unwritten = NOWHERE  # the Jack whose automatic Queen the sheet may still write
        self.queen = QUEEN  # the Queen it took
        self.jack_at = NOWHERE
        self.trigger_on_alert = False
        self.undone_at = NOWHERE  # the `#` of a bust that an automatic Queen undid
        self.bust_written = False
        self.answered = False  # a run of counters has found its valid one

    def nothing_after(self, index: int) -> bool:
        """Whether only transparent tokens follow a token."""
        return all(token.kind >= TIME for token in self.tokens[index + 1 :])

    def note_automatic_queen(self) -> None:
        """The sheet leaves the automatic Queen out."""
        self.unwritten = NOWHERE
        self.findings.add(
            "auto_queen_applied", "BO-5.2", self.jack_at, SEATS[self.state.seat], self.reading_of_trigger()
        )

    def reading_of_trigger(self) -> str:
        """BO-10.1, if the last Jack triggered Latent while on Alert."""
        return "latent_trigger" if self.trigger_on_alert else ""

    def apply_default(self) -> None:
        """BO-3.4: no discard was named, so the oldest card goes, whatever the event's default is (record.md 5.4)."""
        state = self.state
        seat, draw = SEATS[state.seat], self.last_draw()
        self.findings.add("over_hand", "BO-3.3", draw, seat)
        while state.phase == OVER_HAND:
            card = state.hands[state.seat][0]
            self.findings.add(
                "default_discard",
                "BO-3.4",
                draw,
                seat,
                card=name_of(card),
                default=state.rules.overhand_default,
            )
            playing.give_up_oldest(state)
        self.carry_out(())

    def last_draw(self) -> int:
        """The draw that took the hand above the limit: since then the sheet has only discards."""
        place = self.done - 1
        while self.tokens[place].kind > notation.JOKER_DRAWN:
            place -= 1
        return place

    def report(self, violation: Violation, **params: object) -> None:
        """A finding on the token being judged: a counter or a shield is its own player's, the rest the turn's."""
        seat = self.state.seat
        if self.token.kind == notation.ANSWERED and violation.code != "bust_not_taken":
            seat = 1 - seat
        params |= bust_case(violation, self.state)
        self.findings.add(
            violation.code, violation.rule, self.index, SEATS[seat], violation.reading, token=self.token.text, **params
        )

    def attempt(self, token: Token) -> bool:
        """Carry out a token's action if it is allowed; otherwise report the first objection."""
        against = check(self.state, token.action)
        if against:
            self.report(against[0])
            return False
        if token.amount >= 0:
            self.compare_amount(token)
        engine.step(self.state, token.action)
        return True

    def compare_amount(self, token: Token) -> None:
        """A claimed amount leaves the bonus out (record.md 5.14)."""
        banked = token.kind == notation.BANKED
        due = self.state.loot if banked else 2 * self.state.loot
        if token.amount != due:
            self.report(Violation("wrong_amount", "BO-4.3" if banked else "BO-5.15"), claimed=token.amount, due=due)

    def carry_out(self, events: Events) -> Events:
        """After a change made without ``engine.step``: BO-10.6 `immediate`, if the last card is now resolved."""
        state = self.state
        if not state.size and state.phase == OPEN and endings.deck_out(state):
            return events + endings.end_turn(state, "deck_out")
        return events

    def effect(self, token: Token) -> None:
        """The effect of the Joker just drawn; without a legal one the Joker is discarded."""
        if not self.attempt(token):
            self.carry_out(playing.wasted_joker(self.state))

    def unseen_queen(self, token: Token) -> None:
        """A card that was no Queen at a latent trigger is used as one: it was held back then (BO-5.2)."""
        if held_back(self.state, self.state.seat, token.card):
            self.report(QUEEN_HELD_BACK)
