"""A time penalty: the player's turns get a time box for the rest of the match, and the table gets time."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from judging.durations import duration
from judging.enums import ExtensionCause
from judging.extensions.services import give_time, table_time
from judging.models import Infraction
from judging.policy import Policy
from judging.policy.extension import Extension, for_penalty
from judging.policy.structs import Penalty
from judging.records.services import RecordWriter
from judging.rulings.effects.kind_services import Done, EffectKind, Outlook
from judging.rulings.effects.stored import TimePenalty
from matches.clock.services import check_extension
from matches.models import Match


class TimePenaltyKind(EffectKind):
    """Extra time that the table got stays when the penalty is taken back."""

    def is_of(self, penalty: Penalty) -> bool:
        return penalty.effect is not None

    def check(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
        if writer.match is None:
            return
        extension = _extension_for(writer.policy, penalty, writer.match, writer.at)
        if extension.seconds:
            check_extension(match=writer.match, seconds=extension.seconds)

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        """The table gets time, unless time was called."""
        seconds = _turn_seconds(penalty)
        if writer.match is None:
            return Done(TimePenalty(seconds, waits=True))
        extension = _extension_for(writer.policy, penalty, writer.match, writer.at)
        if extension.seconds:
            give_time(writer, extension, cause=ExtensionCause.TIME_PENALTY)
        called = extension.reason == "time_already_called"
        return Done(TimePenalty(seconds, seconds=extension.seconds, recorded_only=called))

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        box = {"name": outlook.name, "seconds": _turn_seconds(penalty)}
        text = _("%(name)s has %(seconds)s s per turn until the end of the match.") % box
        if outlook.match is None:
            return [text]
        extra = _extension_for(outlook.policy, penalty, outlook.match, timezone.now())
        if not extra.seconds:
            return [text]
        params = {"table": outlook.match.table, "time": duration(extra.seconds)}
        return [text, _("Table %(table)s gets %(time)s of extra time.") % params]


def _turn_seconds(penalty: Penalty) -> int:
    assert penalty.effect is not None  # noqa: S101 - as ``is_of`` says
    return penalty.effect.turn_seconds


def _extension_for(policy: Policy, penalty: Penalty, match: Match, at: datetime) -> Extension:
    assert penalty.effect is not None  # noqa: S101 - as ``is_of`` says
    time = table_time(match, at)
    return for_penalty(policy, penalty.effect, left=time.left, extended=time.extended)
