"""How an event is played, as the form of an event asks it: its rounds, the cut, the finals.

What does not apply to the chosen way to play is not sent by a page with JavaScript. Without it everything is there:
what would be lost is refused at its field, and what only stands there as it was is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.audit.submission_forms import OnceForm
from matches.enums import StageKind
from matches.events.plan_services import MAX_ROUNDS
from matches.models import Stage
from matches.rounds.queries import has_begun

USUAL_ROUNDS = 5
CUTS = (0, 2, 4, 8, 16, 32, 64)
KINDS = (
    (StageKind.SWISS, _("Swiss rounds: each against a player of like score")),
    (StageKind.ROUND_ROBIN, _("Round robin: everyone meets everyone")),
    (StageKind.SINGLE_ELIMINATION, _("Single elimination: out after one loss")),
    (StageKind.DOUBLE_ELIMINATION, _("Double elimination: out after two losses")),
)
CUT_KINDS = [(kind.value, kind.label) for kind in StageKind if kind in StageKind.brackets()]


class KindSelect(forms.RadioSelect):
    """Radio buttons of which only the one that is set can be chosen once rounds were paired (``fixed``)."""

    fixed: str = ""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if self.fixed and str(value) != self.fixed:
            option["attrs"]["disabled"] = True
        return option


class StagesForm(OnceForm):
    """The fields of an event's stages."""

    kind = forms.ChoiceField(label=_("How it is played"), choices=KINDS, widget=KindSelect, initial=StageKind.SWISS)
    rounds = forms.IntegerField(label=_("Swiss rounds"), min_value=1, max_value=MAX_ROUNDS, initial=USUAL_ROUNDS)
    cut = forms.TypedChoiceField(label=_("Cut"), coerce=int, initial=0, empty_value=None)
    cut_kind = forms.TypedChoiceField(
        label=_("The cut is played as"),
        choices=CUT_KINDS,
        initial=StageKind.SINGLE_ELIMINATION,
        empty_value=StageKind.SINGLE_ELIMINATION,
    )
    third_place = forms.BooleanField(label=_("Play for third place"), required=False)
    grand_final_reset = forms.BooleanField(
        label=_("Play the grand final again when the finalist with a loss wins it"), required=False, initial=True
    )
    power_pair_last = forms.TypedChoiceField(
        label=_("Pair the last Swiss round down the standings"),
        choices=[("", _("When a cut follows")), ("yes", _("Yes")), ("no", _("No"))],
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
    )
    balance_starts = forms.BooleanField(
        label=_("Balance who starts"), required=False, help_text=_("Otherwise who starts is drawn by lot.")
    )

    def ask_what_applies(self) -> None:
        """A page with JavaScript sends no field that the chosen way to play has no use for."""
        kind, cut = self.data.get("kind"), self.data.get("cut")
        rounds_first = kind in (StageKind.SWISS, StageKind.ROUND_ROBIN)
        self.fields["rounds"].required = kind == StageKind.SWISS
        self.fields["cut"].required = rounds_first
        self.fields["cut_kind"].required = rounds_first and cut not in (None, "", "0")

    def choice_field(self, name: str) -> forms.ChoiceField:
        """The field of that name, which is a choice."""
        field = self.fields[name]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError(name)
        return field

    def offer_cuts(self) -> None:
        """The usual cuts, and the one that is set."""
        cuts = sorted({*CUTS, int(self.initial.get("cut") or 0)})
        self.choice_field("cut").choices = [(cut, _cut_label(cut)) for cut in cuts]

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
        """What a valid form chose, as the plan's keywords. The reset is a box that is ticked by itself, so that it
        counts where there is a double elimination only."""
        names = ("kind", "rounds", "cut", "cut_kind", "third_place", "power_pair_last", "balance_starts")
        chosen = {name: self.cleaned_data[name] for name in names}
        bracket = chosen["kind"] if chosen["kind"] in StageKind.brackets() else chosen["cut"] and chosen["cut_kind"]
        double = bracket == StageKind.DOUBLE_ELIMINATION
        return chosen | {"grand_final_reset": self.cleaned_data["grand_final_reset"] if double else None}


def _cut_label(cut: int) -> str:
    return str(_("The first %(cut)d") % {"cut": cut}) if cut else str(_("No cut"))


def initial_of_stages(stages: Iterable[Stage]) -> dict[str, Any]:
    """An event's stages as the form shows them; without any, as a new event has them."""
    known = list(stages)
    if not known:
        return {}
    first = known[0]
    bracket = next((stage for stage in known if stage.is_bracket), None)
    cut = bracket if bracket is not None and bracket is not first else None
    swiss = first if first.kind == StageKind.SWISS else None
    return {
        "kind": first.kind,
        "rounds": swiss.rounds_planned if swiss else USUAL_ROUNDS,
        "cut": cut.cut_to or 0 if cut else 0,
        "cut_kind": cut.kind if cut else StageKind.SINGLE_ELIMINATION,
        "third_place": bracket.third_place if bracket else False,
        "grand_final_reset": bracket.options.get("grand_final_reset", True) if bracket else True,
        "power_pair_last": _power_choice(swiss.power_pair_last, cut is not None) if swiss else "",
        "balance_starts": swiss.balance_starts if swiss else False,
    }


def _power_choice(on: bool, cut: bool) -> str:
    if on == cut:
        return ""
    return "yes" if on else "no"
