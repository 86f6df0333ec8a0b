"""Judges the tokens of one turn, each in the state that the tokens before it left (record.md section 5).

While an effect is still being resolved, ``unresolved`` handles the token first. A token in an open turn is judged by
the function for its kind (``_JUDGE``). The engine applies the rules; this module decides what the sheet means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.bankout import actions as act
from rules_engine.bankout import dealing, endings, engine, playing
from rules_engine.bankout.cards import JOKER, QUEEN, RANK_BITS
from rules_engine.bankout.checking import Violation, draw_from_empty
from rules_engine.bankout.dealing import take
from rules_engine.bankout.holding import known_queen
from rules_engine.bankout.record import notation
from rules_engine.bankout.record.notation import COURT_DRAWN, TIME, Token
from rules_engine.bankout.referee.judge import NOWHERE, Judge
from rules_engine.bankout.referee.unresolved import JUDGE, SKIP, TAKEN, confront
from rules_engine.bankout.resolving import EFFECT_OF, draw_plain
from rules_engine.bankout.state import (
    ANSWER,
    EFFECT,
    OVER_HAND,
    SEATS,
    SUDDEN_DEATH,
    THIRD_JACK,
    TRIGGER,
    TURN_OVER,
    Events,
)

IMPOSSIBLE = Violation("impossible_draw", "BO-2.5")


class TurnJudge(Judge):
    """Judges the turns of a record one after another, in one state and with one list of findings."""

    def judge(self, tokens: Sequence[Token], last: bool) -> int:
        """Judge a turn that has begun, and report every departure.

        ``last`` says that nothing follows the turn in the record, so that it may be unfinished. Returns the number of
        tokens that were judged. Any tokens after them were skipped, except that a time call among them still counts.
        """
        state = self.state
        self.tokens = tokens
        self.index = self.unwritten = self.undone_at = self.jack_at = NOWHERE
        self.bust_written = self.answered = False
        for index, token in enumerate(tokens):
            kind = token.kind
            waiting = state.phase or self.unwritten >= 0
            if kind <= COURT_DRAWN and not waiting and draw_plain(state, token.card):
                continue
            if kind >= TIME:
                if kind == TIME:
                    engine.call_time(state)
                continue
            self.index = self.done = index
            self.token = token
            outcome = confront(self, token) if waiting else JUDGE
            if outcome == JUDGE:
                outcome = _JUDGE[kind](self, token)
            if outcome == SKIP:
                return self.skip(tokens, index)
        if state.phase < TURN_OVER or self.unwritten >= 0:
            self.finish(last)
        return len(tokens)

    def skip(self, tokens: Sequence[Token], index: int) -> int:
        """Skip the tokens after ``index``, apart from a time call. Returns the number of tokens judged."""
        if any(token.kind == TIME for token in tokens[index:]):
            engine.call_time(self.state)
        return index + 1

    def finish(self, last: bool) -> None:
        """Resolve what the tokens left open; end the turn unless it may be unfinished (record.md 5.2 to 5.4, 5.8)."""
        state = self.state
        self.done = len(self.tokens)
        if self.unwritten >= 0:
            self.note_automatic_queen()
        if state.phase == EFFECT:
            self.carry_out(playing.wasted_joker(state))
        elif state.phase == ANSWER:
            engine.step(state, act.PASS)
        elif state.phase in (THIRD_JACK, TRIGGER):
            engine.step(state, act.LET_BUST)
        elif state.phase == OVER_HAND and not last:
            self.apply_default()
        if state.phase >= TURN_OVER:
            return
        if self.undone_at >= 0 and self.nothing_after(self.undone_at):
            endings.end_turn(state, "end")
        elif state.time_called:
            endings.end_turn(state, "time")
        elif not last:
            self.findings.add("turn_not_ended", "BO-4.5", None, SEATS[state.seat])
            endings.end_turn(state, "end")

    # Draws

    def drawn(self, card: int) -> Events | None:
        """Draw a card and apply its effect, after a reshuffle if the deck is empty.

        Returns the events, or None if there was no card to draw. A card that cannot be in the deck is reported and
        takes effect all the same.
        """
        state = self.state
        if not state.size and not self.reshuffled():
            return None
        if not take(state, card):
            self.report(self.impossible(card))
        events = EFFECT_OF[card & RANK_BITS](state, card)
        return events if state.size else self.carry_out(events)

    def reshuffled(self) -> bool:
        """Reshuffle an empty deck (BO-2.4). Returns False, with a finding, if there are no cards to reshuffle."""
        state = self.state
        if not dealing.can_draw(state):
            self.report(draw_from_empty(state))
            return False
        dealing.reshuffle(state)
        self.findings.add("reshuffle", "BO-2.4", self.index, SEATS[state.seat], size=state.size)
        return True

    def impossible(self, card: int) -> Violation:
        """The violation of BO-2.5, with the reading that keeps the card out of the deck, if one does."""
        state, rank = self.state, card & RANK_BITS
        if rank == JOKER and "light_jokers" in state.rules.variants and not state.rules.jokers_in(state.round):
            return Violation("impossible_draw", "BO-2.5", "light_joker_round")
        return Violation("impossible_draw", "BO-2.5", "cue_cards") if rank in state.held_out else IMPOSSIBLE

    def number(self, token: Token) -> int:
        """Draw a number that ``draw_plain`` does not handle: the last card of the deck, or an impossible one."""
        self.drawn(token.card)
        return TAKEN

    def jack(self, token: Token) -> int:
        """Draw a Jack. If it uses up a known Queen, the next token may write that down (``unwritten``)."""
        state = self.state
        self.jack_at = self.index
        self.trigger_on_alert = state.latent > 0 and state.jacks > 0
        if not state.latent:
            self.drawn(token.card)
            return TAKEN
        hand = state.hands[state.seat]
        place = known_queen(hand)
        queen = hand[place] if place >= 0 else QUEEN
        events = self.drawn(token.card)
        if events and events[0].kind == "auto_queen":
            self.unwritten, self.queen = self.index, queen
        return TAKEN

    def court(self, token: Token) -> int:
        """Draw a Queen, King or Ace, an unseen card, or a Joker for which the sheet names no effect."""
        card, state = token.card, self.state
        if (card == JOKER or state.round == SUDDEN_DEATH) and self.barred(card):
            return TAKEN
        if self.drawn(card) is not None and state.phase == EFFECT:
            self.report(Violation("joker_held", "BO-5.20"))
        return TAKEN

    def barred(self, card: int) -> bool:
        """Report a card that the round does not have, and return whether it is one.

        That is a Joker while Jokers are off (BO-1.3), or a card that is not in Sudden Death's deck (record.md 5.5).
        """
        state = self.state
        if card == JOKER and not state.rules.jokers:
            self.report(Violation("jokers_off", "BO-1.3"))
            return True
        if state.sudden_death:
            self.report(IMPOSSIBLE if dealing.can_draw(state) else draw_from_empty(state))
            return True
        return False

    def joker_drawn(self, token: Token) -> int:
        """Draw a Joker and apply the effect that ``X=…`` names; one that goes to hand is then played (5.12)."""
        if self.barred(JOKER) or self.drawn(JOKER) is None:
            return TAKEN
        if self.state.phase == EFFECT:
            self.effect(token)
            return TAKEN
        self.done = self.index + 1
        outcome = confront(self, token)
        if outcome == JUDGE:
            self.attempt(token)
        return outcome

    # Plays and the rest

    def played(self, token: Token) -> int:
        """Play a Queen or a King (``>Q``, ``>K``)."""
        self.unseen_queen(token)
        self.attempt(token)
        return TAKEN

    def banked(self, token: Token) -> int:
        """Bank the Loot (``B``), always allowed in an open turn (BO-4.3); an amount that is written is compared."""
        state = self.state
        if token.amount not in (-1, state.loot):
            self.compare_amount(token)
        endings.secure(state, state.loot, "bank")
        return TAKEN

    def ended(self, token: Token) -> int:
        """End the turn (``E``), always allowed in an open turn (BO-4.4)."""
        endings.end_turn(self.state, "end")
        return TAKEN

    def plain(self, token: Token) -> int:
        """Try the action; the engine's check finds everything that is wrong with it."""
        self.attempt(token)
        return TAKEN

    def stray_automatic_queen(self, token: Token) -> int:
        """Report an automatic Queen (``*Q``) with no latent trigger before it."""
        self.report(Violation("auto_queen_without_cause", "BO-5.2", self.untriggered()))
        return TAKEN

    def stray_bust(self, token: Token) -> int:
        """Report a bust (``#``) without a cause."""
        self.report(Violation("bust_without_cause", "BO-6.2", self.untriggered()))
        return TAKEN

    def untriggered(self) -> str:
        """The reading under which the token would be right, or an empty text.

        It is `latent_trigger`, if the token follows a Jack that would trigger Latent under that switch's other value.
        """
        if not self.trigger_on_alert or self.state.rules.latent_trigger == "any_jack":
            return ""
        before = self.index - 1
        while before > self.jack_at and self.tokens[before].kind >= TIME:
            before -= 1
        return "latent_trigger" if before == self.jack_at >= 0 else ""


_JUDGE: dict[int, Callable[[TurnJudge, Token], int]] = {
    notation.NUMBER: TurnJudge.number,
    notation.JACK_DRAWN: TurnJudge.jack,
    notation.COURT_DRAWN: TurnJudge.court,
    notation.JOKER_DRAWN: TurnJudge.joker_drawn,
    notation.PLAYED: TurnJudge.played,
    notation.JOKER_PLAYED: TurnJudge.plain,
    notation.AUTO_QUEEN: TurnJudge.stray_automatic_queen,
    notation.ANSWERED: TurnJudge.plain,  # a counter or a shield with no swap before it
    notation.GIVEN_UP: TurnJudge.plain,  # a discard that nothing asks for
    notation.BANKED: TurnJudge.banked,
    notation.ENDED: TurnJudge.ended,
    notation.BUSTED: TurnJudge.stray_bust,
}
