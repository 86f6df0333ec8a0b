"""Results as text: a score, how it was decided, and what is wrong with a score."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.enums import DecidedBy, EntryStatus, Role
from matches.events.game_queries import shape_of
from matches.events.pod_queries import event_pods
from matches.history import Outcome
from matches.models import Entry, Event
from matches.people.labels import name_of
from matches.permissions import WhyNot, can_organise
from matches.results import place_labels
from matches.results.place_line import places_text
from matches.results.queries import Doubt, Doubted
from matches.round_losses import takes_off
from matches.scores import Score, ScoreProblem, numbers, show, tie_marks, typed
from matches.standings.formats import money
from rules_engine.text import isolated
from rules_engine.units import UNITS

TEXTS = {
    "line_unreadable": _("Type a table and a result, for example 12 %(score)s."),
    "score_missing": _("The result is missing. Type one, for example 12 %(score)s."),
    "score_unreadable": _("“%(text)s” is not a result. Type one such as %(score)s, or %(level)s t if time decided it."),
    "score_not_needed": _("%(mark)s takes no score. Leave the score out."),
    "too_many_wins": _("A player can win at most %(needed)s rounds."),
    "too_many_rounds": _("A match has at most %(most)s rounds."),
    "too_much_money": _("A total is at most $%(most)s."),
    "too_little_money": _("A total is at least $%(least)s."),
    "too_many_points": _("A player can have at most %(most)s points."),
    "too_few_points": _("A player has at least %(least)s points."),
    "places_wrong": _("Type places such as 1-2, or 1-1 for a shared first place."),
    "concession_level": _("The score is level. Add who conceded: c1 for the first player or c2 for the second."),
    "too_much_off": _("The round loss takes off more than the player has."),
    "no_round_loss": _("%(mark)s: this player has no round loss in this match."),
    "round_loss_missing": _(
        "This match has a round loss. Add %(mark)s and the amount from that round, for example %(mark)s 300, "
        "or %(mark)s 0 if the total already leaves it out."
    ),
    "winner_needed": _("A bracket match needs a winner: play again, or add c1 or c2 for the player who conceded."),
}


def score_problem_text(problem: ScoreProblem) -> str:
    """Return the sentence for a problem, the game's own if it has one; it says what to type."""
    if problem.text:
        said = gettext(problem.text)
        return said.format(**problem.params) if problem.params else said
    return str((TEXTS | place_labels.TEXTS)[problem.code]) % problem.params


DECIDED: dict[str, Promise] = {
    DecidedBy.TIME: _("time"),
    DecidedBy.CONCESSION: _("conceded"),
    DecidedBy.PENALTY: _("penalty"),
    DecidedBy.NO_SHOW: _("no-show"),
    DecidedBy.INTENTIONAL_DRAW: _("intentional draw"),
    DecidedBy.WALKOVER: _("walkover"),
}

WHY_NOT = {
    WhyNot.ROLE: _("If the result is wrong, the desk or the head judge can correct it."),
    WhyNot.NOT_OWN: _("Someone else entered this result. The desk or the head judge can undo it."),
    WhyNot.LOCKED: _(
        "Both players have accepted this result. Only the head judge or a scorekeeper can change it, with a reason."
    ),
}
"""Why a person may not correct a result or take it back."""
LOCKED_FOR_ORGANISER = _(
    "Both players have accepted this result. Only the head judge or a scorekeeper can change it, with a "
    "reason. Ask one of them, or give someone this role under Event › Staff."
)


def why_not_text(why_not: WhyNot, roles: Set[Role]) -> str:
    """Return the sentence for a person with these roles. An organiser is told who gives the role that is missing."""
    if why_not == WhyNot.LOCKED and can_organise(roles):
        return str(LOCKED_FOR_ORGANISER)
    return str(WHY_NOT[why_not])


def decided_text(decided_by: str, event: Event) -> str:
    """How a result was decided, in the game's word if it has one; empty for a match that was played out."""
    if decided_by == DecidedBy.PLAYED:
        return ""
    label = next((way.label for way in shape_of(event).form.ways_to_decide if way.code == decided_by), "")
    return gettext(label) if label else str(DECIDED.get(decided_by, ""))


