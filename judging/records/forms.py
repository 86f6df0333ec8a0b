"""The base form of records. It holds an id that is made with the page, so that sending it twice logs it once."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from judging.enums import RecordSource
from judging.records.services import Stamp

TEXT_LENGTH = 2000
MOST_WAITED = 7 * 24 * 60 * 60


@dataclass(frozen=True, kw_only=True)
class Need:
    """What a form lacks although no single field is always required, as a device without a network must know it.

    Where ``field`` has the value ``value`` (always, without a field), one of ``fields`` holds at least ``length``
    characters; otherwise the device says ``text`` at the first of them. The services refuse the same.
    """

    fields: tuple[str, ...]
    text: str
    field: str = ""
    value: str = ""
    length: int = 1


def say_needs(form: forms.Form, needs: Iterable[Need]) -> None:
    """Let the form's page tell the device what it needs (static/judging/complete.js)."""
    data = json.dumps([{**asdict(need), "text": str(need.text)} for need in needs])
    form.fields["record"].widget.attrs["data-needs"] = data


class RecordForm(forms.Form):
    """``record`` is the id; the device may send its name, its number of the record and its time.

    ``waited`` is for how many seconds the device kept the record because there was no connection.
    """

    parameter_fields: ClassVar[dict[str, str]] = {"entry": "player"}

    record = forms.UUIDField(widget=forms.HiddenInput)
    device = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    device_number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1)
    device_time = forms.DateTimeField(widget=forms.HiddenInput, required=False)
    source = forms.ChoiceField(widget=forms.HiddenInput, required=False, choices=RecordSource.choices)
    waited = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=MOST_WAITED)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("record", uuid.uuid4())
        self.fields["device"].widget.attrs["data-device"] = ""
        self.fields["device_time"].widget.attrs["data-device-time"] = ""

    def stamp(self, source: RecordSource = RecordSource.TABLET) -> Stamp:
        """The stamp of a valid form; ``source`` applies unless the form names one."""
        data = self.cleaned_data
        return Stamp(
            id=data["record"],
            device=data["device"],
            number=data["device_number"] if data["device"] else None,
            yields=True,
            device_time=data["device_time"],
            source=RecordSource(data["source"] or source),
        )


class PaperRecordForm(RecordForm):
    """A record that may be typed in from a sheet of paper; then it has the time that stands there."""

    on_paper = forms.BooleanField(label=_("Copied from a paper sheet"), required=False)
    written_at = forms.TimeField(
        label=_("Time on the sheet"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )

    @property
    def is_on_paper(self) -> bool:
        """Whether a valid form was typed in from paper."""
        return bool(self.cleaned_data["on_paper"] or self.cleaned_data["written_at"])

    def stamp(self, source: RecordSource = RecordSource.TABLET) -> Stamp:
        stamp = super().stamp(source)
        if not self.is_on_paper:
            return stamp
        written = self.cleaned_data["written_at"]
        return replace(stamp, source=RecordSource.PAPER, device_time=moment_of(written) if written else None)


def moment_of(written: time) -> datetime:
    """When it was last that time at the venue: what stands on a sheet is over."""
    now = timezone.localtime()
    moment = now.replace(hour=written.hour, minute=written.minute, second=written.second, microsecond=0)
    return moment if moment <= now else moment - timedelta(days=1)


class ButtonForm(RecordForm):
    """What a device adds to a button that is a record by itself: the record's id, the device and its time."""

    record = forms.UUIDField(widget=forms.HiddenInput, required=False)


def button_stamp(data: Mapping[str, Any]) -> Stamp:
    """The stamp of a button. One that no device has numbered gets an id of its own."""
    form = ButtonForm(data)
    return form.stamp() if form.is_valid() and form.cleaned_data["record"] else Stamp()


def text_field(label: Any, *, required: bool = False, rows: int = 2, **more: Any) -> forms.CharField:
    """A text field of several lines."""
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, required=required, max_length=TEXT_LENGTH, widget=widget, **more)
