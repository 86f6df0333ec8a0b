"""An act that has a log of its own beside those of events: on a club, on a hall day, or on the site.

Each room has its own context manager, which locks, checks the right, and writes one row at the end; here is what they
share.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from matches.audit.services import Actor


@dataclass(kw_only=True)
class OwnAct:
    """An act in progress. Everything it writes has the time ``at``."""

    name: str
    actor: Actor
    at: datetime
    details: dict[str, Any] = field(default_factory=dict)

    def note(self, **details: Any) -> None:
        """Add to the row in the log: keys and numbers, never names."""
        self.details.update(details)

    def row(self) -> dict[str, Any]:
        """The fields of the row that every such log has (``LoggedAct``)."""
        details = json.loads(json.dumps(self.details, cls=DjangoJSONEncoder))
        return {"at": self.at, "act": self.name, "user": self.actor.user, "details": details}
