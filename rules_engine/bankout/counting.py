"""Numbers by counting: the n-th number of a stream depends on the run's seed, the match and n alone.

SplitMix64 (Steele, Lea and Flood, 2014), which mixes the key of the stream plus n steps. The compiled kernel has a twin
of these functions.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
DECK, PLAYERS = 0, 1  # the streams of a match: the deck's, then one for each seat


def mix(value: int) -> int:
    """64 bits from 64 bits, one to one."""
    value = ((value ^ value >> 30) * FIRST) & MASK
    value = ((value ^ value >> 27) * SECOND) & MASK
    return value ^ value >> 31


def key_of(seed: int, match: int, stream: int) -> int:
    """The key of a stream. Seeds count modulo 2 to the 64th."""
    run = mix((seed + STEP) & MASK)
    return mix((mix((run ^ match) & MASK) + stream) & MASK)


def bits(key: int, number: int) -> int:
    """The number at a place of a stream, from 0 to 2 to the 32nd."""
    return mix((key + number * STEP) & MASK) >> 32
