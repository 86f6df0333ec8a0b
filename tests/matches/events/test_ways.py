"""Which ways to play are offered for a game, and what is said of the others."""

from __future__ import annotations

from matches.enums import StageKind
from matches.events.forms.events import EventForm
from matches.events.queries.games import playable_games
from matches.events.services.plans import EventPlan
from matches.events.services.pods import pod_problems
from matches.events.services.ways import games_by_way, why_not_every_game


def test_a_way_is_offered_exactly_where_the_plan_would_not_be_refused_for_it() -> None:
    for kind, fitting in games_by_way().items():
        for game in playable_games():
            plans = [EventPlan(game=game.key, preset=preset.key, kind=kind) for preset in game.presets]
            refused = [any(one.parameter == "kind" for one in pod_problems(plan.values)) for plan in plans]
            assert (game.key in fitting) == (not all(refused)), (game.key, kind)


def test_a_score_attack_is_for_games_that_one_can_play_alone_and_the_reason_names_them() -> None:
    assert games_by_way()[StageKind.SCORE_ATTACK] == ("bank",)
    assert ": Bank." in why_not_every_game(StageKind.SCORE_ATTACK)
    assert why_not_every_game(StageKind.SWISS) == ""


def test_the_form_has_all_ways_with_their_games() -> None:
    offered = {str(way.choice.data["value"]): way for way in EventForm().ways_offered()}
    assert offered[StageKind.SCORE_ATTACK].games == "bank"
    assert offered[StageKind.SCORE_ATTACK].reason
    assert offered[StageKind.SWISS].games.split() == [game.key for game in playable_games()]
