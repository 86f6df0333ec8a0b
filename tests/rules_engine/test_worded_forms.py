"""What Django's forms say by default, in the words of this tool."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms


class Asked(forms.Form):
    """A field of each kind that can be wrong in itself."""

    number = forms.IntegerField(min_value=2, max_value=30, required=False)
    name = forms.CharField(max_length=5, required=False)
    choice = forms.ChoiceField(choices=[("a", "A")], required=False)
    several = forms.MultipleChoiceField(choices=[("a", "A")], required=False)
    day = forms.DateField(required=False)


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"number": "1"}, "2"),
        ({"number": "31"}, "30"),
        ({"name": "Ada Lovelace"}, "12"),
        ({"name": "a\0b"}, "character"),
        ({"choice": "b"}, "“b”"),
        ({"several": ["b"]}, "“b”"),
        ({"day": "soon"}, "2026-05-31"),
    ],
)
def test_what_is_wrong_is_said_with_its_value_and_without_a_developer_s_word(sent: dict[str, Any], named: str) -> None:
    form = Asked(sent)
    (said,) = [str(error) for errors in form.errors.values() for error in errors]
    assert named in said
    assert not any(word in said.lower() for word in ("valid", "value", "ensure", "submitted", "null", "available"))


def test_a_form_s_own_message_stays() -> None:
    field = forms.IntegerField(min_value=1, error_messages={"min_value": "Tables start at 1."})
    form = type("Own", (forms.Form,), {"table": field})({"table": "0"})
    assert form.errors["table"] == ["Tables start at 1."]


@pytest.mark.parametrize(
    ("field", "named"),
    [
        (forms.CharField(), "Fill"),
        (forms.IntegerField(), "Fill"),
        (forms.ChoiceField(choices=[("a", "A")]), "Choose"),
        (forms.TypedChoiceField(choices=[("a", "A")]), "Choose"),
        (forms.MultipleChoiceField(choices=[("a", "A")]), "Choose"),
        (forms.FileField(), "file"),
        (forms.BooleanField(), "Tick"),
    ],
)
def test_what_is_missing_is_asked_for_in_the_words_of_its_kind(field: forms.Field, named: str) -> None:
    with pytest.raises(forms.ValidationError) as missing:
        field.clean(None)
    [error] = missing.value.error_list
    assert error.code == "required"
    assert named in str(error.message)
