"""What stands over the columns of a table, for ``components/table_head.html``. Pure."""

from __future__ import annotations

from typing import Any


def columns(*labels: Any, texts: int = 1, wide: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """The heads of so many columns of text, and then of columns of numbers. A phone leaves out the ``wide`` ones."""
    return [{"label": label, "number": place >= texts, "wide": place in wide} for place, label in enumerate(labels)]
