"""The form of an event: a field for each setting of the registry, and the rules as the games declare them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.enums import StageKind
from matches.errors import Refused
from matches.events.declarations.catalogue import CUSTOM, SETTINGS
from matches.events.declarations.setting import EventSetting, Lock, SettingSection, Storage, ways_to_play
from matches.events.forms.order import OrderField, usual_orders
from matches.events.forms.rules import GameRules, OwnRules, cap_help, preset_choices
from matches.events.forms.settings import form_settings, setting_field, shown_value
from matches.events.forms.stages import StagesForm
from matches.events.queries.games import playable_games
from matches.events.services.days import MOMENTS
from matches.events.services.locks import locks_in_force
from matches.events.services.plans import EventPlan, plan_of, plan_problems
from matches.events.services.pods import without_idle_pods
from matches.events.services.ways import games_by_way, why_not_every_game
from matches.events.time_zones import time_zones
from matches.models import Event
from matches.pairing.pods.sizes import TWO
from rules_engine import games
from rules_engine.rules.configuration import ConfigurationError


class WayOffered(NamedTuple):
    """A radio button of a way to play. ``reason`` is empty where the way is for every game."""

    choice: BoundWidget
    games: str
    reason: str


class EventForm(StagesForm):
    """A new event, or the settings of one (``event``)."""

    parameter_fields: ClassVar[dict[str, str]] = {"game": "preset", "rules": "preset"}

    locked = forms.BooleanField(required=False, widget=forms.HiddenInput)
    """Sent by a page that showed the locked settings as read-only: they stay as they are."""

    def __init__(self, *args: Any, event: Event | None = None, **kwargs: Any) -> None:
        self.own_rules = {game.key: OwnRules(game, event) for game in playable_games()}
        self.locks: dict[str, Lock] = locks_in_force(event) if event else {}
        kwargs["initial"] = {**self._first_values(event), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        self._add_fields()
        self.ways = self._ways_to_play()
        self._needed = [name for name, field in self.fields.items() if field.required and name not in self.locks]
        if self.is_bound:
            for setting in form_settings():
                self.fields[setting.key].required &= setting.applies_to(self.ways) and not self._left_out(setting)
        self.show_suggestion(event)
        self.show_points(event)
        self.offer_set_cut()
        self._offer_set_order()
        self._offer_zone(event)
        self._show_locks()
        if event:
            self.say_what_began(list(event.stages.all()))
            self._say_what_moves(event)

    def _first_values(self, event: Event | None) -> dict[str, Any]:
        rules = {name: value for own in self.own_rules.values() for name, value in own.initial.items()}
        if event is None:
            return rules | {"date": timezone.localdate(), "preset": preset_choices()[0][0]}
        plan = plan_of(event)
        values = {setting.key: shown_value(setting, plan.values[setting.key]) for setting in form_settings()}
        if plan.kind not in StageKind.with_open_field():
            values["rounds"] = None
        if plan.kind == StageKind.SCORE_ATTACK:
            values["pod_size"] = None
        return rules | values | {"preset": f"{event.game}:{event.preset}"}

    def _add_fields(self) -> None:
        """The fields in the order of the page, so that what goes wrong is listed in that order."""
        preset = SETTINGS["preset"]
        for section in SettingSection:
            if section is SettingSection.RULES:
                self.fields["preset"] = forms.ChoiceField(
                    label=preset.label, choices=preset_choices(), widget=forms.RadioSelect
                )
                for own in self.own_rules.values():
                    self.fields |= own.fields()
            self.fields |= {
                setting.key: setting_field(setting) for setting in form_settings() if setting.section is section
            }
        self.fields["cap_minutes"].help_text = cap_help()

    def _ways_to_play(self) -> list[str]:
        """What the settings can be for, as the page or else the event says."""
        kind, cut, cut_kind = (
            (self.data if self.is_bound else self.initial).get(key) or "" for key in ("kind", "cut", "cut_kind")
        )
        return ways_to_play(str(kind), int(str(cut) not in ("", "0")), str(cut_kind))

    def _offer_set_order(self) -> None:
        """Offer as many places as the order has that is set; say which order counts when none is chosen."""
        field = self.fields["tie_breaks"]
        if not isinstance(field, OrderField):
            raise TypeError("tie_breaks")
        field.offer(self.initial.get("tie_breaks"))
        field.help_text = usual_orders()

    def _offer_zone(self, event: Event | None) -> None:
        """A new event is in the zone of the browser (event-form.js). A zone that is offered no more is chosen again."""
        field = self.fields["time_zone"]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError("time_zone")
        if event is None and not self.is_bound:
            field.widget.attrs["data-browser-zone"] = True
        if event is not None and event.time_zone not in time_zones():
            field.choices = [("", _("Choose a time zone")), *((zone, zone) for zone in time_zones())]

    def _say_what_moves(self, event: Event) -> None:
        """Say at the date what moves with it."""
        moments = any(self.initial.get(key) for key in MOMENTS)
        if event.schedule and moments:
            text = _("The schedule moves with the date, and so do times of sign-up that are still to come.")
        elif event.schedule:
            text = _("The schedule moves with the date.")
        else:
            text = _("Times of sign-up that are still to come move with the date.") if moments else ""
        self.fields["date"].help_text = text

    # Locks

    @property
    def is_game_fixed(self) -> bool:
        """Whether the game cannot be chosen: it is locked, or the reader may only look."""
        return self.fields["preset"].disabled or "preset" in self._locked_fields()

    def _show_locks(self) -> None:
        """Show locked settings as read-only, each with the reason."""
        for key, lock in self.locks.items():
            if key in self.fields:
                self.fields[key].help_text = lock.message
        for name in self._locked_fields():
            self.fields[name].widget.attrs |= {"disabled": True, "data-locked": True}
            if self._was_read_only():
                self.fields[name].required = False
        self.initial["locked"] = bool(self.locks)

    def _was_read_only(self) -> bool:
        return self.data.get("locked") == "True"

    def _locked_fields(self) -> list[str]:
        rules = [name for own in self.own_rules.values() for name in own.names] if "rules" in self.locks else []
        return [*(key for key in self.locks if key in self.fields), *rules]

    # What was chosen

    def plan(self) -> EventPlan:
        """What a valid form chose, as the services take it."""
        data = self.cleaned_data
        game, _colon, preset = data["preset"].partition(":")
        plain = {setting.key: data[setting.key] for setting in form_settings() if setting.storage is not Storage.STAGES}
        rules = self._rules(game) if preset == CUSTOM else None
        plan = EventPlan(game=game, preset=preset, rules=rules, **plain, **self.stage_choices())
        return plan if self.data.get("pod_size") else plan.changed(**without_idle_pods(plan.values, game))

    def clean(self) -> None:
        """Say everything that does not fit at once, each at its field."""
        super().clean()
        self._keep_hidden_settings()
        refusals = [] if self.errors else self._refusals(self.plan())
        self._check_rules()
        for refused in refusals:
            self.add_error(refused.parameter, str(refused.message))

    def _post_clean(self) -> None:
        """Name the fields as before where the form comes back: what need not be sent this time is not optional."""
        super()._post_clean()  # type: ignore[misc]
        for name in self._needed:
            if name in self.fields:
                self.fields[name].required = True

    @staticmethod
    def _refusals(plan: EventPlan) -> list[Refused]:
        return plan_problems(plan)

    def _keep_hidden_settings(self) -> None:
        """A setting that the page did not send stays as it is: it is locked, or not for this way to play."""
        for setting in form_settings():
            idle = (
                setting.storage is not Storage.STAGES
                and not setting.applies_to(self.ways)
                and not self.data.get(setting.key)
            )
            if idle or self._left_out(setting) or (self._was_read_only() and setting.key in self.locks):
                self._keep(setting.key)
        if self._was_read_only() and "preset" in self.locks:
            self._keep("preset")

    def _left_out(self, setting: EventSetting) -> bool:
        """Whether the form was sent without a field for the setting, as programs do that know fewer settings."""
        widget = self.fields[setting.key].widget
        left_out = setting.storage is Storage.OPTIONS and self.is_bound
        return left_out and widget.value_omitted_from_data(self.data, self.files, setting.key)

    def _keep(self, name: str) -> None:
        field = self.fields[name]
        self.cleaned_data[name] = field.clean(self.get_initial_for_field(field, name))

    def _check_rules(self) -> None:
        game, _colon, preset = self.cleaned_data.get("preset", "").partition(":")
        if preset != CUSTOM or any(name in self.errors for name in self.own_rules[game].names):
            return
        try:
            games.get(game).rule_set(self._rules(game))
        except ConfigurationError as error:
            for problem in error.details:
                self.add_error(self.own_rules[game].problem_field(problem) or "preset", problem.message)

    def _rules(self, game: str) -> dict[str, Any]:
        locked = self._was_read_only() and "rules" in self.locks
        return self.own_rules[game].rules(self.cleaned_data, () if locked else self.data)

    # What the template shows

    def games(self) -> list[GameRules]:
        """The rules of each game."""
        return [GameRules(self, own) for own in self.own_rules.values()]

    def rows(self) -> dict[str, list[list[tuple[BoundField, EventSetting]]]]:
        """The fields of each section by its name, line by line, with their settings."""
        return {section.value: list(self._rows(section)) for section in SettingSection}

    def _rows(self, section: SettingSection) -> Iterator[list[tuple[BoundField, EventSetting]]]:
        rows: dict[str, list[tuple[BoundField, EventSetting]]] = {}
        for setting in form_settings():
            if setting.section is section:
                rows.setdefault(setting.row or setting.key, []).append((self[setting.key], setting))
        yield from rows.values()

    def page_open(self) -> bool:
        """Whether something about the page before the event is wrong, so that it must be seen."""
        return self._has_errors(SettingSection.PAGE)

    def sign_up_open(self) -> bool:
        """Whether players sign up by themselves, or something about it is wrong, so that it must be seen."""
        return bool(self["sign_up"].value()) or self._has_errors(SettingSection.SIGN_UP)

    def more_open(self) -> bool:
        """Whether something in the folded section is wrong, so that it must be seen."""
        return self._has_errors(SettingSection.MORE)

    def ranking_open(self) -> bool:
        """Whether points or tie-breaks are wrong or not the usual ones, so that they must be seen."""
        unusual = any(
            self.initial.get(setting.key, setting.new_value()) != setting.new_value()
            for setting in form_settings()
            if setting.section is SettingSection.RANKING
        )
        return unusual or self._has_errors(SettingSection.RANKING)

    def pods_open(self) -> bool:
        """Whether more than two sit at a table, or something about it is wrong, so that it must be seen."""
        return bool(self["pod_size"].value()) or self._has_errors(SettingSection.PODS)

    def ways_offered(self) -> list[WayOffered]:
        """The ways to play, each with the keys of the games that it is for, and why it is for no others."""
        by_way = games_by_way()
        return [
            WayOffered(choice, " ".join(by_way[value]), why_not_every_game(value))
            for choice in self["kind"]
            if (value := str(choice.data["value"])) in by_way
        ]

    def games_of_many(self) -> str:
        """The keys of the games that more than two can play, for the page's script."""
        return " ".join(key for key, own in self.own_rules.items() if own.game.seats[1] > TWO)

    def _has_errors(self, section: SettingSection) -> bool:
        return any(self[setting.key].errors for setting in form_settings() if setting.section is section)

    def cap_open(self) -> bool:
        """Whether another cap than the game's is set or wrong, so that it must be seen."""
        return bool(self["cap_override"].value()) or self._has_errors(SettingSection.CAP)