def way_label(decided_by: str, event: Event) -> str:
    """The way to decide by itself, also for a match that was played out: *Played*, *Sudden Death*."""
    known = {way.value: way.label for way in DecidedBy}
    return str(known.get(decided_by) or capfirst(decided_text(decided_by, event)))


class LineHint(NamedTuple):
    """What the field for the desk's result line asks for, and what it says when it is sent empty."""

    format: str
    missing: str


def line_hint(event: Event) -> LineHint:
    """The hints for the result line, with an example in the unit of the event's game."""
    if pods := place_labels.pod_line_format(event):
        return LineHint(pods, place_labels.missing_text(event))
    unit = UNITS[shape_of(event).unit]
    example = {"score": unit.example}
    line = gettext(unit.line).format(**example)
    if shape_of(event).form.pot_label:
        line = gettext("%(format)s, and the pot: pot 4390") % {"format": line}
    return LineHint(line, str(TEXTS["line_unreadable"]) % example)


def score_hint(event: Event) -> str:
    """What to type as a score alone, with examples in the unit of the event's game."""
    if pods := place_labels.pod_score_hint(event):
        return pods
    unit = UNITS[shape_of(event).unit]
    return gettext("Same format as at the desk: %(score)s, or %(level)s t.") % {
        "score": unit.example,
        "level": unit.level,
    }


class MarkLegend(NamedTuple):
    """Marks of the desk's result line that belong together, with their meaning."""

    marks: list[str]
    text: str


def mark_legend(event: Event) -> list[MarkLegend]:
    """The marks that may stand after a score under the event's game and rules."""
    if event_pods(event):
        return [MarkLegend(marks, text) for marks, text in place_labels.pod_marks(event)]
    decisions = [decision for decision in shape_of(event).form.tie_decisions if not decision.counted]
    lines = [
        MarkLegend(["t"], gettext("decided when time was called")),
        *(MarkLegend(list(tie_marks((decision,))), gettext(decision.legend)) for decision in decisions),
        MarkLegend(["c", "c1", "c2"], gettext("conceded by the player behind, or by the first or second player")),
        MarkLegend(["x1", "x2", "xx"], gettext("no-show of the first player, the second player or both; no score")),
        MarkLegend(["w1", "w2"], gettext("walkover: the first or the second player has dropped; no score")),
        MarkLegend(["l1", "l2", "ll"], gettext("a loss for the first player, the second, or both; no score")),
    ]
    if takes_off(shape_of(event)):
        text = gettext("the amount from the round that the first or second player lost by penalty; it is subtracted")
        lines.append(MarkLegend(["rl1 300", "rl2 300"], text))
    if shape_of(event).form.pot_label:
        lines.append(MarkLegend(["pot 4390"], gettext("the pot of the match, at the end of the line")))
    if event.intentional_draws:
        lines.append(MarkLegend(["id"], gettext("intentional draw; no score")))
    return lines


WITHOUT_PLAY = (DecidedBy.NO_SHOW, DecidedBy.INTENTIONAL_DRAW, DecidedBy.WALKOVER)


def is_without_play(score: Score, event: Event) -> bool:
    """Whether a score is said in words: it was not played, or a penalty decided it and the game counts no rounds."""
    if score.places:
        return False
    unplayed = score.decided_by == DecidedBy.PENALTY and not any(numbers(score, shape_of(event)))
    return score.decided_by in WITHOUT_PLAY or unplayed


def seat_scores(score: Score, event: Event) -> tuple[str, ...]:
    """Return each seat's part of a played score: ``2`` and ``1``, or ``$2,410`` and ``$1,980``.

    Without play, the seats that lost have the reason: *no-show*. In a pod it is each seat's place.
    """
    if score.places:
        return place_labels.seat_places(score, event)
    if is_without_play(score, event):
        word = decided_text(score.decided_by, event)
        return tuple([word if outcome is Outcome.LOST else "" for outcome in score.outcomes])
    return amount_texts(score, event)


