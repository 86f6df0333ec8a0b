"""The base form of records. It holds an id that is made with the page, so that sending it twice logs it once."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from judging.enums import RecordSource
from judging.records.services import Stamp

TEXT_LENGTH = 2000
MOST_WAITED = 7 * 24 * 60 * 60


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
            device_time=data["device_time"],
            source=RecordSource(data["source"] or source),
        )


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
