"""The form of the strategy lab. It is sent by GET, so that its address can be sent on."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules_engine import games
from rules_engine.game import Game
from rules_engine.play.simulation import DividedSimulation
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.forms import RuleFields, rule_field

SLOW = (500, 2_000)
QUICK = (*SLOW, 20_000, 200_000, 1_000_000)
"""How many matches may be asked for: without the compiled kernel, and with it. An address stays valid meanwhile."""


def games_to_compare() -> list[Game]:
    """The games whose strategies can be compared."""
    return [game for game in games.all_games() if isinstance(game.simulation, DividedSimulation)]


def counts_of(simulation: DividedSimulation) -> tuple[int, ...]:
    """How many matches of a simulation may be asked for here."""
    return QUICK if simulation.at_full_speed() else SLOW


def usual_count(simulation: DividedSimulation) -> int:
    """How many matches are played unless another number is chosen: a second or two of them."""
    return SLOW[-1] if simulation.at_full_speed() else SLOW[0]


class LabForm(forms.Form):
    """Two strategies, the rules, and how many matches."""

    a = forms.CharField(label=_("Strategy A"), max_length=200)
    b = forms.CharField(label=_("Strategy B"), max_length=200)
    cap = forms.IntegerField(
        label=_("Time cap in minutes"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=_("Leave empty for no cap."),
    )

    def __init__(self, data: Any = None, *, game: Game, **kwargs: Any) -> None:
        """``data`` may leave out whatever has a usual value."""
        assert isinstance(game.simulation, DividedSimulation)  # noqa: S101 - tells the type checker
        self.game, self.simulation = game, game.simulation
        self.rule_fields = RuleFields(game, "")
        self.counts = counts_of(self.simulation)
        self.usual = usual_count(self.simulation)
        if data is not None:
            shown = self.rule_fields.shown(game.schema.complete({}))
            usual = {name: shown[name] for name in self.rule_fields.terms} | {"matches": str(self.usual)}
            data = {**usual, **{name: data[name] for name in data}}
        super().__init__(data, use_required_attribute=False, **kwargs)
        for name in ("a", "b"):
            self.fields[name].initial = self.simulation.default_player
            self.fields[name].help_text = _("A player, or strategies joined with +. All of them are listed below.")
        for name, setting in self.rule_fields.terms.items():
            self.fields[name] = rule_field(setting, gettext(setting.label), "", empty=None)
            self.fields[name].required = True
        self.fields["matches"] = forms.TypedChoiceField(
            label=_("Matches"),
            coerce=int,
            choices=[(count, f"{count:,}") for count in self.counts],
            initial=self.usual,
        )

    def clean(self) -> dict[str, Any]:
        """Check the rules as a whole, and the strategies under them."""
        cleaned = super().clean() or {}
        try:
            rules = self.game.rule_set(self.rules(cleaned))
        except ConfigurationError as error:
            for problem in error.details:
                self.add_error(self.rule_fields.name_at(problem.path, problem.value), problem.message)
            return cleaned
        for name in ("a", "b"):
            if name not in cleaned:
                continue
            try:
                self.simulation.check_player(cleaned[name], rules)
            except ValueError as error:
                self.add_error(name, str(error))
        return cleaned

    def rules(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The rules that the fields name, as a record has them."""
        values = {setting.key: cleaned[name] for name, setting in self.rule_fields.terms.items() if cleaned.get(name)}
        spelt, _problems = self.game.schema.spell(values)
        return spelt