def amount_texts(score: Score, event: Event) -> tuple[str, ...]:
    """The number of each seat as text: ``2`` and ``1`` for rounds, points and places, ``$2,410`` and ``$1,980``."""
    if score.places:
        return place_labels.seat_places(score, event)
    shape = shape_of(event)
    return tuple(map(UNITS[shape.unit].text, numbers(score, shape)))


def score_text(score: Score, event: Event) -> str:
    """``2–1``, ``$2,410–$1,980`` or ``no-show``; of a pod ``C A D B`` as the desk types it, of one player ``216``."""
    if score.places:
        return place_labels.pod_text(score, event)
    if is_without_play(score, event):
        return decided_text(score.decided_by, event)
    return "–".join(amount_texts(score, event))


def said_score(score: Score, event: Event) -> str:
    """The score in a sentence: as the desk types it, but money in money, and a match without play in words."""
    if score.places:
        return place_labels.pod_text(score, event)
    shape = shape_of(event)
    return (
        score_text(score, event) if UNITS[shape.unit].is_money or is_without_play(score, event) else show(score, shape)
    )


def typed_line(score: Score, event: Event) -> str:
    """The score as the desk types it, with its marks."""
    return places_text(score) if score.places else typed(score, shape_of(event))


def shown_score(score: Score, event: Event) -> str:
    """The score as the desk types it, without marks for how it was decided; of a pod the whole line."""
    return places_text(score) if score.places else show(score, shape_of(event))


def pot_text(pot: int, event: Event) -> str:
    """``pot $4,390``; empty if no pot was noted."""
    return f"{gettext(shape_of(event).form.pot_label).lower()} {money(pot)}" if pot else ""


def with_pot(text: str, pot: int, event: Event) -> str:
    """A score with its pot, if one was noted: ``$2,410–$1,980, pot $4,390``."""
    return ", ".join(filter(None, (text, pot_text(pot, event))))


def how_decided(score: Score, event: Event) -> str:
    """How a result was decided, where ``score_text`` does not say it."""
    if score.places:
        return decided_text(score.decided_by, event)
    return "" if is_without_play(score, event) else decided_text(score.decided_by, event)


DOUBTS = {
    Doubt.LOW: _("If these are rounds won, enter what each player has at the end instead. Is it %(score)s?"),
    Doubt.DRAW_BEFORE_START: _("The clock has not started. Is the match a draw by time?"),
    Doubt.BEFORE_TIME: _("The clock still shows %(left)s. Did time decide the match?"),
    Doubt.WINNER_DROPPED: _("%(name)s has dropped. Did %(name)s win?"),
    Doubt.WINNER_DISQUALIFIED: _("%(name)s has been disqualified. Does %(name)s win?"),
}


def doubt_text(doubted: Doubted, score: Score, event: Event, *, staff: bool) -> str:
    """The question about a score that is possible but improbable: ``… Is it $2 to $1?``"""
    name = isolated(name_of(doubted.entry, staff=staff, event=event)) if doubted.entry is not None else ""
    params = {"name": name, "left": f"{doubted.left // 60}:{doubted.left % 60:02d}", "score": ""}
    if not score.places:
        first, *others = amount_texts(score, event)
        two = {"first": first, "second": others[0] if others else ""}
        params["score"] = str(_("%(first)s to %(second)s") % two) if len(others) == 1 else first
    return str(DOUBTS[doubted.code]) % params


LEFT = {
    EntryStatus.DROPPED: _("%(name)s has dropped"),
    EntryStatus.DISQUALIFIED: _("%(name)s has been disqualified"),
}


def left_text(entry: Entry) -> str:
    """Say for the staff that a player has left: ``Bo has dropped``; empty for a player who is in."""
    text = LEFT.get(EntryStatus(entry.status))
    return str(text % {"name": entry.unique_name}) if text else ""


def save_label(score: Score, event: Event) -> str:
    """The button that stores a score which was asked about."""
    return gettext("Save %(score)s") % {"score": score_text(score, event)}
