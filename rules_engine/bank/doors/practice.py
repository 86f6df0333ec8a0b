"""Practice at Bank: its door. What plays stands in ``practising`` and is imported with the first match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.practice.door import Choice, Hidden, Made, Play, Practice, Strength
from rules_engine.record import GameRecord
from rules_engine.table import View
from rules_engine.text import text as _


class BankPractice(Practice):
    """The machine's strengths, and what is dealt. A record names every card, so that nothing is hidden beside it."""

    strengths: ClassVar[tuple[Strength, ...]] = (
        Strength("random", _("Beginner"), _("Picks any legal action.")),
        Strength("greedy", _("Greedy"), _("Banks the highest-value cards and keeps cards that make tricks.")),
    )

    def begin(self, record: GameRecord, seed: int) -> tuple[GameRecord, Hidden]:
        """Seven cards each and the first discards, written down in the record's head."""
        from rules_engine.bank.doors.practising import deal

        return deal(record, seed), {}

    def choices(self, play: Play) -> tuple[Choice, ...]:
        """Withdrawals, tricks, thieves and discards; which cards of a trick or a straight is asked next."""
        from rules_engine.bank.doors.practising import choices

        return choices(play)

    def make(self, play: Play, token: str, seed: int) -> Made:
        """Turn the next card, steal an unseen one, ask for the cards, or write what was chosen."""
        from rules_engine.bank.doors.practising import make

        return make(play, token, seed)

    def decide(self, play: Play, strength: str, seed: int) -> str:
        """What the machine chooses."""
        from rules_engine.bank.doors.practising import decide

        return decide(play, strength, seed)

    def view(self, play: Play, seat: str | None) -> View:
        """The table, as the recorder shows it."""
        from rules_engine.bank.view import view

        return view(play.state, seat)

    def seen(self, play: Play, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
        """Cards that go unseen to a hand, or to a private bank, are not shown."""
        from rules_engine.bank.doors.practising import seen

        return seen(play, seat, tokens, viewer)
