"""The form of the policy editor: a field for each value that an event may choose, and one for any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.policies.labels import group_label, option_label, value_label, value_text
from judging.policy import Policy
from judging.policy.editing import PATH, EditableValue

MOST = 86_400
OTHER = "other"


class PolicyForm(forms.Form):
    """``values`` are those of the profile. What differs from them becomes an override; ``chosen`` are those stored."""

    other = forms.CharField(
        label=gettext_lazy("Other values"),
        required=False,
        max_length=8000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy('One per line, as in the policy file: infractions.CODE.definition = "…"'),
    )

    def __init__(
        self, *args: Any, policy: Policy, values: list[EditableValue], chosen: dict[str, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **{"auto_id": "id_policy_%s", **kwargs})
        self.policy, self.values = policy, {value.path: value for value in values}
        for value in values:
            self.fields[value.path] = _field(value)
            self.initial[value.path] = _text(value, chosen.get(value.path, value.value))
        rest = {path: value for path, value in chosen.items() if path not in self.values}
        self.initial[OTHER] = "\n".join(
            f"{path} = {json.dumps(value, ensure_ascii=False)}" for path, value in rest.items()
        )
        self.order_fields([*self.values, OTHER])

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        known = {penalty.code for penalty in self.policy.penalties}
        for path, value in self.values.items():
            if value.name == PATH and path in data:
                data[path] = [code.upper() for code in data[path].replace(",", " ").split()]
                if unknown := [code for code in data[path] if code not in known]:
                    self.add_error(path, _("Unknown penalty: %(code)s") % {"code": ", ".join(unknown)})
        data[OTHER] = self._others(data.get(OTHER, ""))
        return data

    def _others(self, text: str) -> dict[str, Any]:
        found = {}
        for line in filter(None, map(str.strip, text.splitlines())):
            path, equals, value = line.partition("=")
            try:
                found[path.strip()] = json.loads(value)
            except ValueError:
                equals = ""
            if not equals:
                self.add_error(OTHER, _("Cannot read “%(line)s”. Enter it as: path = value") % {"line": line[:60]})
        return found

    def overrides(self) -> dict[str, Any]:
        """What differs from the profile, by path."""
        data = self.cleaned_data
        own = {path: _number(data[path]) for path, value in self.values.items() if _number(data[path]) != value.value}
        other: dict[str, Any] = data[OTHER]
        return own | other

    def say_problems(self, problems: list[str]) -> None:
        """Show what the policy's reader found wrong, each at its field."""
        for problem in problems:
            place, _colon, text = problem.partition(": ")
            field = place if place in self.fields else None
            self.add_error(field, text if field else problem)

    def groups(self) -> Iterator[dict[str, Any]]:
        """The fields by the part of the policy that they stand in, with what each differs from."""
        groups: dict[str, list[tuple[BoundField, str]]] = {}
        for path, value in self.values.items():
            now = self[path].value()
            was = "" if str(now) == str(_text(value, value.value)) else value_text(value.value, self.policy)
            groups.setdefault(value.group, []).append((self[path], was))
        for group, rows in groups.items():
            opened = any(was or field.errors for field, was in rows)
            yield {"label": group_label(group, self.policy), "rows": rows, "open": opened}


def _field(value: EditableValue) -> forms.Field:
    label = value_label(value.name)
    if value.options:
        choices = [(option, option_label(option)) for option in value.options]
        return forms.ChoiceField(label=label, choices=choices)
    if isinstance(value.value, bool):
        return forms.BooleanField(label=label, required=False)
    if isinstance(value.value, int | float):
        whole = isinstance(value.value, int) and not value.name.startswith(("minutes.", "effect."))
        kind = forms.IntegerField if whole else forms.FloatField
        return kind(label=label, min_value=0, max_value=MOST)
    return forms.CharField(label=label, max_length=200)


def _text(value: EditableValue, now: Any) -> Any:
    return ", ".join(now) if value.name == PATH and isinstance(now, list) else now


def _number(value: Any) -> Any:
    """A whole number without a fraction, as the policy's file writes it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
