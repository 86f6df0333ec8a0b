"""Reads a cut that is played in pods from the database, and shows it in the form of a bracket (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from matches.brackets.queries.brackets import StageBracket, due_pairing, qualified, stage_bracket
from matches.enums import EntryStatus, RoundStatus
from matches.events.queries.pods import CutSettings, cut_settings, event_pods
from matches.models import Round, Seat, Stage, StageEntry
from matches.models.events import POD_ROUNDS
from matches.pairing.bracket import (
    Bracket,
    BracketKind,
    BracketMatch,
    BracketState,
    Feeder,
    From,
    MatchState,
    PlaceRange,
    Side,
    Status,
)
from matches.pairing.pods.cut import CutPlan, CutRound, plan_that_fits, snake
from matches.pairing.pods.cut_state import (
    CutPod,
    CutRoundState,
    CutState,
    PodResult,
    PodStatus,
    StoredRound,
    key_of,
    next_field,
    resolve,
)
from matches.snapshots.history_queries import confirmed_scores
from matches.tables.outcome import Part
from matches.tables.reckoning import amount_share
from matches.tables.score import Pod, Score

METHOD = "pod_cut"


class StageCut(msgspec.Struct, frozen=True):
    """A cut in pods with its results. ``entries`` maps seeds of the standings to entry ids; ``seats`` are the seeds by
    seat of each stored pod; ``gone`` are seeds that left the event.
    """

    plan: CutPlan
    entries: dict[int, int]
    stored: dict[int, StoredRound] = {}
    seats: dict[str, tuple[int, ...]] = {}
    results: dict[str, PodResult] = {}
    gone: frozenset[int] = frozenset()
    settings: CutSettings = CutSettings()

    @property
    def cut(self) -> CutState:
        by_amounts = self.settings.seconds_by_amounts
        return resolve(self.plan, len(self.entries), self.stored, self.results, self.gone, by_amounts=by_amounts)

    @property
    def complete(self) -> bool:
        return self.cut.complete

    @property
    def sizes(self) -> list[int]:
        """How many are in each round, as planned."""
        return [len(self.entries), *(step.goes_on for step in self.plan)]

    def corrected(self, key: str, score: Score) -> StageCut:
        """The cut with another result; later rounds stay only if the same players go on in the same order."""
        number = pod_round_of(key)
        corrected = {key: pod_result(self.seats[key], score)}
        upto = {at: stored for at, stored in self.stored.items() if at <= number}
        known = {name: result for name, result in self.results.items() if pod_round_of(name) <= number}
        alone = msgspec.structs.replace(self, stored=upto, results={**known, **corrected})
        before = msgspec.structs.replace(self, stored=upto, results=known).cut.rounds[number - 1]
        after = alone.cut.rounds[number - 1]
        if not (before.is_over and after.is_over and next_field(before) == next_field(after)):
            return alone
        return msgspec.structs.replace(self, results={**self.results, **corrected})

    @property
    def bracket(self) -> Bracket:
        """The pods of all rounds as matches of a bracket."""
        matches = tuple([BracketMatch(key, Side.WINNERS, *_numbers(key), feeders) for key, _, feeders in self._pods()])
        return Bracket(len(self.entries), BracketKind.SINGLE, False, False, len(self.plan) + 1, matches)

    @property
    def state(self) -> BracketState:
        """Where the pods are, with the places that are certain."""
        cut = self.cut
        states = {key: state for key, state, _ in self._pods()}
        return BracketState(
            matches=states,
            playable=tuple([key for key, state in states.items() if state.status is Status.PLAYABLE]),
            champion=(cut.champion or 0) if cut.complete else None,
            placings={seed: PlaceRange(place, place) for seed, place in cut.places.items()},
            complete=cut.complete,
        )

    def _pods(self) -> list[tuple[str, MatchState, tuple[Feeder, ...]]]:
        cut, steps = self.cut, [*self.plan, None]
        found = []
        for at, (step, size) in enumerate(zip(steps, self.sizes, strict=True)):
            if at < len(cut.rounds):
                before = cut.rounds[at - 1] if at else None
                found += [(pod.key, _state(pod), _feeders(pod.players, before)) for pod in cut.rounds[at].pods]
            else:
                found += [
                    (key_of(at + 1, pod), MatchState(key_of(at + 1, pod), (None,) * seats, Status.WAITING), ())
                    for pod, seats in enumerate(_planned_sizes(step, size), 1)
                ]
        return found


_STATUS = {
    PodStatus.PLAYABLE: Status.PLAYABLE,
    PodStatus.DECIDED: Status.DECIDED,
    PodStatus.WALKOVER: Status.WALKOVER,
    PodStatus.VOID: Status.VOID,
}


def _state(pod: CutPod) -> MatchState:
    over = pod.status is not PodStatus.PLAYABLE
    return MatchState(pod.key, pod.players, _STATUS[pod.status], winner=(pod.winner or 0) if over else None)


def _feeders(players: tuple[int, ...], before: CutRoundState | None) -> tuple[Feeder, ...]:
    """Where the players of a pod came from: a seed of the standings, or a pod as its winner or its second."""
    if before is None:
        return tuple([Feeder(From.SEED, seed) for seed in players])
    won = {pod.winner: pod.key for pod in before.pods if pod.winner}
    second = {pod.second: pod.key for pod in before.pods if pod.second}
    return tuple(
        [
            Feeder(From.WINNER, match=won[seed])
            if seed in won
            else Feeder(From.SECOND, match=second[seed])
            if seed in second and seed not in before.through
            else Feeder(From.SEED, seed)
            for seed in players
        ]
    )


def _planned_sizes(step: CutRound | None, size: int) -> list[int]:
    return [size] if step is None else [len(pod) for pod in snake(size - step.through, step.pods)]


def _numbers(key: str) -> tuple[int, int]:
    number, position = key[1:].split("-")
    return int(number), int(position)


def pod_round_of(key: str) -> int:
    """The round of a cut that a pod is in, from its key."""
    return _numbers(key)[0]


def pod_result(seats: tuple[int, ...], result: Score) -> PodResult:
    """The result of a pod, with each seat's share of the amounts. Raises TypeError for another kind of table."""
    if not isinstance(result, Pod):
        raise TypeError(f"the result of a pod is no {type(result).__name__}")
    sat = [seat for seat, part in enumerate(result.parts) if part is not Part.ABSENT]
    shares = tuple([amount_share(result.totals, sat, seat) for seat in range(len(seats))])
    return PodResult(seats, result.places, result.parts, shares)


