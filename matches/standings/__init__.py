"""Standings (section 5): points, tie-breaks from one registry, exact shares. Pure.

``compute`` computes the table from the players and the rounds played, ``explain`` and ``separation`` explain it,
``cut`` returns the players who go on; ``REGISTRY`` holds the tie-breaks by key.
"""

from matches.standings.explain import POINTS, Explanation, ExplanationPart, Separation, explain, separation
from matches.standings.formats import decimal, percent
from matches.standings.records import HistoryError
from matches.standings.settings import ORDER_ROUNDS, Entrant, SettingsError, StandingsSettings
from matches.standings.table import Row, Table, check, compute, cut
from matches.standings.tie_break import How, TieBreak, Unit, Value
from matches.standings.tie_breaks import REGISTRY, value_text

__all__ = [
    "ORDER_ROUNDS",
    "POINTS",
    "REGISTRY",
    "Entrant",
    "Explanation",
    "ExplanationPart",
    "HistoryError",
    "How",
    "Row",
    "Separation",
    "SettingsError",
    "StandingsSettings",
    "Table",
    "TieBreak",
    "Unit",
    "Value",
    "check",
    "compute",
    "cut",
    "decimal",
    "explain",
    "percent",
    "separation",
    "value_text",
]
