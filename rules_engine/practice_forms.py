"""What a practice match is begun with: the rules, and against whom."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules_engine.game import Game
from rules_engine.practice import Practice

TWO = "two"
"""The opponent's field for two people at one device."""


class PracticeForm(forms.Form):
    """A preset of the game, and the machine's strength or a second person."""

    preset = forms.ChoiceField()
    opponent = forms.ChoiceField()

    def __init__(self, *args: Any, game: Game, practice: Practice, **kwargs: Any) -> None:
        """``practice`` is the game's own."""
        super().__init__(*args, **kwargs)
        self.presets = {preset.key: preset for preset in game.presets}
        machines = [(known.key, _("Machine: {name}").format(name=_(known.name.text))) for known in practice.strengths]
        plays = [f"{_(known.name.text)}: {_(known.plays.text)}" for known in practice.strengths]
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"), choices=[(preset.key, preset.name) for preset in game.presets]
        )
        self.fields["opponent"] = forms.ChoiceField(
            label=_("Opponent"),
            choices=[*machines, (TWO, _("A second person at this device"))],
            help_text=" ".join(plays),
        )
