"""What a penalty will do, in sentences: shown before a judge confirms it."""

from __future__ import annotations

from judging.policy import Policy
from judging.rulings.effects.kind_services import Outlook
from judging.rulings.effects.match_loss_services import loss_match, lost_to_penalty
from judging.rulings.effects.services import kind_for
from matches.models import Entry, Event, Match


class Consequences:
    """What penalties of a player would do now. ``match`` is the table of the fault, or None.

    The match in which a loss counts is looked up once, for all penalties that a page offers.
    """

    def __init__(self, event: Event, entry: Entry, match: Match | None, policy: Policy) -> None:
        self.outlook = Outlook(
            event=event,
            entry=entry,
            match=match,
            policy=policy,
            counts_in=loss_match(entry.pk, match.pk if match is not None else None),
            doubles=lost_to_penalty(entry.pk, match) is not None,
        )

    def of(self, code: str) -> list[str]:
        """The sentences for one penalty, the match first; [] for a penalty without an effect."""
        penalty = self.outlook.policy.penalty(code)
        return kind_for(penalty).foretell(self.outlook, penalty)

    def irreversible(self, code: str) -> str:
        """Why a penalty cannot be undone completely; "" for one that can."""
        return kind_for(self.outlook.policy.penalty(code)).irreversible(self.outlook)
