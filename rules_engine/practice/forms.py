"""What a practice match is begun with: the rules, how many play, and against whom."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from rules_engine.game import Game
from rules_engine.practice.door import Practice
from rules_engine.rules.sets import Preset

MOST_DEAL = 2**53
"""Deals are numbered from 0 on, below this."""
TWO = "two"
"""The opponent's field for people at one device, two or more."""


class PracticeForm(forms.Form):
    """A preset of the game, how many sit at the table, and the machines' strength or other people.

    ``deal`` is the one that the page shows; without it, any.
    """

    deal = forms.IntegerField(required=False, min_value=0, max_value=MOST_DEAL - 1, widget=forms.HiddenInput)
    preset = forms.ChoiceField()
    players = forms.TypedChoiceField(coerce=int)
    opponent = forms.ChoiceField()

    def __init__(self, *args: Any, game: Game, practice: Practice, **kwargs: Any) -> None:
        """``practice`` is the game's own."""
        super().__init__(*args, **kwargs)
        self.game = game
        self.presets = {preset.key: preset for preset in practice.presets or game.presets}
        self.fields["preset"] = forms.ChoiceField(
            label=_("Rules"), choices=[(preset.key, preset.name) for preset in self.presets.values()]
        )
        tables = sorted({count for preset in self.presets.values() for count in self.tables(preset)})
        self.fields["players"] = forms.TypedChoiceField(
            label=_("Players at the table"),
            choices=[(count, _("1, alone") if count == 1 else str(count)) for count in tables],
            coerce=int,
            required=len(tables) > 1,
            empty_value=str(tables[0]),
            initial=2 if 2 in tables else tables[0],
            widget=forms.Select if len(tables) > 1 else forms.HiddenInput,
        )
        self.fields["opponent"] = self._opponents(practice, most=tables[-1])

    @staticmethod
    def _opponents(practice: Practice, most: int) -> forms.ChoiceField:
        """The machine's strengths, and people; the text says how each plays."""
        machines = [(known.key, _("Computer: {name}").format(name=_(known.name.text))) for known in practice.strengths]
        plays = [f"{_(known.name.text)}: {_(known.plays.text)}" for known in practice.strengths]
        people = _("Another person on this device") if most == 2 else _("Other people on this device")
        return forms.ChoiceField(
            label=_("Opponent") if most == 2 else _("Opponents"),
            choices=[*machines, (TWO, people)],
            help_text=" ".join(plays),
        )

    def tables(self, preset: Preset) -> tuple[int, ...]:
        """How many can play by a preset."""
        return self.game.tables_under(self.game.rule_set(preset.rules))

    def clean(self) -> dict[str, Any]:
        """So many must be able to play by these rules."""
        data = super().clean() or {}
        preset, players = self.presets.get(data.get("preset", "")), int(data.get("players") or 0)
        data["players"] = players
        if preset is not None and players and players not in self.tables(preset):
            *before, last = map(str, self.tables(preset))
            counts = _("{before} or {last}").format(before=", ".join(before), last=last) if before else last
            self.add_error("players", _("These rules allow {counts} players.").format(counts=counts))
        return data
