"""The forms of a hall day: what it states of itself, its events and their tables, what is special about a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.enums import Role, TableProperty
from matches.events.time_zones import time_zones
from matches.halls.services.days import HallTerms
from matches.halls.services.tables import MOST_LABEL
from matches.models import Event, HallDay, HallTable
from matches.pages.submission_forms import OnceForm
from matches.table_ranges import MOST_TABLE, write_ranges

PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
TABLES_HELP = _("Numbers and ranges, such as 1–40, 45.")


class HallDayForm(OnceForm):
    """Name, date, place and tables of a hall day."""

    name = forms.CharField(label=_("Name"), max_length=120, help_text=_("For example: Autumn Convention, Saturday."))
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(zone, zone) for zone in time_zones()])
    tables = forms.CharField(
        label=_("Tables in the hall"),
        max_length=400,
        required=False,
        help_text=_("Numbers and ranges, such as 1–120. Leave empty if there are always enough."),
    )

    def __init__(self, *args: Any, hall_day: HallDay | None = None, **kwargs: Any) -> None:
        proposed: dict[str, Any] = {"date": timezone.localdate(), "time_zone": timezone.get_default_timezone_name()}
        if hall_day is not None:
            fields = ("name", "date", "venue", "time_zone")
            proposed = {name: getattr(hall_day, name) for name in fields}
            proposed["tables"] = write_ranges(tuple(span) for span in hall_day.tables)
        super().__init__(*args, initial=proposed, **kwargs)

    def terms(self) -> HallTerms:
        """The terms; only for a valid form."""
        return HallTerms(**{name: value for name, value in self.cleaned_data.items() if name != "submission"})


class AddEventForm(forms.Form):
    """Puts one of the organiser's own events into the hall day."""

    event = forms.ModelChoiceField(label=_("Event"), queryset=Event.objects.none(), empty_label=None)
    tables = forms.CharField(
        label=_("Its tables"),
        max_length=400,
        required=False,
        help_text=_("Numbers and ranges, such as 1–40, 45. Leave empty for all tables of the hall."),
    )

    def __init__(self, *args: Any, events: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.events = events
        self.fields["event"].queryset = events  # type: ignore[attr-defined]


class EventTablesForm(forms.Form):
    """The tables of an event."""

    tables = forms.CharField(
        label=_("Tables"), max_length=400, required=False, help_text=_("Leave empty for all tables of the hall.")
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        written = write_ranges(tuple(span) for span in event.tables)
        super().__init__(*args, **{"initial": {"tables": written}, "auto_id": f"event_{event.pk}_%s", **kwargs})


class HallTableForm(forms.Form):
    """What is special about a table."""

    number = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_TABLE)
    label = forms.CharField(
        label=_("Label"), max_length=MOST_LABEL, required=False, help_text=_("For example: by the window.")
    )
    properties = forms.MultipleChoiceField(
        label=_("Marked as"),
        choices=TableProperty.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("New rounds leave out a broken table. To make a table ordinary again, clear everything."),
    )

    def __init__(self, *args: Any, table: HallTable | None = None, **kwargs: Any) -> None:
        proposed: dict[str, Any] = {}
        if table is not None:
            held = [one.value for one in TableProperty if getattr(table, one.value)]
            proposed = {"number": table.number, "label": table.label, "properties": held}
        super().__init__(*args, **{"initial": proposed, **kwargs})


class HallRoleForm(forms.Form):
    """Gives a person a role at all events of the hall day."""

    username = forms.CharField(label=_("Username"), max_length=150, widget=forms.TextInput(attrs=PLAIN))
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.FLOOR_JUDGE)


class HallPlanForm(forms.Form):
    """Where the tables stand."""

    plan = forms.CharField(
        label=_("Plan"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "mono"}),
        help_text=_(
            "A line for each row of tables, from the front: 1-8 . 16-9 is eight tables, a gap, and eight that count "
            "down. Write door where people come in. Leave a line empty for a wide aisle."
        ),
    )
