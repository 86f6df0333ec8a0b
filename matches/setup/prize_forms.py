"""The forms of the prizes: their lines, and who is in which category."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.models import Event
from matches.prizes.labels import EQUAL_LABELS, ONE_PRIZE_LABELS, wrong_text
from matches.prizes.table import Equal, OnePrize, as_lines, from_stored, read_lines
from rules_engine.whole_numbers import whole_number

LONGEST_TABLE = 16_000
LONGEST_NUMBERS = 40_000

MOST_NUMBER = 9_999_999


class PrizesForm(forms.Form):
    """The whole table as lines, and how prizes are shared."""

    lines = forms.CharField(
        label=_("Prizes"),
        max_length=LONGEST_TABLE,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=_(
            "One line for each prize. By place: 1: €500. For several places, each: 3-4: 100, or 5-8: Booster box. "
            "Best in a category: Under 16: €50. Second in it: Under 16, 2: €20."
        ),
    )
    equal = forms.ChoiceField(
        label=_("Players at equal places"),
        choices=[(str(value), text) for value, text in EQUAL_LABELS.items()],
        widget=forms.RadioSelect,
        initial=str(Equal.DIVIDE),
        help_text=_("Players knocked out of a bracket in the same round, and players separated only by lot."),
    )
    one_prize = forms.ChoiceField(
        label=_("Several prizes"),
        choices=[(str(value), text) for value, text in ONE_PRIZE_LABELS.items()],
        widget=forms.RadioSelect,
        initial=str(OnePrize.NO),
    )
    reason = forms.CharField(label=_("Reason for the change"), max_length=300)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        table = from_stored(event.prizes)
        self.initial.update(lines=as_lines(table), equal=str(table.equal), one_prize=str(table.one_prize))
        if event.finished_at is None:
            del self.fields["reason"]
        else:
            self.fields["reason"].help_text = gettext("The event is finished, so the reason is recorded in the log.")

    def clean_lines(self) -> str:
        """The lines. Every one that is wrong has its own message."""
        lines: str = self.cleaned_data["lines"]
        _table, wrong = read_lines(lines)
        if wrong:
            raise forms.ValidationError([wrong_text(line) for line in wrong])
        return lines


class CategoriesForm(forms.Form):
    """Who is in each category, by the players' numbers. It changes only those whose mark differs from what it showed.

    The field ``in-N`` has the numbers of category N, ``was-N`` those that the page showed.
    """

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.categories = from_stored(event.prizes).categories
        self.event = event
        members = defaultdict(list)
        for number, names in event.entries.exclude(categories=[]).values_list("number", "categories"):
            for name in names:
                members[name].append(number)
        for index, name in enumerate(self.categories):
            shown = ", ".join(map(str, sorted(members[name])))
            self.fields[f"in-{index}"] = forms.CharField(
                label=name, required=False, max_length=LONGEST_NUMBERS, initial=shown
            )
            self.fields[f"was-{index}"] = forms.CharField(
                required=False, max_length=LONGEST_NUMBERS, initial=shown, widget=forms.HiddenInput
            )
        if event.finished_at is not None:
            self.fields["reason"] = forms.CharField(label=gettext("Reason for the change"), max_length=300)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for index in range(len(self.categories)):
            for field in (f"in-{index}", f"was-{index}"):
                try:
                    data[field] = _numbers(data.get(field, ""))
                except ValueError:
                    self.add_error(f"in-{index}", gettext("Enter players’ numbers, such as 3, 7, 12."))
        return data

    def marks(self) -> dict[int, list[str]]:
        """The categories of those players whose mark changes, by number."""
        changes: dict[str, set[int]] = {}
        for index, name in enumerate(self.categories):
            changes[name] = self.cleaned_data[f"in-{index}"] ^ self.cleaned_data[f"was-{index}"]
        numbers = set().union(*changes.values())
        rows = self.event.entries.filter(number__in=numbers).values_list("number", "categories")
        marks = {number: set(names) for number, names in rows}
        for index, name in enumerate(self.categories):
            for number in changes[name]:
                held = marks.setdefault(number, set())
                held.add(name) if number in self.cleaned_data[f"in-{index}"] else held.discard(name)
        return {number: [name for name in self.categories if name in held] for number, held in marks.items()}


def _numbers(text: str) -> set[int]:
    """Numbers between commas or spaces. Raises ValueError for anything else."""
    found = {whole_number(word, most=MOST_NUMBER) for word in text.replace(",", " ").split()}
    if None in found:
        raise ValueError(text)
    return {number for number in found if number is not None}
