"""Bankrupt: rule set, notation and referee (docs/rules/bankrupt.md)."""
