"""Bank: rule set, notation and referee (docs/rules/bank.md)."""
