"""Which positions a drill asks: the form of its page and the parameters of its API."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules_engine import games
from rules_engine.drill.door import ANY, Drill, DrillTerms
from rules_engine.game import Game
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.forms import RuleFields, rule_field

MOST_SEED = 2**31 - 1
MOST_NUMBER = 1_000_000
OFF = ("off", "no", "0")


class DrillForm(forms.Form):
    """Rules, players, kind and seed of simulated positions, and which one. It is sent by GET, so that its address can
    be sent on; what is left out has its usual value.
    """

    close = forms.BooleanField(
        label=_("Close calls only"),
        required=False,
        help_text=_("The Loot is close to the point where one more draw stops being worth it."),
    )
    seed = forms.IntegerField(required=False, min_value=0, max_value=MOST_SEED, widget=forms.HiddenInput)
    number = forms.IntegerField(required=False, min_value=1, max_value=MOST_NUMBER, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, game: Game, drill: Drill, of_record: bool = False, **kwargs: Any) -> None:
        """``of_record``: a record says under which rules and who played."""
        self.game, self.drill = game, drill
        self.rule_fields = RuleFields(game, "")
        shown = self.rule_fields.shown(game.schema.complete({}))
        usual = {name: shown[name] for name in self.rule_fields.terms} | {
            "kind": drill.kinds[0].key,
            "players": drill.players[0].key,
        }
        if data is not None:
            data = {**usual, **{name: data[name] for name in data}}
            if str(data.get("close", "")).lower() in OFF:  # a box that is not ticked sends nothing
                del data["close"]
        kwargs.setdefault("initial", usual)
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.seats: tuple[str, ...] = ("", *game.language.seats[: game.seats[1]]) if of_record else ()
        if of_record:
            seats = [(seat, seat or gettext("All")) for seat in self.seats]
            self.fields["seat"] = forms.ChoiceField(required=False, choices=seats)
        choices = {"kind": (_("Decisions"), drill.kinds)}
        if not of_record:
            for name, setting in self.rule_fields.terms.items():
                self.fields[name] = rule_field(setting, gettext(setting.label), "", empty=None)
                self.fields[name].required = True
            choices["players"] = (_("Players in the simulated matches"), drill.players)
        for name, (label, known) in choices.items():
            self.fields[name] = forms.ChoiceField(
                label=label, choices=[(choice.key, gettext(choice.name.text)) for choice in known]
            )
        self.order_fields([*self.rule_fields.terms, "players", "kind", "close"])

    def clean(self) -> dict[str, Any]:
        """Check the rules as a whole."""
        cleaned = super().clean() or {}
        try:
            self.game.rule_set(self.rules(cleaned))
        except ConfigurationError as error:
            for problem in error.details:
                self.add_error(self.rule_fields.name_at(problem.path, problem.value), problem.message)
        return cleaned

    def rules(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The rules that the fields name, as a record has them."""
        values = {setting.key: cleaned[name] for name, setting in self.rule_fields.terms.items() if cleaned.get(name)}
        spelt, _problems = self.game.schema.spell(values)
        return spelt

    def terms(self) -> DrillTerms:
        """The terms of a valid form."""
        data = self.cleaned_data
        return DrillTerms(
            rules=self.game.rule_set(self.rules(data)),
            players=data.get("players") or self.drill.players[0].key,
            kind=data["kind"] or ANY,
            close=data["close"],
            seed=data["seed"] or 0,
            seat=data.get("seat", ""),
        )

    def address(self, packed: str = "", **changed: Any) -> str:
        """The page of a valid form's position, of the record that is ``packed`` where that is given.

        ``changed`` replaces or adds parameters, and None leaves one out.
        """
        path = reverse("rules_engine:drill_record", args=[packed]) if packed else reverse("rules_engine:drill")
        usual = next(game.key for game in games.all_games() if game.drill is not None)
        game = {} if packed or self.game.key == usual else {"game": self.game.key}
        data = {**game, **self.cleaned_data, **changed}
        kept = {name: value for name, value in data.items() if value is not None and value is not False and value != ""}
        return f"{path}?{urlencode({name: 'on' if value is True else value for name, value in kept.items()})}"
