"""Practice at Bankout: the deck is dealt as the simulator deals it, and the machine plays by its strategies.

The strategies are imported with the first match, so that the program starts without them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.bankout.cards import JOKER, KING, QUEEN, name_of
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.practice import DRAW, Strength
from rules_engine.text import text as _

if TYPE_CHECKING:
    from rules_engine.bankout.state import State

_PLAYERS = {"careful": "cautious", "steady": "steady", "bold": "bold", "best": "optimal"}
_TO_HAND = (name_of(QUEEN), name_of(KING))
_UNSEEN = "?"


class BankoutPractice:
    """The machine's strengths, what it does, and what is dealt."""

    strengths: tuple[Strength, ...] = (
        Strength("careful", _("Careful"), _("Banks early and holds on to its Jokers.")),
        Strength("steady", _("Steady"), _("Draws while the next card is worth its risk.")),
        Strength("bold", _("Bold"), _("Draws on when behind and stops early when ahead.")),
        Strength("best", _("Best"), _("Looks ahead through the whole turn.")),
    )

    def deal(self, state: State, seed: int) -> str:
        """The rank of the next card."""
        from rules_engine.bankout.simulate.chance import Chance
        from rules_engine.bankout.simulate.match import deal

        return name_of(deal(_turn(state), Chance(seed)))

    def decide(self, state: State, strength: str, seed: int, drawn: str = "") -> str:
        """The token of the machine's act, or ``DRAW``; with ``drawn``, a Joker, the effect that it chooses."""
        from rules_engine.bankout import actions, engine
        from rules_engine.bankout.acts import token_of
        from rules_engine.bankout.simulate.chance import Chance
        from rules_engine.bankout.simulate.players import player
        from rules_engine.bankout.simulate.view import PlayerView
        from rules_engine.bankout.state import ANSWER

        now = _turn(state)
        if drawn:
            now, _events = engine.apply(now, actions.DRAW, JOKER)
        seat = now.opponent if now.phase == ANSWER else now.seat
        machine = player(_PLAYERS[strength], "blitz" if now.blitz else "bankout")
        action = machine.act(PlayerView(now, seat, Chance(seed)))
        return DRAW if action == actions.DRAW else token_of(now, action)

    def seen(self, rules: BankoutRuleSet, token: str) -> str:
        """Queens and Kings are drawn to hand unseen, and Jokers that are held, unless their draw is public."""
        if token in _TO_HAND or (token == name_of(JOKER) and not rules.joker_draw_public):
            return _UNSEEN
        return token


def _turn(state: State) -> State:
    """The state of the turn that is played now; after the end of a turn that is the next seat's."""
    from rules_engine.bankout import engine
    from rules_engine.bankout.state import TURN_OVER

    now = state.copy()
    if now.phase == TURN_OVER:
        engine.next_turn(now)
    return now
