"""Who plays whom: Swiss rounds, brackets and round robin. Pure: values in, values out, chance from a seed.

For Swiss rounds, ``field.field_from_history`` reads a field, ``swiss.pair_swiss`` pairs it and ``conflicts.conflicts``
looks through a draft edited by hand. ``cost`` says what makes a pairing good.
"""
