"""A schema in the form that the page about the API shows."""

from __future__ import annotations

from typing import Any

import pytest

from matches.reference.outline import Field, Piece, kind, outline_of, words


def text(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.text for piece in pieces)


def test_types_are_written_as_programmers_do(subtests: pytest.Subtests) -> None:
    for node, written in [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "uuid", "nullable": True}, "string (uuid) | null"),
        ({"type": "string", "maxLength": 80}, "string ≤ 80"),
        ({"type": "integer", "minimum": 1, "maximum": 9}, "integer 1…9"),
        ({"type": "integer", "minimum": 0}, "integer 0…"),
        ({"type": "string", "enum": ["csv", "json"]}, "csv | json"),
        ({"enum": [None]}, "null"),
        ({"$ref": "#/components/schemas/Round"}, "Round"),
        ({"allOf": [{"$ref": "#/components/schemas/Round"}], "nullable": True}, "Round | null"),
        ({"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "string"}]}, "A | string"),
        ({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}, "array of array of number"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "object of integer"),
        ({"type": "object", "additionalProperties": False}, "object"),
        ({}, "any value"),
    ]:
        with subtests.test(node=node, written=written):
            assert text(kind(node)) == written


def test_an_object_in_a_type_is_a_link() -> None:
    assert kind({"type": "array", "items": {"$ref": "#/components/schemas/Round"}}) == (
        Piece("array of "),
        Piece("Round", link=True),
    )


def test_what_stands_between_backticks_is_code() -> None:
    assert words("Ask\nwith ``after`` or `q`.") == (
        Piece("Ask with "), Piece("after", code=True), Piece(" or "), Piece("q", code=True), Piece("."),
    )  # fmt: skip
    assert words("") == ()


SCHEMA: dict[str, Any] = {
    "paths": {
        "/rounds/": {
            "post": {
                "operationId": "rounds_pair",
                "summary": "Pair",
                "description": "One at a time.",
                "tags": ["rounds"],
                "security": [{"token": []}, {}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
                "responses": {"404": {"description": "No `round`."}, "201": {"description": ""}},
            },
            "get": {
                "operationId": "rounds_list",
                "tags": ["rounds"],
                "parameters": [
                    {
                        "in": "query", "name": "order", "schema": {"type": "string", "enum": ["a"]},
                        "description": "What first.\n\n* `a` - a",
                    },
                ],
                "responses": {},
            },
        },
        "/entries/": {"get": {"operationId": "entries", "tags": ["entries"], "responses": {}}},
    },
    "components": {
        "schemas": {
            "Order": {"type": "object", "properties": {"by": {"type": "string"}}, "required": ["by"]},
            "Kind": {"type": "string", "enum": ["x", "y"], "description": "* `x` - X\n* `y` - Y"},
        }
    },
}  # fmt: skip


def test_operations_stand_by_subject_with_all_that_they_say() -> None:
    outline = outline_of(SCHEMA)
    assert [subject.name for subject in outline.subjects] == ["entries", "rounds"]
    read, pair = outline.subjects[1].operations
    assert (read.method, read.parameters) == (
        "GET",
        (Field("order", (Piece("a", code=True),), (Piece("What first."),), False, "query"),),
    )
    assert (pair.method, pair.path, pair.summary, text(pair.text)) == ("POST", "/rounds/", "Pair", "One at a time.")
    assert pair.keys == ("token", "")
    assert pair.sends == (("application/json", (Piece("Order", link=True),)),)
    assert [answer.status for answer in pair.answers] == ["201", "404"]


def test_objects_have_their_fields_and_enumerations_their_values() -> None:
    values, order = outline_of(SCHEMA).shapes
    assert (values.name, values.text, values.fields, text(values.kind)) == ("Kind", (), (), "x | y")
    assert order.fields == (Field("by", (Piece("string"),), (), True),)
