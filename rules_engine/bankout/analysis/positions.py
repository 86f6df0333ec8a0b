"""The decisions of a record: the state before each, as the player who decides knows it, and the act that was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.cards import JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.odds.situation import DrawPile, TurnSituation, ranks_left
from rules_engine.bankout.referee.replay import replay
from rules_engine.bankout.state import OPEN, ROUND_OVER, SEATS, TURN_OVER, State
from rules_engine.game import Moment
from rules_engine.record import GameRecord

TO_HAND = (QUEEN, KING, JOKER)
ACTS = {
    "draw": act.DRAW,
    "bank": act.BANK,
    "end": act.END,
    "queen": act.PLAY_QUEEN,
    "king": act.PLAY_KING,
    "swap": act.SWAP,
    "joker_king": act.JOKER_KING,
    "joker_queen": act.JOKER_QUEEN,
}
"""The acts of an open turn, by the names that the odds have for them."""
_TOKENS = {
    "B": "bank",
    "E": "end",
    ">Q": "queen",
    ">K": "king",
    ">X=swap": "swap",
    ">X=king": "joker_king",
    ">X=queen": "joker_queen",
}


@dataclass(frozen=True)
class Position:
    """A decision in an open turn: where it stands, what was chosen, what could be, and the state as it is recorded.

    ``unseen`` counts by rank the cards that the player has not seen: of the deck, and of the ``hidden`` ones that the
    opponent holds.
    """

    moment: Moment
    chosen: str
    acts: tuple[str, ...]
    state: State
    unseen: tuple[int, ...]
    hidden: int

    @property
    def seat(self) -> str:
        """The seat that decides."""
        return SEATS[self.state.seat]

    def situation(self) -> TurnSituation:
        """The turn for the odds."""
        state = self.state
        hand = [card & RANK_BITS for card in state.hands[state.seat]]
        return TurnSituation(
            pile=DrawPile.of_counts(list(self.unseen), self.hidden),
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


def positions(record: GameRecord) -> Iterator[Position | None]:
    """Every decision of a record in an open turn; None for one of which the record does not tell enough."""
    seen: list[tuple[Moment, State]] = []
    replay(record, lambda moment, state: seen.append((moment, state.copy())))
    before: State | None = None
    for moment, state in seen:
        if moment.turn is None:  # a round begins
            before = state
            continue
        token = _token(record, moment)
        if before is not None and token is not None:
            choice = chosen(token)
            known = _opened(before)
            if choice and known is not None and SEATS[known.seat] == _seat(record, moment):
                yield _position(moment, choice, known)
        before = state


def chosen(token: str) -> str:
    """The act of a token: a draw, or what is played; empty for what is no choice of an open turn."""
    word = token.partition("(")[0]
    if word in _TOKENS:
        return _TOKENS[word]
    return "draw" if word[:1] in "23456789110JQKAX?" and word[:1] else ""


def _token(record: GameRecord, moment: Moment) -> str | None:
    actions = record.rounds[moment.place].turns[(moment.turn or 1) - 1].actions
    return actions[moment.action - 1] if moment.action is not None and moment.action <= len(actions) else None


def _seat(record: GameRecord, moment: Moment) -> str:
    return record.rounds[moment.place].turns[(moment.turn or 1) - 1].seat


def _opened(state: State) -> State | None:
    """The state with the next turn begun where one has ended; None where no open turn is to be decided."""
    now = state.copy()
    if now.phase == TURN_OVER:
        engine.next_turn(now)
    return now if now.phase == OPEN and now.phase != ROUND_OVER and not now.decided else None


def _position(moment: Moment, choice: str, state: State) -> Position | None:
    legal = set(engine.legal(state))
    acts = tuple(name for name, action in ACTS.items() if action in legal)
    if choice not in acts:
        return None
    own = [card & RANK_BITS for card in state.hands[state.seat]]
    theirs = [card & RANK_BITS for card in state.hands[state.opponent]]
    if any(rank not in TO_HAND for rank in own):
        return None
    unseen = ranks_left(state)
    if not state.size:  # everything about to be shuffled was seen, and so is known what the opponent holds
        if any(rank not in TO_HAND for rank in theirs):
            return None
        return Position(moment, choice, acts, state, tuple(unseen), 0)
    for rank in theirs:
        if rank in TO_HAND:
            unseen[rank] += 1
    held = sum(unseen[rank] for rank in TO_HAND)
    if sum(unseen) - len(theirs) != state.size or held < len(theirs):
        return None
    return Position(moment, choice, acts, state, tuple(unseen), len(theirs))
