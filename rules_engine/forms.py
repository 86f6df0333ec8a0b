"""What a page takes in: a record, pasted or as a file, and the terms to judge it under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules_engine import games
from rules_engine.game import Game
from rules_engine.options import written
from rules_engine.readings import Changes
from rules_engine.record.reading import game_of
from rules_engine.rule_forms import RuleFields, rule_field

AS_WRITTEN = ("", _("As the record says"))
_PLAYED = [AS_WRITTEN, ("true", pgettext_lazy("a variant is", "Played")), ("false", _("Not played"))]


class CheckForm(forms.Form):
    """A record and, all optional, what its game lets you choose about the rules to judge it under."""

    record = forms.CharField(
        label=_("Record"),
        required=False,
        strip=False,
        help_text=_("As text or as JSON, at most {size} MB. Nothing is stored."),
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
        label=_("Seconds for a decision"),
        required=False,
        min_value=1,
        max_value=99_999,
        help_text=_("With it, decisions that took longer by the clock readings (@) are noted."),
    )

    def __init__(self, *args: Any, game: Game | None = None, **kwargs: Any) -> None:
        """Make the fields for the terms of every game.

        ``game`` is the one to show while there is no record; by default the first.
        """
        kwargs.setdefault("use_required_attribute", False)
        super().__init__(*args, **kwargs)
        self.fields["record"].help_text = self.fields["record"].help_text.format(size=games.max_bytes() // 1_000_000)
        self.groups = [_Group(game, game.key + "_" if place else "") for place, game in enumerate(games.all_games())]
        for group in self.groups:
            self.fields |= group.fields(named=len(self.groups) > 1)
        self.order_fields(["record", "file", *(name for group in self.groups for name in group.terms), "time_box"])
        text = self["record"].value() or ""
        self._shown = self._group_of(text) if text.strip() else self._group(game.key if game else "")

    @property
    def game(self) -> Game:
        """The game whose terms the form shows: the record's own, or else the one that was asked for."""
        return self._shown.game

    def clean(self) -> dict[str, Any]:
        """The record as bytes under ``raw``; a file goes before the text, which is what the last one left there."""
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
        """The terms to judge under, of a valid form: those of the record's own game."""
        raw = self.cleaned_data["raw"].decode(errors="replace")
        return self._group_of(raw).changes(self.cleaned_data)

    def _group_of(self, text: str) -> _Group:
        return self._group(game_of(text))

    def _group(self, key: str) -> _Group:
        return next((group for group in self.groups if group.game.key == key), self.groups[0])

    def refuse(self, path: tuple[str | int, ...], message: str) -> None:
        """Say at its field what is wrong with the terms; a place is as in ``configuration.ConfigurationProblem``."""
        group = self._group_of(self.cleaned_data.get("raw", b"").decode(errors="replace"))
        self._shown = group
        name = group.name_at(path)
        self.add_error(name if name in self.fields else None, message)

    @staticmethod
    def initial_of(text: str, changes: Changes, time_box: int | None) -> dict[str, Any]:
        """The initial values for a record that did not come from this form."""
        return {"record": text, "time_box": time_box} | CheckForm()._group_of(text).initial(changes)

    # What the template shows in groups

    def has_readings(self) -> bool:
        """Whether anything but the record is set, or wrong, so that it must be seen."""
        return any(field.value() or field.errors for field in [*self.terms(), *self.variants(), *self.options()])

    def terms(self) -> list[BoundField]:
        """The fields of the rules, such as edition and format, and the time box."""
        return [*(self[name] for name in self._shown.terms), self["time_box"]]

    def variants(self) -> list[BoundField]:
        """The variants."""
        return [self[name] for name in self._shown.variants]

    def options(self) -> list[BoundField]:
        """The switches."""
        return [self[name] for name in self._shown.options]


class _Group(RuleFields):
    """The form's fields for one game's rules."""

    def fields(self, *, named: bool) -> dict[str, forms.Field]:
        """The form fields by name; with ``named`` the game's name stands before each label."""
        before = f"{self.game.name}: " if named else ""
        made: dict[str, forms.Field] = {}
        for name, one in self.terms.items():
            label = before + gettext(one.label or one.key)
            made[name] = rule_field(one, label, one.help and gettext(one.help), empty=AS_WRITTEN)
        for name, variant in self.variants.items():
            made[name] = forms.ChoiceField(
                label=before + variant.key, required=False, choices=_PLAYED, help_text=variant.rule
            )
        for name, switch in self.options.items():
            made[name] = rule_field(switch, before + switch.key, switch.rule, empty=AS_WRITTEN, as_written=True)
        return made

    def changes(self, data: Mapping[str, Any]) -> Changes:
        """The terms that a cleaned form names."""
        return Changes(
            fields={one.key: one.read(data[name]) for name, one in self.terms.items() if data.get(name)},
            variants={one.key: data[name] == "true" for name, one in self.variants.items() if data.get(name)},
            options={one.key: data[name] for name, one in self.options.items() if data.get(name)},
        )

    def initial(self, changes: Changes) -> dict[str, Any]:
        """The values that show these terms."""
        shown: dict[str, Any] = {
            name: written(changes.fields[one.key]) if one.key in changes.fields else None
            for name, one in self.terms.items()
        }
        shown |= {
            name: written(changes.variants[one.key])
            for name, one in self.variants.items()
            if one.key in changes.variants
        }
        return shown | {
            name: written(changes.options[one.key]) for name, one in self.options.items() if one.key in changes.options
        }
