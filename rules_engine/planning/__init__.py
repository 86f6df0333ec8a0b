"""How long matches, rounds and events take, from simulated matches. Pure.

A game plays matches without a time cap and writes down, turn by turn, what takes time and who is ahead. From such
traces follows, for any pace and any cap, when each match ends and who has won it by then.
"""
