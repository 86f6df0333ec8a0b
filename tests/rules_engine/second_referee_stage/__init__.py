"""A second referee of Bank! (the stage game), written from ``docs/rules/stage.md`` alone and without the engine's code.

Plain and slow: it reads a record's JSON and returns the findings and the result, so that the two can be compared.
"""
