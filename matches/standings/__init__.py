"""Standings (section 5): points, tie-breaks from one registry, exact shares. Pure: values in, values out.

``compute`` makes the table from the players and the rounds played, ``explain`` and ``separation`` say why,
``cut`` names who plays on; ``REGISTRY`` lists the tie-breaks.
"""

from matches.standings.explain import POINTS, Explanation, Part, Separation, explain, separation
from matches.standings.records import HistoryError
from matches.standings.settings import ORDER_MONEY, ORDER_ROUNDS, Entrant, SettingsError, StandingsSettings
from matches.standings.shown import decimal, percent
from matches.standings.table import Row, Table, Value, check, compute, cut
from matches.standings.tie_breaks import REGISTRY, How, TieBreak

__all__ = [
    "ORDER_MONEY",
    "ORDER_ROUNDS",
    "POINTS",
    "REGISTRY",
    "Entrant",
    "Explanation",
    "HistoryError",
    "How",
    "Part",
    "Row",
    "Separation",
    "SettingsError",
    "StandingsSettings",
    "Table",
    "TieBreak",
    "Value",
    "check",
    "compute",
    "cut",
    "decimal",
    "explain",
    "percent",
    "separation",
]
