"""The forms that plan the floor: a zone, where a judge is posted, an entry of the rota."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.duty import Duty
from judging.models import Shift, Zone
from judging.zones.labels import DUTY_LABELS
from judging.zones.queries import FloorPlan
from judging.zones.services import MOST_NAME
from matches.accounts.staff_queries import shown_name
from matches.halls.queries.tables import ranges_of
from matches.models import User
from matches.table_ranges import write_ranges

NOBODY = ("", _("Nobody"))
CLOCK = {"type": "time"}


class _JudgeField(forms.TypedChoiceField):
    """One of the judges of the plan."""

    def __init__(self, plan: FloorPlan, named: set[int], *, label: Any, required: bool) -> None:
        self.people = plan.staff
        choices = [(str(pk), shown_name(user, named)) for pk, user in plan.staff.items()]
        super().__init__(
            label=label,
            required=required,
            choices=choices if required else [NOBODY, *choices],
            coerce=self.judge,
            empty_value=None,
        )

    def judge(self, value: str) -> User:
        return self.people[int(value)]


class ZoneForm(forms.Form):
    """A zone: its name, its tables and who leads there."""

    name = forms.CharField(label=_("Zone"), max_length=MOST_NAME, help_text=_("For example: North, or Window side."))
    tables = forms.CharField(label=_("Tables"), max_length=400, help_text=_("Numbers and ranges, such as 1–20, 45."))
    zone = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, plan: FloorPlan, named: set[int], zone: Zone | None = None, **kwargs: Any) -> None:
        initial: dict[str, Any] = {}
        if zone is not None:
            tables = write_ranges(ranges_of(zone.tables))
            initial = {"name": zone.name, "tables": tables, "zone": zone.pk, "lead": str(zone.lead_id or "")}
        super().__init__(*args, **{"initial": initial, "auto_id": "zone_%s", **kwargs})
        self.fields["lead"] = _JudgeField(plan, named, label=_("Lead"), required=False)


class PostForm(forms.Form):
    """Where a judge is posted."""

    def __init__(self, *args: Any, plan: FloorPlan, named: set[int], judge: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": f"post_{judge.pk if judge else ''}_%s", **kwargs})
        zones = {str(zone.pk): zone for zone in plan.zones}
        self.fields["user"] = _JudgeField(plan, named, label=_("Judge"), required=True)
        self.fields["zone"] = forms.TypedChoiceField(
            label=_("Zone"),
            required=False,
            choices=[("", _("No zone")), *((key, zone.name) for key, zone in zones.items())],
            coerce=zones.get,
            empty_value=None,
        )
        if judge is not None:
            own = plan.zone_of(judge.pk)
            self.initial = {"user": str(judge.pk), "zone": str(own.key) if own is not None else ""}
            self.fields["user"].widget = forms.HiddenInput()
            name = shown_name(judge, named)
            self.fields["zone"].widget.attrs["aria-label"] = gettext("Zone of %(judge)s") % {"judge": name}


class ShiftForm(forms.Form):
    """An entry of the rota; with ``shift`` a change of that one."""

    shift = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, plan: FloorPlan, named: set[int], shift: Shift | None = None, **kwargs: Any) -> None:
        initial: dict[str, Any] = {"duty": Duty.BREAK.value}
        if shift is not None:
            people = {"user": str(shift.user_id), "covered_by": str(shift.covered_by_id or "")}
            times = {"starts": shift.starts, "ends": shift.ends}
            initial = {"shift": shift.pk, "duty": shift.duty, **people, **times}
        super().__init__(*args, **{"auto_id": "shift_%s", "initial": initial, **kwargs})
        self.fields["user"] = _JudgeField(plan, named, label=_("Judge"), required=True)
        self.fields["duty"] = forms.TypedChoiceField(
            label=_("What"), choices=[(duty.value, label) for duty, label in DUTY_LABELS.items()], coerce=Duty
        )
        self.fields["starts"] = forms.TimeField(label=_("From"), widget=forms.TimeInput(attrs=CLOCK, format="%H:%M"))
        self.fields["ends"] = forms.TimeField(label=_("Until"), widget=forms.TimeInput(attrs=CLOCK, format="%H:%M"))
        self.fields["covered_by"] = _JudgeField(plan, named, label=_("Covered by"), required=False)
