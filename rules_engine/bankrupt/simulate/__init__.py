"""Simulated games of Bankrupt: a deck with an upturned card, and players who choose among what the rules allow."""
