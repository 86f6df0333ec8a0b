"""Finds the situation at the end of a record, for commentary: the player to act and the cards shown so far."""

from __future__ import annotations

from rules_engine.bankout import dealing, engine
from rules_engine.bankout.cards import JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.odds.situation import DrawPile, SituationError, TurnSituation, ranks_left
from rules_engine.bankout.referee.referee import final_state
from rules_engine.bankout.state import OPEN, ROUND_OVER, TURN_OVER, State
from rules_engine.record import GameRecord


def at_end_of(record: GameRecord) -> TurnSituation:
    """Return the situation of the player to act where the record ends, as far as a reader of the record knows it.

    A card drawn unseen counts as unseen in either hand; a card that is held and known counts as known.

    Raises:
        SituationError: if the round or the match is over, or the sheet does not account for the pile.
    """
    state = final_state(record)
    if not record.rounds or state.phase == ROUND_OVER or state.status != "in_progress":
        raise SituationError(["No player has a turn: the record ends with a decided round or match."])
    if state.phase == TURN_OVER:
        engine.next_turn(state)
    if state.phase != OPEN:
        raise SituationError(["The record ends before a discard for the hand limit (BO-3.3)."])
    hand = [card & RANK_BITS for card in state.hands[state.seat]]
    return TurnSituation(
        pile=_pile(state),
        loot=state.loot,
        jacks=state.jacks,
        latent=state.latent,
        queens=hand.count(QUEEN),
        kings=hand.count(KING),
        jokers=hand.count(JOKER),
        bank=state.banks[state.seat],
        opponent_bank=state.banks[state.opponent],
        round=state.round,
        rules=state.rules,
    )


def _pile(state: State) -> DrawPile:
    """The draw pile according to the sheet. A card drawn unseen has left it and may be any of the unseen cards."""
    counts = ranks_left(state)
    if state.size:
        size, accounted = state.size, not (state.blind or state.suspended)
    else:  # about to be reshuffled, which starts a new count of the cards
        size = len(dealing.to_reshuffle(state)) if state.refills else 0
        accounted = sum(counts) == size
    hidden = sum(counts) - size
    if not accounted or not 0 <= hidden <= counts[QUEEN] + counts[KING] + counts[JOKER]:
        raise SituationError(["The sheet does not account for the pile since a card was misrecorded (BO-2.5)."])
    return DrawPile.of_counts(counts, hidden)
