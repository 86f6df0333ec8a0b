"""A compiled twin of the engine and its simulator: whole matches on flat arrays of whole numbers, by the million.

The readable engine is the reference; tests hold every match of the kernel against it. Match *i* of seed *s* is the
same match on any machine, alone or in any part of a run, and the readable simulator plays it too.

Only worker processes and commands may import this package: it brings numba (see ``compiling``).
"""
