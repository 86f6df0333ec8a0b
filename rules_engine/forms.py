"""What a page takes in: a record, pasted or as a file, and the terms to judge it under."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_engine.bankout.ruleset import EDITIONS, FORMATS, OPTIONS, VARIANTS
from rules_engine.readings import Changes
from rules_engine.record import MAX_BYTES

AS_WRITTEN = ("", _("As the record says"))
_EDITIONS = {"guide": _("The guide"), "complete": _("The complete rules set")}
_FORMATS = {"bankout": "Bankout", "blitz": "Blitz"}
_PLAYED = [AS_WRITTEN, ("true", pgettext_lazy("a variant is", "Played")), ("false", _("Not played"))]


def _shown(value: object) -> str:
    """An option's value as a record writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class CheckForm(forms.Form):
    """A record and, all optional, the edition, format, Jokers, variants and switches to judge it under."""

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
    edition = forms.ChoiceField(
        label=_("Edition"), required=False, choices=[AS_WRITTEN, *((key, _EDITIONS[key]) for key in EDITIONS)]
    )
    format = forms.ChoiceField(
        label=_("Format"), required=False, choices=[AS_WRITTEN, *((key, _FORMATS[key]) for key in FORMATS)]
    )
    jokers = forms.ChoiceField(
        label=_("Jokers"), required=False, choices=[AS_WRITTEN, ("true", _("On")), ("false", _("Off"))]
    )
    time_box = forms.IntegerField(
        label=_("Seconds for a decision"),
        required=False,
        min_value=1,
        max_value=99_999,
        help_text=_("With it, decisions that took longer by the clock readings (@) are noted."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("use_required_attribute", False)
        super().__init__(*args, **kwargs)
        self.fields["record"].help_text = self.fields["record"].help_text.format(size=MAX_BYTES // 1_000_000)
        for name, variant in VARIANTS.items():
            self.fields[f"variant_{name}"] = forms.ChoiceField(
                label=name, required=False, choices=_PLAYED, help_text=variant.rule
            )
        for name, option in OPTIONS.items():
            values = [(_shown(value), _shown(value)) for value in option.values]
            self.fields[f"option_{name}"] = forms.ChoiceField(
                label=name, required=False, choices=[AS_WRITTEN, *values], help_text=option.rule
            )

    def clean(self) -> dict[str, Any]:
        """The record as bytes under ``raw``; a file goes before the text, which is what the last one left there."""
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("record", "")
        if file is not None:
            cleaned["raw"] = file.read(MAX_BYTES + 1)
        elif text.strip():
            cleaned["raw"] = text.replace("\r\n", "\n").encode(errors="replace")
        elif "record" not in self.errors and "file" not in self.errors:
            self.add_error("record", _("Paste a record, or choose a file."))
        return cleaned

    def changes(self) -> Changes:
        """The terms to judge under, of a valid form."""
        return Changes(
            edition=self.cleaned_data["edition"] or None,
            format=self.cleaned_data["format"] or None,
            jokers=_truth(self.cleaned_data["jokers"]),
            variants={name: value == "true" for name, value in self._chosen("variant_")},
            options=dict(self._chosen("option_")),
        )

    def _chosen(self, prefix: str) -> Iterator[tuple[str, str]]:
        for name, value in self.cleaned_data.items():
            if name.startswith(prefix) and value:
                yield name.removeprefix(prefix), value

    def refuse(self, path: tuple[str | int, ...], message: str) -> None:
        """Say at its field what is wrong with the terms; a place is as in ``configuration.Problem``."""
        name = f"option_{path[1]}" if path[0] == "options" and len(path) > 1 else str(path[0])
        self.add_error(name if name in self.fields else None, message)

    @staticmethod
    def initial_of(text: str, changes: Changes, time_box: int | None) -> dict[str, Any]:
        """What the form shows of a question that came otherwise."""
        initial: dict[str, Any] = {"record": text, "edition": changes.edition, "format": changes.format}
        initial |= {"jokers": _word(changes.jokers), "time_box": time_box}
        initial |= {f"variant_{name}": _word(played) for name, played in changes.variants.items()}
        return initial | {f"option_{name}": _shown(value) for name, value in changes.options.items()}

    # What the template shows in groups

    def has_readings(self) -> bool:
        """Whether anything but the record is set, or wrong, so that it must be seen."""
        return any(field.value() or field.errors for field in [*self.terms(), *self.variants(), *self.options()])

    def terms(self) -> list[BoundField]:
        """Edition, format, Jokers and the time box."""
        return [self[name] for name in ("edition", "format", "jokers", "time_box")]

    def variants(self) -> list[BoundField]:
        """The variants of section 8."""
        return [self[f"variant_{name}"] for name in VARIANTS]

    def options(self) -> list[BoundField]:
        """The switches of section 10, and the hand limit's default."""
        return [self[f"option_{name}"] for name in OPTIONS]


def _truth(word: str) -> bool | None:
    return None if not word else word == "true"


def _word(value: bool | None) -> str:
    return "" if value is None else _shown(value)
