"""The form of an event: from a preset or by own rules. What there is to choose, the games say."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.enums import LatePolicy, NameDisplay
from matches.events.plan_services import CUSTOM, EventPlan, stage_problems
from matches.events.stage_forms import StagesForm, initial_of_stages
from matches.models import Event
from rules_engine import games
from rules_engine.game import Game, Preset

RULE_LABELS = {"format": _("Format"), "jokers": _("Jokers"), "edition": _("Edition of the rules")}


def preset_choices() -> list[tuple[str, str]]:
    """``game:preset`` with its name; the game's name before it when there are several games."""
    found = games.all_games()
    several = len(found) > 1
    choices = []
    for game in found:
        named = [(preset.key, _preset_label(preset)) for preset in game.presets]
        for key, label in [*named, (CUSTOM, str(_("Own rules")))]:
            choices.append((f"{game.key}:{key}", f"{game.name}: {label}" if several else label))
    return choices


def _preset_label(preset: Preset) -> str:
    minutes = _("%(minutes)d minutes") % {"minutes": preset.cap_minutes}
    chosen = [
        _value_label(value, key) for key, value in preset.rules.items() if key in RULE_LABELS and key != "edition"
    ]
    return f"{preset.name} ({', '.join([*chosen, str(minutes)])})"


def _value_label(value: object, key: str) -> str:
    if isinstance(value, bool):
        name = str(RULE_LABELS.get(key, key))
        return str((_("%(name)s on") if value else _("%(name)s off")) % {"name": name})
    return str(value).replace("_", " ").capitalize()


def own_rules(game: Game) -> dict[str, list[Any]]:
    """What may be chosen without a preset: the rules in which the game's presets differ, with their values."""
    keys = {key: None for preset in game.presets for key in preset.rules}
    values = {key: _distinct(preset.rules.get(key) for preset in game.presets) for key in keys}
    return {key: found for key, found in values.items() if len(found) > 1 and _is_plain(found)}


def _distinct(values: Iterable[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if value is not None and value not in found:
            found.append(value)
    return found


def _is_plain(values: list[Any]) -> bool:
    return all(isinstance(value, bool) for value in values) or all(isinstance(value, str) for value in values)


class EventForm(StagesForm):
    """A new event, or the settings of one (``event``)."""

    # What goes wrong is listed in the order of the page: the stages come after the rules.
    field_order = ("name", "date", "time_zone", "venue", "preset", "cap_minutes", "cap_override", "cap_reason")

    name = forms.CharField(label=_("Name"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"))
    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    cap_minutes = forms.IntegerField(label=_("Time cap in minutes"), required=False, min_value=1, max_value=600)
    cap_override = forms.BooleanField(
        label=_("Override: use another cap than the game's"),
        required=False,
        help_text=_("The log keeps it with your reason."),
    )
    cap_reason = forms.CharField(label=_("Reason for the other cap"), max_length=200, required=False)
    late_policy = forms.ChoiceField(label=_("Rounds that a late player missed count as"), choices=LatePolicy.choices)
    players_report = forms.BooleanField(
        label=_("Players report results from their phones"), required=False, initial=True
    )
    intentional_draws = forms.BooleanField(label=_("Players may agree on a draw"), required=False)
    name_display = forms.TypedChoiceField(
        label=_("Names on public pages"), choices=NameDisplay.choices, coerce=int, initial=NameDisplay.FULL
    )

    def __init__(self, *args: Any, event: Event | None = None, **kwargs: Any) -> None:
        kwargs["initial"] = {**(initial_of(event) if event else _new_initial()), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self.choice_field("time_zone").choices = [(zone, zone) for zone in sorted(zoneinfo.available_timezones())]
        self.choice_field("preset").choices = preset_choices()
        if self.is_bound:
            self.ask_what_applies()
            self.fields["late_policy"].required = self.fields["rounds"].required
        self.offer_cuts()
        if event:
            self.say_what_began(list(event.stages.all()))
        self.fields["cap_minutes"].help_text = _cap_help()
        self.rule_names = self._add_own_rules()

    def _add_own_rules(self) -> list[str]:
        names = []
        for game in games.all_games():
            # A browser sends these fields with a preset, too; a program that names a preset need not.
            meant = not self.is_bound or self.data.get("preset") == f"{game.key}:{CUSTOM}"
            for key, values in own_rules(game).items():
                name = f"rule_{game.key}_{key}"
                self.fields[name] = _rule_field(key, values)
                self.fields[name].required &= meant
                names.append(name)
        return names

    def rule_fields(self) -> list[forms.BoundField]:
        """The fields that matter with own rules only."""
        return [self[name] for name in self.rule_names]

    def plan(self) -> EventPlan:
        """What a valid form chose, as the services take it."""
        data = self.cleaned_data
        game, _colon, preset = data["preset"].partition(":")
        plain = {name: data[name] for name in _PLAIN}
        return EventPlan(game=game, preset=preset, rules=self._rules(game), **plain, **self.stage_choices())

    def clean_late_policy(self) -> str:
        """Where nobody comes late, the page does not ask: what is set stays."""
        return self.cleaned_data["late_policy"] or self.initial.get("late_policy") or LatePolicy.LOSSES

    def clean(self) -> None:
        """Say everything of the stages that does not fit at once, each at its field."""
        super().clean()
        if self.errors:
            return
        for refused in stage_problems(self.plan()):
            self.add_error(refused.parameter, str(refused.message))

    def _rules(self, game_key: str) -> dict[str, Any]:
        game = games.get(game_key)
        rules = dict(game.presets[0].rules)
        for key in own_rules(game):
            rules[key] = self.cleaned_data[f"rule_{game_key}_{key}"]
        return rules


_PLAIN = (
    "name", "date", "venue", "time_zone", "cap_minutes", "cap_override", "cap_reason", "late_policy",
    "players_report", "intentional_draws", "name_display",
)  # fmt: skip


def _rule_field(key: str, values: list[Any]) -> forms.Field:
    label = RULE_LABELS.get(key, key.replace("_", " ").capitalize())
    if isinstance(values[0], bool):
        return forms.BooleanField(label=label, required=False, initial=values[0])
    choices = [(value, _value_label(value, key)) for value in values]
    return forms.ChoiceField(label=label, choices=choices, initial=values[0])


def _cap_help() -> str:
    game = games.all_games()[0]
    least, most = game.cap_minutes
    return str(_("Empty: the preset's own. The game's cap is %(least)d to %(most)d.") % {"least": least, "most": most})


def _new_initial() -> dict[str, Any]:
    first = preset_choices()[0][0]
    return {"date": timezone.localdate(), "time_zone": settings.TIME_ZONE, "preset": first}


def initial_of(event: Event) -> dict[str, Any]:
    """An event's settings as the form shows them."""
    least, most = games.get(event.game).cap_minutes
    initial: dict[str, Any] = {
        field.name: getattr(event, field.name) for field in Event._meta.fields if isinstance(field, models.Field)
    }
    initial |= {f"rule_{event.game}_{key}": value for key, value in event.rules.items()}
    return initial | {
        "preset": f"{event.game}:{event.preset}",
        "cap_override": not least <= event.cap_minutes <= most,
        **initial_of_stages(list(event.stages.all())),
    }


class ReasonForm(forms.Form):
    """A reason, for what the log keeps."""

    reason = forms.CharField(label=_("Reason"), max_length=300)
