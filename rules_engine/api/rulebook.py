"""The rulebook and the games over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine import games
from rules_engine.api.bodies import EngineView
from rules_engine.api.serializers import WRONG_TOKEN, GameSerializer, RuleDetailSerializer, RuleSerializer
from rules_engine.game import Game
from rules_engine.rule_facts import findings_of, named_by
from rules_engine.rulebook import Rule, Rulebook


def _rule(book: Rulebook, rule: Rule) -> dict[str, Any]:
    title = next(section.title for section in book.sections if section.number == rule.section)
    return {
        "id": rule.id,
        "game": book.game,
        "section": rule.section,
        "section_title": title,
        "text": rule.text,
        "names": list(rule.names),
        "more": rule.more,
        "references": list(rule.references),
    }


class RuleListView(GenericAPIView[Any]):
    """The rules, all or those that say something."""

    permission_classes = [AllowAny]
    serializer_class = RuleSerializer
    filter_backends = []

    @extend_schema(
        operation_id="rules_list",
        tags=["rules"],
        summary="The rules",
        parameters=[
            OpenApiParameter("q", str, description="Words that all occur in the rule: its id, names or text"),
            OpenApiParameter("section", int, description="One section only"),
        ],
        responses={200: RuleSerializer(many=True), **WRONG_TOKEN},
    )
    def get(self, request: Request) -> Response:
        words, section = request.query_params.get("q", ""), request.query_params.get("section", "")
        found = [
            _rule(book, rule)
            for book in (game.rulebook for game in games.all_games())
            for rule in book.find(words)
            if not section or str(rule.section) == section
        ]
        return self.get_paginated_response(self.paginate_queryset(found) or [])


class RuleView(EngineView):
    """One rule."""

    @extend_schema(
        operation_id="rules_retrieve",
        tags=["rules"],
        summary="A rule with its switches and the findings that cite it",
        responses={200: RuleDetailSerializer, **WRONG_TOKEN},
    )
    def get(self, request: Request, rule: str) -> Response:
        for game in games.all_games():
            book = game.rulebook
            if (found := book.rules.get(rule.upper())) is not None:
                return Response({**_rule(book, found), **_facts(game, book, found)})
        raise NotFound


def _facts(game: Game, book: Rulebook, rule: Rule) -> dict[str, Any]:
    schema = game.schema
    return {
        "named_by": [other.id for other in named_by(book, rule)],
        "options": [
            {
                "name": option.key,
                "rule": option.rule,
                "values": list(option.values),
                "default": {edition: option.default(edition) for edition in schema.editions},
            }
            for option in schema.switches
            if option.rule == rule.id
        ],
        "variants": [
            {"name": variant.key, "rule": variant.rule, "format": variant.home}
            for variant in schema.variants_of(rule.id)
        ],
        "findings": [
            {"code": one.code, "kind": one.kind, "message": one.message, "remedy": one.remedy}
            for one in findings_of(game, rule)
        ],
    }


class GameListView(EngineView):
    """The games there are."""

    @extend_schema(
        operation_id="games_list",
        tags=["rules"],
        summary="The games and their presets",
        responses={200: GameSerializer(many=True), **WRONG_TOKEN},
    )
    def get(self, request: Request) -> Response:
        return Response([_game(game) for game in games.all_games()])


def _game(game: Game) -> dict[str, Any]:
    presets = [
        {"key": preset.key, "name": preset.name, "rules": dict(preset.rules), "cap_minutes": preset.cap_minutes}
        for preset in game.presets
    ]
    return {
        "key": game.key,
        "name": game.name,
        "seats": list(game.seats),
        "cap_minutes": list(game.cap_minutes),
        "presets": presets,
    }
