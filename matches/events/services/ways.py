"""Which games can be played in which way: what the form of an event offers, and why not the rest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import gettext as _

from matches.enums import StageKind
from matches.events.queries.games import playable_games
from matches.events.services.plans import EventPlan
from matches.events.services.pods import pod_problems
from rules_engine.game import Game


def games_by_way() -> Mapping[str, tuple[str, ...]]:
    """By way to play the keys of the games for which no preset's plan is refused because of it, in their order."""
    return _games_by_way(tuple(game.key for game in playable_games()))


@lru_cache(maxsize=8)
def _games_by_way(keys: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    known = [game for game in playable_games() if game.key in keys]
    return {kind.value: tuple(game.key for game in known if _fits(game, kind)) for kind in StageKind}


def _fits(game: Game, kind: StageKind) -> bool:
    """Whether at least one preset of the game can be played so."""
    plans = (EventPlan(game=game.key, preset=preset.key, kind=kind.value) for preset in game.presets)
    return any(all(refused.parameter != "kind" for refused in pod_problems(plan.values)) for plan in plans)


def why_not_every_game(kind: str) -> str:
    """For which games alone a way to play is, and why; "" where it is for all of them."""
    fitting, every = games_by_way()[kind], playable_games()
    if len(fitting) == len(every):
        return ""
    names = ", ".join(game.name for game in every if game.key in fitting)
    if kind == StageKind.SCORE_ATTACK:
        return _("Only for games that can be played alone for a score: %(games)s.") % {"games": names}
    return _("Only for games that two can play at a table: %(games)s.") % {"games": names}
