"""A match in sentences, as somebody who cannot see the table can follow it.

Everything is read from what a spectator sees of the table, before and after each token: nothing that lies face down can
be in a sentence, in any game.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.game import Game, Moment
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from rules_engine.table import SPECTATOR, Bank, Counter, View
from rules_engine.text import isolated
from rules_engine.views.drawing import amount_text, card
from rules_engine.views.translation import translated

FACE_DOWN = {"?"}


class Detail(IntEnum):
    """How much a sentence is about: a round or the end of a turn, a turn's great moments, each card, and all else that
    somebody at the table sees: hands that grow, pieces that move, what is waited for.
    """

    TURNS = 1
    MOMENTS = 2
    CARDS = 3
    ALL = 4


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the commentary."""

    detail: Detail
    text: str


def commentary(game: Game, record: GameRecord, names: Mapping[str, str]) -> list[Sentence]:
    """The whole match in sentences, the oldest first; ``names`` are those of the players by seat."""
    shown = {seat: isolated(name) for seat, name in names.items()}
    found: list[Sentence] = []
    before = game.view(game.opening(record), SPECTATOR)

    def look(moment: Moment, state: object) -> None:
        nonlocal before
        after = game.view(state, SPECTATOR)
        if moment.turn is None:
            found.append(Sentence(Detail.TURNS, _round(game, record, moment, shown)))
        else:
            seat = record.rounds[moment.place].turns[moment.turn - 1].seat
            found.extend(_step(before, after, shown.get(seat, seat), shown))
        before = after

    if result := _result(game, game.replay(record, look), shown):
        found.append(Sentence(Detail.TURNS, result))
    return found


def result_of(game: Game, record: GameRecord, names: Mapping[str, str]) -> str:
    """How a match ended that is over on its record; empty while it goes on."""
    return _result(game, game.referee(record), {seat: isolated(name) for seat, name in names.items()})


def _result(game: Game, report: Report, names: Mapping[str, str]) -> str:
    return translated(game.wording.result(report, names)) if report.outcome.status != "in_progress" else ""


def _round(game: Game, record: GameRecord, moment: Moment, names: Mapping[str, str]) -> str:
    played = record.rounds[moment.place]
    title = translated(game.wording.round_title(played.round))
    starter = translated(game.wording.starter(names.get(played.first, played.first)))
    return _("%(round)s. %(starter)s.") % {"round": title, "starter": starter}


def _step(before: View, after: View, player: str, names: Mapping[str, str]) -> Iterator[Sentence]:
    for token in _new_cards(before, after):
        text = _("%(player)s shows %(card)s.") % {"player": player, "card": card(token).name}
        yield Sentence(Detail.CARDS, text)
    yield from _hands(before, after, names)
    yield from _pieces(before, after, names)
    yield from _marks(before, after, player)
    yield from _waiting(before, after)
    banks = list(_banks(before, after, names))
    ended = after.turn_over and not before.turn_over
    for text in banks:
        yield Sentence(Detail.TURNS if ended else Detail.MOMENTS, text)
    if ended:
        yield Sentence(Detail.TURNS, f"{player}: {translated(after.status)}")


def _new_cards(before: View, after: View) -> Iterator[str]:
    """The cards that have come to lie open on the table; those that only moved from one pile to another have not."""
    old, new = _lying(before), _lying(after)
    left = Multiset[str]()
    for place, cards in old.items():
        left += cards - new.get(place, Multiset())
    counts = {(pile.key, pile.seat): pile.count for pile in before.piles}
    for pile in after.piles:
        place = (pile.key, pile.seat)
        more = pile.count - counts.get(place, 0)
        if more <= 0:  # what lay below the top was shown before
            continue
        came = new[place] - old.get(place, Multiset())
        if pile.count > len(pile.cards):  # only the top is seen
            top = pile.cards[-1:] if more == 1 else ()
            came = Multiset(one.token for one in top if one.token not in FACE_DOWN)
        for token in came.elements():
            if left[token]:
                left[token] -= 1
            else:
                yield token


