"""Simulated games of Bank: a dealer with real cards, and players who choose among what the rules allow."""
