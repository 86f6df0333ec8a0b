"""A QR code as one path of horizontal runs, which is far faster than drawing squares."""

from functools import lru_cache
from itertools import groupby

import segno

# Choosing among the eight masks is nine tenths of the work. Any of them can be read, so one is fixed.
_MASK = 4


@lru_cache(maxsize=1024)
def path(link: str) -> tuple[str, int]:
    """The PDF operators that fill the code's dark modules, and the modules per side without the quiet zone.

    One module is one unit; the origin is the lower left corner.
    """
    matrix = segno.make_qr(link, error="m", boost_error=False, mask=_MASK).matrix
    side = len(matrix)
    runs = []
    for number, row in enumerate(matrix):
        column = 0
        for dark, group in groupby(row):
            length = len(list(group))
            if dark:
                runs.append(f"{column} {side - number - 1} {length} 1 re")
            column += length
    return " ".join((*runs, "f")), side
