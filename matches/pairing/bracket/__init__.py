"""Brackets (section 6): single and double elimination for 2 to 4,096 entries. Pure.

``build`` gives the matches with their keys and feeders, ``rounds`` the order of play, ``resolve`` where the bracket
stands with the results so far, ``correct`` and ``fallen`` what a corrected result takes with it.
"""

from matches.pairing.bracket.correction import Correction, correct, fallen
from matches.pairing.bracket.model import Bracket, BracketError, BracketKind, BracketMatch, Feeder, From, Side
from matches.pairing.bracket.places import Place
from matches.pairing.bracket.seeding import seed_order
from matches.pairing.bracket.shape import build, rounds
from matches.pairing.bracket.state import NOBODY, BracketState, MatchState, Status, resolve

__all__ = [
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
    "Place",
    "Side",
    "Status",
    "build",
    "correct",
    "fallen",
    "resolve",
    "rounds",
    "seed_order",
]
