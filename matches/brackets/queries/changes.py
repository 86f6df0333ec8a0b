"""Computes how the correction of a bracket result changes the stored matches and rounds.

A later result becomes void when the players of its match change. If such a match is in the open round and has no
report yet, its new players are seated there and the round goes on. Otherwise the first round with such a match and all
rounds after it are withdrawn, with their records kept, and paired again; results in them that the correction does not
affect are then carried over (``brackets.services.rounds``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from matches.brackets.queries.brackets import StageBracket, stage_bracket, stored_matches
from matches.brackets.queries.pod_cuts import pod_round_of, stage_cut
from matches.enums import ResultStatus, RoundStatus
from matches.models import Match, Result, Round, Stage
from matches.pairing.bracket import BracketState, PlaceRange, correct
from matches.pairing.bracket.state import Status
from matches.tables.outcome import Outcomes
from matches.tables.score import Score


@dataclass(frozen=True)
class PlaceChange:
    """A player, as an entry's id, whose certain place in the bracket changes; None where none is certain."""

    entry: int
    before: PlaceRange | None
    after: PlaceRange | None


@dataclass(frozen=True)
class BracketChange:
    """``fallen`` are stored matches whose result becomes void, ``reseated`` those without a result whose players
    change. ``seated`` are the matches that stay in their round, ``people`` the entry ids by seat that they get, by key.
    ``withdrawn`` are the rounds to withdraw, ``carried`` the matches in them whose results are kept. ``complete``:
    the bracket is decided afterwards as well. ``places`` are the places that change, the best first.
    """

    complete: bool
    fallen: tuple[Match, ...] = ()
    reseated: tuple[Match, ...] = ()
    seated: tuple[Match, ...] = ()
    withdrawn: tuple[Round, ...] = ()
    carried: tuple[Match, ...] = ()
    people: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    places: tuple[PlaceChange, ...] = ()


def change_of(stage: Stage, match: Match, score: Score) -> BracketChange:
    """What another result of a match changes. The stage's event should be loaded."""
    stored = stored_matches(stage)
    if stage.is_pod_cut:
        return pod_cut_change(stage, stored, match.bracket_key, score)
    known = stage_bracket(stage)
    if known is None:
        raise AssertionError("a bracket match has a seeded bracket")
    return bracket_change(known, stored, match.bracket_key, score.outcomes)


def bracket_change(known: StageBracket, stored: Sequence[Match], key: str, outcomes: Outcomes) -> BracketChange:
    """Follow a corrected result through the stored matches, which have their rounds loaded. Two queries."""
    change = correct(known.bracket, known.results, key, outcomes, known.gone, known.seated)
    touched_keys = {*change.fallen, *change.reseated}
    seated = {name: seats for name, seats in known.seated.items() if name not in touched_keys}
    state = msgspec.structs.replace(known, results=change.results, seated=seated).state
    by_key = {match.bracket_key: match for match in stored}
    fallen = tuple(by_key[name] for name in change.fallen if name in by_key)
    reseated = tuple(by_key[name] for name in change.reseated if name in by_key)
    touched, places = [*fallen, *reseated], _places(known.entries, known.state.placings, state.placings)
    if not touched:
        return BracketChange(state.complete, places=places)
    if _goes_on(touched, state):
        people = {match.bracket_key: _people_of(known, state, match.bracket_key) for match in touched}
        return BracketChange(state.complete, fallen, reseated, seated=tuple(touched), people=people, places=places)
    first = min(match.round.number for match in touched)
    rounds = {match.round.number: match.round for match in stored if match.round.number >= first}
    lost = {match.pk for match in touched}
    return BracketChange(
        state.complete,
        fallen,
        reseated,
        withdrawn=tuple(rounds[number] for number in sorted(rounds)),
        carried=_with_result(match for match in stored if match.round.number in rounds and match.pk not in lost),
        places=places,
    )


def _places(
    entries: Mapping[int, int], before: Mapping[int, PlaceRange], after: Mapping[int, PlaceRange]
) -> tuple[PlaceChange, ...]:
    """The places by seed that differ, those that are certain afterwards first."""
    seeds = [*after, *(seed for seed in before if seed not in after)]
    changes = [PlaceChange(entries[seed], before.get(seed), after.get(seed)) for seed in seeds]
    return tuple(change for change in changes if change.before != change.after)


def pod_cut_change(stage: Stage, stored: Sequence[Match], key: str, score: Score) -> BracketChange:
    """Follow a corrected result of a pod. Rounds whose players change are withdrawn, to be paired again."""
    known = stage_cut(stage)
    if known is None:
        raise AssertionError("a pod of a cut has a seeded field")
    after = known.corrected(key, score)
    number = next((n for n in sorted(known.stored) if n not in after.stored), None)
    places = _places(known.entries, known.state.placings, after.state.placings)
    if number is None:
        return BracketChange(after.cut.complete, places=places)
    people = {pod.key: pod.players for round_ in after.cut.rounds for pod in round_.pods}
    before = {pod.key: pod.players for round_ in known.cut.rounds for pod in round_.pods}
    later = [match for match in stored if pod_round_of(match.bracket_key) >= number]
    kept = {match.pk for match in later if before.get(match.bracket_key) == people.get(match.bracket_key)}
    reported = {match.pk for match in _with_result(later)}
    rounds = {match.round.number: match.round for match in later}
    return BracketChange(
        after.cut.complete,
        fallen=tuple(match for match in later if match.pk in reported - kept),
        reseated=tuple(match for match in later if match.pk not in reported | kept),
        withdrawn=tuple(rounds[at] for at in sorted(rounds)),
        carried=tuple(match for match in later if match.pk in reported & kept),
        places=places,
    )


def _people_of(known: StageBracket, state: BracketState, key: str) -> tuple[int, ...]:
    return tuple(known.entries[seed] for seed in state.matches[key].seats if seed)


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
