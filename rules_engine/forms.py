"""The form of the record check: a record, pasted or uploaded, and the rules to judge it under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules_engine import games
from rules_engine.game import Game
from rules_engine.record.reading import game_of
from rules_engine.rules.configuration import written
from rules_engine.rules.forms import RuleFields, rule_field
from rules_engine.rules.options import Setting, Variant
from rules_engine.rules.readings import Changes

AS_WRITTEN = ("", _("As the record says"))
_PLAYED = [AS_WRITTEN, ("true", pgettext_lazy("a variant is", "Played")), ("false", _("Not played"))]


class CheckForm(forms.Form):
    """A record, and optional fields that change the rules it is judged under.

    The form has such fields for every game, because the game is only known once the record is read. The template shows
    those of one game.
    """

    record = forms.CharField(
        label=_("Record"),
        required=False,
        strip=False,
        help_text=_("Text or JSON, up to {size} MB. Nothing is stored."),
        widget=forms.Textarea(
            attrs={"class": "code", "rows": 14, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(attrs={"accept": ".json,.bo,.txt,text/plain,application/json"}),
    )
    time_box = forms.IntegerField(
        label=_("Seconds per decision"),
        required=False,
        min_value=1,
        max_value=99_999,
        help_text=_("If set, decisions that took longer by the clock readings (@) are noted."),
    )

    def __init__(self, *args: Any, game: Game | None = None, **kwargs: Any) -> None:
        """Add the rule fields of every game.

        ``game`` is the game whose fields are shown while there is no record, by default the first one.
        """
        kwargs.setdefault("use_required_attribute", False)
        super().__init__(*args, **kwargs)
        self.fields["record"].help_text = self.fields["record"].help_text.format(size=games.max_bytes() // 1_000_000)
        self.groups = [_Group(game, game.key + "_" if place else "") for place, game in enumerate(games.all_games())]
        for group in self.groups:
            self.fields |= group.fields(named=len(self.groups) > 1)
        self.order_fields(["record", "file", *(name for group in self.groups for name in group.terms), "time_box"])
        text = self["record"].value() or ""
        self._chosen_group = self._group_of(text) if text.strip() else self._group(game.key if game else "")

    @property
    def game(self) -> Game:
        """The game whose rule fields are shown: that of the record, or without a record the one given to the form."""
        return self._chosen_group.game

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data with the record's bytes under ``raw``.

        A file takes precedence over the text, which may be left over from the check before. If there is neither,
        ``record`` gets an error. One byte more than the limit is read of a file, so that the reader sees that it is
        too large.
        """
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("record", "")
        if file is not None:
            cleaned["raw"] = file.read(games.max_bytes() + 1)
        elif text.strip():
            cleaned["raw"] = text.replace("\r\n", "\n").encode(errors="replace")
        elif "record" not in self.errors and "file" not in self.errors:
            self.add_error("record", _("Paste a record, or choose a file."))
        return cleaned

    def changes(self) -> Changes:
        """Return the changes to the rules that a valid form asks for, from the fields of the record's game."""
        raw = self.cleaned_data["raw"].decode(errors="replace")
        return self._group_of(raw).changes(self.cleaned_data)

    def _group_of(self, text: str) -> _Group:
        return self._group(game_of(text))

    def _group(self, key: str) -> _Group:
        return next((group for group in self.groups if group.game.key == key), self.groups[0])

    def refuse(self, path: tuple[str | int, ...], message: str) -> None:
        """Add an error to the field that ``path`` names, or to the form if it has no such field.

        ``path`` is that of a ``configuration.ConfigurationProblem``. The form then shows the fields of the record's
        game.
        """
        group = self._group_of(self.cleaned_data.get("raw", b"").decode(errors="replace"))
        self._chosen_group = group
        name = group.name_at(path)
        self.add_error(name if name in self.fields else None, message)

    @staticmethod
    def initial_of(text: str, changes: Changes, time_box: int | None) -> dict[str, Any]:
        """Return the initial values that show a record which was not entered in this form."""
        return {"record": text, "time_box": time_box} | CheckForm()._group_of(text).initial(changes)

    # Groups of fields for the template

    def has_readings(self) -> bool:
        """Whether any field but the record has a value or an error, so that the template opens the section."""
        return any(field.value() or field.errors for field in [*self.terms(), *self.variants(), *self.options()])

    def terms(self) -> list[BoundField]:
        """The fields of the general rules, such as edition and format, and the time box."""
        return [*(self[name] for name in self._chosen_group.terms), self["time_box"]]

    def variants(self) -> list[BoundField]:
        """The field of each variant of the game shown."""
        return [self[name] for name in self._chosen_group.variants]

    def options(self) -> list[BoundField]:
        """The field of each switch of the game shown."""
        return [self[name] for name in self._chosen_group.options]


class _Group(RuleFields):
    """The fields for one game's rules, and their values as ``Changes``."""

    def fields(self, *, named: bool) -> dict[str, forms.Field]:
        """Return new form fields by name. With ``named``, each label begins with the game's name."""
        before = f"{self.game.name}: " if named else ""
        made: dict[str, forms.Field] = {}
        for name, term in self.terms.items():
            label = before + gettext(term.label or term.key)
            made[name] = rule_field(term, label, term.help and gettext(term.help), empty=AS_WRITTEN)
        for name, variant in self.variants.items():
            made[name] = forms.ChoiceField(
                label=before + gettext(variant.label or variant.key),
                required=False,
                choices=_PLAYED,
                help_text=_named(variant),
            )
        for name, switch in self.options.items():
            made[name] = rule_field(
                switch, before + gettext(switch.label or switch.key), _named(switch), empty=AS_WRITTEN
            )
        return made

    def changes(self, data: Mapping[str, Any]) -> Changes:
        """Return the changes in a form's cleaned data; empty fields change nothing."""
        return Changes(
            fields={term.key: term.read(data[name]) for name, term in self.terms.items() if data.get(name)},
            variants={variant.key: data[name] == "true" for name, variant in self.variants.items() if data.get(name)},
            options={switch.key: data[name] for name, switch in self.options.items() if data.get(name)},
        )

    def initial(self, changes: Changes) -> dict[str, Any]:
        """Return the initial values of the fields that show these changes."""
        shown: dict[str, Any] = {
            name: written(changes.fields[term.key]) if term.key in changes.fields else None
            for name, term in self.terms.items()
        }
        shown |= {
            name: written(changes.variants[variant.key])
            for name, variant in self.variants.items()
            if variant.key in changes.variants
        }
        return shown | {
            name: written(changes.options[switch.key])
            for name, switch in self.options.items()
            if switch.key in changes.options
        }


def _named(setting: Setting | Variant) -> str:
    """How records and findings name a setting, and its rule."""
    return f"`{setting.key}` ({setting.rule})"
