"""Results as text: a score, how it was decided, and what is wrong with a score."""

from __future__ import annotations

from collections.abc import Sequence, Set

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.enums import EntryStatus, Role
from matches.events.queries.games import shape_of
from matches.models import Entry, Event, Match
from matches.people.labels.names import name_of
from matches.permissions import WhyNot, can_organise
from matches.results.kinds.labels import OwnResult, decided_text
from matches.results.kinds.registry import LABELS, labels_of
from matches.results.queries.results import Doubt, Doubted
from matches.standings.formats import money
from matches.tables.kinds import kind_of_score
from matches.tables.outcome import Outcome
from matches.tables.score import Score, ScoreProblem
from rules_engine import games
from rules_engine.text import isolated
from rules_engine.views.translation import translated


def score_problem_text(problem: ScoreProblem) -> str:
    """Return the sentence for a problem, the game's own if it has one; it says what to type."""
    if problem.text:
        text = gettext(problem.text)
        return text.format(**problem.params) if problem.params else text
    texts = next(labels.problems for labels in LABELS.values() if problem.code in labels.problems)
    return str(texts[problem.code]) % problem.params


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


def seat_scores(score: Score, event: Event) -> tuple[str, ...]:
    """Return each seat's part of a score: ``2`` and ``1``, or ``$2,410`` and ``$1,980``, or each seat's place.

    Without play, the seats that lost have the reason: *no-show*.
    """
    labels = labels_of(score)
    if labels.is_counted(score, event):
        return labels.amounts(score, event)
    word = decided_text(score.decided_by, event)
    return tuple([word if outcome is Outcome.LOST else "" for outcome in score.outcomes])


def amount_texts(score: Score, event: Event) -> tuple[str, ...]:
    """The number of each seat as text: ``2`` and ``1`` for rounds and points, ``$2,410`` and ``$1,980``, or places."""
    return labels_of(score).amounts(score, event)


def is_counted(score: Score, event: Event) -> bool:
    """Whether a score has numbers or places; one without is said in words."""
    return labels_of(score).is_counted(score, event)


def score_text(score: Score, event: Event) -> str:
    """``2–1``, ``$2,410–$1,980`` or ``no-show``; of a pod ``C A D B`` as the desk types it, of one player ``216``."""
    return labels_of(score).text(score, event)


def sentence_score(score: Score, event: Event) -> str:
    """The score in a sentence: as the desk types it, but money in money, and a match without play in words."""
    return labels_of(score).sentence(score, event)


def typed_line(score: Score, event: Event) -> str:
    """The score as the desk types it, with its marks."""
    return kind_of_score(score).typed(score, shape_of(event))


def typed_score(score: Score, event: Event) -> str:
    """The score as the desk types it, without marks for how it was decided; of a pod the whole line."""
    return kind_of_score(score).shown(score, shape_of(event))


def pot_text(pot: int, event: Event) -> str:
    """``pot $4,390``; empty if no pot was noted."""
    return f"{gettext(shape_of(event).form.pot_label).lower()} {money(pot)}" if pot else ""


def with_pot(text: str, pot: int, event: Event) -> str:
    """A score with its pot, if one was noted: ``$2,410–$1,980, pot $4,390``."""
    return ", ".join(filter(None, (text, pot_text(pot, event))))


def own_result(score: Score, event: Event, seat: int) -> OwnResult:
    """A score from one player's side: ``Won 2–1``, ``Lost $1,980–$2,410``, ``Place 2 of 4``."""
    return labels_of(score).own(score, event, seat)


def how_decided(score: Score, event: Event) -> str:
    """How a result was decided, where ``score_text`` does not say it."""
    return labels_of(score).decided(score, event)


DOUBTS = {
    Doubt.LOW: _("If these are rounds won, enter what each player has at the end instead. Is it %(score)s?"),
    Doubt.DRAW_BEFORE_START: _("The clock has not started. Is the match a draw by time?"),
    Doubt.BEFORE_TIME: _("The clock still shows %(left)s. Did time decide the match?"),
    Doubt.WINNER_DROPPED: _("%(name)s has dropped. Did %(name)s win?"),
    Doubt.WINNER_DISQUALIFIED: _("%(name)s has been disqualified. Does %(name)s win?"),
    Doubt.CONCEDED_A_WIN: _("At %(score)s %(name)s has won. Did %(name)s concede all the same?"),
}


def doubt_text(doubted: Doubted, score: Score, event: Event, *, staff: bool, own_seat: int = 0) -> str:
    """The question about a score that is possible but improbable: ``… Is it $2 to $1?`` On a player's own phone the
    player's number comes first.
    """
    name = isolated(name_of(doubted.entry, staff=staff, event=event)) if doubted.entry is not None else ""
    left = f"{doubted.left // 60}:{doubted.left % 60:02d}"
    shown = labels_of(score).question(score, event, own_seat)
    return str(DOUBTS[doubted.code]) % {"name": name, "left": left, "score": shown}


LEFT = {
    EntryStatus.DROPPED: _("%(name)s has dropped"),
    EntryStatus.DISQUALIFIED: _("%(name)s has been disqualified"),
}


def left_text(entry: Entry) -> str:
    """Say for the staff that a player has left: ``Bo has dropped``; empty for a player who is in."""
    text = LEFT.get(EntryStatus(entry.status))
    return str(text % {"name": entry.unique_name}) if text else ""


def won_text(score: Score, event: Event, names: Sequence[str]) -> str:
    """A score, with the winner's name where its numbers are level: ``0–0, Ada Lovelace wins``."""
    text, amounts = score_text(score, event), amount_texts(score, event) if is_counted(score, event) else ()
    winners = [name for name, outcome in zip(names, score.outcomes, strict=True) if outcome is Outcome.WON]
    if len(amounts) != 2 or amounts[0] != amounts[1] or len(winners) != 1:
        return text
    return gettext("%(score)s, %(name)s wins") % {"score": text, "name": isolated(winners[0])}


def named_score_text(score: Score, event: Event, names: Sequence[str]) -> str:
    """A score with the names of its two players, so that nobody takes one side for the other: ``Ada 2–1 Bo``; where
    the numbers are level, with the winner's name.
    """
    text = won_text(score, event, names)
    if len(names) != 2 or text != score_text(score, event) or not is_counted(score, event):
        return text
    first, second = map(isolated, names)
    return gettext("%(first)s %(score)s %(second)s") % {"first": first, "score": text, "second": second}


def save_label(score: Score, event: Event, *, own_seat: int = 0) -> str:
    """The button that stores a score which was asked about; on a player's own phone as the player has tapped it."""
    two = len(score.outcomes) == 2
    shown = own_result(score, event, own_seat).score if two and own_seat else score_text(score, event)
    return gettext("Save %(score)s") % {"score": shown}


def start_note(match: Match, seat: int, event: Event) -> str:
    """What stands beside the player who starts, or in some games deals, or who chooses who does."""
    if match.starter == seat:
        return translated(games.get(event.game).wording.starts)
    chooses = any(why["code"] == "higher_seed_chooses" and why["params"]["seat"] == seat for why in match.why)
    return gettext("chooses who starts") if chooses else ""


def own_start_text(match: Match, seat: int, event: Event) -> str:
    """The same as the player of this seat reads it: ``You start``; empty where another one starts, or nobody knows."""
    if match.starter == seat:
        return translated(games.get(event.game).wording.you_start)
    return gettext("You choose who starts") if start_note(match, seat, event) else ""
