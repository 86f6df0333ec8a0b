"""How the API describes itself: one decorator for every operation, the shape of errors, named lists of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers

from matches.api.base import Action, ActionOn
from matches.api.field_serializers import Word
from matches.api.once import HEADER

View = TypeVar("View", bound=Callable[..., Any])


class Failure(serializers.Serializer[Any]):
    """What went wrong: ``code`` for programs, ``detail`` for people, ``errors`` by field."""

    code = serializers.CharField(help_text="Stable, for programs.")
    detail = serializers.CharField(help_text="One sentence that says what to do.")
    field = serializers.CharField(allow_null=True, help_text="The first field that it concerns.")
    details = serializers.ListField(child=serializers.CharField(), help_text="What belongs below the sentence.")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), help_text="Sentences by field."
    )


FAILURES = {
    400: "What was sent cannot be read; `errors` says why, by field.",
    401: "Nobody is logged in, or the token is not valid.",
    403: "The role at this event does not allow it.",
    404: "Not there, or not published.",
    409: "Someone was first; look again.",
    413: "Too big.",
    415: "Not in a format that is read here.",
    422: "It cannot be done now; the sentence says why and what to do.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
}
READS = (404, 429)
WRITES = (400, 401, 403, 404, 409, 413, 415, 422, 429)

ONCE = OpenApiParameter(
    HEADER,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description="Chosen by the program for this act: the same request sent again with it makes nothing new.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the copy at hand; 304 when nothing changed.",
)


def described(
    operation: str,
    says: str,
    *,
    tag: str,
    answers: Mapping[int, Any],
    fails: Sequence[int] = READS,
    takes: Any = None,
    parameters: Sequence[Any] = (),
    about: str | None = None,
    conditional: bool = False,
    once: bool = False,
) -> Callable[[View], View]:
    """Describe one operation: its name for client generators, its sentence, what it takes, answers and refuses.

    ``conditional`` adds ETag and 304, ``once`` the Idempotency-Key; 401 is everywhere. Without ``about`` the
    docstring describes it.
    """
    responses: dict[int, Any] = dict(answers)
    if conditional:
        responses[304] = OpenApiResponse(description="Nothing changed since the ETag that was sent.")
    # What is public is refused as well to who sends a token that is not valid.
    refused = sorted({401, *fails})
    responses |= {status: OpenApiResponse(Failure, description=FAILURES[status]) for status in refused}
    given = [*parameters, *([IF_NONE_MATCH] if conditional else []), *([ONCE] if once else [])]
    # ``None`` would let the generator guess a body from the view.
    return extend_schema(
        operation_id=operation,
        summary=says,
        description=about,
        tags=[tag],
        request=takes,
        responses=responses,
        parameters=given,
    )


def action_views(
    view: type[ActionOn], acts: Mapping[str, Action], *, tag: str, answer: Any
) -> dict[str, Callable[..., Any]]:
    """The acts of a kind by name, each a described view to put at an address. ``answer``: what all of them show."""
    views: dict[str, Callable[..., Any]] = {}
    for name, act in acts.items():
        kind: Any = type(f"{view.__name__}{name.title().replace('-', '')}", (view,), {"act": act})
        post = described(
            f"{tag}_{name.replace('-', '_')}",
            act.says,
            tag=tag,
            answers={200: answer},
            fails=WRITES,
            takes=act.takes,
            about=act.about,
        )
        views[name] = extend_schema_view(post=post)(kind).as_view()
    return views


class WordExtension(OpenApiSerializerFieldExtension):
    """A list of words is one named component, however many fields hold it."""

    target_class = Word
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        words = self.target.words
        meanings = "\n".join(f"* `{word.value}` {word.label}" for word in words)
        schema = {"type": "string", "enum": list(words.values), "description": meanings}
        component = ResolvedComponent(name=words.__name__, type=ResolvedComponent.SCHEMA, object=words, schema=schema)
        auto_schema.registry.register_on_missing(component)
        return component.ref
