"""The odds of a turn (bankout.md section 11), for training and commentary; no player's page asks for them."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine.api.bodies import EngineView, JsonBytes, Refusal, body_of
from rules_engine.api.shapes import WRONG_TOKEN, OddsShape, RefusalShape, SituationShape
from rules_engine.api.throttles import Staff, Visitors
from rules_engine.bankout.odds import SituationError, advise
from rules_engine.bankout.odds.asking import question


class OddsVisitors(Visitors):
    """The best act of a turn takes seconds to find."""

    scope = "odds_visitors"
    rate = "20/min"


class OddsStaff(Staff):
    """As for visitors, but more."""

    scope = "odds_staff"
    rate = "120/min"


class Odds(EngineView):
    """The risk of the next draw, the thresholds and the best act."""

    parser_classes = [JsonBytes]
    throttle_classes = [OddsVisitors, OddsStaff]

    @extend_schema(
        operation_id="odds",
        tags=["rules"],
        summary="The odds of a turn",
        description="For training and commentary, not for a player in a match. Everything may be left out: then it is "
        "the first turn of Round 1. Money is in dollars, chances are from 0 to 1; a threshold of null has no limit.",
        request=SituationShape,
        responses={
            200: OddsShape,
            **WRONG_TOKEN,
            413: RefusalShape,
            422: RefusalShape,
            429: OpenApiResponse(description="Asked too often"),
        },
    )
    def post(self, request: Request) -> Response:
        try:
            asked = question(_values(body_of(request)))
            return Response(advise(asked.situation, asked.goal).to_dict())
        except SituationError as error:
            raise Refusal(422, "situation", "There is no such situation.", error.problems) from error


def _values(raw: bytes) -> dict[str, Any]:
    try:
        values = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal(422, "unreadable", f"This is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise Refusal(422, "unreadable", "A situation is a JSON object.")
    return values
