"""Simulated games: a shuffled table, players of two strengths and more, and the record of what they did."""

from rules_engine.stage.simulate.match import Match, Sheet, simulate
from rules_engine.stage.simulate.players import PLAYERS, player

__all__ = ["PLAYERS", "Match", "Sheet", "player", "simulate"]
