"""The rules of an event on its form: the presets of every game, and own rules from the game's schema."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.events.declarations.catalogue import CUSTOM
from matches.events.queries.games import playable_games
from matches.models import Event
from rules_engine.game import Game
from rules_engine.rules.configuration import ConfigurationProblem
from rules_engine.rules.forms import RuleFields, rule_field
from rules_engine.rules.options import OPTIONS, VARIANTS, Setting, Variant
from rules_engine.rules.sets import Preset


def preset_choices() -> list[tuple[str, str]]:
    """``game:preset`` with its name, game after game; the last one of each game is its own rules."""
    return [choice for game in playable_games() for choice in presets_of(game)]


def presets_of(game: Game) -> list[tuple[str, str]]:
    """The choices of one game."""
    named = [(preset.key, _preset_label(game, preset)) for preset in game.presets]
    return [(f"{game.key}:{key}", label) for key, label in [*named, (CUSTOM, _("Custom rules"))]]


def cap_help() -> str:
    """What the field for the time cap says."""
    found = playable_games()
    if len(found) == 1:
        least, most = found[0].cap_minutes
        return _("Leave empty to use the preset’s cap. This game’s cap is %(least)d to %(most)d.") % {
            "least": least,
            "most": most,
        }
    caps = [
        _("%(game)s: %(least)d to %(most)d.")
        % {"game": game.name, "least": game.cap_minutes[0], "most": game.cap_minutes[1]}
        for game in found
    ]
    return " ".join([_("Leave empty to use the preset’s cap."), *caps])


def _preset_label(game: Game, preset: Preset) -> str:
    fields = [(game.schema.field_of(key), value) for key, value in preset.rules.items()]
    chosen = [
        _value_text(setting, value)
        for setting, value in fields
        if setting is not None and setting.key != game.schema.edition and not _is_named(value, preset.name)
    ]
    minutes = ngettext("%(minutes)d minute", "%(minutes)d minutes", preset.cap_minutes)
    minutes %= {"minutes": preset.cap_minutes}
    return f"{preset.name} ({', '.join([*chosen, minutes])})"


def _is_named(value: Any, name: str) -> bool:
    """Whether a preset's name says a number already, as *30 rounds* does."""
    return not isinstance(value, bool) and isinstance(value, int) and str(value) in name.split()


def _value_text(setting: Setting, value: Any) -> str:
    name = _(setting.label or setting.key)
    if isinstance(value, bool):
        return (_("%(name)s on") if value else _("%(name)s off")) % {"name": name}
    text = _(setting.label_of(value))
    return f"{name}: {text}" if setting.whole is not None else text


