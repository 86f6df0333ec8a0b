"""Pages of long lists."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from rules_engine.whole_numbers import whole_number

PAGE_PARAMETERS = frozenset({"page", "page_size"})


class Pages(PageNumberPagination):
    """``?page=2&page_size=500``; 100 items per page by default, at most 1,000. Other values are a 400."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 1000

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self._check(request, self.page_size_query_param, self.max_page_size)
        self._check(request, self.page_query_param, None)
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound:
            raise NotFound(_("This page does not exist: the list is shorter.")) from None

    def _check(self, request: Request, name: str, most: int | None) -> None:
        text = request.query_params.get(name)
        if text is None:
            return
        number = whole_number(text, least=1)
        if number is None:
            raise ValidationError({name: [_("This must be a whole number of 1 or more.")]})
        if most is not None and number > most:
            raise ValidationError({name: [_("This must be at most %(most)d.") % {"most": most}]})

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Add the bounds to the OpenAPI document."""
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            schema = parameter["schema"]
            schema["minimum"] = 1
            if parameter["name"] == self.page_size_query_param:
                schema |= {"maximum": self.max_page_size, "default": self.page_size}
            else:
                schema["maximum"] = 999_999_999
        return parameters
