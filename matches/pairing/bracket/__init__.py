"""Brackets (section 6): single and double elimination for 2 to 4,096 entries. Pure.

``build`` returns the matches with their keys and feeders, ``rounds`` the order of play, ``resolve`` the state of the
bracket after the results so far, ``correct`` and ``fallen`` the consequences of a corrected result.
"""

from matches.pairing.bracket.correction import Correction, correct, fallen
from matches.pairing.bracket.model import (
    LEAST,
    Bracket,
    BracketError,
    BracketKind,
    BracketMatch,
    Feeder,
    From,
    Side,
    position_of,
    side_and_round,
)
from matches.pairing.bracket.places import PlaceRange
from matches.pairing.bracket.seeding import depth_of, first_losers_round, seed_order
from matches.pairing.bracket.shape import build, rounds
from matches.pairing.bracket.state import NOBODY, BracketState, MatchState, Seats, Status, resolve

__all__ = [
    "LEAST",
    "NOBODY",
    "Bracket",
    "BracketError",
    "BracketKind",
    "BracketMatch",
    "BracketState",
    "Correction",
    "Feeder",
    "From",
    "MatchState",
    "PlaceRange",
    "Seats",
    "Side",
    "Status",
    "build",
    "correct",
    "depth_of",
    "fallen",
    "first_losers_round",
    "position_of",
    "resolve",
    "rounds",
    "seed_order",
    "side_and_round",
]
