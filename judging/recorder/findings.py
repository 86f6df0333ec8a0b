"""The referee's findings by name, so that what was done about one can be kept beside the record. Pure."""

from __future__ import annotations

from rules_engine.record.report import Finding, Report

NOTE = "note"
"""The kind of finding that a record is valid with."""
MISRECORDED = "misrecorded"
"""The kind of finding that charges nobody: the sheet says what cannot be."""


def name_of(finding: Finding) -> str:
    """The name of a finding within its record: the round's place from 1, turn, action and code."""
    places = (finding.place + 1, finding.turn or "", finding.action or "")
    return ".".join(str(place) for place in places) + f".{finding.code}"


def named(report: Report, name: str) -> Finding | None:
    """The finding of that name; None if the record no longer has it."""
    return next((finding for finding in report.findings if name_of(finding) == name), None)
