"""The form of a plan. It is sent by GET, so that its address can be sent on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.planner.cut import PLAYING, CutQuestion, why_not
from matches.planner.cut_labels import cut_problem, no_cut_text
from matches.planner.plan import MOST_CUT, MOST_ROUNDS, USUAL_CUT, Terms, usual_cut
from matches.planner.sample import Sample
from rules_engine import games
from rules_engine.game import Game
from rules_engine.planning.matches import Pace
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.forms import RuleFields, rule_field

PACE: dict[str, tuple[Any, float, float]] = {
    "draw": (_("Seconds for a draw"), 0.5, 60),
    "act": (_("Seconds for any other action"), 0.5, 120),
    "shuffle": (_("Seconds for a shuffle"), 0, 600),
    "spread": (_("How much players differ in pace"), 0, 1),
    "report": (_("Seconds from the end of a match to its report"), 0, 600),
}


def _in_per_cent(least: float, most: float, usual: float, *, times: int) -> tuple[float, float, float]:
    return times * least, times * most, times * usual


_SKILL_LABELS = {
    "skill": _("How much players differ in skill"),
    "draws": _("Percentage of drawn matches"),
    "drops": _("Percentage of players with a loss who drop after a round"),
}
SKILL: dict[str, tuple[Any, float, float, float]] = {
    name: (label, *_in_per_cent(*PLAYING[name], times=1 if name == "skill" else 100))
    for name, label in _SKILL_LABELS.items()
}


def planned_games() -> list[Game]:
    """The games that can be planned."""
    return [game for game in games.all_games() if game.planning is not None]


class PlanForm(forms.Form):
    """A plan's rules, cap, players and rounds, and the pace. Rules that are given are not asked for."""

    players = forms.IntegerField(label=_("Players"), min_value=2, max_value=10_000, initial=32)
    rounds = forms.IntegerField(label=_("Swiss rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5)
    cut = forms.IntegerField(
        label=_("Players in the cut"),
        min_value=0,
        max_value=MOST_CUT,
        initial=USUAL_CUT,
        required=False,
        help_text=_("Single elimination after the Swiss rounds; 0 for none."),
    )
    cap = forms.IntegerField(
        label=_("Time cap in minutes"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=_("Leave empty for no cap."),
    )
    between = forms.FloatField(label=_("Minutes between rounds"), min_value=0, max_value=600, initial=10)

    def __init__(self, data: Any = None, *, game: Game, rules: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """``data`` may leave out whatever has a usual value."""
        self.game, self.rules = game, rules
        self.rule_fields = RuleFields(game, "")
        if data is not None:
            values = {name: data[name] for name in data}
            data = {**self._usual(values.get("players")), **values}
        super().__init__(data, use_required_attribute=False, **kwargs)
        if rules is None:
            for name, setting in self.rule_fields.terms.items():
                self.fields[name] = rule_field(setting, gettext(setting.label), "", empty=None)
                self.fields[name].required = True
        planning = game.planning
        players = planning.players(game.rule_set(rules or {})) if planning else ()
        self.fields["player"] = forms.ChoiceField(
            label=_("Simulated players"),
            choices=[(name, name.capitalize()) for name in players],
            required=False,
            help_text=gettext("How both players of a match play."),
        )
        if planning is not None:
            self.fields["player"].help_text += f" {gettext(planning.about_players.text)}"
        for name, (label, least, most, usual) in SKILL.items():
            self.fields[name] = forms.FloatField(
                label=label, min_value=least, max_value=most, required=False, initial=usual
            )
        self.fields["skill"].help_text = _(
            "0: every match is a coin flip; 1: a clearly better player wins 73 out of 100."
        )
        for name, (label, low, high) in PACE.items():
            self.fields[name] = forms.FloatField(
                label=label, min_value=low, max_value=high, required=False, initial=getattr(Pace(), name)
            )
        self.fields["spread"].help_text = _(
            "0: everyone plays at the same pace; 0.25: one in six takes at least 1.28 times as long."
        )

    def _usual(self, players: Any) -> dict[str, Any]:
        usual = {name: field.initial for name, field in self.base_fields.items() if field.initial is not None}
        with suppress(forms.ValidationError):  # an error at its own field
            usual["cut"] = usual_cut(self.base_fields["players"].clean(players))
        if self.rules is None:
            shown = self.rule_fields.shown(self.game.schema.complete({}))
            usual |= {name: shown[name] for name in self.rule_fields.terms}
        return usual

    def clean(self) -> dict[str, Any]:
        """Check the rules as a whole, and the cut against the players."""
        cleaned = super().clean() or {}
        if "players" in cleaned and (too_large := cut_problem(cleaned["players"], cleaned.get("cut") or 0)):
            self.add_error("cut", too_large)
        try:
            self.game.rule_set(self._rules(cleaned))
        except ConfigurationError as error:
            for problem in error.details:
                self.add_error(self.rule_fields.name_at(problem.path, problem.value), problem.message)
        return cleaned

    def _rules(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        if self.rules is not None:
            return self.rules
        values = {setting.key: cleaned[name] for name, setting in self.rule_fields.terms.items() if cleaned.get(name)}
        spelt, _problems = self.game.schema.spell(values)
        return spelt

    def sample(self) -> Sample:
        """The matches that a valid form's plan rests on."""
        player = self.cleaned_data["player"] or (self.game.planning.default_player if self.game.planning else "")
        return Sample(self.game.key, self._rules(self.cleaned_data), player)

    def terms(self) -> Terms:
        """The terms of a valid form."""
        data = self.cleaned_data
        pace = {name: data[name] for name in PACE if data[name] is not None}
        return Terms(
            cap=data["cap"],
            players=data["players"],
            rounds=data["rounds"],
            cut=data["cut"] or 0,
            between=data["between"],
            pace=Pace(**pace),
        )

    def cut_question(self) -> CutQuestion | None:
        """What a valid form asks about the rounds and the cut; None where ``why_no_cut`` says why not."""
        data = self.cleaned_data
        if self.why_no_cut():
            return None
        skill, draws, drops = (
            usual if data[name] is None else data[name] for name, (_label, _least, _most, usual) in SKILL.items()
        )
        return CutQuestion(
            players=data["players"],
            rounds=data["rounds"],
            cut=data["cut"] or 0,
            skill=skill,
            draws=draws / 100,
            drops=drops / 100,
        )

    def why_no_cut(self) -> str:
        """Why the rounds and the cut of a valid form are not simulated; empty if they are."""
        return no_cut_text(why_not(self.cleaned_data["players"], self.cleaned_data["cut"] or 0))

    @property
    def skill_fields(self) -> list[forms.BoundField]:
        """The fields about the players' strength, which are folded."""
        return [self[name] for name in SKILL]

    @property
    def is_skill_open(self) -> bool:
        """Whether that fold is open: a value of one's own, or an error."""
        cleaned = getattr(self, "cleaned_data", {})
        changed = any(cleaned.get(name) not in (None, usual) for name, (*_rest, usual) in SKILL.items())
        return changed or any(field.errors for field in self.skill_fields)

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        rules = [self[name] for name in self.rule_fields.terms if name in self.fields]
        return [*rules, *(self[name] for name in self.base_fields)]

    @property
    def pace_fields(self) -> list[forms.BoundField]:
        """The fields of the pace and the simulated players, which are folded."""
        return [self["player"], *(self[name] for name in PACE)]

    @property
    def is_pace_own(self) -> bool:
        """Whether a valid form has a pace other than the usual one."""
        return any(self.cleaned_data[name] not in (None, getattr(Pace(), name)) for name in PACE)

    @property
    def is_pace_open(self) -> bool:
        """Whether the fold is open: a pace or a player of one's own, or an error."""
        cleaned = getattr(self, "cleaned_data", {})
        usual = Pace()
        changed = any(cleaned.get(name) not in (None, getattr(usual, name)) for name in PACE)
        other = self.game.planning is not None and cleaned.get("player", "") not in (
            "",
            self.game.planning.default_player,
        )
        return changed or other or any(field.errors for field in self.pace_fields)
