"""Records to try the check with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from rules_engine.views.words import Words

_FOLDER = Path(__file__).parent / "examples"


class Example(NamedTuple):
    """An example's name and what it shows; its record is the file of its key."""

    name: Words
    shows: Words


EXAMPLES: dict[str, Example] = {
    "clean": Example(_("A clean sheet"), _("A round of Bankout, from the first card to $1,000, without a fault.")),
    "ten-faults": Example(_("Ten faults"), _("Ten different things that go wrong at a table, each with its remedy.")),
    "blitz": Example(_("A Blitz match"), _("Three rounds with Jokers, a counter and a shield, decided on totals.")),
}


@cache
def example_text(key: str) -> str:
    """The record of an example, as text."""
    return (_FOLDER / f"{key}.bo").read_text(encoding="utf-8")
