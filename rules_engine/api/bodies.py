"""What the API takes in and how it refuses: a record as it is written, the terms to judge under, JSON of a size.

A record comes as the body itself, JSON or text, so that its unreadable places have the lines and columns that the
sender sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules_engine import games
from rules_engine.configuration import ConfigurationError
from rules_engine.options import RuleSchema
from rules_engine.readings import Changes, under
from rules_engine.record import Record, RecordError
from rules_engine.record.reading import load, parse

_SHORT_WORDS = {"on": True, "true": True, "off": False, "false": False}


class Refusal(Exception):  # noqa: N818 - it is an answer, not a fault
    """An answer other than the one asked for; ``details`` lists everything that is wrong."""

    def __init__(
        self, status: int, code: str, detail: str, details: Sequence[Any] = (), field: str | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.body: dict[str, Any] = {
            "code": code,
            "detail": detail,
            "field": field,
            "details": list(details),
            "errors": {},
        }


class _Negotiation(DefaultContentNegotiation):
    """``?format=`` is the format of a match here, not that of the answer."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        return list(renderers)


class EngineView(APIView):
    """A view that anyone may ask, and that refuses in one shape: ``code``, ``detail``, ``field``, ``details``."""

    permission_classes = [AllowAny]
    content_negotiation_class = _Negotiation

    def handle_exception(self, error: Exception) -> Response:
        """A refusal keeps its details, whatever the project's handler makes of other errors."""
        if isinstance(error, Refusal):
            return Response(error.body, status=error.status, exception=True)
        return super().handle_exception(error)


class _BytesParser(BaseParser):
    """The body as it came, at most one byte more than a record may have."""

    def parse(  # type: ignore[override]  # a parser may give anything; DRF's types know forms
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return stream.read(games.max_bytes() + 1)


class JsonBytes(_BytesParser):
    """JSON, not yet read."""

    media_type = "application/json"


class TextBytes(_BytesParser):
    """Text."""

    media_type = "text/plain"


class TextRenderer(BaseRenderer):
    """For those who ask for text: a record in its text form, and a refusal in JSON all the same."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return JSONRenderer().render(data)


def body_of(request: Request) -> bytes:
    """The bytes sent.

    Raises:
        Refusal: 413 if there are too many.
    """
    raw = request.data if isinstance(request.data, bytes) else b""
    limit = games.max_bytes()
    if len(raw) > limit:
        raise Refusal(413, "too_large", f"This is too large: more than {limit:,} bytes.")
    return raw


def record_of(raw: bytes) -> Record:
    """The record that a body is.

    Raises:
        Refusal: 422 with every place that cannot be read.
    """
    try:
        return parse(load(raw, games.max_bytes()), games.language_of)
    except RecordError as error:
        places = [{name: getattr(place, name) for name in place.__struct_fields__} for place in error.places]
        raise Refusal(422, "unreadable", "The record cannot be read.", places) from error


def judged_under(record: Record, request: Request) -> Record:
    """The record under the terms of the address (``?edition=complete&option=deck_out=immediate``).

    Raises:
        Refusal: 422 with everything wrong with the terms.
    """
    try:
        return under(record, _changes(games.get(record.game).schema, request))
    except ConfigurationError as error:
        raise Refusal(422, "configuration", "The record cannot be judged under these terms.", error.problems) from error


def _changes(schema: RuleSchema, request: Request) -> Changes:
    asked = request.query_params
    return Changes(
        fields={
            one.key: _switch(one.key, asked[one.key]) if one.is_boolean else asked[one.key]
            for one in schema.fields
            if one.key in asked
        },
        variants={name: _switch(name, value) for name, value in _pairs(asked.getlist("variant"))},
        options=dict(_pairs(asked.getlist("option"))),
    )


def _pairs(texts: list[str]) -> list[tuple[str, str]]:
    wrong = [text[:60] for text in texts if "=" not in text]
    if wrong:
        raise Refusal(422, "configuration", "Write name=value.", wrong)
    return [(name.strip(), value.strip()) for name, _, value in (text.partition("=") for text in texts)]


def _switch(name: str, word: str) -> bool:
    """On or off, of Jokers or a variant."""
    value = _SHORT_WORDS.get(word.strip().lower())
    if value is None:
        raise Refusal(422, "configuration", f"{name} is on or off.", [word[:60]], field=name)
    return value


def seconds_of(request: Request) -> float | None:
    """The time box of the address.

    Raises:
        Refusal: 422 if it is not a whole number of seconds.
    """
    word = request.query_params.get("time_box")
    if word is None:
        return None
    if not (word.isascii() and word.isdecimal() and 0 < len(word) < 6 and int(word)):
        raise Refusal(422, "time_box", "A time box is a whole number of seconds from 1 to 99999.", field="time_box")
    return int(word)
