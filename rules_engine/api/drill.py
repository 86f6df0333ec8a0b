"""The drill over the API: a position by its seed and number or from a record, and what an act of it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rules_engine import games
from rules_engine.api.bodies import EngineView, JsonBytes, Refusal, body_of, must_not_be_playing, record_of
from rules_engine.api.odds import OddsStaff, OddsVisitors
from rules_engine.api.serializers import ANYWHERE, RefusalSerializer, UnreadableRecordSerializer
from rules_engine.drill.door import Drill, DrillGrade, DrillPosition
from rules_engine.drill.forms import DrillForm
from rules_engine.game import Game
from rules_engine.packing import RecordCheck, pack
from rules_engine.rules.configuration import ConfigurationError, written
from rules_engine.turnstile import turnstile


def _games_with_drill() -> dict[str, tuple[Game, Drill]]:
    return {game.key: (game, game.drill) for game in games.all_games() if game.drill is not None}


def _terms() -> dict[str, str]:
    """What can be asked for, by name, with what is said about it."""
    known = _games_with_drill().values()
    fields = {
        field.key: " or ".join(map(written, field.values)) for game, _drill in known for field in game.schema.fields
    }
    one_of = {
        name: "One of: "
        + ", ".join(dict.fromkeys(choice.key for _game, drill in known for choice in getattr(drill, many)))
        for name, many in (("players", "players"), ("kind", "kinds"))
    }
    return {
        **fields,
        **one_of,
        "close": "Only positions in which the actions are worth about the same: on, or left out",
    }


_TERMS = _terms()
_SEAT = "With a record: the player whose decisions are asked, A or B; left out: all"
_NUMBERS = {"seed": "Which simulated matches; by default 0", "number": "Which position; by default the first, 1"}
PARAMETERS = frozenset({"game", *_TERMS, *_NUMBERS})
_BODY_ONLY = frozenset({"act", "record", "seat"})
_OF_SIMULATED = PARAMETERS - {"kind", "close", "number"}
"""What a record says itself."""


class DrillActSerializer(serializers.Serializer):
    """An action that may be chosen."""

    act = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # DRF takes declared fields off the class


class DrillGradeSerializer(serializers.Serializer):
    """What an answer costs. ``worth`` is in dollars, by action."""

    act = serializers.CharField()
    best = serializers.CharField()
    cost = serializers.FloatField(
        help_text="The worth of the best action minus that of the chosen one; 0 for the best."
    )
    worth = serializers.DictField(child=serializers.FloatField())
    reason = serializers.CharField()
    played = serializers.CharField(help_text="The action taken in the match.")


class DrillSerializer(serializers.Serializer):
    """A position as its player knows it, and the grade of an answer."""

    game = serializers.CharField()
    number = serializers.IntegerField()
    count = serializers.IntegerField(allow_null=True, help_text="Positions of a record; null for simulated ones.")
    seat = serializers.CharField()
    acts = DrillActSerializer(many=True)
    situation = serializers.DictField(help_text="The turn, as POST /api/v1/odds/ takes it.")
    link = serializers.CharField(allow_null=True, help_text="The page; null if the record is too long for an address.")
    grade = DrillGradeSerializer(allow_null=True, help_text="Null without an answer.")


_BODY = type(
    "DrillAnswerSerializer",
    (serializers.Serializer,),
    {
        "__doc__": "A position and an answer. ``record`` is a record as text; without it positions are simulated.",
        **{name: serializers.CharField(required=False, help_text=text) for name, text in _TERMS.items()},
        **{name: serializers.IntegerField(required=False, help_text=text) for name, text in _NUMBERS.items()},
        "game": serializers.CharField(required=False),
        "record": serializers.CharField(required=False),
        "seat": serializers.CharField(required=False, help_text=_SEAT),
        "act": serializers.CharField(required=False, help_text="Without it, the answer is the position alone."),
    },
)
_ANSWERS = {
    200: DrillSerializer,
    **ANYWHERE,
    403: RefusalSerializer,
    422: RefusalSerializer,
    429: OpenApiResponse(description="Too many requests"),
    503: RefusalSerializer,
}


class DrillView(EngineView):
    """A position, and what an act of it costs."""

    parser_classes = [JsonBytes]
    throttle_classes = [OddsVisitors, OddsStaff]

    @property
    def parameters(self) -> frozenset[str]:  # type: ignore[override]  # those of the method
        return PARAMETERS if self.request.method in ("GET", "HEAD") else frozenset()

    @extend_schema(
        operation_id="drill_position",
        tags=["rules"],
        summary="A position to decide",
        description="For training, not for a player in a match. The same parameters always give the same position.",
        parameters=[
            OpenApiParameter("game", str, description="Key of the game; by default the first game with a drill"),
            *(OpenApiParameter(name, str, description=text) for name, text in _TERMS.items()),
            *(OpenApiParameter(name, int, description=text) for name, text in _NUMBERS.items()),
        ],
        responses=_ANSWERS,
    )
    def get(self, request: Request) -> Response:
        must_not_be_playing(request)
        with turnstile():
            return Response(_answered(request.query_params.dict()))

    @extend_schema(
        operation_id="drill_answer",
        tags=["rules"],
        summary="What an answer costs",
        description="A simulated position as GET takes it, or one of a record; with ``act``, what that action costs "
        "against the best one.",
        request=_BODY,
        responses={**_ANSWERS, 413: RefusalSerializer, 422: UnreadableRecordSerializer},
    )
    def post(self, request: Request) -> Response:
        must_not_be_playing(request)
        answers = _values(body_of(request))
        with turnstile():
            return Response(_answered(answers))


def _answered(answers: Mapping[str, str]) -> dict[str, Any]:
    """The position and, if an act is named, its grade. Raises Refusal."""
    _check_places(answers)
    terms = {name: value for name, value in answers.items() if name in (*_TERMS, *_NUMBERS, "seat")}
    act = answers.get("act")
    if "record" in answers:
        game, drill, form, positions = _of_record(answers["record"], terms)
        number = form.cleaned_data["number"] or 1
        if number > len(positions):
            raise _refusal({"number": [f"This record has {len(positions)} positions to decide."]})
        position, count = positions[number - 1], len(positions)
        packed = pack(RecordCheck(answers["record"]))
        link = None if packed is None else form.address(packed, number=number)
    else:
        game, drill = _game(answers.get("game", ""))
        form = _valid(DrillForm(terms, game=game, drill=drill))
        number, count = form.cleaned_data["number"] or 1, None
        found = drill.simulated(form.terms(), number)
        if found is None:
            raise _refusal(
                {"kind": [("Such a decision hardly ever comes up under these rules. Choose other decisions.")]}
            )
        position, link = found, form.address(number=number, seed=form.cleaned_data["seed"] or 0)
    return _position_data(game, position, number, count, link) | {"grade": _grade(drill, position, act)}


def _check_places(answers: Mapping[str, str]) -> None:
    """Refuse what would be ignored. Raises Refusal."""
    if "record" in answers:
        wrong = {name: ["The record says this."] for name in answers if name in _OF_SIMULATED}
    else:
        wrong = {name: ["This is for a record."] for name in answers if name == "seat"}
    if wrong:
        raise _refusal(wrong)


def _of_record(text: str, terms: Mapping[str, str]) -> tuple[Game, Drill, DrillForm, Any]:
    try:
        record = record_of(text.encode())
    except Refusal as refusal:
        refusal.body |= {"field": "record", "errors": {"record": [refusal.body["detail"]]}}
        raise
    game, drill = _game(record.game)
    try:
        game.rule_set(record.rules)
    except ConfigurationError as error:
        raise _refusal({"record": error.problems}) from error
    form = _valid(DrillForm(terms, game=game, drill=drill, of_record=True))
    return game, drill, form, drill.of_record(record, form.terms())


def _position_data(
    game: Game, position: DrillPosition, number: int, count: int | None, link: str | None
) -> dict[str, Any]:
    return {
        "game": game.key,
        "number": number,
        "count": count,
        "seat": position.seat,
        "acts": [{"act": act.key, "label": str(act.label)} for act in position.acts],
        "situation": dict(position.situation),
        "link": link,
    }


def _grade(drill: Drill, position: DrillPosition, act: str | None) -> dict[str, Any] | None:
    if act is None:
        return None
    known = [act.key for act in position.acts]
    if act not in known:
        raise _refusal({"act": [f"The actions in this position are {', '.join(known)}."]})
    grade: DrillGrade = drill.grade(position, act)
    return {
        "act": grade.chosen,
        "best": grade.best,
        "cost": round(grade.cost, 6),
        "worth": {name: round(worth, 6) for name, worth in grade.worth.items()},
        "reason": str(grade.reason),
        "played": position.played,
    }


def _game(key: str) -> tuple[Game, Drill]:
    known = _games_with_drill()
    found = known.get(key) if key else next(iter(known.values()), None)
    if found is None:
        raise _refusal({"game": ["There is no such game, or it has no drill."]})
    return found


def _valid(form: DrillForm) -> DrillForm:
    if not form.is_valid():
        raise _refusal({name: [str(error) for error in errors] for name, errors in form.errors.items()})
    return form


def _refusal(errors: Mapping[str, list[str]]) -> Refusal:
    """A refusal with its reasons at their fields."""
    first = next(iter(errors))
    sentences = [sentence for found in errors.values() for sentence in found]
    refusal = Refusal(422, "terms", sentences[0], sentences, field=first)
    refusal.body["errors"] = dict(errors)
    return refusal


def _values(raw: bytes) -> dict[str, str]:
    """The body's values as text, as an address holds them. Raises Refusal naming each one that cannot be put so."""
    try:
        values = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal(422, "unreadable", f"This is not JSON: {error}.") from error
    if not isinstance(values, dict):
        raise Refusal(422, "unreadable", "An answer is a JSON object.")
    wrong = {name: ["Unknown field."] for name in values if name not in PARAMETERS | _BODY_ONLY}
    wrong |= {
        name: ["This must be a text, a whole number, true or false."]
        for name, value in values.items()
        if not _is_one(value)
    }
    if wrong:
        raise _refusal(wrong)
    return {name: value if isinstance(value, str) else written(value) for name, value in values.items()}


def _is_one(value: object) -> bool:
    return isinstance(value, str | int | bool)