def _lying(view: View) -> dict[tuple[str, str | None], Multiset[str]]:
    """The cards of this turn that lie open, by the pile that they lie in."""
    return {
        (pile.key, pile.seat): Multiset(
            one.token for one in pile.cards if one.token not in FACE_DOWN and "old" not in one.marks
        )
        for pile in view.piles
    }


def _hands(before: View, after: View, names: Mapping[str, str]) -> Iterator[Sentence]:
    """Who holds more cards, or fewer: never which."""
    held = {hand.seat: len(hand.cards) for hand in before.hands}
    for hand in after.hands:
        count, old = len(hand.cards), held.get(hand.seat)
        if old is None or old == count:
            continue
        values = {"player": names.get(hand.seat, hand.seat), "count": count}
        if count > old:
            text = ngettext(
                "%(player)s takes a card and holds %(count)s.",
                "%(player)s takes cards and holds %(count)s.",
                count - old,
            )
        else:
            text = ngettext(
                "%(player)s gives up a card and holds %(count)s.",
                "%(player)s gives up cards and holds %(count)s.",
                old - count,
            )
        yield Sentence(Detail.ALL, text % values)


def _pieces(before: View, after: View, names: Mapping[str, str]) -> Iterator[Sentence]:
    """Where pieces have come to stand on a board."""
    stood = {pile.key: set(str(pile.note).split()) for pile in before.piles if pile.row is not None}
    for pile in after.piles:
        for seat in str(pile.note).split() if pile.row is not None else ():
            if seat in after.seats and seat not in stood.get(pile.key, set()):
                values = {"player": names.get(seat, seat), "space": translated(pile.label)}
                yield Sentence(Detail.ALL, _("%(player)s moves to %(space)s.") % values)


def _waiting(before: View, after: View) -> Iterator[Sentence]:
    """What the table waits for now, if it is something else than before; the end of a turn has its own sentence."""
    if after.phase != before.phase and not after.turn_over and after.status:
        yield Sentence(Detail.ALL, translated(after.status))


def _marks(before: View, after: View, player: str) -> Iterator[Sentence]:
    """What has come to be so, such as Alert, with what the player has at stake."""
    were = {(mark.key, mark.seat): mark.on for mark in before.marks}
    for mark in after.marks:
        if not mark.on or were.get((mark.key, mark.seat)):
            continue
        values = {"player": player, "mark": translated(mark.label)}
        stake = _stake(after)
        if stake is None:
            yield Sentence(Detail.MOMENTS, _("%(player)s: %(mark)s.") % values)
        else:
            values |= {"counter": translated(stake.label), "amount": amount_text(stake.value, stake.unit)}
            yield Sentence(Detail.MOMENTS, _("%(player)s: %(mark)s, with %(amount)s of %(counter)s.") % values)


def _stake(view: View) -> Counter | None:
    """The counter that is drawn large, if it counts money: the Loot."""
    first = next((counter for counter in view.counters if counter.seat is None), None)
    return first if first is not None and first.unit == "money" and first.value else None


def _banks(before: View, after: View, names: Mapping[str, str]) -> Iterator[str]:
    """What each player has more or less than before, in the Bank that a score sheet compares."""
    owned = _first_banks(before)
    for seat, bank in _first_banks(after).items():
        old = owned.get(seat)
        if old is None or old.amount is None or bank.amount is None or old.amount == bank.amount:
            continue
        change = bank.amount - old.amount
        values = {
            "player": names.get(seat, seat),
            "change": amount_text(abs(change), bank.unit),
            "amount": amount_text(bank.amount, bank.unit),
        }
        if change > 0:
            yield _("%(player)s gains %(change)s and has %(amount)s.") % values
        else:
            yield _("%(player)s loses %(change)s and has %(amount)s.") % values


def _first_banks(view: View) -> dict[str, Bank]:
    found: dict[str, Bank] = {}
    for bank in view.banks:
        if bank.seat is not None:
            found.setdefault(bank.seat, bank)
    return found
