"""Practice at the stage game: its door. What plays stands in ``practising`` and is imported with the first match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.practice.door import Choice, Hidden, Made, Play, Practice, Strength
from rules_engine.record import GameRecord
from rules_engine.table import View
from rules_engine.text import text as _


class StagePractice(Practice):
    """The machine's strengths, and what lies on the table."""

    strengths: ClassVar[tuple[Strength, ...]] = (
        Strength("random", _("Beginner"), _("Moves, discards and gives at random.")),
        Strength("thrifty", _("Thrifty"), _("Moves to the card that helps its hand most, and keeps high cards.")),
        Strength("steady", _("Steady"), _("Plays like Thrifty, but turns over no space while a good card is in view.")),
    )

    def begin(self, record: GameRecord, seed: int) -> tuple[GameRecord, Hidden]:
        """Lay out the stage and deal the hands; a record tells neither."""
        from rules_engine.stage.doors.practising import deal

        return record, deal(record, seed)

    def choices(self, play: Play) -> tuple[Choice, ...]:
        """Where the piece may go, or what the card asks for, with the cards of the hand."""
        from rules_engine.stage.doors.practising import choices

        return choices(play)

    def make(self, play: Play, token: str, seed: int) -> Made:
        """Turn over a space, draw or take a card, or write what was chosen."""
        from rules_engine.stage.doors.practising import make

        return make(play, token, seed)

    def decide(self, play: Play, strength: str, seed: int) -> str:
        """What the machine chooses."""
        from rules_engine.stage.doors.practising import decide

        return decide(play, strength, seed)

    def view(self, play: Play, seat: str | None) -> View:
        """The table with the cards of the viewer's hand."""
        from rules_engine.stage.doors.practising import view_of

        return view_of(play, seat)

    def seen(self, play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
        """Cards that are drawn, and those that are banked face down, are not shown (BS-7)."""
        from rules_engine.stage.doors.practising import seen

        return seen(play, seat, tokens, viewer)
