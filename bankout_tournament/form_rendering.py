"""Widgets as Django's own templates render them, but lists to choose from without two templates for each option.

A form with the time zones has some six hundred options, which took most of the time of its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

SELECT = "django/forms/widgets/select.html"


class FormRenderer(DjangoTemplates):
    """Django's renderer, quicker with lists."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        """A form, a field or a widget as HTML."""
        if template_name == SELECT:
            return mark_safe(_select(context["widget"]))  # noqa: S308 - escaped part by part
        return mark_safe(super().render(template_name, context, request))  # noqa: S308 - rendered by a template


def _select(widget: Mapping[str, Any]) -> str:
    """What the template of the same name renders."""
    parts = [f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget["attrs"])}>']
    for name, options, _index in widget["optgroups"]:
        inside = _options(options)
        parts.append(f'\n  <optgroup label="{conditional_escape(name)}">{inside}\n  </optgroup>' if name else inside)
    return "".join([*parts, "\n</select>"])


def _options(options: Iterable[Mapping[str, Any]]) -> str:
    return "".join(
        f'\n  <option value="{conditional_escape(str(option["value"]))}"{_attributes(option["attrs"])}>'
        f"{conditional_escape(localize(option['label']))}</option>\n"
        for option in options
    )


def _attributes(attributes: Mapping[str, Any]) -> str:
    return "".join(
        f" {conditional_escape(name)}" + ("" if value is True else f'="{conditional_escape(str(value))}"')
        for name, value in attributes.items()
        if value is not False
    )