def known_bracket(stage: Stage) -> StageBracket | StageCut | None:
    """A bracket of either kind, or None before its field is seeded."""
    return stage_cut(stage) if stage.is_pod_cut else stage_bracket(stage)


def stage_cut(stage: Stage, *, before: int | None = None) -> StageCut | None:
    """Return a cut in pods, or None before its field is seeded. With ``before``, as it was when that round was due.

    Four queries.
    """
    field = list(StageEntry.objects.filter(stage=stage).values_list("seed", "entry_id", "entry__status"))
    plan = fitting_plan(stage, len(field))
    if plan is None:
        return None
    entries = {seed: pk for seed, pk, _ in field}
    rounds = Round.objects.filter(stage=stage).exclude(status=RoundStatus.WITHDRAWN).order_by("number")
    known = list(rounds if before is None else rounds.filter(number__lt=before))
    seats = _seats(known, {pk: seed for seed, pk in entries.items()})
    return StageCut(
        plan=plan,
        entries=entries,
        stored={round_.pairing["round"]: _stored(round_) for round_ in known},
        seats=seats,
        results=_results(known, seats),
        gone=frozenset(seed for seed, _, status in field if status in EntryStatus.out()),
        settings=cut_settings(stage.event),
    )


def fitting_plan(stage: Stage, players: int) -> CutPlan | None:
    """The rounds before the final for so many players; None if they cannot be seated in pods."""
    setup = event_pods(stage.event)
    plan = tuple([CutRound(*step) for step in stage.options.get(POD_ROUNDS, ())])
    return None if setup is None or players < 2 else plan_that_fits(plan, players, setup.shape)


def _stored(round_: Round) -> StoredRound:
    return StoredRound(tuple(round_.pairing["field"]), tuple([tuple(pod) for pod in round_.pairing["pods_seated"]]))


def _seats(rounds: list[Round], seed_of: Mapping[int, int]) -> dict[str, tuple[int, ...]]:
    rows = Seat.objects.filter(round__in=rounds).order_by("match_id", "index")
    found: dict[str, tuple[int, ...]] = {}
    for key, entry_id in rows.values_list("match__bracket_key", "entry_id"):
        found[key] = (*found.get(key, ()), seed_of[entry_id])
    return found


def _results(rounds: list[Round], seats: Mapping[str, tuple[int, ...]]) -> dict[str, PodResult]:
    scores = confirmed_scores([round_.pk for round_ in rounds], key="bracket_key")
    return {key: pod_result(seats[key], score) for key, score in scores.items()}


def pod_cut_pairing(due: CutRoundState, total: int) -> dict[str, Any]:
    """What a round of a cut stores about its pairing: who is in it by seed, and who sits down in each pod."""
    return {
        "method": METHOD,
        "round": due.number,
        "of": total,
        "field": list(due.field),
        "pods_seated": [list(pod.players) for pod in due.pods],
    }


def due_round_pairing(stage: Stage, number: int) -> dict[str, Any]:
    """What a round of a bracket of either kind will store about its pairing, so that it can be named before."""
    if not stage.is_pod_cut:
        return due_pairing(stage, number)
    if number > 1:
        known = stage_cut(stage)
        due = known.cut.next if known is not None else None
        return pod_cut_pairing(due, len(known.plan) + 1) if known is not None and due is not None else {}
    size = len(qualified(stage))
    plan = fitting_plan(stage, size)
    if plan is None:
        return {}
    first = resolve(plan, size).rounds[0]
    return pod_cut_pairing(first, len(plan) + 1)


def bracket_is_decided(stage: Stage) -> bool:
    """Whether all matches of the bracket have been played, except those that will not be played."""
    known = known_bracket(stage)
    return known is not None and known.complete
