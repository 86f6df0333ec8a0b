"""Bankout and Bankout Blitz: rule set, state, engine, notation and referee (docs/rules/bankout.md)."""
