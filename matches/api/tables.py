"""Lists as CSV files: the rows and fields of the JSON answer, one column for each field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.serializers import ListSerializer, Serializer
from rest_framework.utils.serializer_helpers import ReturnList

from matches.spreadsheet import csv_bytes

CSV = "csv"
STAFF = "staff"


class CsvFile(BaseRenderer):
    """Writes a list as CSV, for spreadsheets and for the import of another event."""

    media_type = "text/csv"
    format = CSV
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        header, rows = table_of(data)
        return csv_bytes(header, rows)


class Negotiation(DefaultContentNegotiation):
    """Reads ``?format=``; a format that is not there is an unreadable parameter, not a missing page."""

    def filter_renderers(self, renderers: Iterable[BaseRenderer], format: str) -> list[BaseRenderer]:
        # Without a match the list's own check of parameters says so; it needs an answer in JSON.
        return [renderer for renderer in renderers if renderer.format == format] or [JSONRenderer()]


def table_of(data: Any) -> tuple[list[str], list[list[object]]]:
    """Return the columns and rows of an answer: of its list, or of one object.

    Nested fields are named ``result.score``, lists of players ``seats.1.name``, tie-breaks ``tie_breaks.omw.exact``;
    the fields for the staff stand among the others. A list without rows has the columns that its fields say. Players
    who are ``struck`` from standings follow the rows, marked so.
    """
    found = _rows_of(data)
    rows = [dict(_cells(row)) for row in found]
    columns = list(dict.fromkeys(name for row in rows for name in row))
    if not rows and isinstance(found, ReturnList) and isinstance(found.serializer, ListSerializer):
        columns = list(_columns_of(found.serializer.child))
    # A field that is an object in one row and null in another has the columns of the object only.
    columns = [name for name in columns if not any(other.startswith(f"{name}.") for other in columns)]
    return columns, [[_text(row.get(name)) for name in columns] for row in rows]


def _rows_of(data: Any) -> Sequence[Any]:
    if isinstance(data, Mapping):
        rows = next((data[key] for key in ("results", "rows") if isinstance(data.get(key), list)), [data])
        struck = [{**row, "struck": True} for row in data.get("struck") or ()] if "rows" in data else []
        return [*rows, *struck] if struck else rows
    return data or []


def _cells(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, inner in value.items():
        name = f"{prefix}{key}"
        if isinstance(inner, Mapping) and inner:
            yield from _cells(inner, prefix if key == STAFF else f"{name}.")
        elif key == STAFF:
            continue
        elif isinstance(inner, list | tuple) and inner and all(isinstance(row, Mapping) for row in inner):
            yield from _list_cells(name, inner)
        else:
            yield name, None if isinstance(inner, Mapping) else inner


def _list_cells(name: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, object]]:
    if all("key" in row for row in rows):
        for row in rows:
            yield from _cells({key: value for key, value in row.items() if key != "key"}, f"{name}.{row['key']}.")
    elif all("number" in row for row in rows):
        for place, row in enumerate(rows, start=1):
            yield from _cells(row, f"{name}.{place}.")
    else:
        yield name, rows


def _columns_of(row: Any, prefix: str = "") -> Iterator[str]:
    """The columns of a row with a value in each of its fields; a list of players has one for each of two seats."""
    for key, field in row.fields.items():
        name, child = f"{prefix}{key}", getattr(field, "child", None)
        if key == STAFF:
            if field.context["staff"]:
                yield from _columns_of(field, prefix)
        elif "number" in getattr(child, "fields", {}):
            for place in (1, 2):
                yield from _columns_of(child, f"{name}.{place}.")
        elif isinstance(field, Serializer):
            yield from _columns_of(field, f"{name}.")
        else:
            yield name


def _text(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple) and all(isinstance(item, str | int) for item in value):
        return " ".join(str(item) for item in value)
    if isinstance(value, list | tuple | Mapping):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value
