"""Practice at Bankrupt: its door. What plays stands in ``practising`` and is imported with the first match."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.practice.door import Choice, Hidden, Made, Play, Practice, Strength
from rules_engine.record import GameRecord
from rules_engine.rules.sets import Preset
from rules_engine.table import View
from rules_engine.text import text as _


class BankruptPractice(Practice):
    """The machine's strengths, and what is dealt. A game to the last piece is too long for it (BR-20)."""

    strengths: ClassVar[tuple[Strength, ...]] = (
        Strength("random", _("Beginner"), _("Picks any legal action.")),
        Strength(
            "careful", _("Careful"), _("Replaces low cards, throws in the worst hands and makes offers on high cards.")
        ),
    )
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("ten", "Bankrupt, 10 rounds", {"round_cap": 10, "fewest": 3}, 20),
        Preset("capped", "Bankrupt, 30 rounds", {"round_cap": 30, "fewest": 3}, 60),
    )

    def begin(self, record: GameRecord, seed: int) -> tuple[GameRecord, Hidden]:
        """Shuffle the deck."""
        from rules_engine.bankrupt.doors.practising import shuffled

        return record, shuffled(seed)

    def begin_round(self, play: Play, seed: int) -> Hidden:
        """Used cards go under the deck, or all are shuffled (BR-5)."""
        from rules_engine.bankrupt.doors.practising import next_round

        return next_round(play, seed)

    def choices(self, play: Play) -> tuple[Choice, ...]:
        """The deal, the exchange, the upping and the showdown, with the own two cards."""
        from rules_engine.bankrupt.doors.practising import choices

        return choices(play)

    def make(self, play: Play, token: str, seed: int) -> Made:
        """Deal, replace a card, or write what was chosen."""
        from rules_engine.bankrupt.doors.practising import make

        return make(play, token, seed)

    def decide(self, play: Play, strength: str, seed: int) -> str:
        """What the machine chooses."""
        from rules_engine.bankrupt.doors.practising import decide

        return decide(play, strength, seed)

    def view(self, play: Play, seat: str | None) -> View:
        """The table with the viewer's two cards, and those that were shown."""
        from rules_engine.bankrupt.doors.practising import view_of

        return view_of(play, seat)
