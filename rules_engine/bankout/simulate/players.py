"""Players: combinations of strategies, by name, and named presets for each format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

from rules_engine.bankout.checking import check
from rules_engine.bankout.simulate import reactions, strategies
from rules_engine.bankout.simulate.reactions import react
from rules_engine.bankout.simulate.strategies import SPECIAL, Rollouts, StrategyPart, stop, threshold
from rules_engine.bankout.simulate.view import PlayerView
from rules_engine.bankout.state import OPEN

PARTS: dict[str, type[StrategyPart]] = {
    part.name: part
    for part in (
        strategies.LootThreshold,
        strategies.Published,
        strategies.KingThreshold,
        strategies.KingCheckmate,
        strategies.Window,
        strategies.Pressure,
        reactions.QueenReactive,
        reactions.QueenProactive,
        reactions.JokerDenial,
        strategies.LeadAware,
        reactions.SwapMax,
        reactions.CounterKeeper,
        strategies.OptimalTurn,
        strategies.RandomLegal,
        strategies.NeverBank,
        strategies.Rollouts,
    )
}

PRESETS: dict[str, dict[str, str]] = {
    "bankout": {
        "steady": "threshold+king_threshold+queen_proactive(20)+swap_max",
        "schoolbook": "published+queen_reactive",
        "cautious": "window(20)+king_checkmate(8)+queen_proactive(10)+counter_keeper",
        "bold": "lead_aware(60)+king_threshold+queen_reactive+swap_max",
        "patient": "joker_denial(100)+king_threshold+queen_proactive(30)+counter_keeper",
        "optimal": "optimal_turn+swap_max+counter_keeper",
        "best": "optimal_turn+swap_max+counter_keeper+rollouts",
        "random": "random_legal",
    },
    "blitz": {
        "steady": "threshold+king_threshold+queen_proactive(20)+swap_max",
        "schoolbook": "published+queen_reactive",
        "cautious": "window(15)+king_checkmate(8)+queen_proactive(10)+counter_keeper",
        "bold": "lead_aware(60)+king_checkmate(25)+queen_reactive+swap_max",
        "presser": "pressure(40)+king_threshold+queen_proactive(20)+counter_keeper",
        "optimal": "optimal_turn+swap_max+counter_keeper",
        "best": "optimal_turn+swap_max+counter_keeper+rollouts",
        "random": "random_legal",
    },
}

_SPELLING = re.compile(r"([a-z_]+)(?:\((\d{1,6})\))?")


@dataclass(frozen=True)
class SimulatedPlayer:
    """A combination of strategies, asked in the order of their precedence, the given order among equals."""

    parts: tuple[StrategyPart, ...]
    _vetoes: tuple[StrategyPart, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.parts, key=lambda part: part.precedence))
        object.__setattr__(self, "parts", ordered)
        object.__setattr__(
            self, "_vetoes", tuple(part for part in ordered if type(part).avoids is not StrategyPart.avoids)
        )

    @property
    def rollouts(self) -> int:
        """How often the player plays on from each act before choosing; 0 for most."""
        return next((part.runs for part in self.parts if isinstance(part, Rollouts)), 0)

    @property
    def looks_ahead(self) -> bool:
        """Whether the player plans whole turns, which takes a thousand times as long as the other strategies."""
        return any(isinstance(part, strategies.OptimalTurn) for part in self.parts)

    @property
    def name(self) -> str:
        """As ``player`` reads it."""
        return "+".join(_spelt(part) for part in self.parts)

    def act(self, view: PlayerView) -> int:
        """The player's next action: always a legal one."""
        state = view.state
        open_turn = state.phase == OPEN
        for part in self.parts:
            if part.precedence > SPECIAL and not open_turn:
                break
            action = part.choose(view)
            if action is not None and self._may(view, action):
                return action
        action = threshold(view) if open_turn else react(view)
        return action if self._may(view, action) else self._whatever(view)

    def _may(self, view: PlayerView, action: int) -> bool:
        return not check(view.state, action) and not self._avoided(view, action)

    def _avoided(self, view: PlayerView, action: int) -> bool:
        return any(part.avoids(view, action) for part in self._vetoes)

    def _whatever(self, view: PlayerView) -> int:
        """The first choice is not to be had: stop, or else the first thing that is allowed and not ruled out."""
        legal = view.legal()
        left = [action for action in legal if not self._avoided(view, action)] or legal
        return stop(view) if view.state.phase == OPEN and stop(view) in left else left[0]


def player(text: str, format_: str = "bankout") -> SimulatedPlayer:
    """A player by the name of a preset of the format, or as a combination, ``threshold+queen_proactive(30)``.

    Raises:
        ValueError: if there is no such preset or strategy, in words.
    """
    spelt = PRESETS[format_].get(text.strip().lower(), text)
    return SimulatedPlayer(tuple(_part(word.strip().lower()) for word in spelt.split("+")))


def _part(word: str) -> StrategyPart:
    match = _SPELLING.fullmatch(word)
    kind = PARTS.get(match[1]) if match else None
    if match is None or kind is None:
        raise ValueError(f"“{word[:60]}” is neither a preset player nor a strategy. Check its spelling in the list.")
    if match[2] is None:
        return kind()
    if not fields(kind):  # type: ignore[arg-type]
        raise ValueError(f"{kind.name} takes no number.")
    return kind(int(match[2]))  # type: ignore[call-arg]


def _spelt(part: StrategyPart) -> str:
    values = [getattr(part, entry.name) for entry in fields(part)]  # type: ignore[arg-type]
    return f"{part.name}({values[0]})" if values else part.name
