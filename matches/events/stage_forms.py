"""How an event is played, as the form of an event asks it: its rounds, the cut, the finals.

What does not apply to the chosen way to play is not sent by a page with JavaScript. Without it everything is there:
what would be lost is refused at its field, and what only stands there as it was is left alone.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.audit.submission_forms import OnceForm
from matches.enums import StageKind
from matches.events.setting_forms import KindSelect, form_settings
from matches.events.setting_labels import Storage, ways_to_play
from matches.events.setting_registry import SETTINGS
from matches.events.stage_setting_registry import CUTS
from matches.models import Stage
from matches.rounds.queries import has_begun


class StagesForm(OnceForm):
    """What the fields of an event's stages need beyond their declarations."""

    def choice_field(self, name: str) -> forms.ChoiceField:
        """The field of that name, which is a choice."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        return field

    def offer_set_cut(self) -> None:
        """Offer the cut that is set beside the usual ones."""
        cuts = sorted({*CUTS, int(self.initial.get("cut") or 0)})
        cut = SETTINGS["cut"]
        self.choice_field("cut").choices = [(number, cut.offer_label(number)) for number in cuts]

    def say_what_began(self, stages: list[Stage]) -> None:
        """Say at its field what cannot change any more; the service refuses it all the same."""
        for stage in stages:
            if not has_begun(stage):
                continue
            if stage.order == 1:
                field = self.choice_field("kind")
                field.help_text = _("A round was paired already: this stays as it is.")
                if isinstance(field.widget, KindSelect):
                    field.widget.fixed = stage.kind
            if stage.is_bracket:
                finals = ("third_place", "grand_final_reset")
                for name in finals if stage.order == 1 else ("cut", "cut_kind", *finals):
                    self.fields[name].help_text = _("The bracket has begun: this stays as it is.")

    def clean_rounds(self) -> int:
        """How many; 0 where there are no Swiss rounds, whatever number the field has."""
        return self.cleaned_data["rounds"] if self.cleaned_data.get("kind") == StageKind.SWISS else 0

    def clean_cut(self) -> int:
        """How many go on; 0 where the page did not ask."""
        return self.cleaned_data["cut"] or 0

    def stage_choices(self) -> dict[str, Any]:
        """What a valid form chose for the stages, as the plan's keywords. The reset is a box that is ticked by itself,
        so that it counts where there is a double elimination only."""
        chosen = {one.key: self.cleaned_data[one.key] for one in form_settings() if one.storage is Storage.STAGES}
        ways = ways_to_play(chosen["kind"], chosen["cut"], chosen["cut_kind"])
        if StageKind.DOUBLE_ELIMINATION not in ways:
            chosen["grand_final_reset"] = None
        return chosen
