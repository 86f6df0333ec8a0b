"""Finds the fields and parameters of a request that are not known: a misspelt one must not be ignored silently."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer


def unknown_fields(serializer: BaseSerializer[Any] | None, data: Any) -> dict[str, Any]:
    """Return a message for each unknown field of a request, nested as the request is; empty if there are none.

    Without a serializer, the request takes no fields at all.
    """
    if isinstance(serializer, ListSerializer):
        return _in_list(serializer, data)
    if not isinstance(data, Mapping) or not (serializer is None or isinstance(serializer, Serializer)):
        return {}
    fields = (
        {} if serializer is None else {name: field for name, field in serializer.fields.items() if not field.read_only}
    )
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name not in fields:
            found[str(name)] = [_("Unknown field.")]
        elif isinstance(inner := fields[name], BaseSerializer) and (nested := unknown_fields(inner, value)):
            found[name] = nested
    return found


def unknown_parameters(sent: Iterable[str], known: Container[str]) -> dict[str, list[str]]:
    """Return a message for each parameter of an address that it does not have."""
    return {name: [_("Unknown parameter.")] for name in sent if name not in known}


def _in_list(serializer: ListSerializer[Any], data: Any) -> dict[str, Any]:
    child = serializer.child
    if not isinstance(data, list) or not isinstance(child, BaseSerializer):
        return {}
    rows = {str(place): unknown_fields(child, row) for place, row in enumerate(data)}
    return {place: problems for place, problems in rows.items() if problems}


def joined(errors: Any, more: dict[str, Any]) -> dict[str, Any]:
    """Return the errors of a serializer together with those of unknown fields."""
    known: dict[str, Any] = dict(errors)
    for name, problems in more.items():
        inner = known.get(name)
        known[name] = joined(inner, problems) if isinstance(inner, Mapping) else inner or problems
    return known
