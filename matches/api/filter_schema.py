"""The bounds of filters in the OpenAPI document: what the filter refuses, its schema says."""

from __future__ import annotations

from typing import Any

from drf_spectacular.contrib.django_filters import DjangoFilterExtension

from matches.api.filters import IntegerFilter

BOUNDS = {"min_value": "minimum", "max_value": "maximum", "max_length": "maxLength"}


class BoundedFilters(DjangoFilterExtension):
    """Adds type and bounds to the parameters of filters."""

    priority = 1

    def resolve_filter_field(
        self, auto_schema: Any, model: Any, filterset_class: Any, field_name: str, filter_field: Any
    ) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().resolve_filter_field(
            auto_schema, model, filterset_class, field_name, filter_field
        )
        for parameter in parameters:
            schema = parameter["schema"]
            if isinstance(filter_field, IntegerFilter):
                schema["type"] = "integer"
                schema.pop("format", None)
            schema |= {bound: filter_field.extra[name] for name, bound in BOUNDS.items() if name in filter_field.extra}
        return parameters
