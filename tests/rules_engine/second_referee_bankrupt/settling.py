"""What a showdown decides: amounts, the centre, dead rounds (BR-9 to BR-14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rules_engine.second_referee_bankrupt import showdown
from tests.rules_engine.second_referee_bankrupt.table import FULL_ANTE

if TYPE_CHECKING:
    from tests.rules_engine.second_referee_bankrupt.round import Round


def settle(game: Round) -> None:
    """Among those who have shown."""
    if game.rules["show"] == "enough":
        for seat in showdown.needed_seconds(game.hands, game.rules):
            game.report("show_short", "BR-17", game.hands[seat].token)
    best = showdown.best_of(game.hands)
    if len(best) == 1:
        pay_winner(game, best[0])
        game.table.dead = 0
    else:
        dead_round(game)
    game.decide()


def pay_winner(game: Round, winner: str) -> None:
    """Each loser pays from the ante; the centre goes to a winner who may claim it."""
    for loser in game.hands:
        if loser != winner:
            game.table.pay(loser, winner, payment(game, winner, loser))
    if claims_centre(game, winner):
        game.table.take_centre(winner)


def payment(game: Round, winner: str, loser: str) -> int:
    """BR-11 to BR-14 with 19.8 and 19.14."""
    table, rules, laid = game.table, game.rules, game.ante[winner]
    due = table.multiple * showdown.amount(game.hands[winner], game.hands[loser], rules)
    if laid < FULL_ANTE:
        due = min(due, laid * table.multiple if rules["cap_multiple"] == "per_ante" else laid)
    tops_up = table.dead and rules["short_front"] == "tops_up"
    return min(due, table.total(loser) if tops_up else table.front(loser))


def claims_centre(game: Round, winner: str) -> bool:
    """BR-9 with 19.3 and 19.15."""
    if game.ante[winner] < FULL_ANTE and game.rules["last_legs_centre"] == "always":
        return True
    since = game.rules["centre_claim"] == "since_built"
    return winner in (game.table.part_since_built if since else game.upping.part)


def dead_round(game: Round) -> None:
    """BR-13."""
    table = game.table
    table.dead += 1
    if table.dead == game.rules["dead_limit"]:
        table.dead = 0
        in_round = game.rules["third_dead"] in ("in_round", "both")
        table.divide_centre(game.inside if in_round else game.live)
