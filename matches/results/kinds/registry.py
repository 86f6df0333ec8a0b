"""The texts of every kind of table, by the kind's name."""

from __future__ import annotations

from matches.events.queries.kinds import kind_of_event
from matches.models import Event
from matches.results.kinds.duel_labels import DUEL_LABELS
from matches.results.kinds.labels import KindLabels
from matches.results.kinds.pod_labels import POD_LABELS
from matches.results.kinds.solo_labels import SOLO_LABELS
from matches.tables.kinds import kind_of_score
from matches.tables.score import Score

LABELS: dict[str, KindLabels] = {"duel": DUEL_LABELS, "pod": POD_LABELS, "solo": SOLO_LABELS}


def labels_of(score: Score) -> KindLabels:
    """The texts of a score's kind."""
    return LABELS[kind_of_score(score).name]


def labels_of_event(event: Event) -> KindLabels:
    """The texts of the kind of table that an event's rounds are played at."""
    return LABELS[kind_of_event(event).name]
