"""How an event is played, as the form of an event asks it: its rounds, the cut, the finals.

What does not apply to the chosen way to play is not sent by a page with JavaScript. Without it everything is there:
what would be lost is refused at its field, and what only stands there as it was is left alone.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.course.queries import has_standing_round
from matches.enums import StageKind
from matches.events.declarations.catalogue import SETTINGS
from matches.events.declarations.setting import Storage, ways_to_play
from matches.events.declarations.stages import CUTS, MAX_ROUNDS
from matches.events.forms.settings import KindSelect, form_settings
from matches.events.queries.events import has_begun
from matches.events.queries.pods import event_pods
from matches.events.queries.suggestions import Attendance, attendance
from matches.models import Event, Stage
from matches.pages.submission_forms import OnceForm
from matches.recommend import rounds_until_all_met
from matches.standings.formats import number_text
from matches.tables.points import mean_of, row_for, row_text
from rules_engine.whole_numbers import whole_number

_GIVEN = _("%(row)s (mean %(mean)s)")
_MADE = _("%(row)s (mean %(mean)s, worked out from another size)")
WEIGH_BELOW = 9
"""With fewer players a round than this, repeats soon outweigh points."""


class StagesForm(OnceForm):
    """What the fields of an event's stages need beyond their declarations."""

    rounds_follow = forms.BooleanField(required=False, label=_("Follow the suggestion as players sign up"))
    rounds_that_suffice: int = MAX_ROUNDS
    """After how many rounds everyone who is signed up has met everyone."""

    rounds_shown = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The suggestion that the page showed."""

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
                field.help_text = _("Cannot be changed after a round is paired.")
                if isinstance(field.widget, KindSelect):
                    field.widget.fixed = stage.kind
            if stage.is_bracket:
                finals = ("third_place", "grand_final_reset")
                for name in finals if stage.order == 1 else ("cut", "cut_kind", *finals):
                    self.fields[name].help_text = _("Cannot be changed after the bracket starts.")

    def show_suggestion(self, event: Event | None) -> None:
        """Fill in the suggested rounds where they follow the attendance, and offer to follow it before they begin."""
        here = attendance(event) if event else Attendance(0)
        rounds = here.rounds(int(self.initial.get("cut") or 0))
        self.rounds_that_suffice = (here.pairs and rounds_until_all_met(here.players)) or MAX_ROUNDS
        self._offer_weighing(here, int(self.initial.get("rounds") or rounds))
        follows = self.initial.get("rounds") is None
        if event and has_standing_round(event):
            del self.fields["rounds_follow"], self.fields["rounds_shown"]
            self.initial["rounds"] = self.initial.get("rounds") or rounds
            return
        if follows:
            self.initial["rounds"] = rounds
        if self.is_bound and self.data.get("rounds_follow"):
            self.fields["rounds"].required = False
        self.initial = {**self.initial, "rounds_follow": follows, "rounds_shown": rounds}

    def _offer_weighing(self, here: Attendance, rounds: int) -> None:
        """Say where a field is so small that repeats should be weighed."""
        if here.in_pods and 0 < here.players < WEIGH_BELOW * rounds:
            self.fields["pod_repeats"].help_text = _(
                "With %(players)d players and %(rounds)d rounds, weigh rematches against points. Otherwise the "
                "later rounds depend on who has already met, not on points."
            ) % {"players": here.players, "rounds": rounds}

    def show_points(self, event: Event | None) -> None:
        """Show the rows of points that count at each size of table, and say where their means differ."""
        setup = event_pods(event) if event else None
        if setup is None or not setup.points:
            return
        shown: list[str] = []
        means = set()
        for size in range(setup.most, setup.least - 1, -1):
            row = row_for(setup.terms.rows, size, setup.size)
            means.add(mean_of(row))
            values = {"row": row_text(row), "mean": number_text(mean_of(row))}
            shown.append(str(_GIVEN if size in setup.terms.rows else _MADE) % values)
        text = gettext("In use: %(rows)s.") % {"rows": ", ".join(shown)}
        if len(means) > 1:
            text = f"{text} {gettext('The averages differ: some table sizes give more points.')}"
        self.fields["pod_points"].help_text = text

    def has_more_than_suffice(self) -> bool:
        """Whether the page shows more rounds than it takes for everyone to meet everyone."""
        return (whole_number(self["rounds"].value()) or 0) > self.rounds_that_suffice

    def clean_rounds(self) -> int | None:
        """How many; 0 where they are not planned, whatever number the field has."""
        return self.cleaned_data["rounds"] if self._has_rounds(self.cleaned_data.get("kind")) else 0

    @staticmethod
    def _has_rounds(kind: str | None) -> bool:
        return kind in StageKind.with_open_field()

    def follows_attendance(self) -> bool:
        """Whether the suggestion was left as it is. Another number counts although the box is still ticked, as it is on
        a page without JavaScript."""
        rounds = self.cleaned_data.get("rounds")
        return bool(self.cleaned_data.get("rounds_follow")) and rounds in (None, self.cleaned_data.get("rounds_shown"))

    def clean_cut(self) -> int:
        """How many go on; 0 where the page did not ask."""
        return self.cleaned_data["cut"] or 0

    def stage_choices(self) -> dict[str, Any]:
        """What a valid form chose for the stages, as the plan's keywords. The reset is a box that is ticked by itself,
        so that it counts where there is a double elimination only."""
        chosen = {
            setting.key: self.cleaned_data[setting.key]
            for setting in form_settings()
            if setting.storage is Storage.STAGES
        }
        ways = ways_to_play(chosen["kind"], chosen["cut"], chosen["cut_kind"])
        if StageKind.DOUBLE_ELIMINATION not in ways:
            chosen["grand_final_reset"] = None
        if self._has_rounds(chosen["kind"]) and self.follows_attendance():
            chosen["rounds"] = None
        return chosen
