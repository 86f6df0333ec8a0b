"""The form for a player's report of a match of two, from the player's side of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.results.forms import ScoreForm
from matches.tables.duel import off_text
from matches.tables.duel_score import possible_rounds
from matches.tables.round_losses import takes_off
from matches.tables.table import ScoreShape

DECIDED = [
    ("", _("Played out or decided on time")),
    ("conceded_to_me", _("My opponent conceded")),
    ("conceded", _("I conceded")),
]
WON, LOST, DRAW = "won", "lost", "draw"
MARKS = {
    "conceded": ("c", 0),
    "conceded_to_me": ("c", 1),
}
"""The mark of ``tables.duel_score``, and whether it names the player (0) or the opponent (1)."""


class ReportForm(ScoreForm):
    """A player's report: a score in rounds is tapped, a score in money is typed."""

    score = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    own = forms.IntegerField(label=_("Your total"), min_value=0)
    theirs = forms.IntegerField(label=_("Opponent’s total"), min_value=0)
    pot = forms.IntegerField(min_value=0, required=False)
    decided = forms.ChoiceField(label=_("How it was decided"), required=False)

    def __init__(self, *args: Any, shape: ScoreShape, least: tuple[int, int] = (0, 0), **kwargs: Any) -> None:
        """``least`` are the rounds that the player and the opponent have by penalty: lower scores are not offered.

        Where rounds add up to a total, the form asks what a round had brought that was lost by penalty.
        """
        super().__init__(*args, **kwargs)
        self._offer_decisions(shape)
        if shape.form.pot_label:
            self.fields["pot"].label = gettext(shape.form.pot_label)
            self.fields["pot"].widget.attrs["inputmode"] = "numeric"
        else:
            del self.fields["pot"]
        if shape.unit == "rounds":
            del self.fields["own"], self.fields["theirs"]
            self.pairs = possible_rounds(shape)
            self.least = least
            score = self.fields["score"]
            assert isinstance(score, forms.ChoiceField)  # noqa: S101 - tells the type checker
            score.choices = [(f"{a}-{b}", f"{a}–{b}") for a, b in self.pairs]
            score.error_messages["required"] = _("Tap the result.")
            return
        del self.fields["score"]
        for name in ("own", "theirs"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"
        if takes_off(shape):
            self._ask_what_was_lost(least)

    def _ask_what_was_lost(self, least: tuple[int, int]) -> None:
        """A round for the opponent is the player's loss, and the other way round."""
        for name, lost in (("own", least[1]), ("theirs", least[0])):
            if lost:
                label = gettext("Total of the round lost by penalty")
                help_text = gettext("It is subtracted. Enter 0 if the total already leaves it out.")
                field = forms.IntegerField(label=label, help_text=help_text, min_value=0)
                field.widget.attrs["inputmode"] = "numeric"
                self.fields[f"{name}_off"] = field

    def amounts(self) -> list[BoundField]:
        """The totals, each followed by what is taken off it."""
        return [self[name] for name in ("own", "own_off", "theirs", "theirs_off") if name in self.fields]

    def _offer_decisions(self, shape: ScoreShape) -> None:
        """Offer what ends every match early, and what decides a level match under the game's rules."""
        choices: list[tuple[str, Any]] = list(DECIDED)
        self.marks = dict(MARKS)
        for decision in shape.form.tie_decisions:
            if not decision.counted:
                choices += [
                    (f"{decision.key}_won", gettext(decision.won)),
                    (f"{decision.key}_lost", gettext(decision.lost)),
                ]
                self.marks |= {f"{decision.key}_won": (decision.mark, 0), f"{decision.key}_lost": (decision.mark, 1)}
        decided = self.fields["decided"]
        assert isinstance(decided, forms.ChoiceField)  # noqa: S101 - tells the type checker
        decided.choices = choices

    @property
    def score_field(self) -> str:
        """The field at which a problem of the score is shown."""
        return "score" if "score" in self.fields else "own"

    @property
    def parameter_fields(self) -> dict[str, str]:
        """The field for a service's score: the services take one score, the form has several fields."""
        return {"score": self.score_field}

    def sides(self) -> list[tuple[str, Any, list[Any]]]:
        """The scores to tap, each group with its outcome: won, lost and level."""
        return [(outcome, *group) for outcome, group in zip((WON, LOST, DRAW), self.groups(), strict=True) if group[1]]

    def groups(self) -> list[tuple[Any, list[Any]]]:
        """The scores to tap: won, lost and level."""
        buttons = list(self["score"])
        by_pair = [
            ((a, b), button)
            for (a, b), button in zip(self.pairs, buttons, strict=True)
            if a >= self.least[0] and b >= self.least[1]
        ]
        return [
            (_("You won"), [button for (a, b), button in by_pair if a > b]),
            (_("You lost"), [button for (a, b), button in sorted(by_pair, key=lambda x: -x[0][1]) if a < b]),
            (_("Level"), [button for (a, b), button in by_pair if a == b]),
        ]

    def score_text(self, own_seat: int) -> str:
        """The line that ``tables.duel`` reads, first seat first."""
        data = self.cleaned_data
        own, theirs = data["score"].split("-") if "score" in data else (str(data["own"]), str(data["theirs"]))
        pair = (own, theirs) if own_seat == 0 else (theirs, own)
        mark, whose = self.marks.get(data["decided"], ("", 0))
        seat = own_seat if whose == 0 else 1 - own_seat
        pot = f"pot {data['pot']}" if data.get("pot") else ""
        seats = {"own_off": own_seat, "theirs_off": 1 - own_seat}
        off = [off_text(seats[name], data[name]) for name in seats if data.get(name) is not None]
        return " ".join(filter(None, (f"{pair[0]}-{pair[1]}", f"{mark}{seat + 1}" if mark else "", *off, pot)))


class OwnReportForm(ReportForm):
    """A player's report on the own page: who won first, then the scores that fit, then what needs explaining.

    ``draws`` says whether the match may end level. The choice of who won only sorts the scores; one that does not fit
    the score is refused, because one of the two is a slip.
    """

    outcome = forms.ChoiceField(label=_("Who won?"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, draws: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "score" not in self.fields:
            del self.fields["outcome"]
            return
        choices = [(WON, gettext("I won")), (LOST, gettext("I lost")), (DRAW, gettext("Draw"))]
        self.fields["outcome"].choices = choices if draws else choices[:2]  # type: ignore[attr-defined]
        self.fields["decided"].widget = forms.RadioSelect(choices=self.fields["decided"].choices)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("outcome") and "score" in data and data["outcome"] != self._outcome_of(data):
            self.add_error("score", gettext("This score does not fit your answer above. Tap the right one."))
        return data

    def _outcome_of(self, data: Mapping[str, Any]) -> str:
        """What the score and the way it was decided come to."""
        decided = data.get("decided", "")
        if decided in self.marks:
            own = self.marks[decided][1] == 0
            return WON if own != (decided in MARKS) else LOST
        own_rounds, their_rounds = next(pair for pair in self.pairs if data["score"] == "-".join(map(str, pair)))
        return DRAW if own_rounds == their_rounds else WON if own_rounds > their_rounds else LOST
