"""The day in review, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.me.review import Highlight, Review
from judging.recorder.queries.recorded import RecordedMatch
from matches.course.labels import round_label
from rules_engine.game import Moment
from rules_engine.play.analysis import Analysis
from rules_engine.views.drawing import card
from rules_engine.views.drawn import DrawnCard
from rules_engine.views.steps import Numbering
from rules_engine.views.translation import translated


@dataclass(frozen=True, slots=True)
class HighlightShown:
    """One of the day's moments: what it is, what happened, where, and the step of the record to look at."""

    label: str
    text: str
    where: str
    match: int
    step: int
    drawn: DrawnCard | None = None


def highlights_of(review: Review, matches: Mapping[int, RecordedMatch]) -> list[HighlightShown]:
    """The best decision, the costliest one and the luckiest card, as far as there are any. ``matches`` by their ids."""
    found: list[HighlightShown] = []
    for label, one, text in (
        (_("Best decision"), review.best, _best_text),
        (_("Costliest decision"), review.costliest, _costliest_text),
        (_("Luckiest card"), review.luckiest, _luckiest_text),
    ):
        if one is not None and (analysis := matches[one.match].game.analysis) is not None:
            found.append(_shown(label, one, text(one, analysis), matches[one.match]))
    return found


def _shown(label: str, one: Highlight, text: str, match: RecordedMatch) -> HighlightShown:
    decision, record = one.decision, match.record
    step = Numbering(record).step(Moment(decision.place, decision.turn, decision.action))
    place = {
        "round": round_label(match.match.round),
        "game": translated(match.game.wording.round_title(record.rounds[decision.place].round)),
        "turn": decision.turn,
    }
    where = _("%(round)s of the event. In the match: %(game)s, turn %(turn)d.") % place
    drawn = card(one.card) if one.card else None
    return HighlightShown(label, text, where, one.match, step if one.card else max(step - 1, 0), drawn)


def _percents(one: Highlight) -> dict[str, str]:
    return {"before": f"{100 * one.before:.0f}%", "after": f"{100 * one.after:.0f}%"}


def _best_text(one: Highlight, analysis: Analysis) -> str:
    act = translated(analysis.label(one.decision.chosen))
    text = _("You chose “%(act)s”: %(after)s to win, against %(before)s with the next best choice.")
    return text % {"act": act, **_percents(one)}


def _costliest_text(one: Highlight, analysis: Analysis) -> str:
    acts = {
        "chosen": translated(analysis.label(one.decision.chosen)),
        "best": translated(analysis.label(one.decision.best)),
    }
    text = _("You chose “%(chosen)s”: %(after)s to win. “%(best)s” would have made it %(before)s.")
    return text % {**acts, **_percents(one)}


def _luckiest_text(one: Highlight, analysis: Analysis) -> str:
    text = _("%(card)s raised your chance to win from %(before)s to %(after)s.")
    return text % {"card": card(one.card).name, **_percents(one)}


def count_text(review: Review) -> str:
    """How many decisions there were, and how many of them at no cost."""
    if not review.decisions:
        return ""
    text = ngettext(
        "%(good)d of your %(all)d recorded decision was as good as any other.",
        "%(good)d of your %(all)d recorded decisions were as good as any other.",
        review.decisions,
    )
    return text % {"good": review.good, "all": review.decisions}
