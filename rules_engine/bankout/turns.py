"""The referee's work on one turn: each token judged in the state that the tokens before it left (record.md section 5).

A token is first confronted with what is still being resolved (``unresolved``), then judged on its own (``_JUDGE``, by
kind). What the rules make of it is the engine's business; this module only reads the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.bankout import actions as act
from rules_engine.bankout import dealing, endings, engine, notation, playing
from rules_engine.bankout.cards import JOKER, QUEEN, RANK_BITS
from rules_engine.bankout.checking import Violation, draw_from_empty
from rules_engine.bankout.dealing import take
from rules_engine.bankout.holding import known_queen
from rules_engine.bankout.judge import NOWHERE, Judge
from rules_engine.bankout.notation import COURT_DRAWN, TIME, Token
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
from rules_engine.bankout.unresolved import JUDGE, SKIP, TAKEN, confront

IMPOSSIBLE = Violation("impossible_draw", "BO-2.5")


class TurnJudge(Judge):
    """Judges turns one after another in the same state, and reports to the same findings."""

    def judge(self, tokens: Sequence[Token], last: bool) -> int:
        """Judge a turn that has begun; ``last`` if nothing follows it in the file. Returns how many tokens counted.

        The rest was skipped; only a time call still counts there.
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
        """The rest of the turn is not judged."""
        if any(token.kind == TIME for token in tokens[index:]):
            engine.call_time(self.state)
        return index + 1

    def finish(self, last: bool) -> None:
        """Settle what a turn's tokens left open, and see whether the turn ended (record.md 5.2 to 5.4, 5.8)."""
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
        """A card comes off the deck and takes effect; None if there was none to draw."""
        state = self.state
        if not state.size and not self.reshuffled():
            return None
        if not take(state, card):
            self.report(self.impossible(card))
        events = EFFECT_OF[card & RANK_BITS](state, card)
        return events if state.size else self.carry_out(events)

    def reshuffled(self) -> bool:
        """The deck is empty: make a new one, if there is something to make it of (BO-2.4)."""
        state = self.state
        if not dealing.can_draw(state):
            self.report(draw_from_empty(state))
            return False
        dealing.reshuffle(state)
        self.findings.add("reshuffle", "BO-2.4", self.index, SEATS[state.seat], size=state.size)
        return True

    def impossible(self, card: int) -> Violation:
        """BO-2.5, with the reading that keeps the card out of the deck."""
        state, rank = self.state, card & RANK_BITS
        if rank == JOKER and "light_jokers" in state.rules.variants and not state.rules.jokers_in(state.round):
            return Violation("impossible_draw", "BO-2.5", "light_joker_round")
        return Violation("impossible_draw", "BO-2.5", "cue_cards") if rank in state.held_out else IMPOSSIBLE

    def number(self, token: Token) -> int:
        """Draw a number that ``draw_plain`` leaves alone: the deck's last card, or one that is impossible."""
        self.drawn(token.card)
        return TAKEN

    def jack(self, token: Token) -> int:
        """A Jack is drawn. If it takes a known Queen, the next token may say so."""
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
        """A Queen, King or Ace is drawn, a card unseen, or a Joker whose effect the sheet does not name."""
        card, state = token.card, self.state
        if (card == JOKER or state.round == SUDDEN_DEATH) and self.barred(card):
            return TAKEN
        if self.drawn(card) is not None and state.phase == EFFECT:
            self.report(Violation("joker_held", "BO-5.20"))
        return TAKEN

    def barred(self, card: int) -> bool:
        """A Joker while they are off (BO-1.3); a card that Sudden Death does not have (record.md 5.5)."""
        state = self.state
        if card == JOKER and not state.rules.jokers:
            self.report(Violation("jokers_off", "BO-1.3"))
            return True
        if state.sudden_death:
            self.report(IMPOSSIBLE if dealing.can_draw(state) else draw_from_empty(state))
            return True
        return False

    def joker_drawn(self, token: Token) -> int:
        """``X=…``: the effect of a Joker that cannot be held, or the draw and the play in one (record.md 5.12)."""
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
        """``>Q`` or ``>K``."""
        self.unseen_queen(token)
        self.attempt(token)
        return TAKEN

    def banked(self, token: Token) -> int:
        """``B``: nothing stands against it in an open turn (BO-4.3)."""
        state = self.state
        if token.amount not in (-1, state.loot):
            self.compare_amount(token)
        endings.secure(state, state.loot, "bank")
        return TAKEN

    def ended(self, token: Token) -> int:
        """``E``: nothing stands against it in an open turn (BO-4.4)."""
        endings.end_turn(self.state, "end")
        return TAKEN

    def plain(self, token: Token) -> int:
        """Whatever the engine's check says all about."""
        self.attempt(token)
        return TAKEN

    def stray_automatic_queen(self, token: Token) -> int:
        """``*Q`` with no latent trigger before it."""
        self.report(Violation("auto_queen_without_cause", "BO-5.2", self.untriggered()))
        return TAKEN

    def stray_bust(self, token: Token) -> int:
        """``#`` although nothing busts."""
        self.report(Violation("bust_without_cause", "BO-6.2", self.untriggered()))
        return TAKEN

    def untriggered(self) -> str:
        """`latent_trigger`, if the token follows a Jack that would trigger Latent under the other reading."""
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
