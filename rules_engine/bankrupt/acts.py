"""What may be done in a state, as tokens of a record, and why other acts may not be done."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules_engine.bankrupt import upping
from rules_engine.bankrupt.cards import RANKS
from rules_engine.bankrupt.ruleset import ANTE
from rules_engine.bankrupt.state import UNTIL_UPTURNED, Round, State
from rules_engine.bankrupt.texts.messages import FINDING_TEXTS
from rules_engine.bankrupt.texts.wording import BankruptWording
from rules_engine.record import SEATS
from rules_engine.table import Acts, Allowed, Barred, Kind
from rules_engine.text import text as _

_WORDING = BankruptWording()
_SHOW, _UPTURNED = _("Show"), _("Upturned card")


def _shows(*, one: bool) -> Iterator[str]:
    """The tokens of a show: of two cards, and where that is ``enough`` of one."""
    for at, first in enumerate(RANKS):
        yield from (f"S{first}+{second}" for second in RANKS[: at + 1])
        if one:
            yield f"S{first}"


_SHOWS = {one: tuple(_shows(one=one)) for one in (False, True)}


def acting(state: State) -> int | None:
    """The seat that acts next: in the exchange, the upping or the showdown, from the dealer's left."""
    round_ = state.round
    if state.ended_by or round_ is None or round_.decided:
        return None
    if not (round_.closed or round_.exchanged()):
        return next(seat for seat in round_.order if seat not in round_.acted)
    if round_.offer is not None:
        return round_.offer.waited_for[0]
    if not round_.shown:
        for seat in round_.inside:
            if round_.place[seat] >= round_.right and not upping.offer_denied(round_, seat, 1)[0]:
                return seat
    return next(seat for seat in round_.inside if seat not in round_.shown)


def acts_of(state: State, seat: str) -> Acts:
    """What a seat may do now."""
    at, round_ = acting(state), state.round
    if at is None or round_ is None:
        return Acts()
    if SEATS[at] != seat:
        return Acts(SEATS[at])
    tokens = allowed_tokens(round_, at)
    allowed = tuple(Allowed(token, _WORDING.act(token)) for token in tokens)
    return Acts(seat, allowed, tuple(_barred(round_, at)), tuple(_kinds(round_, tokens)))


def allowed_tokens(round_: Round, seat: int) -> list[str]:
    """The tokens that the seat that acts next may write without a finding, a show for every pair of cards."""
    in_showdown = (round_.closed or round_.exchanged()) and round_.offer is None and seat not in round_.shown
    shows = _SHOWS[round_.state.rules.show == "enough"] if in_showdown else ()
    return [*plays(round_, seat), *shows]


def plays(round_: Round, seat: int) -> list[str]:
    """Those of the allowed tokens that are no show."""
    if not (round_.closed or round_.exchanged()):
        return list(_exchange(round_, seat))
    if round_.offer is not None:
        return ["Y", "N"]
    may_offer = not round_.shown and round_.place[seat] >= round_.right
    if not may_offer or upping.offer_denied(round_, seat, 1)[0]:
        return []
    return [*(f"O{pieces}" for pieces in range(1, upping.cap(round_) + 1)), "P"]


def _exchange(round_: Round, seat: int) -> Iterator[str]:
    """BR-7, BR-14, BR-15: before the deal a player may resign, or must declare last legs."""
    state = round_.state
    player = state.players[seat]
    if not round_.dealt and not (state.dead and state.rules.resign == "no_run"):
        yield "RS"
    short = seat in round_.short if round_.laid else player.beside < ANTE
    if short and seat not in round_.legs_said:
        yield "LL"
        return
    yield from ("H", "R")
    barred = state.rules.throw_zero == "barred" and round_.laid and not round_.ante(seat)
    if player.streak < state.rules.throw_limit and round_.inside != [seat] and not barred:
        yield "F"


def _kinds(round_: Round, tokens: Collection[str]) -> Iterator[Kind]:
    """The cards of a showdown in any order (BR-10, BR-17), and the upturned card once it can have come up (BR-5)."""
    may_show = any(token.startswith("S") for token in tokens)
    least = 1 if round_.state.rules.show == "enough" else 2
    yield Kind("S", _SHOW, (RANKS, RANKS), least, allowed=may_show, listed=False)
    dealt = round_.state.dealt + (0 if round_.dealt else 2 * len(round_.order))
    yield Kind("U", _UPTURNED, (RANKS,), allowed=not round_.upturned and dealt >= UNTIL_UPTURNED, listed=False)


def _barred(round_: Round, seat: int) -> Iterator[Barred]:
    """Why no offer may be made now."""
    if not (round_.closed or round_.exchanged()) or round_.shown:
        return
    code, rule = upping.offer_denied(round_, seat, 1)
    if code:
        values = {"token": "O1", "cap": upping.cap(round_)}
        reason = FINDING_TEXTS[code].why_barred(rule, SEATS[seat], values)
        yield Barred("O1", _("Make an offer"), reason, code, rule)
