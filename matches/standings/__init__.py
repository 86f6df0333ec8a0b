"""Standings (section 5): points, tie-breaks from one registry, exact shares. Pure: values in, values out.

``compute`` makes the table from the players and the rounds played; ``REGISTRY`` lists the tie-breaks.
"""

from matches.standings.records import HistoryError
from matches.standings.settings import ORDER_MONEY, ORDER_ROUNDS, Entrant, SettingsError, StandingsSettings
from matches.standings.table import Row, Table, Value, check, compute
from matches.standings.tie_breaks import REGISTRY, How, TieBreak

__all__ = [
    "ORDER_MONEY",
    "ORDER_ROUNDS",
    "REGISTRY",
    "Entrant",
    "HistoryError",
    "How",
    "Row",
    "SettingsError",
    "StandingsSettings",
    "Table",
    "TieBreak",
    "Value",
    "check",
    "compute",
]
