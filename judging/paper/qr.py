"""A QR code as the runs of its rows: drawn as one path, far faster than a drawing of squares."""

from functools import lru_cache
from itertools import groupby

import segno

# Choosing among the eight masks is nine tenths of the work; any of them reads, so one is fixed.
_MASK = 4


@lru_cache(maxsize=1024)
def rows(link: str) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Dark runs (row, first column, column after the last) and the modules a side, without the quiet zone."""
    matrix = segno.make_qr(link, error="m", boost_error=False, mask=_MASK).matrix
    runs = []
    for number, row in enumerate(matrix):
        column = 0
        for dark, group in groupby(row):
            length = len(list(group))
            if dark:
                runs.append((number, column, column + length))
            column += length
    return tuple(runs), len(matrix)
