"""What every kind of effect can do: a penalty acts on the match, is foretold and is taken back through these doors.

A kind is a module with its :class:`EffectKind`, a form in ``stored`` and a line in ``services.KINDS``. What it changes,
it changes through the services of ``matches``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judging.models import Infraction
from judging.policy import Policy
from judging.policy.structs import Penalty
from judging.records.services import RecordWriter
from judging.rulings.effects.stored import Effect, GaveBack
from matches.models import Entry, Event, Match, Result


@dataclass(frozen=True)
class Done:
    """What a penalty did, and the result that it made, if any."""

    effect: Effect | None = None
    result: Result | None = None


@dataclass(frozen=True)
class GivenBack:
    """What taking a penalty back undid, and the result that it left behind in place of the penalty's, if any."""

    gave_back: GaveBack | None = None
    left: Result | None = None


@dataclass(frozen=True, kw_only=True)
class Outlook:
    """What penalties of a player are foretold for. ``match`` is the table of the fault, or None.

    ``counts_in`` is the match in which a loss would count. ``doubles``: a match loss would make a double loss.
    """

    event: Event
    entry: Entry
    match: Match | None
    policy: Policy
    counts_in: Match | None
    doubles: bool

    @property
    def name(self) -> str:
        return self.entry.unique_name

    def seat(self, match: Match) -> int:
        return next(seat.index for seat in match.seats.all() if seat.entry_id == self.entry.pk)


class EffectKind:
    """A kind of effect. ``effect`` is always of the kind's own form.

    As it stands here it is the kind of a penalty that does nothing: its ``effect`` is None.
    """

    def is_of(self, penalty: Penalty) -> bool:
        """Whether this penalty of the policy has an effect of this kind."""
        return False

    def check(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
        """Raise Refused where ``apply`` could not act on the match."""

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        """Carry out a penalty that is in force, or one that waited and now has the writer's match."""
        return Done()

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        """What the penalty would do now, in sentences, the match first."""
        return []

    def irreversible(self, outlook: Outlook) -> str:
        """Why the penalty cannot be undone completely; "" for one that can."""
        return ""

    def check_give_back(self, writer: RecordWriter, infraction: Infraction, effect: Any, reason: str) -> None:
        """Raise Refused where ``give_back`` could not undo what the penalty took."""

    def give_back(self, writer: RecordWriter, infraction: Infraction, effect: Any, reason: str) -> GivenBack:
        """Undo the effect."""
        return GivenBack(GaveBack(effect.kind)) if effect is not None else GivenBack()

    def explain(self, entry: Entry, effect: Any) -> list[str]:
        """What taking the penalty back would undo, in sentences."""
        return []

    def to_correct(self, effect: Any) -> Match | None:
        """The match whose result has to be looked at by hand when the penalty is taken back."""
        return None
