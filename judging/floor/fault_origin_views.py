"""What leads to the form of an infraction: the parameters of its address, and the referee's finding behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone

from judging.models import Infraction
from judging.policy import Policy
from judging.recorder.findings import named
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.findings import log_finding
from judging.recorder.views.board import where
from judging.rulings.services.infractions import log_infraction
from matches.clock.queries import round_clock
from matches.clock.timing import ClockState
from matches.models import Event, Match
from rules_engine.views.translation import translated
from rules_engine.whole_numbers import whole_number

MOST_LATE = 6 * 60 * 60


class FaultQuery:
    """The query parameters of an infraction: only a note, self-reported, how late, after which ruling."""

    def __init__(self, request: HttpRequest, match: Match, policy: Policy, code: str) -> None:
        query = request.GET
        rule = policy.infraction(code)
        self.note_only = query.get("note") == "1" and policy.may_be_noted(code)
        self.self_report = query.get("self") == "1" and bool(rule.first_if_self_reported)
        self.ruling = query.get("ruling", "")
        self.finding = query.get("finding", "")
        self.late_seconds = self._late(query.get("late", ""), match) if rule.by_minutes else None

    @staticmethod
    def _late(text: str, match: Match) -> int:
        """The seconds from the query, or else from the round's clock."""
        late = whole_number(text, most=10**12)
        if late is not None:
            return min(late, MOST_LATE)
        reading = round_clock(match.round).read(timezone.now())
        used = reading.allowed - reading.left if reading.state != ClockState.NOT_STARTED else 0
        return max(0, min(int(used), MOST_LATE))

    def text(self, changed: str = "") -> str:
        """The query as text, with the switch ``changed`` ("note" or "self") flipped."""
        switches = {"note": self.note_only, "self": self.self_report}
        if changed:
            switches[changed] = not switches[changed]
        parts = {key: "1" for key, on in switches.items() if on}
        if self.ruling:
            parts["ruling"] = self.ruling
        if self.finding:
            parts["finding"] = self.finding
        if self.late_seconds is not None:
            parts["late"] = str(self.late_seconds)
        return "?" + urlencode(parts)


@dataclass(frozen=True)
class Origin:
    """Where an infraction comes from: the finding of the referee's that led here, or nothing."""

    recorded: RecordedMatch | None = None
    name: str = ""

    @property
    def comment(self) -> str:
        """What the referee says of the finding, as the comment to begin with."""
        finding = named(self.recorded.standing.report, self.name) if self.recorded is not None else None
        if self.recorded is None or finding is None:
            return ""
        return f"{where(self.recorded, finding)}: {translated(finding.message)}"

    def log(self, event: Event, **terms: Any) -> Infraction:
        if self.recorded is None:
            return log_infraction(event=event, **terms)
        return log_finding(recorded=self.recorded, finding=self.name, **terms)


def origin_of(event: Event, match: Match, finding: str) -> Origin:
    """Read the finding that the address names as NUMBER:NAME, by the number of its record."""
    kind, _colon, name = finding.partition(":")
    number = whole_number(kind)
    found = None if number is None else recorded(event, match, number)
    return Origin(found, name)
