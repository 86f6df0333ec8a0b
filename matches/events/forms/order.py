"""The form field of an order: a choice for each place, so that it works with a keyboard, a thumb and no JavaScript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from matches.events.declarations.setting import Label
from matches.events.queries.games import game_presets, never_negative
from matches.pairing.pods.sizes import TWO
from matches.standings import REGISTRY
from matches.standings.settings import pod_order

USUAL_PLACES = 5


def usual_orders() -> str:
    """Say which order counts when none is chosen: that of each preset's scores."""
    names: dict[tuple[str, ...], list[str]] = {}
    for game, preset in game_presets():
        rules = game.rule_set(preset.rules)
        shape = game.scoring(rules)
        in_pods = game.seats_under(rules)[0] > TWO
        order = pod_order(amounts=never_negative(shape)) if in_pods else shape.tie_breaks
        names.setdefault(order, []).append(preset.name)
    orders = [
        f"{'; '.join(presets)}: {', '.join(gettext(REGISTRY[key].short.text) for key in order)}."
        for order, presets in names.items()
    ]
    return " ".join([gettext("If you choose nothing, the game’s own order applies."), *orders])


class OrderInput(forms.MultiWidget):
    """A selection for each place of the order; places that are left empty are skipped."""

    use_fieldset = True

    def __init__(self, choices: Mapping[str, Label], places: int = USUAL_PLACES) -> None:
        self.options = [("", gettext_lazy("—")), *choices.items()]
        super().__init__([self._place(number) for number in range(1, places + 1)])

    def _place(self, number: int) -> forms.Select:
        label = gettext("Place %(number)d") % {"number": number}
        return forms.Select(attrs={"aria-label": label}, choices=self.options)

    def decompress(self, value: Any) -> list[str]:
        return [*(value or ()), *[""] * (len(self.widgets) - len(value or ()))]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        values = super().value_from_datadict(data, files, name)
        return [value or "" for value in values]


class OrderField(forms.Field):
    """Some of the choices, each once, in an order; None where no place is filled."""

    widget: OrderInput

    def __init__(self, choices: Mapping[str, Label], **kwargs: Any) -> None:
        self.known = dict(choices)
        super().__init__(required=False, widget=OrderInput(choices), **kwargs)

    def offer(self, order: Sequence[str] | None) -> None:
        """Offer a place for each of the order, and one more."""
        places = min(len(order or ()) + 1, len(self.known))
        self.widget = OrderInput(self.known, max(places, USUAL_PLACES))

    def to_python(self, value: Any) -> list[str] | None:
        chosen = [key for key in value or () if key]
        for key in chosen:
            if key not in self.known:
                raise forms.ValidationError(
                    forms.ChoiceField.default_error_messages["invalid_choice"], params={"value": key}
                )
        return chosen or None
