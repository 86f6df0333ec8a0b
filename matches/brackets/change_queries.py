"""What the correction of a bracket result does to the matches and rounds that are stored.

A later match whose players change falls: its result no longer stands. Where that is a match of the round now open
that nobody has reported on yet, it is seated anew and the round goes on, clock and all. Otherwise the first round with
such a match and the rounds after it are taken back, their records untouched, to be made again; results in them that
the correction does not touch are then carried over (``brackets.services``).
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
    """``fallen`` are stored matches with a result that no longer stands, ``reseated`` those without one whose players
    change; ``seated`` are the ones that stay where they are, with ``state`` telling who sits there. ``withdrawn`` are
    the rounds taken back, ``carried`` the matches in them whose results are kept.
    """

    state: BracketState
    fallen: tuple[Match, ...] = ()
    reseated: tuple[Match, ...] = ()
    seated: tuple[Match, ...] = ()
    withdrawn: tuple[Round, ...] = ()
    carried: tuple[Match, ...] = ()


def bracket_change(known: StageBracket, stored: Sequence[Match], key: str, outcomes: Outcomes) -> BracketChange:
    """Follow a corrected result through the stored matches (with their rounds). Two queries, for what has a result."""
    change = correct(known.bracket, known.results, key, outcomes, known.gone)
    state = msgspec.structs.replace(known, results=change.results).state
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
    """Whether the changed matches can simply be seated anew: in the open round, playable, nobody reported."""
    playable = all(state.matches[match.bracket_key].status is Status.PLAYABLE for match in touched)
    in_open_round = all(match.round.status in RoundStatus.open() for match in touched)
    return playable and in_open_round and not Result.objects.filter(match__in=touched).exists()


def _with_result(matches: Iterable[Match]) -> tuple[Match, ...]:
    found = list(matches)
    confirmed = set(
        Result.objects.filter(match__in=found, status=ResultStatus.CONFIRMED).values_list("match_id", flat=True)
    )
    return tuple(match for match in found if match.pk in confirmed)
