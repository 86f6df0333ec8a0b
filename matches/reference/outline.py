"""An OpenAPI schema as a page shows it: operations by subject, and the objects that they take and answer.

Only what drf-spectacular writes is read. Types are written as programmers write them: ``array of Round``,
``integer 1…32767``, ``string (uuid) | null``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

METHODS = ("get", "post", "put", "patch", "delete")
"""The methods in the order in which a page lists them."""
REFERENCE = "#/components/schemas/"
_CODE = re.compile(r"`+([^`]+)`+")

Node = Mapping[str, Any]


class Piece(NamedTuple):
    """A piece of a sentence or a type: plain, or code, or the name of an object."""

    text: str
    code: bool = False
    link: bool = False


Pieces = tuple[Piece, ...]


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of an object. ``place`` is path, query or header, and empty for a field."""

    name: str
    kind: Pieces
    text: Pieces
    required: bool
    place: str = ""


@dataclass(frozen=True)
class Answer:
    """One status with what it means and the object that comes with it."""

    status: str
    text: Pieces
    kinds: tuple[tuple[str, Pieces], ...]
    """The media types with what each carries."""


@dataclass(frozen=True)
class Operation:
    """One request that the API understands."""

    key: str
    method: str
    path: str
    summary: str
    text: Pieces
    keys: tuple[str, ...]
    """The security schemes that it takes; an empty name if it takes requests without any."""
    parameters: tuple[Field, ...]
    sends: tuple[tuple[str, Pieces], ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Subject:
    """The operations about one subject."""

    name: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True)
class Shape:
    """An object of the schema: its fields, or its values if it is an enumeration."""

    name: str
    text: Pieces
    fields: tuple[Field, ...]
    kind: Pieces


@dataclass(frozen=True)
class Outline:
    """The whole API."""

    subjects: tuple[Subject, ...]
    shapes: tuple[Shape, ...]


def outline_of(schema: Node) -> Outline:
    """Read a whole schema."""
    subjects: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                operation = methods[method]
                subjects.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    shapes = schema["components"]["schemas"]
    return Outline(
        tuple(Subject(name, tuple(operations)) for name, operations in sorted(subjects.items())),
        tuple(_shape(name, shapes[name]) for name in sorted(shapes)),
    )


def _operation(path: str, method: str, found: Node) -> Operation:
    return Operation(
        key=found["operationId"],
        method=method.upper(),
        path=path,
        summary=found.get("summary", ""),
        text=words(found.get("description", "")),
        keys=tuple(next(iter(way), "") for way in found.get("security", [])),
        parameters=tuple(_parameter(parameter) for parameter in found.get("parameters", [])),
        sends=_contents(found.get("requestBody", {})),
        answers=tuple(
            Answer(status, words(answer.get("description", "")), _contents(answer))
            for status, answer in sorted(found["responses"].items())
        ),
    )


def _parameter(found: Node) -> Field:
    # After an empty line, the values are listed once more.
    text = found.get("description", "").partition("\n\n*")[0]
    return Field(found["name"], kind(found["schema"]), words(text), found.get("required", False), found["in"])


def _contents(found: Node) -> tuple[tuple[str, Pieces], ...]:
    return tuple((media, kind(content.get("schema", {}))) for media, content in found.get("content", {}).items())


def _shape(name: str, found: Node) -> Shape:
    needed = found.get("required", [])
    fields = tuple(
        Field(field, kind(node), words(node.get("description", "").partition("\n\n*")[0]), field in needed)
        for field, node in found.get("properties", {}).items()
    )
    text = found.get("description", "").partition("\n\n*")[0]
    # drf-spectacular begins the description of an enumeration with the list itself.
    return Shape(name, () if text.startswith("* `") else words(text), fields, () if fields else kind(found))


def words(text: str) -> Pieces:
    """A description in pieces: what stands between backticks is code."""
    parts = _CODE.split(" ".join(text.split()))
    return tuple(Piece(part, code=number % 2 == 1) for number, part in enumerate(parts) if part)


def kind(node: Node) -> Pieces:
    """The type that a schema describes, in pieces."""
    return (*_bare_kind(node), *([Piece(" | null")] if node.get("nullable") else []))


def _bare_kind(node: Node) -> Pieces:
    if "$ref" in node:
        return (Piece(node["$ref"].removeprefix(REFERENCE), link=True),)
    for word in ("allOf", "oneOf", "anyOf"):
        if word in node:
            return tuple(_between(" | ", [kind(choice) for choice in node[word]]))
    if "enum" in node:
        return tuple(
            _between(" | ", [(Piece("null" if value is None else str(value), code=True),) for value in node["enum"]])
        )
    if node.get("type") == "array":
        return (Piece("array of "), *kind(node.get("items", {})))
    if isinstance(node.get("additionalProperties"), Mapping):
        return (Piece("object of "), *kind(node["additionalProperties"]))
    return (Piece(" ".join(filter(None, (node.get("type", "any value"), _limits(node))))),)


def _between(mark: str, kinds: list[Pieces]) -> Iterator[Piece]:
    for number, pieces in enumerate(kinds):
        if number:
            yield Piece(mark)
        yield from pieces


def _limits(node: Node) -> str:
    """The bounds of a value: its format, its range or its length."""
    found = []
    if "format" in node:
        found.append(f"({node['format']})")
    if "minimum" in node or "maximum" in node:
        found.append(f"{node.get('minimum', '')}…{node.get('maximum', '')}")
    if "maxLength" in node:
        found.append(f"≤ {node['maxLength']}")
    return " ".join(found)
