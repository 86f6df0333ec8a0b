"""A comparison of two strategies as the API takes and gives it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.campaigns.forms import counts_of, games_to_compare, usual_count
from matches.campaigns.labels import verdict
from matches.campaigns.services import comparison_of, slow_because
from matches.enums import JobState
from matches.models import Job
from rules_engine import games
from rules_engine.play.simulation import DividedSimulation
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.views.translation import translated

GAMES = ValueSet("ComparedGame", {game.key: game.name for game in games_to_compare()})


class ComparisonRequestSerializer(serializers.Serializer[Any]):
    """What to play. ``matches`` may be as many as the page offers."""

    game = EnumField(GAMES, required=False)
    rules = serializers.DictField(required=False, help_text="As in a record; what is left out has its default.")
    a = serializers.CharField(max_length=200, help_text="A player, or strategies joined by +.")
    b = serializers.CharField(max_length=200)
    matches = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000)
    cap = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=600, help_text="Minutes; null: no cap."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Check the rules under their game, the strategies under the rules, and the number against this machine."""
        game = games.get(attrs.get("game") or games_to_compare()[0].key)
        spelt, problems = game.language.rules(attrs.get("rules") or {})
        if problems := [*problems, *game.schema.unknown(spelt)]:
            raise serializers.ValidationError({"rules": [problem.message for problem in problems]})
        try:
            rules = game.rule_set(spelt)
        except ConfigurationError as error:
            raise serializers.ValidationError({"rules": error.problems}) from error
        simulation = game.simulation
        assert isinstance(simulation, DividedSimulation)  # noqa: S101 - tells the type checker
        wrong: dict[str, list[str]] = {}
        for seat in ("a", "b"):
            try:
                simulation.check_player(attrs[seat], rules)
            except ValueError as error:
                wrong[seat] = [str(error)]
        counts = counts_of(simulation)
        if attrs.get("matches", 1) > counts[-1]:
            wrong["matches"] = [f"At most {counts[-1]:,} matches are played here."]
        if wrong:
            raise serializers.ValidationError(wrong)
        return {**attrs, "game": game.key, "rules": spelt, "matches": attrs.get("matches", usual_count(simulation))}


class ComparedShareSerializer(ResponseSerializer):
    """A share from 0 to 1, its standard error, and where the true share lies 95 times of 100."""

    share = serializers.FloatField()
    error = serializers.FloatField()
    interval = serializers.ListField(child=serializers.FloatField())


class ComparedSpreadSerializer(ResponseSerializer):
    """A quantity over the matches; ``error`` is the standard error of the mean."""

    mean = serializers.FloatField()
    error = serializers.FloatField()
    median = serializers.FloatField()
    p95 = serializers.FloatField()


class ComparedSharesSerializer(ResponseSerializer):
    """Shares by code: who won, by what, and how turns ended."""

    winners = serializers.DictField(child=ComparedShareSerializer())
    decided_by = serializers.DictField(child=ComparedShareSerializer())
    endings = serializers.DictField(child=ComparedShareSerializer())


class ComparisonResultSerializer(ResponseSerializer):
    """How the matches went. Minutes are at the simulator's default pace."""

    verdict = serializers.CharField(help_text="Which strategy is better, if that can be told.")
    matches = serializers.IntegerField()
    shares = ComparedSharesSerializer()
    minutes = ComparedSpreadSerializer()
    turns = ComparedSpreadSerializer()
    actions = ComparedSpreadSerializer()
    totals = serializers.DictField(child=serializers.FloatField(), help_text="Money at the end, on average, by seat.")

    def read_verdict(self, result: dict[str, Any]) -> str:
        return verdict(result)


class ComparisonSerializer(ResponseSerializer):
    """A comparison, or how far it is."""

    key = serializers.UUIDField()
    state = EnumField(JobState)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.CharField(help_text="Why it failed; empty otherwise.")
    slow = serializers.CharField(help_text="Why the fast simulator does not play these rules here; empty if it does.")
    result = ComparisonResultSerializer(allow_null=True, help_text="Null until it is done.")

    def read_slow(self, job: Job) -> str:
        return translated(slow_because(job))

    def read_result(self, job: Job) -> Any:
        made = comparison_of(job) if job.state == JobState.DONE else None
        return None if made is None else made.data
