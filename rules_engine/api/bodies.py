"""Request bodies and refusals of the engine's API: records, and the rules under which they are judged.

The body is the record itself, as JSON or text, so that errors refer to the lines and columns that the sender sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import IO, Any, ClassVar

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rules_engine import games
from rules_engine.play.fair_play import why_no_odds
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import load, parse
from rules_engine.rules.bounds import check_parts, check_text
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.options import RuleSchema
from rules_engine.rules.readings import Changes, under
from rules_engine.turnstile import Busy
from rules_engine.whole_numbers import whole_number

_SHORT_WORDS = {"on": True, "true": True, "off": False, "false": False}


class Refusal(Exception):  # noqa: N818 - an answer to the client, not an error
    """A refusal of a request, with its HTTP status; ``details`` lists everything that is wrong."""

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
    """Ignores ``?format=``, which here is the format of a match, not of the answer."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        return list(renderers)


class EngineView(APIView):
    """A view that is open to everyone. Its refusals have ``code``, ``detail``, ``field`` and ``details``."""

    permission_classes = [AllowAny]
    content_negotiation_class = _Negotiation
    parameters: ClassVar[Set[str]] = frozenset()
    """The parameters that the address takes."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a parameter that the address does not have: a misspelt one must not be ignored silently."""
        super().initial(request, *args, **kwargs)
        if unknown := sorted(set(request.query_params) - self.parameters):
            refusal = Refusal(400, "invalid", "Unknown parameter.", unknown, field=unknown[0])
            refusal.body["errors"] = {name: [refusal.body["detail"]] for name in unknown}
            raise refusal

    def handle_exception(self, error: Exception) -> Response:
        """Answer a refusal with its details, and leave other errors to the project's handler."""
        if isinstance(error, Busy):
            refusal = Refusal(503, "busy", "Much is being computed at the moment. Try again in a few seconds.")
            headers = {"Retry-After": str(error.after)}
            return Response(refusal.body, status=refusal.status, headers=headers, exception=True)
        if isinstance(error, Refusal):
            return Response(error.body, status=error.status, exception=True)
        return super().handle_exception(error)


class _BytesParser(BaseParser):
    """Returns the body as bytes, and reads at most one byte more than the limit of a record."""

    def parse(  # type: ignore[override]  # DRF's types assume forms, but a parser may return anything
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return stream.read(games.max_bytes() + 1)


class JsonBytes(_BytesParser):
    """A JSON body, not parsed."""

    media_type = "application/json"


class TextBytes(_BytesParser):
    """A text body."""

    media_type = "text/plain"


class TextRenderer(BaseRenderer):
    """Lets clients accept text: a record is sent in its text form, but a refusal in JSON."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return JSONRenderer().render(data)


def must_not_be_playing(request: Request) -> None:
    """Check that the sender may be told odds. Raises Refusal (403) while the sender's match is running."""
    if refused := why_no_odds(request):
        raise Refusal(403, "match_running", refused)


def body_of(request: Request) -> bytes:
    """Return the bytes of the request's body.

    Raises:
        Refusal: 413 if the body is too large.
    """
    raw = request.data if isinstance(request.data, bytes) else b""
    limit = games.max_bytes()
    if len(raw) > limit:
        raise Refusal(413, "too_large", f"This is too large: more than {limit:,} bytes.")
    return raw


def record_of(raw: bytes) -> GameRecord:
    """Return the record in a body.

    Raises:
        Refusal: 422 with all places that cannot be read.
    """
    try:
        text = load(raw, games.max_bytes())
        check_text(text)
        record = parse(text, games.language_of)
        check_parts(record)
        return record
    except RecordError as error:
        places = [{name: getattr(place, name) for name in place.__struct_fields__} for place in error.places]
        raise Refusal(422, "unreadable", "The record cannot be read.", places) from error


def judged_under(record: GameRecord, request: Request) -> GameRecord:
    """Return the record with the rules in the query string (``?edition=complete&option=deck_out=immediate``).

    Raises:
        Refusal: 422 with all problems of these rules.
    """
    try:
        return under(record, _changes(games.get(record.game).schema, request))
    except ConfigurationError as error:
        raise Refusal(422, "configuration", "The record cannot be judged under these terms.", error.problems) from error


def _changes(schema: RuleSchema, request: Request) -> Changes:
    parameters = request.query_params
    return Changes(
        fields={
            field.key: _switch(field.key, parameters[field.key]) if field.is_boolean else parameters[field.key]
            for field in schema.fields
            if field.key in parameters
        },
        variants={name: _switch(name, value) for name, value in _pairs(parameters.getlist("variant"))},
        options=dict(_pairs(parameters.getlist("option"))),
    )


def _pairs(texts: list[str]) -> list[tuple[str, str]]:
    wrong = [text[:60] for text in texts if "=" not in text]
    if wrong:
        raise Refusal(422, "configuration", "Write name=value.", wrong)
    return [(name.strip(), value.strip()) for name, _, value in (text.partition("=") for text in texts)]


def _switch(name: str, word: str) -> bool:
    """Return the value of a switch (Jokers or a variant). Raises Refusal (422) unless it is on or off."""
    value = _SHORT_WORDS.get(word.strip().lower())
    if value is None:
        raise Refusal(422, "configuration", f"{name} is on or off.", [word[:60]], field=name)
    return value


def seconds_of(request: Request) -> float | None:
    """Return the time box in the query string, in seconds; None without one.

    Raises:
        Refusal: 422 if it is not a whole number of seconds.
    """
    word = request.query_params.get("time_box")
    if word is None:
        return None
    seconds = whole_number(word, least=1, most=99_999)
    if seconds is None:
        raise Refusal(422, "time_box", "A time limit is a whole number of seconds from 1 to 99999.", field="time_box")
    return seconds
