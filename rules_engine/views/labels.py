"""What the pages call findings and players, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules_engine.record import GameRecord
from rules_engine.text import isolated

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


def headline(faults: int) -> str:
    """How many findings there are, notes apart."""
    if not faults:
        return _("No findings")
    return ngettext("{count:,} finding", "{count:,} findings", faults).format(count=faults)


def kind_count(kind: str, count: int) -> str:
    """How many findings are of a kind."""
    counts = {
        "illegal": ngettext("{count:,} illegal", "{count:,} illegal", count),
        "missed": ngettext("{count:,} missed", "{count:,} missed", count),
        "misrecorded": ngettext("{count:,} misrecorded", "{count:,} misrecorded", count),
        "note": ngettext("{count:,} note", "{count:,} notes", count),
    }
    return counts[kind].format(count=count)
