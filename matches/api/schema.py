"""The OpenAPI document: one decorator for every operation, the failures, the named enums."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from matches.api import filter_schema as filter_schema
from matches.api.once import HEADER
from matches.api.serializers import EnumField, FailureSerializer

View = TypeVar("View", bound=Callable[..., Any])


FAILURES = {
    400: "The request cannot be read; `errors` says why, by field.",
    401: "Not signed in, or the token is not valid.",
    403: "The role at this event does not allow it.",
    404: "Does not exist, or is not published.",
    409: "Someone else was first; read it again.",
    413: "Too big.",
    415: "The format of the request is not supported here.",
    422: "Not possible now; `detail` says why and what to do.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
}
READS = (404, 429)
STAFF_READS = (400, 401, 403, 404, 429)
JSON = "application/json"
CSV_ANSWER = OpenApiResponse(
    OpenApiTypes.STR, description="The rows as CSV, with a column for each field; all of them."
)
WRITES = (400, 401, 403, 404, 409, 413, 415, 422, 429)

ONCE = OpenApiParameter(
    HEADER,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    description="A UUID that the client chooses; sending the same request again with it creates nothing new.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of the client's copy; 304 when nothing changed.",
)


def operation(
    operation_id: str,
    summary: str,
    *,
    tag: str,
    responses: Mapping[int, Any],
    request: Any = None,
    errors: Sequence[int] = READS,
    parameters: Sequence[Any] = (),
    description: str | None = None,
    conditional: bool = False,
    once: bool = False,
    table: bool = False,
) -> Callable[[View], View]:
    """Describe one operation. Without ``description`` the docstring is used.

    ``errors`` are the statuses of failures; 400 and 401 are always added, because unknown parameters and invalid
    tokens are refused everywhere. ``conditional`` adds ETag and 304, ``once`` the Idempotency-Key, ``table`` the
    answer as CSV.
    """
    described: dict[Any, Any] = dict(responses)
    if table:
        described = {**{(status, JSON): answer for status, answer in responses.items()}, (200, "text/csv"): CSV_ANSWER}
    if conditional:
        described[304] = OpenApiResponse(description="Nothing changed since the ETag that was sent.")
    for status in sorted({400, 401, *errors}):
        described[status, JSON] = OpenApiResponse(FailureSerializer, description=FAILURES[status])
    headers = [*([IF_NONE_MATCH] if conditional else []), *([ONCE] if once else [])]
    return extend_schema(
        operation_id=operation_id,
        summary=summary,
        description=description,
        tags=[tag],
        request=request,  # None means no body: without it the generator would guess one from the view
        responses=described,
        parameters=[*parameters, *headers],
    )


class EnumFieldExtension(OpenApiSerializerFieldExtension):
    """An enum is one named component, however many fields hold it."""

    target_class = EnumField
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        enum = self.target.enum
        meanings = "\n".join(f"* `{value}` {label}" for value, label in enum.labels.items())
        schema = {"type": "string", "enum": enum.values, "description": meanings}
        component = ResolvedComponent(name=enum.name, type=ResolvedComponent.SCHEMA, object=enum.name, schema=schema)
        auto_schema.registry.register_on_missing(component)
        return component.ref


def close_requests(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say of every body that these views take that it has no other fields (``unknown_fields``).

    Views that fail in another shape than ``FailureSerializer`` read their bodies themselves.
    """
    components = result["components"]["schemas"]
    for operations in result["paths"].values():
        for described in operations.values():
            content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
            if _fails_here(described.get("responses", {}).get("400", {})):
                _close(content.get("schema", {}), components)
    return result


def _fails_here(response: Mapping[str, Any]) -> bool:
    schema = response.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).endswith("/Failure")


def _close(schema: dict[str, Any], components: Mapping[str, Any]) -> None:
    if reference := schema.get("$ref"):
        schema = components[reference.rpartition("/")[2]]
    if schema.get("type") == "object" and "properties" in schema:
        schema.setdefault("additionalProperties", False)
    items = [schema["items"]] if "items" in schema else []
    for inner in [*schema.get("allOf", ()), *schema.get("properties", {}).values(), *items]:
        _close(inner, components)
