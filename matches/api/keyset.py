"""Pages of very long lists, each of which leads on from its own first and last row.

A page by number reads and drops every row before it: page 4,000 of all players of a site took seconds. A page by cursor
is found by an index, however far down it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from matches.api.pagination import PAGE_PARAMETERS, Pages

CURSOR = "cursor"
KEYSET_PARAMETERS = PAGE_PARAMETERS | {CURSOR}
SALT = "matches.api.keyset"
ONWARD, BACK = "onward", "back"


class KeysetPages(Pages):
    """``?cursor=…`` of an answer's ``next`` and ``previous``; ``?page=2`` counts the rows before it, as other lists do.

    ``count`` is null where the rows would have to be counted for it: ``?page=1`` counts them. The view's ``page_keys``
    order the list: fields, none of them null, that tell any two rows apart together.
    """

    counted = True
    next: str | None = None
    previous: str | None = None
    all: int | None = None

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        keys = tuple(view.page_keys)
        cursor = request.query_params.get(CURSOR)
        if self.page_query_param in request.query_params:
            if cursor is not None:
                raise ValidationError({CURSOR: [_("Send a page or a cursor, not both.")]})
            return super().paginate_queryset(queryset.order_by(*keys), request, view)
        self._check(request, self.page_size_query_param, self.max_page_size)
        self.counted = False
        return self._read(queryset, keys, cursor, request)

    def _read(self, rows: QuerySet[Any], keys: Sequence[str], cursor: str | None, request: Request) -> list[Any]:
        way, at = (ONWARD, None) if cursor is None else _read_cursor(cursor, len(keys))
        order = keys if way == ONWARD else [_reversed(key) for key in keys]
        size = int(self.get_page_size(request) or self.page_size)
        found = list((rows if at is None else rows.filter(after(order, at))).order_by(*order)[: size + 1])
        more, found = len(found) > size, found[:size]
        if way == BACK:
            found.reverse()
        ends = [_place(row, keys) for row in (found[:1] + found[-1:])]
        has_next, has_previous = (more, at is not None) if way == ONWARD else (at is not None, more)
        self.next = self._link(request, ONWARD, ends[-1]) if ends and has_next else None
        self.previous = self._link(request, BACK, ends[0]) if ends and has_previous else None
        self.all = len(found) if at is None and not more else None
        return found

    def get_paginated_response(self, data: Any) -> Response:
        if self.counted:
            return super().get_paginated_response(data)
        return Response({"count": self.all, "next": self.next, "previous": self.previous, "results": data})

    def _link(self, request: Request, way: str, place: Sequence[object]) -> str:
        return str(replace_query_param(request.build_absolute_uri(), CURSOR, signing.dumps([way, *place], salt=SALT)))

    def get_paginated_response_schema(self, schema: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().get_paginated_response_schema(schema)
        described["properties"]["count"]["nullable"] = True
        return described

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        described = {
            "name": CURSOR,
            "required": False,
            "in": "query",
            "description": "Where to read on: of the `next` or `previous` of an answer. Quick however far down.",
            "schema": {"type": "string", "maxLength": 1000},
        }
        return [*super().get_schema_operation_parameters(view), described]


def after(order: Sequence[str], at: Sequence[object]) -> Q:
    """The rows that come after a place in an order.

    The first key stands alone as well, so that an index on it is entered at the place.
    """
    found, equal = Q(), Q()
    for key, value in zip(order, at, strict=True):
        name, descending = key.removeprefix("-"), key.startswith("-")
        found |= equal & Q((f"{name}__{'lt' if descending else 'gt'}", value))
        equal &= Q((name, value))
    first = order[0]
    return Q((f"{first.removeprefix('-')}__{'lte' if first.startswith('-') else 'gte'}", at[0])) & found


def _reversed(key: str) -> str:
    return key.removeprefix("-") if key.startswith("-") else f"-{key}"


def _place(row: Any, keys: Sequence[str]) -> list[object]:
    """The values of a row's keys, as JSON has them."""
    values: list[object] = []
    for key in keys:
        value = row
        for name in key.removeprefix("-").split("__"):
            value = getattr(value, name)
        values.append(value if isinstance(value, int | str) else str(value))
    return values


def _read_cursor(text: str, keys: int) -> tuple[str, list[object]]:
    """The way and the place of a cursor that was made here. Raises ValidationError for any other."""
    try:
        way, *at = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        way, at = "", []
    if way not in (ONWARD, BACK) or len(at) != keys:
        raise ValidationError({CURSOR: [_("This cursor is not of this list. Start again without one.")]})
    return way, at
