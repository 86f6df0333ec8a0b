"""The rulebook and the games over the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine import games
from rules_engine.api.bodies import EngineView
from rules_engine.api.serializers import (
    ANYWHERE,
    GameSerializer,
    RefusalSerializer,
    RuleDetailSerializer,
    RuleSerializer,
)
from rules_engine.rules.facts import RuleOfGame, find_rule

_PARAMETERS = frozenset({"q", "section", "game", "page", "page_size"})


class RuleListView(GenericAPIView[Any]):
    """All rules, or those that contain your words."""

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
            OpenApiParameter("game", str, description="The key of one game; without it the rules of all games"),
        ],
        responses={200: RuleSerializer(many=True), 404: RefusalSerializer, **ANYWHERE},
    )
    def get(self, request: Request) -> Response:
        if unknown := sorted(set(request.query_params) - _PARAMETERS):
            raise ValidationError({name: ["Unknown parameter."] for name in unknown})
        words, section = request.query_params.get("q", ""), request.query_params.get("section", "")
        key = request.query_params.get("game", "")
        if key and key not in {game.key for game in games.all_games()}:
            raise ValidationError({"game": ["There is no such game."]})
        found = [
            RuleOfGame(game, game.rulebook, rule)
            for game in games.all_games()
            if key in ("", game.key)
            for rule in game.rulebook.find(words)
            if not section or str(rule.section) == section
        ]
        page = self.paginate_queryset(found) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class RuleView(EngineView):
    """One rule."""

    @extend_schema(
        operation_id="rules_retrieve",
        tags=["rules"],
        summary="A rule with its options and the findings that cite it",
        responses={200: RuleDetailSerializer, 404: RefusalSerializer, **ANYWHERE},
    )
    def get(self, request: Request, rule: str) -> Response:
        found = find_rule(rule)
        if found is None:
            raise NotFound
        return Response(RuleDetailSerializer(found).data)


class GameListView(EngineView):
    """The games there are."""

    @extend_schema(
        operation_id="games_list",
        tags=["rules"],
        summary="The games and their presets",
        responses={200: GameSerializer(many=True), **ANYWHERE},
    )
    def get(self, request: Request) -> Response:
        return Response(GameSerializer(games.all_games(), many=True).data)
