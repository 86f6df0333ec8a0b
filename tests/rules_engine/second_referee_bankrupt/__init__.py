"""A second referee of Bankrupt, written from ``docs/rules/bankrupt.md`` alone and without the engine's code.

Plain and slow: it reads a record's JSON and returns the findings and the result, so that the two can be compared.
"""
