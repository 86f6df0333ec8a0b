"""Where in a JSON text a value stands: needed only when something is wrong with it, so it is kept out of reading."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

import msgspec

Path = tuple[str | int, ...]

_PIECE = re.compile(r'"(?:[^"\\]+|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_DEEPEST = 8  # nothing that a reader can name lies deeper


class Lines:
    """Line and column, both from 1, of an offset in a text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def find(text: str, paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Offset and length of the values at these paths, in a well-formed JSON text. Scalars have their own length.

    A path that the text does not have is not in the answer. Linear in the text, whatever its nesting.
    """
    wanted, found = set(paths), {}
    stack: list[str | int] = []  # per open container the index, or the key, of the value that comes next
    kinds: list[str] = []
    key_next = False
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece == ":":
            key_next = False
        elif piece == ",":
            if kinds[-1] == "[":
                stack[-1] = int(stack[-1]) + 1
            else:
                key_next = True
        elif piece in "}]":
            stack.pop()
            kinds.pop()
            key_next = False
        elif key_next:
            stack[-1] = msgspec.json.decode(piece) if len(stack) <= _DEEPEST else ""
        else:
            if len(stack) <= _DEEPEST and tuple(stack) in wanted:
                found[tuple(stack)] = (match.start(), len(piece))
            if piece in "{[":
                kinds.append(piece)
                stack.append(0 if piece == "[" else "")
                key_next = piece == "{"
    return found
