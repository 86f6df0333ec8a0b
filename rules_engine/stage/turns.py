"""Judges the tokens of one turn, each in the state that the tokens before it left (docs/rules/stage.md, *Going on*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.stage import effects, moves, playing
from rules_engine.stage.cards import ACE, DRAWS, UNNAMED
from rules_engine.stage.liar import Liar
from rules_engine.stage.moves import Objection
from rules_engine.stage.record.notation import BANK, DISCARD, DRAW, GIVE, MISS, PAY, TAKE, TIME, Token
from rules_engine.stage.state import BEFORE_MOVE, IN_EFFECT, NO_EFFECT, TURN_OVER
from rules_engine.stage.texts.messages import LIES


class TurnJudge(Liar):
    """Judges the turns of a record one after another, in one state and with one list of findings."""

    def judge(self, tokens: Sequence[Token], last: bool) -> bool:
        """Judge a turn that has begun. Returns whether it is open: it may stop here, and something is owed.

        ``last`` says that the turn is the last of Round 1. ``skipped`` holds the places of the tokens that were not
        judged, apart from time calls, which always count.
        """
        self.begin(tokens)
        over = False
        for index, token in enumerate(tokens):
            if over and token.kind < TIME:
                self.skipped.add(index)
            else:
                over |= self.take_up(token, index)
        return self.finish(last)

    def take_up(self, token: Token, index: int) -> bool:
        """Judge one token. Returns whether the turn had ended before it."""
        kind = token.kind
        if kind >= TIME:
            self.state.time_called |= kind == TIME
            return False
        if self.state.after_call and kind != PAY:
            self.end_call()
        if kind == DRAW and not token.card and playing.draw_plain(self.state):
            self.undone = False
            return False
        return _JUDGE[kind](self, token, index)

    # Moves

    def move(self, token: Token, index: int) -> bool:
        """The move of the turn; a second one is too much."""
        state = self.state
        if state.stage != BEFORE_MOVE:
            return self.after_turn(token, index)
        self.undone = False
        objection = moves.against_miss(state) if token.kind == MISS else moves.against_move(state, token)
        if objection is not None:
            self.breach(objection, token, index, state.rules.liar)
        if token.kind == MISS:
            moves.miss(state, objection is None, objection is moves.REENTRY_AVAILABLE)
            state.stage = TURN_OVER
        else:
            placing = moves.is_face_down_placing(state)
            moves.go(state, token.place)
            state.space_index = index
            self.place(token, index) if placing else self.enter(token, index)
        return False

    def place(self, token: Token, index: int) -> None:
        """A piece is placed on a space that stays face down."""
        self.state.face_down_placing = True
        self.state.stage = NO_EFFECT if token.card else TURN_OVER
        if token.card:
            self.report(Objection("placing_revealed", "BS-10", "placing"), token, index)

    def enter(self, token: Token, index: int) -> None:
        """The card of the space entered is revealed, if it is face down, and takes effect."""
        state, place, card = self.state, token.place, token.card
        shown = state.shown[place]
        if shown > UNNAMED:
            if card and card != shown:
                self.report(Objection("wrong_card", "BS-3"), token, index)
            card = shown
        elif card:
            moves.reveal(state, place, card)
            if playing.exceeds(state, card):
                self.report(IMPOSSIBLE, token, index)
        elif not shown:
            moves.reveal(state, place, UNNAMED)
            self.report(Objection("reveal_missing", "BS-3"), token, index)
        if not card or state.pits[place]:
            state.stage = NO_EFFECT
            return
        if effects.reshuffles_first(state, card):
            self.reshuffle(token, index, "reshuffle_when")
        effects.begin(state, card)

    def reshuffle(self, token: Token, index: int, reading: str = "") -> None:
        """The discards come back."""
        self.report(Objection("reshuffle", "BS-6", reading), token, index, size=playing.reshuffle(self.state))

    # Card acts

    def act(self, token: Token, index: int) -> bool:
        """A bank, discard, draw, take or give. Returns whether the turn had ended."""
        state = self.state
        if state.stage != IN_EFFECT:
            return self.out_of_place(token, index)
        self.undone = False
        if token.kind == GIVE and token.seat in state.refused_takes and token.seat != state.taken_from:
            self.skipped.add(index)
            return False
        objection = effects.against_act(state, token)
        due = True
        if objection is not None:
            due = objection.code != "not_due"
            impossible = effects.against_happening(state, token)
            lie = state.rules.liar and objection.code in LIES and (impossible is None or not due)
            self.breach(objection, token, index, lie)
            if lie and impossible is not None:
                self.report(impossible, token, index)
            if not lie or impossible is not None:
                self.refuse(token)
                return False
        self.carry_out(token, index, due)
        return False

    def out_of_place(self, token: Token, index: int) -> bool:
        """A card act before the move, where the card has no effect, or after the turn."""
        stage = self.state.stage
        if stage == TURN_OVER:
            return self.after_turn(token, index)
        self.skipped.add(index)
        self.undone = False
        if stage == BEFORE_MOVE and not self.missing:
            self.missing = True
            self.report(Objection("move_missing", "BS-3"), token, index)
        return False

    def after_turn(self, token: Token, index: int) -> bool:
        """Something was done after the turn; the rest of it is skipped."""
        self.report(Objection("action_after_turn", "BS-3"), token, index)
        return True

    def refuse(self, token: Token) -> None:
        """A card act that is not allowed has no effect."""
        state = self.state
        state.refused = True
        if token.kind == DRAW:
            if state.draws > 0:
                self.end_parts()
        elif token.kind == TAKE:
            state.refused_takes.append(token.seat)
        elif token.kind == BANK:
            self.grant_draws()

    def carry_out(self, token: Token, index: int, due: bool) -> None:
        """A card act takes place."""
        state, kind = self.state, token.kind
        unfit = impossible = False
        if kind == DISCARD:
            unfit, impossible = playing.discard(state, token.card, due)
        elif kind == DRAW:
            if not state.parts_over:
                self.end_parts()
            if not state.pile:
                self.reshuffle(token, index)
            impossible = playing.draw(state, token.card, due)
            state.drew_past |= state.part_missed
        elif kind == BANK:
            unfit, impossible = playing.bank(state, effects.cards_of(state, token), due)
            if state.rules.go_fish:
                self.grant_draws()
        elif kind == TAKE:
            playing.take(state, token.seat, due)
        else:
            playing.give(state, token.seat, due)
        if unfit:
            self.report(effects.NOT_HIGHEST, token, index)
        if impossible:
            self.report(IMPOSSIBLE, token, index)

    def end_parts(self) -> None:
        """The first draw ends what is to be banked or discarded."""
        state = self.state
        if not state.parts_over:
            state.part_missed = effects.part_owed(state)
            state.parts_over = True

    def grant_draws(self) -> None:
        """In Go Fish, where an Ace without a pair draws nothing, a bank calls for the draws (BS-17.6)."""
        state = self.state
        rules = state.rules
        if rules.go_fish and state.effect == ACE and not rules.draw_without_pair and not state.draws_granted:
            state.draws_granted = True
            state.draws += DRAWS[ACE]

    # The end of the turn

    def finish(self, last: bool) -> bool:
        """Report what was left out, unless the turn may be open."""
        state = self.state
        unmoved = state.stage == BEFORE_MOVE and not self.missing
        may_stop = (last or state.time_called) and not self.missing and not state.drew_past
        if may_stop and (unmoved or self.payment_due or effects.owed(state)):
            return True
        if state.after_call:
            self.end_call()
        if state.stage == BEFORE_MOVE:
            if unmoved and not self.undone:
                self.findings.add("move_missing", "BS-3", None, state.seat)
            moves.miss(state, rightful=False, keeps_reentry=False)
        elif self.omission():
            self.report_omission()
        state.stage = TURN_OVER
        return False


IMPOSSIBLE = Objection("impossible_draw", "BS-1")

_JUDGE: tuple[Callable[[TurnJudge, Token, int], bool], ...] = (
    TurnJudge.move,
    TurnJudge.move,
    TurnJudge.move,
    TurnJudge.act,
    TurnJudge.act,
    TurnJudge.act,
    TurnJudge.act,
    TurnJudge.act,
    TurnJudge.call,
    TurnJudge.pay,
)
"""By the kind of a token."""
