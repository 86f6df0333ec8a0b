"""What a penalty did to the match, and what taking one back undid, as a penalty's step keeps it: codes and keys. Pure.

A step's ``effect`` is the JSON of an :class:`Effect`, or ``{}``; with ``gave_back`` beside it where the penalty took
the place of another one. Where a penalty was rescinded, it is the JSON of a :class:`GaveBack` alone. The JSON is part
of the log's hashes and of the API: its keys, their order and their values stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType, convert, field, to_builtins


class Effect(Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """What a penalty did. Each kind is a struct of its own, with what is needed to undo it.

    ``match`` is the key of a match, ``version`` that of the result that the penalty stored for it. ``waits``: the
    player had no undecided match, so nothing was done yet.
    """

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def is_waiting(self) -> bool:
        return False

    @property
    def match_loss(self) -> MatchLoss | None:
        """The match loss that the effect is or includes."""
        return None


class TimePenalty(Effect, frozen=True, tag="time_penalty"):
    """The player has ``turn_seconds`` for a turn. The table got ``seconds``; none if time was called before."""

    turn_seconds: int
    seconds: int | None = None
    recorded_only: bool | None = None
    waits: bool = False

    @property
    def is_waiting(self) -> bool:
        return self.waits


class RoundLoss(Effect, frozen=True, tag="round_loss"):
    """A game round lost. It has a ``version`` if it decided the match."""

    match: str | None = None
    version: int | None = None
    waits: bool = False

    @property
    def is_waiting(self) -> bool:
        return self.waits


class MatchLoss(Effect, frozen=True, tag="match_loss"):
    """A match lost. ``with_result``: the others at the table play on, and it is given with their result."""

    match: str | None = None
    version: int | None = None
    with_result: bool = False
    waits: bool = False

    @property
    def is_waiting(self) -> bool:
        return self.waits

    @property
    def match_loss(self) -> MatchLoss:
        return self


class Disqualification(Effect, frozen=True, tag="disqualification"):
    """The player left the event. ``loss`` is that of the match under way, None without one."""

    keeps_place: bool
    loss: MatchLoss | None

    @property
    def match_loss(self) -> MatchLoss | None:
        return self.loss


FORMS: dict[str, type[Effect]] = {
    form.__struct_config__.tag: form  # type: ignore[misc]  # the tags above are strings
    for form in (TimePenalty, RoundLoss, MatchLoss, Disqualification)
}
"""The kinds of effects by the ``kind`` of their JSON."""

NOTHING = "nothing"
"""``GaveBack.what`` where somebody had corrected the result since, which stands."""


class GaveBack(Struct, frozen=True, omit_defaults=True):
    """What taking a penalty back undid: ``what`` is the kind of its effect.

    ``version`` is that of the result left for the match, if it still has one. ``loss`` is what a disqualification gave
    back of the match, and None if it had taken none.
    """

    what: str = field(name="gave_back")
    match: str | None = None
    version: int | None = None
    loss: GaveBack | UnsetType | None = UNSET


def stored_effect(effect: Effect | None, replaced: GaveBack | None = None) -> dict[str, Any]:
    """The JSON of what a penalty did, and of what was given back of the penalty whose place it took."""
    row = _row(effect)
    return {**row, "gave_back": _row(replaced)} if replaced is not None else row


def stored_give_back(gave_back: GaveBack | None) -> dict[str, Any]:
    """The JSON of what rescinding a penalty gave back."""
    return _row(gave_back)


def read_effect(stored: Mapping[str, Any]) -> Effect | None:
    """What the penalty did whose step keeps this JSON; None if that was nothing, or if it was taken back."""
    return convert(_parts(stored), FORMS[stored["kind"]]) if "kind" in stored else None


def read_gave_back(stored: Mapping[str, Any]) -> GaveBack | None:
    """What a step gave back that keeps this JSON: a rescission, or a penalty that took another one's place."""
    found = stored.get("gave_back")
    row = stored if isinstance(found, str) else found
    return convert(_parts(row), GaveBack) if row else None


def _row(value: Struct | None) -> dict[str, Any]:
    parts: dict[str, Any] = to_builtins(value) if value is not None else {}
    return {name: {} if part is None else part for name, part in parts.items()}


def _parts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object, with None for a part that is stored as ``{}``."""
    return {name: None if part == {} else part for name, part in row.items()}
