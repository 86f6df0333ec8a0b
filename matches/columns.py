"""What stands over the columns of a table, for ``components/table_head.html``. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column: of numbers or of text, and whether a phone leaves it out."""

    label: str
    number: bool
    wide: bool


def columns(*labels: str, texts: int = 1, wide: tuple[int, ...] = ()) -> list[Column]:
    """The heads of so many columns of text, and then of columns of numbers. A phone leaves out the ``wide`` ones."""
    return [Column(label, place >= texts, place in wide) for place, label in enumerate(labels)]
