"""Records over the API: judged as ``manage.py check_record --json`` judges them, and written in the other form."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from rules_engine import games
from rules_engine.api.bodies import (
    EngineView,
    JsonBytes,
    Refusal,
    TextBytes,
    TextRenderer,
    body_of,
    judged_under,
    record_of,
    seconds_of,
)
from rules_engine.api.serializers import (
    ANYWHERE,
    REPORT,
    GameRecordSerializer,
    RefusalSerializer,
    UnreadableRecordSerializer,
)
from rules_engine.api.throttles import THROTTLES
from rules_engine.record.reading import is_json, load
from rules_engine.record.writing import to_json, to_text
from rules_engine.rules.configuration import written
from rules_engine.turnstile import turnstile

_BODY = {"application/json": GameRecordSerializer, "text/plain": OpenApiTypes.STR}
_REFUSALS = {
    **ANYWHERE,
    413: RefusalSerializer,
    422: UnreadableRecordSerializer,
    429: OpenApiResponse(description="Too many requests"),
    503: RefusalSerializer,
}


def _field_parameters() -> Iterator[OpenApiParameter]:
    """A parameter for each field of the games' rules; games that share a field share the parameter."""
    fields = {field.key: (game.schema, field) for game in reversed(games.all_games()) for field in game.schema.fields}
    for key, (schema, field) in fields.items():
        values = [written(value) for value in field.values]
        if key == schema.edition:
            description = f"What to judge under, whatever the record says: {', '.join(values)}"
        else:
            description = "on or off" if field.is_boolean else " or ".join(values)
        yield OpenApiParameter(key, str, description=description)


_TERMS = [
    *_field_parameters(),
    OpenApiParameter("variant", str, many=True, description="name=on or name=off (section 8); repeatable"),
    OpenApiParameter("option", str, many=True, description="name=value (section 10); repeatable"),
    OpenApiParameter("time_box", int, description="Seconds for a decision: slower ones are noted"),
]


class _RecordView(EngineView):
    """Anyone may ask; a record is the body, as JSON or as text."""

    parser_classes = [JsonBytes, TextBytes]
    throttle_classes = THROTTLES


class CheckRecordView(_RecordView):
    """The referee's report on a record."""

    parameters = frozenset(parameter.name for parameter in _TERMS)

    @extend_schema(
        operation_id="records_check",
        tags=["records"],
        summary="Judge a record",
        description="The body is the record itself, as JSON or as text. The answer is the report of "
        "docs/rules/record.md, section 4. A record that cannot be read is refused with every place that is wrong. "
        "Nothing is stored.",
        parameters=_TERMS,
        request=_BODY,
        responses={200: REPORT, **_REFUSALS},
    )
    def post(self, request: Request) -> HttpResponse:
        time_box, raw = seconds_of(request), body_of(request)
        with turnstile():
            report = games.referee(judged_under(record_of(raw), request), time_box)
        return HttpResponse(report.to_json(), content_type="application/json")


class ConvertRecordView(_RecordView):
    """A record in its other form."""

    renderer_classes = [JSONRenderer, TextRenderer]
    parameters = frozenset({"to"})

    @extend_schema(
        operation_id="records_convert",
        tags=["records"],
        summary="Write a record as text or as JSON",
        description="Without `to` the answer is the other form than that of the body. What is read back is equal.",
        parameters=[OpenApiParameter("to", str, enum=["text", "json"])],
        request=_BODY,
        responses={
            (200, "application/json"): GameRecordSerializer,
            (200, "text/plain"): OpenApiTypes.STR,
            **{(status, "application/json"): shape for status, shape in _REFUSALS.items()},
        },
    )
    def post(self, request: Request) -> HttpResponse:
        raw = body_of(request)
        with turnstile():
            return self._converted(request, raw)

    def _converted(self, request: Request, raw: bytes) -> HttpResponse:
        record = record_of(raw)
        form = request.query_params.get("to") or ("text" if is_json(load(raw, games.max_bytes())) else "json")
        if form == "json":
            return HttpResponse(to_json(record), content_type="application/json")
        if form == "text":
            written = to_text(record, games.get(record.game).language)
            return HttpResponse(written, content_type="text/plain; charset=utf-8")
        raise Refusal(422, "form", "A record is written as text or as json.", field="to")
