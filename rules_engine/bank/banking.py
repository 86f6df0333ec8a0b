"""BK-2.5 to BK-2.10: banking a trick, and the exchanges of a full box."""

from __future__ import annotations

from rules_engine.bank import tricks
from rules_engine.bank.record.notation import EXCHANGE, Token
from rules_engine.bank.state import BANKED
from rules_engine.bank.turn import ALLOWED, Run, Turn


def bank(turn: Turn, action: int, token: Token) -> None:
    """A trick is banked."""
    state, player = turn.state, turn.player
    due, older = tricks.due(state, turn.seat, len(token.cards)), tuple(player.bank)
    for card in token.cards:
        state.lay_down(turn.seat, card)
        player.bank.append(card)
        state.put(card, BANKED)
    turn.banks += 1
    turn.run = Run(EXCHANGE, action, turn.seat, due, older=older)


def refuse(turn: Turn, action: int) -> None:
    """A trick was not banked: the exchanges that are written after it are skipped."""
    turn.bank_refused = True
    turn.run = Run(EXCHANGE, action, turn.seat, refused=True)


def bank_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """Why a trick cannot be banked."""
    state, size, cards = turn.state, token.size, token.cards
    if tricks.NAMES[size] not in state.rules.tricks:
        return "trick_not_in_play", "BK-1.4"
    if len(cards) not in tricks.counts(state.rules, size):
        return "trick_count", "BK-2.9"
    if turn.banks >= _allowed(turn):
        return "bank_limit", "BK-2.5"
    if not state.may_hold(turn.seat, cards):
        return "card_not_in_hand", tricks.RULES[size]
    if not _is_trick(turn, token):
        return "no_trick", tricks.RULES[size]
    return tricks.box_denies(state, turn.seat, len(cards), turn.player.hand)


def may_bank(turn: Turn, size: int) -> bool:
    """Whether known and hidden cards of the hand may make a trick of a size that can be banked now."""
    state, player = turn.state, turn.player
    if turn.banks >= _allowed(turn) or tricks.NAMES[size] not in state.rules.tricks:
        return False
    if all(tricks.box_denies(state, turn.seat, n, player.hand)[0] for n in tricks.counts(state.rules, size)):
        return False
    return any(tricks.holds(state, group, size, player.known, player.hidden) for group in set(state.groups))


def _allowed(turn: Turn) -> int:
    """BK-2.5, BK-6.17: how many tricks may be banked in this turn."""
    rules = turn.state.rules
    if rules.withdrawal != "balanced":
        return 1
    if turn.picked:
        return 2 if rules.balanced_pick == "two" else 1
    return 2 if turn.drawn == 1 else 1


def _is_trick(turn: Turn, token: Token) -> bool:
    """BK-2.6 to BK-2.8: enough of the named cards are of the first one's rank, and the hand can hold the trick."""
    state, size, cards = turn.state, token.size, token.cards
    group = state.groups[cards[0]]
    if sum(state.groups[card] == group for card in cards) < tricks.needed(size, len(cards)):
        return False
    known = turn.player.known.union(cards)
    return tricks.holds(state, group, size, known, turn.player.hand - len(known))


def exchange_denied(turn: Turn, token: Token) -> tuple[str, str]:
    """BK-2.10: why a card cannot come out of the box."""
    if turn.run is None or not turn.run.due:
        return "needless_exchange", "BK-2.10"
    return ALLOWED if token.card in turn.run.older else ("card_not_in_bank", "BK-2.10")


def exchange(turn: Turn, _action: int, token: Token) -> None:
    """BK-2.10: an older card comes out of a full box."""
    if turn.run is not None:
        turn.run.due -= 1
        turn.run.older.remove(token.card)
        take_out(turn, token.card)


def take_out(turn: Turn, card: int) -> None:
    """A card leaves the box, to hand or to the discard pile."""
    turn.player.bank.remove(card)
    if turn.state.rules.bank_size == "moneybox":
        turn.state.take_up(turn.seat, card)
    else:
        turn.state.discard(turn.seat, card)
