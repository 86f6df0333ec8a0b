"""What the pages call findings and players, in the reader's language."""

from __future__ import annotations

import unicodedata

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules_engine.record import GameRecord

LONGEST_NAME = 80

KINDS: dict[str, tuple[str | Promise, str, str]] = {
    # kind: label, icon, chip
    "illegal": (gettext_lazy("Illegal"), "wrong", "wrong"),
    "missed": (gettext_lazy("Missed"), "warning", "waits"),
    "misrecorded": (gettext_lazy("Misrecorded"), "edit", "info"),
    "note": (gettext_lazy("Note"), "info", ""),
}


def player_name(record: GameRecord, seat: str) -> str:
    """A player by name, or else by seat."""
    name = record.seats.get(seat, "").strip()[:LONGEST_NAME]
    return isolated(name) or _("Player {seat}").format(seat=seat)


def isolated(name: str) -> str:
    """A name that does not turn the sentence around it: one from right to left stands between isolating marks."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if turns else name


def headline(faults: int) -> str:
    """How many findings there are, notes apart."""
    if not faults:
        return _("No findings")
    return ngettext("{count:,} finding", "{count:,} findings", faults).format(count=faults)


def kind_count(kind: str, count: int) -> str:
    """How many findings are of a kind."""
    counts = {
        "illegal": _("{count:,} illegal"),
        "missed": _("{count:,} missed"),
        "misrecorded": _("{count:,} misrecorded"),
        "note": ngettext("{count:,} note", "{count:,} notes", count),
    }
    return counts[kind].format(count=count)
