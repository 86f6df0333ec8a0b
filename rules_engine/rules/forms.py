"""The form fields of a game's rules, from its schema: what the form of a record and the form of an event share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from rules_engine.game import Game
from rules_engine.rules.configuration import written
from rules_engine.rules.options import OPTIONS, VARIANTS, Setting


class RuleFields:
    """The names of one game's fields, variants and switches in a form; ``prefix`` tells them from other games'."""

    def __init__(self, game: Game, prefix: str) -> None:
        self.game = game
        self.terms = {prefix + field.key: field for field in game.schema.fields}
        self.variants = {f"{prefix}variant_{variant.key}": variant for variant in game.schema.variants}
        self.options = {f"{prefix}option_{switch.key}": switch for switch in game.schema.switches}

    @property
    def names(self) -> list[str]:
        """The names of all form fields: fields, variants, switches."""
        return [*self.terms, *self.variants, *self.options]

    def name_at(self, path: tuple[str | int, ...], value: object = None) -> str | None:
        """The name of the form field for a place in the rules, as ``configuration.Problem`` gives it with its value.

        None if the form has no such field.
        """
        if path[0] == VARIANTS and len(path) > 1:
            return next((name for name, variant in self.variants.items() if variant.key == value), None)
        named: dict[str, Setting] = self.options if path[0] == OPTIONS and len(path) > 1 else self.terms
        return next((name for name, setting in named.items() if setting.key == path[-1]), None)

    def shown(self, rules: dict[str, Any]) -> dict[str, Any]:
        """The value of each form field that shows these ``rules``; None or False where they leave it out."""
        spelt, _problems = self.game.schema.spell(rules)
        options, variants = spelt.get(OPTIONS, {}), spelt.get(VARIANTS, [])
        return {
            **{name: _text(field, spelt.get(field.key)) for name, field in self.terms.items()},
            **{name: variant.key in variants for name, variant in self.variants.items()},
            **{name: _text(switch, options.get(switch.key)) for name, switch in self.options.items()},
        }


def rule_field(setting: Setting, label: str, help_text: str, *, empty: tuple[str, Any] | None) -> forms.Field:
    """The form field of a setting: a choice of its values, or a text where a number or a list may be given.

    Args:
        empty: The first choice, for a setting that is left out; None for no such choice.
    """
    if setting.whole is not None or setting.many:
        return forms.CharField(label=label, required=False, max_length=200, help_text=help_text)
    choices = [(value, gettext(shown)) for value, shown in setting.choices()]
    return forms.ChoiceField(
        label=label, required=False, choices=[*([empty] if empty else []), *choices], help_text=help_text
    )


def _text(setting: Setting, value: Any) -> str | None:
    """A value as a form field has it: one of its choices, or what may be typed."""
    if value is None:
        return None
    if isinstance(value, bool) and setting.whole is not None:
        return ("off", "on")[value]
    return " ".join(map(written, value)) if isinstance(value, list) else written(value)
