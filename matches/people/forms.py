"""The forms about players. The services check names, ids and lists, so forms, imports and API have the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from matches.enums import LeaverResults, NameDisplay, TableProperty
from matches.imports.reading import MAX_BYES, MAX_NOTE, MAX_SEED
from matches.models import Entry
from matches.pages.submission_forms import OnceForm
from matches.prizes.table import from_stored

TYPED = ("name", "external_id")
"""What the form of a new player can be opened with."""
BYES = [(number, str(number)) for number in range(MAX_BYES + 1)]


class AddEntryForm(OnceForm):
    """Signs up one player by hand."""

    name = forms.CharField(label=_("Name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    external_id = forms.CharField(
        label=_("ID"),
        max_length=100,
        required=False,
        help_text=_("Finds players from other events where you work at the desk."),
    )
    email = forms.CharField(
        label=_("Email"), max_length=300, required=False, widget=forms.TextInput(attrs={"inputmode": "email"})
    )
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=200,
        required=False,
        help_text=_("Used to sort lists. Leave empty to sort by name."),
    )
    seed = forms.IntegerField(label=_("Seed"), required=False, min_value=1, max_value=MAX_SEED)
    awarded_byes = forms.TypedChoiceField(label=_("Awarded byes"), choices=BYES, coerce=int, initial=0, required=False)
    categories = forms.MultipleChoiceField(
        label=_("Prize categories"), required=False, widget=forms.CheckboxSelectMultiple
    )
    checked_in = forms.BooleanField(label=_("Check in now"), required=False, initial=True)
    sure = forms.BooleanField(
        label=_("Yes, add this player"),
        required=False,
        help_text=_("Tick this if you have checked who it is."),
    )

    def __init__(self, *args: Any, categories: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["categories"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(name, name) for name in categories]

    @property
    def in_doubt(self) -> bool:
        """Whether somebody must first check who the player is."""
        doubts = self.has_error("name", "name_known") or self.has_error("external_id", "id_elsewhere")
        return doubts or bool(self["sure"].value())

    @property
    def typed(self) -> str:
        """The name and the ID as they stand here, for the address of the form that is to have them."""
        return urlencode({key: self[key].value() or "" for key in TYPED})

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of ``people.services.entries.add_entry``."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "submission"}
        return data | {"awarded_byes": data["awarded_byes"] or 0}


class EditEntryForm(forms.Form):
    """Edits a player's data."""

    name = forms.CharField(label=_("Name"), max_length=200)
    external_id = forms.CharField(label=_("ID"), max_length=100, required=False)
    email = forms.CharField(label=_("Email"), max_length=300, required=False)
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=200,
        required=False,
        help_text=_("Used to sort lists. Leave empty to sort by name."),
    )
    seed = forms.IntegerField(label=_("Seed"), required=False, min_value=1, max_value=MAX_SEED)
    name_display = forms.TypedChoiceField(
        label=_("Name on public pages"),
        choices=[("", _("Same as the event")), *NameDisplay.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=MAX_NOTE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only organisers and scorekeepers see it."),
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {
            "name": entry.player.name,
            "external_id": entry.player.external_id,
            "email": entry.player.email,
            "last_name": entry.player.last_name,
            "seed": entry.seed,
            "name_display": entry.name_display,
            "note": entry.note,
        }


class ByesForm(forms.Form):
    parameter_fields: ClassVar[dict[str, str]] = {"rounds": "awarded_byes"}

    awarded_byes = forms.TypedChoiceField(label=_("Byes for the first rounds"), choices=BYES, coerce=int)

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {"awarded_byes": entry.awarded_byes}


class FixedTableForm(forms.Form):
    """Fixes a player's table. Without a table, the player is no longer kept at one."""

    parameter_fields: ClassVar[dict[str, str]] = {"table": "fixed_table", "reason": "fixed_table_reason"}

    fixed_table = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, help_text=_("Leave empty for any table.")
    )
    wanted = forms.ChoiceField(
        label=_("Or a kind of table"),
        required=False,
        choices=[("", _("any")), *TableProperty.wanted()],
        help_text=_("For an event in a hall day: one of its special tables."),
    )
    fixed_table_reason = forms.CharField(
        label=_("Reason"),
        max_length=120,
        required=False,
        help_text=_("Required if you set a table, for example “mobility” or “feature match”."),
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {
            "fixed_table": entry.fixed_table,
            "wanted": entry.wanted_table,
            "fixed_table_reason": entry.fixed_table_reason,
        }


class PlayerCategoriesForm(forms.Form):
    """Which categories of the event's prizes a player is in."""

    parameter_fields: ClassVar[dict[str, str]] = {"marks": "categories"}

    categories = forms.MultipleChoiceField(label=_("Categories"), required=False, widget=forms.CheckboxSelectMultiple)
    reason = forms.CharField(label=_("Reason for the change"), max_length=300)

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = from_stored(entry.event.prizes).categories
        field = self.fields["categories"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - declared above
        field.choices = [(name, name) for name in known]
        if entry.event.finished_at is None:
            del self.fields["reason"]

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {"categories": entry.categories}


class OptionalReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


NEXT_IN_LINE, WALKOVER = "next", "walkover"


class ConfirmDropForm(OptionalReasonForm):
    """The answer to *Drop?*, with the choices that a player in the cut or in a round robin leaves to the desk."""

    parameter_fields: ClassVar[dict[str, str]] = {"walkover": "cut"}

    cut = forms.ChoiceField(
        label=_("The place in the cut"),
        choices=[
            (NEXT_IN_LINE, _("The next in line moves up")),
            (WALKOVER, _("Nobody moves up; the opponent gets a walkover")),
        ],
        widget=forms.RadioSelect,
    )
    results = forms.ChoiceField(
        label=_("The results in the round robin"), choices=LeaverResults.choices, widget=forms.RadioSelect
    )

    def __init__(
        self, *args: Any, in_cut: bool, in_pods: bool = False, may_strike: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget = forms.HiddenInput()
        cut = self.fields["cut"]
        if in_pods and isinstance(cut, forms.ChoiceField):
            cut.choices = [
                (NEXT_IN_LINE, _("The next in line moves up")),
                (WALKOVER, _("Nobody moves up; the seat stays empty")),
            ]
        if not in_cut:
            del self.fields["cut"]
        if not may_strike:
            del self.fields["results"]


class ConfirmStrikeForm(OptionalReasonForm):
    """The answer to *Strike the results?*."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget = forms.HiddenInput()


class DisqualifyForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=300)
    keeps_place = forms.BooleanField(label=_("Keep the player’s place in the standings"), required=False, initial=True)
