"""The form of a situation whose odds are asked, from the fields that the game declares."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext

from rules_engine.game import Game
from rules_engine.odds.door import Odds
from rules_engine.rules.forms import RuleFields, rule_field
from rules_engine.whole_numbers import whole_number

MOST_TEXT = 400


class OddsForm(forms.Form):
    """A situation. It is sent by GET, so that its address can be sent on."""

    def __init__(self, *args: Any, game: Game, odds: Odds, **kwargs: Any) -> None:
        kwargs.setdefault("use_required_attribute", False)
        super().__init__(*args, **kwargs)
        self.rule_fields = RuleFields(game, "")
        for name, setting in self.rule_fields.terms.items():
            self.fields[name] = rule_field(setting, gettext(setting.label), "", empty=None)
        for field in odds.situation:
            if field.label:
                self.fields[field.name] = _field(field.kind, gettext(field.label.text), field.help)

    def values(self) -> dict[str, Any]:
        """The situation that a valid form describes, as ``Odds.answer`` takes it; what was left empty is left out."""
        rules = {setting.key: self.cleaned_data[name] for name, setting in self.rule_fields.terms.items()}
        values = {
            name: value
            for name, value in self.cleaned_data.items()
            if name not in self.rule_fields.terms and value not in (None, "")
        }
        number = whole_number(values.get("round"))
        if number is not None:
            values["round"] = number
        spelt, _problems = self.rule_fields.game.schema.spell({key: text for key, text in rules.items() if text})
        return {"rules": spelt, **values}


def _field(kind: str, label: str, help_text: str) -> forms.Field:
    if kind == "whole":
        return forms.IntegerField(label=label, required=False, min_value=0, max_value=999_999, help_text=help_text)
    return forms.CharField(label=label, required=False, max_length=MOST_TEXT, help_text=help_text)
