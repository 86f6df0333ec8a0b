"""The odds of a turn, from the games that can compute them: for training and commentary, not for players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine import games
from rules_engine.api.bodies import EngineView, JsonBytes, Refusal, body_of, must_not_be_playing
from rules_engine.api.serializers import ANYWHERE, RefusalSerializer
from rules_engine.api.throttles import Staff, Visitors
from rules_engine.odds.door import Odds, OddsError, OddsField
from rules_engine.turnstile import turnstile

_KINDS: dict[str, Callable[..., serializers.Field]] = {
    "whole": serializers.IntegerField,
    "text": serializers.CharField,
    "any": serializers.JSONField,
    "object": serializers.DictField,
    "wholes": partial(serializers.DictField, child=serializers.IntegerField()),
    "numbers": partial(serializers.DictField, child=serializers.FloatField()),
    "limits": partial(serializers.DictField, child=serializers.FloatField(allow_null=True)),
}


def _shape(name: str, description: str, fields: Iterable[OddsField], required: bool) -> type[serializers.Serializer]:
    """Return a serializer of the fields that the games declare. A field that several games declare is listed once."""
    declared: dict[str, Any] = {}
    for entry in fields:
        described = {"help_text": entry.help} if entry.help else {}
        optional = {} if required else {"required": False}
        nullable = {"allow_null": True} if entry.nullable else {}
        declared.setdefault(entry.name, _KINDS[entry.kind](**described, **optional, **nullable))
    return type(name, (serializers.Serializer,), {"__doc__": description, **declared})


def _games_with_odds() -> dict[str, Odds]:
    return {game.key: game.odds for game in games.all_games() if game.odds is not None}


_SITUATION = _shape(
    "SituationSerializer",
    " ".join(odds.situation_help for odds in _games_with_odds().values()),
    [field for odds in _games_with_odds().values() for field in odds.situation],
    required=False,
)
_ODDS = _shape(
    "OddsSerializer",
    " ".join(odds.data_help for odds in _games_with_odds().values()),
    [field for odds in _games_with_odds().values() for field in odds.data],
    required=True,
)


class OddsVisitors(Visitors):
    """The limit for visitors: lower than elsewhere, because finding the best action can take seconds."""

    scope = "odds_visitors"
    rate = "20/min"


class OddsStaff(Staff):
    """The limit for the staff."""

    scope = "odds_staff"
    rate = "120/min"


class OddsView(EngineView):
    """The risk of the next draw, the thresholds and the best action."""

    parser_classes = [JsonBytes]
    parameters = frozenset({"game"})
    throttle_classes = [OddsVisitors, OddsStaff]

    @extend_schema(
        operation_id="odds",
        tags=["rules"],
        summary="The odds of a turn",
        description="For training and commentary, not for a player in a match. All fields are optional; the default is "
        "the first turn of Round 1. Money is in dollars, chances are from 0 to 1. A threshold of null means no limit.",
        parameters=[OpenApiParameter("game", str, description="Key of the game; by default the first game with odds")],
        request=_SITUATION,
        responses={
            200: _ODDS,
            **ANYWHERE,
            403: RefusalSerializer,
            413: RefusalSerializer,
            422: RefusalSerializer,
            429: OpenApiResponse(description="Too many requests"),
        },
    )
    def post(self, request: Request) -> Response:
        must_not_be_playing(request)
        odds = _odds_of(request.query_params.get("game", ""))
        values = _values(body_of(request))
        try:
            with turnstile():
                return Response(odds.answer(values).data)
        except OddsError as error:
            raise Refusal(422, "situation", "This situation is not possible.", error.problems) from error


def _odds_of(key: str) -> Odds:
    """Return the odds of a game, by default of the first game that has them. Raises Refusal (422)."""
    having = _games_with_odds()
    if key:
        having = {name: odds for name, odds in having.items() if name == key.strip().lower()}
    if not having:
        raise Refusal(422, "game", "There is no such game, or it has no odds.", field="game")
    return next(iter(having.values()))


def _values(raw: bytes) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal(422, "unreadable", f"This is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise Refusal(422, "unreadable", "A situation is a JSON object.")
    return values
