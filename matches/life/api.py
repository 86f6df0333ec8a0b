"""What may become of an event: into the archive and out of it."""

from __future__ import annotations

from matches.api.actions import Action
from matches.life.archive_services import archive_event, unarchive_event
from matches.permissions import can_organise

ACTIONS = {
    "archive": Action(
        summary="Hide an event from lists",
        description="One that is finished, or that has no round. Its pages stay where they are.",
        permission=can_organise,
        perform=lambda event, actor, data: archive_event(event=event, actor=actor),
    ),
    "unarchive": Action(
        summary="Put an event of the archive back into lists",
        description="It is as it was.",
        permission=can_organise,
        perform=lambda event, actor, data: unarchive_event(event=event, actor=actor),
    ),
}
