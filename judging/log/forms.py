"""The filter of the log: by judge, round, table, player and code."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.log.queries import LogFilter, entries_named, judges_of, rounds_of
from judging.policy import Policy
from matches.course.labels import round_label
from matches.models import Event

MOST_TABLE = 999_999


class LogFilterForm(forms.Form):
    """Every field is optional; one that makes no sense says so and filters nothing."""

    judge = forms.ChoiceField(label=_("Judge"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MOST_TABLE)
    player = forms.CharField(label=_("Player"), required=False, max_length=80)
    code = forms.ChoiceField(label=_("Code"), required=False)

    def __init__(self, *args: Any, event: Event, policy: Policy, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_log_%s", **kwargs})
        self.event = event
        choices: dict[str, list[tuple[str, Any]]] = {
            "judge": [(str(judge.pk), str(judge)) for judge in judges_of(event)],
            "round": [(str(round_.pk), round_label(round_)) for round_ in rounds_of(event)],
            "code": [(rule.code, f"{rule.code} {rule.name}") for rule in policy.infractions],
        }
        for name, values in choices.items():
            self.fields[name].choices = [("", _("All")), *values]  # type: ignore[attr-defined]
        self.fields["table"].widget.attrs["inputmode"] = "numeric"
        self.fields["player"].widget.attrs["placeholder"] = _("Name or number")

    def log_filter(self) -> LogFilter:
        """What is asked for."""
        self.is_valid()
        data = self.cleaned_data
        named = data.get("player")
        return LogFilter(
            judge=int(data["judge"]) if data.get("judge") else None,
            round=int(data["round"]) if data.get("round") else None,
            table=data.get("table"),
            entries=entries_named(self.event, named) if named else None,
            code=data.get("code") or "",
        )

    def query(self) -> str:
        """The filter as ``judge=4&table=2&``, to be put before another parameter; "" where nothing is asked for."""
        sent = {name: value for name in self.fields if (value := self.data.get(name, ""))}
        return f"{urlencode(sent)}&" if sent else ""
