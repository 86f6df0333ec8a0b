"""Evidence in words, and the records without it: what happened in an incident, what was stated about it, and what was
stated with a disqualification. It is shown to those who see evidence (``judging.permissions.can_see_evidence``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from judging.enums import PrizeDecision
from judging.models import Incident, PenaltyEvent, Record, Ruling
from judging.policy import Policy
from judging.rulings.labels.records import INCIDENTS, record_text
from judging.rulings.queries.penalties import STATEMENT

STATED: dict[str, Promise] = {
    "statement_player": gettext_lazy("Player’s statement"),
    "statement_judge": gettext_lazy("Judge’s statement"),
}


def stated_lines(statements: Mapping[str, Any]) -> list[str]:
    """What was stated with a disqualification, and the decision about the prizes."""
    found = [f"{label}: {statements[name]}" for name, label in STATED.items() if statements.get(name)]
    if statements.get("prize_decision") in PrizeDecision.values:
        found.append(str(PrizeDecision(statements["prize_decision"]).label))
    return found


def shown_text(record: Record, policy: Policy, *, evidence: bool) -> str:
    """The text of a record in one line; without ``evidence``, only that there is an incident, and of which kind."""
    if isinstance(record, Incident) and not evidence:
        return str(INCIDENTS.get(record.finding, INCIDENTS[""]))
    return record_text(record, policy)


def shown_remarks(record: Record, *, evidence: bool) -> list[str]:
    """What a record says beside its text: its comment, and what was stated with a penalty."""
    if isinstance(record, Ruling) and record.matter == STATEMENT and not evidence:
        return []
    stated = stated_lines(record.statements) if evidence and isinstance(record, PenaltyEvent) else []
    return [getattr(record, "comment", ""), *stated]
