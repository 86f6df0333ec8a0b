"""Practice at Bankout: the deck is dealt as the simulator deals it, and the machine plays by its strategies.

The strategies are imported with the first match, so that the program starts without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rules_engine.bankout.cards import JOKER, KING, QUEEN, name_of
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.practice.door import DRAW, Choice, Made, Play, Practice, Strength
from rules_engine.table import View
from rules_engine.text import text as _

if TYPE_CHECKING:
    from rules_engine.bankout.state import State

PLAYERS = {"careful": "cautious", "steady": "steady", "bold": "bold", "best": "best"}
"""The simulated player of each strength."""
_TO_HAND = (name_of(QUEEN), name_of(KING))
_UNSEEN = "?"


class BankoutPractice(Practice):
    """The machine's strengths, what it does, and what is dealt."""

    strengths: ClassVar[tuple[Strength, ...]] = (
        Strength("careful", _("Careful"), _("Banks early and holds on to its Jokers.")),
        Strength("steady", _("Steady"), _("Draws while the next card is worth its risk.")),
        Strength("bold", _("Bold"), _("Keeps drawing when behind and stops early when ahead.")),
        Strength("best", _("Best"), _("Looks ahead to the end of the turn and plays out the round from each action.")),
    )

    def choices(self, play: Play) -> tuple[Choice, ...]:
        """A draw, and every act that needs no card from the deck."""
        allowed = play.acts.allowed
        draws = [Choice(DRAW, _("Draw"), primary=True)] if any(act.chance for act in allowed) else []
        return (*draws, *(Choice(act.token, act.label, act.consequence) for act in allowed if not act.chance))

    def make(self, play: Play, token: str, seed: int) -> Made:
        """Turn the next card, which may ask what it does, or write what was chosen."""
        if token != DRAW:
            return Made((token,))
        face = self._deal(play.state, seed)
        faces = [act for act in play.acts.allowed if act.chance and act.token.split("=")[0] == face]
        if len(faces) < 2:
            return Made((faces[0].token if faces else face,))
        asks = tuple(Choice(act.token, act.label, act.consequence) for act in faces)
        return Made(
            asks=asks, asking=_(("This card gives you a choice: {card}. What should it do?"), card=face), turned=True
        )

    def decide(self, play: Play, strength: str, seed: int) -> str:
        """The token of the machine's act, or ``DRAW``; with a Joker drawn, the effect that it chooses."""
        from rules_engine.bankout import actions, engine
        from rules_engine.bankout.acts import token_of
        from rules_engine.bankout.simulate.chance import Chance
        from rules_engine.bankout.simulate.players import player
        from rules_engine.bankout.simulate.rollouts import decide
        from rules_engine.bankout.simulate.view import PlayerView
        from rules_engine.bankout.state import ANSWER

        now = _turn(play.state)
        if play.asks:
            now, _events = engine.apply(now, actions.DRAW, JOKER)
        seat = now.opponent if now.phase == ANSWER else now.seat
        machine = player(PLAYERS[strength], "blitz" if now.blitz else "bankout")
        action = decide(machine, PlayerView(now, seat, Chance(seed)))
        return DRAW if action == actions.DRAW else token_of(now, action)

    def view(self, play: Play, seat: str | None) -> View:
        """The table, as the recorder shows it."""
        from rules_engine.bankout.view import view

        state: State = play.state
        return view(state, seat)

    def seen(self, play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
        """Queens and Kings are drawn to hand unseen, and Jokers that are held, unless their draw is public."""
        rules = BankoutRuleSet.from_mapping(play.record.rules)
        hidden = _TO_HAND if rules.joker_draw_public else (*_TO_HAND, name_of(JOKER))
        return [_UNSEEN if seat != viewer and token in hidden else token for token in tokens]

    @staticmethod
    def _deal(state: State, seed: int) -> str:
        """The rank of the next card."""
        from rules_engine.bankout.simulate.chance import Chance
        from rules_engine.bankout.simulate.decks import deal

        return name_of(deal(_turn(state), Chance(seed)))


def _turn(state: State) -> State:
    """The state of the turn that is played now; after the end of a turn that is the next seat's."""
    from rules_engine.bankout import engine
    from rules_engine.bankout.state import TURN_OVER

    now = state.copy()
    if now.phase == TURN_OVER:
        engine.next_turn(now)
    return now
