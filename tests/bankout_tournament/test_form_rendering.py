"""A list to choose from is rendered without templates, and is what Django's templates make of it."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.test import override_settings
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from bankout_tournament.form_rendering import FormRenderer

CHOICES: dict[str, Any] = {
    "plain": [("a", "A"), ("b", "B")],
    "none": [],
    "empty": [("", "---------"), ("a", "A")],
    "numbers": [(1, 1), (1000, 1000), (2.5, 2.5)],
    "escaped": [("<\"&'>", "<b>\"&'</b>"), ("safe", mark_safe("<i>A</i>"))],
    "groups": [("First <one>", [("a", "A"), ("b", "B")]), ("c", "C"), ("Last", [("d", "D")])],
    "lazy": [("a", gettext_lazy("Yes"))],
}
ATTRS: list[dict[str, Any]] = [
    {},
    {"id": "id_x", "disabled": True, "required": False, "data-when": 'a "b" <c>', "size": 3},
]


class Marked(forms.Select):
    """Options with attributes of their own."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"] |= {"disabled": value == "b", "data-of": f"<{value}>"}
        return option


def test_a_list_is_what_the_templates_make_of_it(subtests: pytest.Subtests) -> None:
    for kind in [forms.Select, forms.SelectMultiple, Marked]:
        for name in CHOICES:
            for attrs in ATTRS:
                with (
                    subtests.test(kind=kind, name=name, attrs=attrs),
                    override_settings(USE_THOUSAND_SEPARATOR=True),
                ):
                    widget = kind(choices=CHOICES[name])
                    for value in ("a", "b", 1000, "<\"&'>", None):
                        chosen = [value] if kind is forms.SelectMultiple else value
                        ours, theirs = (
                            widget.render("x<y", chosen, attrs, renderer)
                            for renderer in (FormRenderer(), DjangoTemplates())
                        )
                        assert ours == theirs
                        assert "<option" in ours or not CHOICES[name]


def test_forms_are_rendered_by_it() -> None:
    class Form(forms.Form):
        one = forms.ChoiceField(choices=[("a", "A")])

    assert isinstance(Form().renderer, FormRenderer)
