"""Computes how the correction of a bracket result changes the stored matches and rounds.

A later result becomes void when the players of its match change. If such a match is in the open round and has no
report yet, its new players are seated there and the round goes on. Otherwise the first round with such a match and all
rounds after it are withdrawn, with their records kept, and paired again; results in them that the correction does not
affect are then carried over (``brackets.services``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from matches.brackets.queries import StageBracket
from matches.enums import ResultStatus, RoundStatus
from matches.history import Outcomes
from matches.models import Match, Result, Round
from matches.pairing.bracket import BracketState, correct
from matches.pairing.bracket.state import Status


@dataclass(frozen=True)
class BracketChange:
    """``fallen`` are stored matches whose result becomes void, ``reseated`` those without a result whose players
    change. ``seated`` are the matches that stay in their round; ``state`` has their players. ``withdrawn`` are the
    rounds to withdraw, ``carried`` the matches in them whose results are kept.
    """

    state: BracketState
    fallen: tuple[Match, ...] = ()
    reseated: tuple[Match, ...] = ()
    seated: tuple[Match, ...] = ()
    withdrawn: tuple[Round, ...] = ()
    carried: tuple[Match, ...] = ()


def bracket_change(known: StageBracket, stored: Sequence[Match], key: str, outcomes: Outcomes) -> BracketChange:
    """Follow a corrected result through the stored matches, which have their rounds loaded. Two queries."""
    change = correct(known.bracket, known.results, key, outcomes, known.gone, known.seated)
    touched_keys = {*change.fallen, *change.reseated}
    seated = {name: seats for name, seats in known.seated.items() if name not in touched_keys}
    state = msgspec.structs.replace(known, results=change.results, seated=seated).state
    by_key = {match.bracket_key: match for match in stored}
    fallen = tuple(by_key[name] for name in change.fallen if name in by_key)
    reseated = tuple(by_key[name] for name in change.reseated if name in by_key)
    touched = [*fallen, *reseated]
    if not touched:
        return BracketChange(state)
    if _goes_on(touched, state):
        return BracketChange(state, fallen, reseated, seated=tuple(touched))
    first = min(match.round.number for match in touched)
    rounds = {match.round.number: match.round for match in stored if match.round.number >= first}
    lost = {match.pk for match in touched}
    return BracketChange(
        state,
        fallen,
        reseated,
        withdrawn=tuple(rounds[number] for number in sorted(rounds)),
        carried=_with_result(match for match in stored if match.round.number in rounds and match.pk not in lost),
    )


def _goes_on(touched: Sequence[Match], state: BracketState) -> bool:
    """Whether the changed matches can get their new players in place: in the open round, playable, without a report."""
    playable = all(state.matches[match.bracket_key].status is Status.PLAYABLE for match in touched)
    in_open_round = all(match.round.status in RoundStatus.open() for match in touched)
    return playable and in_open_round and not Result.objects.filter(match__in=touched).exists()


def _with_result(matches: Iterable[Match]) -> tuple[Match, ...]:
    found = list(matches)
    confirmed = set(
        Result.objects.filter(match__in=found, status=ResultStatus.CONFIRMED).values_list("match_id", flat=True)
    )
    return tuple(match for match in found if match.pk in confirmed)
