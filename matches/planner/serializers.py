"""A plan as the API takes and gives it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from matches.api.serializers import FiniteField, ResponseSerializer, ValueSet
from matches.planner.cut import CutQuestion, why_not
from matches.planner.cut_labels import cut_problem, no_cut_text
from matches.planner.cut_serializers import CutAnswerSerializer, SwissSerializer
from matches.planner.forms import PACE, planned_games
from matches.planner.plan import MOST_CUT, MOST_ROUNDS, Terms
from matches.planner.sample import Sample, slow_because
from rules_engine import games
from rules_engine.planning.matches import Pace
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.views.translation import translated

GAMES = ValueSet("PlannedGame", {game.key: game.name for game in planned_games()})


class PaceSerializer(serializers.Serializer[Any]):
    """Seconds that things take at the table. What is left out has its default."""

    draw = FiniteField(required=False, min_value=PACE["draw"][1], max_value=PACE["draw"][2])
    act = FiniteField(required=False, min_value=PACE["act"][1], max_value=PACE["act"][2])
    shuffle = FiniteField(required=False, min_value=PACE["shuffle"][1], max_value=PACE["shuffle"][2])
    spread = FiniteField(
        required=False,
        min_value=PACE["spread"][1],
        max_value=PACE["spread"][2],
        help_text="The standard deviation of the logarithm of a player's own pace.",
    )
    report = FiniteField(
        required=False,
        min_value=PACE["report"][1],
        max_value=PACE["report"][2],
        help_text="From the end of a match to its report.",
    )


class PlanRequestSerializer(serializers.Serializer[Any]):
    """What to plan. Only ``players`` and ``rounds`` have no default."""

    game = serializers.ChoiceField(choices=list(GAMES.labels.items()), required=False)
    rules = serializers.DictField(required=False, help_text="As in a record; what is left out has its default.")
    player = serializers.CharField(required=False, max_length=60, help_text="How both players of a match play.")
    players = serializers.IntegerField(min_value=2, max_value=10_000)
    rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS, help_text="Swiss rounds.")
    cut = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_CUT, help_text="At most as many as the players; 0: no cut."
    )
    cap = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=600, help_text="Minutes; null: no cap."
    )
    between = FiniteField(required=False, min_value=0, max_value=600, help_text="Minutes between rounds.")
    pace = PaceSerializer(required=False)
    swiss = SwissSerializer(
        required=False, help_text="Ask also how many rounds, and which record makes the cut; {} for the default values."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check the rules under their game, the simulated player under the rules, and the cut against the players."""
        game = games.get(attrs.get("game") or planned_games()[0].key)
        spelt, problems = game.language.rules(attrs.get("rules") or {})
        if problems := [*problems, *game.schema.unknown(spelt)]:
            raise serializers.ValidationError({"rules": [problem.message for problem in problems]})
        try:
            rules = game.rule_set(spelt)
        except ConfigurationError as error:
            raise serializers.ValidationError({"rules": error.problems}) from error
        if game.planning is None:
            raise serializers.ValidationError({"game": [_("This game cannot be planned.")]})
        known = game.planning.players(rules)
        player = attrs.get("player") or game.planning.default_player
        if player not in known:
            message = _("There is no such simulated player. Choose from %(players)s.") % {"players": ", ".join(known)}
            raise serializers.ValidationError({"player": [message]})
        if problem := cut_problem(attrs["players"], attrs.get("cut", 0)):
            raise serializers.ValidationError({"cut": [problem]})
        problem = why_not(attrs["players"], attrs.get("cut", 0)) if "swiss" in attrs else ""
        if problem:
            raise serializers.ValidationError({"swiss": [no_cut_text(problem)]})
        return {**attrs, "sample": Sample(game.key, spelt, player)}


def terms_of(data: dict[str, Any]) -> Terms:
    """The terms of a valid request."""
    return Terms(
        cap=data.get("cap"),
        players=data["players"],
        rounds=data["rounds"],
        cut=data.get("cut", 0),
        between=data.get("between", 10.0),
        pace=Pace(**data.get("pace", {})),
    )


def swiss_of(data: dict[str, Any]) -> CutQuestion | None:
    """What a valid request asks about the number of rounds and the cut, if it does."""
    if "swiss" not in data:
        return None
    return CutQuestion(players=data["players"], rounds=data["rounds"], cut=data.get("cut", 0), **data["swiss"])


def slow_text(sample: Sample) -> str:
    """Why the fast simulator does not play the matches of a plan; empty if it does."""
    return translated(slow_because(sample))


class ShareSerializer(ResponseSerializer):
    """A share from 0 to 1, with its standard error."""

    share = serializers.FloatField()
    error = serializers.FloatField()


class CapEffectSerializer(ResponseSerializer):
    """What a time cap does."""

    cap = serializers.IntegerField(allow_null=True, help_text="Minutes; null: no cap.")
    mean = serializers.FloatField(help_text="Minutes of a match.")
    minutes = serializers.ListField(
        child=serializers.FloatField(), help_text="Of a match, not exceeded by 5, 25, 50, 75 and 95 of 100."
    )
    reached = ShareSerializer(help_text="Matches that reach the cap.")
    changed = ShareSerializer(help_text="Matches whose result the cap changes.")
    drawn = ShareSerializer(help_text="Matches that end in a draw.")
    first = ShareSerializer(help_text="Points of the player who starts.")


class BarSerializer(ResponseSerializer):
    """A bar of the histogram of lengths."""

    start = serializers.IntegerField(help_text="Minutes.")
    end = serializers.IntegerField(help_text="Minutes.")
    share = serializers.FloatField()


class EventLengthSerializer(ResponseSerializer):
    """Minutes that are enough 50, 80 and 95 times of 100."""

    round = serializers.ListField(child=serializers.FloatField())
    event = serializers.ListField(child=serializers.FloatField())


class StartsSerializer(ResponseSerializer):
    """A player who starts often."""

    rounds = serializers.IntegerField(help_text="Swiss rounds.")
    most = serializers.IntegerField(help_text="Starts that at most one player of twenty exceeds.")
    worth = ShareSerializer(help_text="What they bring more than starts in half of the rounds, in wins.")


class PlanSerializer(ResponseSerializer):
    """A plan."""

    matches = serializers.IntegerField(help_text="How many simulated matches it rests on.")
    chosen = CapEffectSerializer()
    uncapped = CapEffectSerializer()
    caps = CapEffectSerializer(many=True)
    bars = BarSerializer(many=True)
    length = EventLengthSerializer()
    tables = serializers.IntegerField(help_text="Tables of a Swiss round.")
    by_lot = StartsSerializer(help_text="Starts by lot in each match.")
    balanced = StartsSerializer(help_text="Starts given so that no player has two more than another.")
    swiss = CutAnswerSerializer(
        allow_null=True, help_text="How many rounds, and which record makes the cut; null unless asked for."
    )
    slow = serializers.CharField(
        help_text="Why the fast simulator does not play these rules here, so that fewer matches are played; or empty."
    )


class PlayingSerializer(ResponseSerializer):
    """The matches that the plan needs are being played: ask again in a moment."""

    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