class OwnRules(RuleFields):
    """The fields of one game's own rules, and what they choose.

    A stored rule that its field still shows stays exactly as it is stored, and so does what the form has no field for.
    """

    def __init__(self, game: Game, event: Event | None) -> None:
        super().__init__(game, f"rule_{game.key}_")
        ours = event is not None and event.game == game.key
        self.kept = dict(event.rules) if event is not None and ours and event.preset == CUSTOM else None
        self.initial = self._initial(event.rules if event is not None and ours else self._first_rules())

    def fields(self) -> dict[str, forms.Field]:
        """The form fields by name."""
        variants = {name: _checkbox(variant) for name, variant in self.variants.items()}
        terms = {name: self._term_field(setting) for name, setting in self.terms.items()}
        return terms | variants | {name: self._switch_field(switch) for name, switch in self.options.items()}

    def rules(self, data: Mapping[str, Any], sent: Collection[str]) -> dict[str, Any]:
        """The rules that a cleaned form chose; ``sent`` are the names of the fields that the page had."""
        chosen = {name: data[name] if self._was_on_page(name, sent) else self.initial[name] for name in self.names}
        changed = {name for name, value in chosen.items() if (value or "") != (self.initial[name] or "")}
        new = self.kept is None
        rules = dict(self.kept or {})
        named = {key for preset in self.game.presets for key in preset.rules} if new else set()
        for name, setting in self.terms.items():
            if setting.key in named or name in changed:
                _put(rules, setting, chosen[name])
        if new or changed & self.variants.keys():
            played = [variant.key for name, variant in self.variants.items() if chosen[name]]
            _replace(rules, VARIANTS, played)
        if new or changed & self.options.keys():
            options = dict(rules.get(OPTIONS, {}))
            for name, switch in self.options.items():
                if new or name in changed:
                    _put(options, switch, chosen[name])
            _replace(rules, OPTIONS, options)
        return rules

    def problem_field(self, problem: ConfigurationProblem) -> str | None:
        """The name of the field that a problem is about, None where the form has no such field."""
        return self.name_at(problem.path, problem.value)

    def _was_on_page(self, name: str, sent: Collection[str]) -> bool:
        """A checkbox that is not ticked is not sent; it was there if another field of the rules was."""
        checkbox = name in self.variants or (name in self.terms and self.terms[name].is_boolean)
        return name in sent or (checkbox and any(other in sent for other in self.names))

    def _term_field(self, setting: Setting) -> forms.Field:
        if setting.is_boolean:
            return _checkbox(setting)
        empty = ("", self._usual(setting)) if setting.defaults else None
        return rule_field(setting, _(setting.label or setting.key), _help(setting, empty), empty=empty)

    def _switch_field(self, switch: Setting) -> forms.Field:
        empty = ("", self._usual(switch))
        return rule_field(switch, _(switch.label or switch.key), _help(switch, empty), empty=empty)

    def _usual(self, setting: Setting) -> str:
        """What holds if nothing is chosen."""
        if setting.defaults:
            return _("Default for these rules")
        return _("Default: %(value)s") % {"value": _(setting.label_of(setting.default()))}

    def _first_rules(self) -> dict[str, Any]:
        return dict(self.game.presets[0].rules) if self.game.presets else {}

    def _initial(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """What the fields show: nothing for a switch that is left out, or a field whose default the edition sets."""
        defaults = {field.key: field.default() for field in self.game.schema.fields if not field.defaults}
        shown = self.shown({**defaults, **rules})
        booleans = {name for name, setting in self.terms.items() if setting.is_boolean}
        return {name: value == "true" if name in booleans else value for name, value in shown.items()}


def _checkbox(setting: Setting | Variant) -> forms.Field:
    return forms.BooleanField(
        label=_(setting.label or setting.key), help_text=setting.help and _(setting.help), required=False
    )


def _help(setting: Setting, empty: tuple[str, str] | None) -> str:
    """What a field says below its name; one that is typed says what it takes, and what holds if it is empty."""
    sentences = [_(setting.help)] if setting.help else []
    if setting.many:
        values = ", ".join(value for value, _label in setting.choices())
        sentences.append(_("Any of %(values)s.") % {"values": values})
    elif setting.whole is not None:
        words = ", ".join(("off", "on")[value] for value in setting.values if isinstance(value, bool))
        limits = {"least": setting.whole[0], "most": setting.whole[1], "words": words}
        sentences.append((_("%(words)s, or %(least)d to %(most)d.") if words else _("%(least)d to %(most)d.")) % limits)
    if empty and (setting.many or setting.whole is not None):
        sentences.append(_("Leave empty to use the default.") if setting.defaults else f"{empty[1]}.")
    return " ".join(sentences)


def _put(rules: dict[str, Any], setting: Setting, value: Any) -> None:
    """Set what a field chose; an empty field leaves the setting out."""
    if value in ("", None):
        rules.pop(setting.key, None)
    else:
        rules[setting.key] = setting.read(value)


def _replace(rules: dict[str, Any], key: str, value: Any) -> None:
    """Set a part of the rules, or leave it out when it is empty."""
    if value:
        rules[key] = value
    else:
        rules.pop(key, None)


class GameRules:
    """One game's part of the form, for the template."""

    def __init__(self, form: forms.Form, own: OwnRules) -> None:
        self.game, self.own, self.form = own.game, own, form

    @property
    def presets(self) -> list[Any]:
        """The radio buttons of the game's presets and its own rules."""
        return [
            choice for choice in self.form["preset"] if str(choice.data["value"]).partition(":")[0] == self.game.key
        ]

    @property
    def fields(self) -> list[tuple[BoundField, str]]:
        """The fields of the rules, such as the format, each with its rule id."""
        return self._bound(self.own.terms)

    @property
    def variants(self) -> list[tuple[BoundField, str]]:
        """The variants, each with its rule id."""
        return self._bound(self.own.variants)

    @property
    def switches(self) -> list[tuple[BoundField, str]]:
        """The switches, each with its rule id."""
        return self._bound(self.own.options)

    @property
    def more_open(self) -> bool:
        """Whether a variant or a switch is set or wrong, so that it must be seen."""
        return any(
            self.form[name].value() or self.form[name].errors for name in (*self.own.variants, *self.own.options)
        )

    def _bound(self, named: Mapping[str, Any]) -> list[tuple[BoundField, str]]:
        known = self.game.rulebook.rules
        return [(self.form[name], setting.rule if setting.rule in known else "") for name, setting in named.items()]
