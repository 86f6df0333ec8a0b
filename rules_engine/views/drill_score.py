"""The score of a drill, kept in the browser's session: each position counts at its first answer only.

A position is what its player knows: the same one counts once, whatever address asked it (all decisions of a record or
those of one player, all kinds or one kind).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import msgspec
from django.http import HttpRequest

from rules_engine.drill.door import DrillGrade, DrillPosition

SESSION = "drill"
MOST_SEEN = 500
"""So many answered positions are remembered."""


class Score(msgspec.Struct):
    """The answers of this visit. ``seen`` are the positions that were answered."""

    answered: int = 0
    best: int = 0
    cost: float = 0.0
    seen: list[str] = []


def count(request: HttpRequest, game: str, position: DrillPosition, grade: DrillGrade) -> None:
    """Count an answer to a position of a game, unless it has been answered."""
    identity = msgspec.json.encode((game, dict(position.situation)), order="sorted")
    score, key = _score(request), hashlib.sha256(identity).hexdigest()[:12]
    if key in score.seen:
        return
    counted = Score(
        score.answered + 1,
        score.best + (not grade.cost),
        round(score.cost + grade.cost, 2),
        [*score.seen, key][-MOST_SEEN:],
    )
    request.session[SESSION] = msgspec.to_builtins(counted)


def forget(request: HttpRequest) -> None:
    """Begin again from zero."""
    request.session.pop(SESSION, None)


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """The score for ``rules_engine/_drill_score.html``: answers, the best among them, what the others cost."""

    answered: int
    best: int
    cost: str
    mean: str


def score_shown(request: HttpRequest) -> ScoreShown | None:
    """The score so far; None before the first answer."""
    score = _score(request)
    if not score.answered:
        return None
    return ScoreShown(score.answered, score.best, f"${score.cost:,.2f}", f"${score.cost / score.answered:,.2f}")


def _score(request: HttpRequest) -> Score:
    try:
        return msgspec.convert(request.session.get(SESSION) or {}, Score)
    except msgspec.ValidationError:
        return Score()
