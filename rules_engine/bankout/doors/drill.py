"""What Bankout offers for a drill. Simulator and odds are imported with the first position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, NUMBERS, QUEEN, RANK_BITS, RANK_NAMES
from rules_engine.drill.door import ANY, DrillAct, DrillChoice, DrillGrade, DrillPosition, DrillTerms
from rules_engine.record import GameRecord
from rules_engine.text import EMPTY, Text, money
from rules_engine.text import text as _

if TYPE_CHECKING:
    from rules_engine.bankout.analysis.positions import Position

_LABELS = {
    "draw": _("Draw"),
    "bank": _("Bank"),
    "queen": _("Play a Queen"),
    "king": _("Play a King"),
    "swap": _("Joker: swap"),
    "joker_king": _("Joker as King"),
    "joker_queen": _("Joker as Queen"),
}
_CARDS = ((ACE, _("Aces")), (JACK, _("Jacks")), (QUEEN, _("Queens")), (KING, _("Kings")), (JOKER, _("Jokers")))


class BankoutDrill:
    """Decisions of open turns, worth what the best play of the turn adds to the Bank."""

    kinds: tuple[DrillChoice, ...] = (
        DrillChoice(ANY, _("All kinds")),
        DrillChoice("plain", _("Draw or bank")),
        DrillChoice("queen", _("With a Queen in hand")),
        DrillChoice("king", _("With a King in hand")),
        DrillChoice("joker", _("With a Joker in hand")),
    )
    players: tuple[DrillChoice, ...] = (
        DrillChoice("steady", _("Steady")),
        DrillChoice("careful", _("Careful")),
        DrillChoice("bold", _("Bold")),
    )

    def simulated(self, terms: DrillTerms, number: int) -> DrillPosition | None:
        """A position of a simulated match; None if some forty matches have none of its kind."""
        from rules_engine.bankout.drill.choosing import simulated

        found = simulated(terms, number)
        return None if found is None else _as_seen(found)

    def of_record(self, record: GameRecord, terms: DrillTerms) -> Sequence[DrillPosition]:
        """Every position of a record that is worth asking, in order."""
        from rules_engine.bankout.drill.choosing import questions

        return [_as_seen(position) for position in questions(record, terms)]

    def grade(self, position: DrillPosition, act: str) -> DrillGrade:
        """What one of a position's acts costs, in money."""
        from rules_engine.bankout.drill.grading import grade

        return grade(position, act)


def _as_seen(position: Position) -> DrillPosition:
    """A decision as its player sees it."""
    from rules_engine.bankout.drill.choosing import offered, seen

    state = position.state
    turned = seen(position) or []
    return DrillPosition(
        state=state,
        seat=position.seat,
        round=state.round,
        acts=tuple(DrillAct(name, _LABELS[name], _consequence(position, name)) for name in offered(position)),
        facts=tuple(_facts(position)),
        situation={
            "rules": state.rules.to_mapping(),
            "round": state.round,
            "loot": state.loot,
            "jacks": state.jacks,
            "latent": state.latent,
            "bank": state.banks[state.seat],
            "opponent_bank": state.banks[state.opponent],
            "hand": " ".join(RANK_NAMES[card & RANK_BITS] for card in state.hands[state.seat]),
            "seen": " ".join(RANK_NAMES[rank] for rank, copies in enumerate(turned) for _copy in range(copies)),
            "hidden": position.hidden,
        },
        played=position.chosen,
    )


def _consequence(position: Position, name: str) -> Text:
    loot = position.state.loot
    amounts = {"bank": loot, "king": 2 * loot, "joker_king": 2 * loot}
    return _("{amount} to the Bank.", amount=money(amounts[name])) if name in amounts else EMPTY


def _facts(position: Position) -> Iterator[tuple[Text, str]]:
    """What the player can have counted: the cards that are unseen, also those that the opponent may hold."""
    unseen, rules = position.unseen, position.state.rules
    yield _("In the deck"), str(sum(unseen) - position.hidden)
    numbers = sum(unseen[face] for face in NUMBERS)
    mean = sum(face * unseen[face] for face in NUMBERS) / numbers if numbers else 0
    yield _("Numbers"), str(numbers)
    yield _("Average number"), f"${mean:.2f}"
    for rank, label in _CARDS:
        if rank != JOKER or rules.jokers:
            yield label, str(unseen[rank])
    yield _("In the opponent’s hand"), str(position.hidden)
