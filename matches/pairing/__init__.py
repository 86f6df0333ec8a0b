"""Pairing: Swiss rounds, brackets and round robin. Pure; all randomness comes from a seed.

For Swiss rounds, ``field.field_from_history`` computes a field, ``swiss.pair_swiss`` pairs it and
``conflicts.conflicts`` checks a draft edited by hand. ``cost`` defines what makes a pairing good.
"""
