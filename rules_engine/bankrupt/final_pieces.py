"""Whether a game can end with what the seats hold: BR-18, BR-16."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.amounts import AmountsError, SeatAmount
from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.text import text as _


def check_pieces(rules: BankruptRuleSet, amounts: Sequence[SeatAmount]) -> None:
    """Raise AmountsError if the pieces do not add up.

    What the seats do not hold lies in the centre (BR-20), but the last one holding pieces takes it (BR-16). Who holds
    nothing is out; of several the order decides their places.
    """
    whole, held = rules.start * len(amounts), sum(player.amount for player in amounts)
    if held > whole:
        raise AmountsError(
            _(
                "BR-18: there are {held} pieces, but {players} players started with {whole}.",
                held=held,
                players=len(amounts),
                whole=whole,
            )
        )
    holding = [player for player in amounts if player.amount]
    if not holding:
        raise AmountsError(_("BR-16: at least one player must hold pieces at the end."))
    if len(holding) == 1 and held < whole:
        raise AmountsError(_("BR-16: the last player with pieces has all {whole}, including the centre.", whole=whole))
    if any(player.amount and player.out is not None for player in amounts):
        raise AmountsError(_("BR-16: a player who is out cannot hold pieces."))
    empty = [player for player in amounts if not player.amount]
    if len(empty) > 1 and any(player.out is None for player in empty):
        raise AmountsError(_("BR-16: several players hold nothing. Mark who went out first: x1, then x2."))
