"""A cut played in pods after the results so far: who sits where, who goes on, which places are certain. Pure.

Players are named by their seed in the standings, which they keep. In each round they are seeded again, by their place
in its ``field``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from matches.pairing.pods.cut import CutPlan, CutRound, pods_of
from matches.tables.outcome import Part


class PodStatus(StrEnum):
    """Where a pod of a cut is."""

    PLAYABLE = "playable"
    DECIDED = "decided"
    WALKOVER = "walkover"
    """One player is left, who goes on without playing."""
    VOID = "void"
    """Nobody is left, or nobody can go on."""


class PodResult(msgspec.Struct, frozen=True):
    """The result of a pod: the players by seat, with place, part and share of the amounts (None without amounts)."""

    seats: tuple[int, ...]
    places: tuple[int, ...]
    parts: tuple[str, ...] = ()
    shares: tuple[Fraction | None, ...] = ()


class StoredRound(msgspec.Struct, frozen=True):
    """A round as it was paired: all who were in it by seed, and who sat down in each pod."""

    field: tuple[int, ...]
    pods: tuple[tuple[int, ...], ...]


class CutPod(msgspec.Struct, frozen=True):
    """A pod. ``order`` are its players, the best first, once that is decided; ``leading`` of them can go on."""

    key: str
    players: tuple[int, ...]
    status: PodStatus
    order: tuple[int, ...] = ()
    leading: int = 0
    second_share: Fraction = Fraction(1)

    @property
    def winner(self) -> int | None:
        return self.order[0] if self.leading else None

    @property
    def second(self) -> int | None:
        return self.order[1] if self.leading > 1 else None


class CutRoundState(msgspec.Struct, frozen=True):
    """A round with its players by seed, those who wait, its pods, and who goes on from it once it is over.

    ``seconds`` are those of them who were second.
    """

    number: int
    field: tuple[int, ...]
    through: tuple[int, ...]
    pods: tuple[CutPod, ...]
    seconds: tuple[int, ...] = ()
    stored: bool = False

    @property
    def is_over(self) -> bool:
        return all(pod.status is not PodStatus.PLAYABLE for pod in self.pods)


class CutState(msgspec.Struct, frozen=True):
    """The rounds whose players are known; of ``total`` with the final."""

    rounds: tuple[CutRoundState, ...]
    total: int

    @property
    def complete(self) -> bool:
        return len(self.rounds) == self.total and self.rounds[-1].is_over

    @property
    def next(self) -> CutRoundState | None:
        """The round that is to be paired; None while one is open, and at the end."""
        last = self.rounds[-1]
        return None if last.stored or last.is_over else last

    @property
    def champion(self) -> int | None:
        return self.rounds[-1].pods[0].winner if self.complete else None

    @property
    def places(self) -> dict[int, int]:
        """The places that are certain: the final's, then by the round reached, the place in the pod, and the seed.

        Where nobody wins the final, two share the second place.
        """
        found: dict[int, int] = {}
        taken = len(self.rounds[0].field)
        for at, known in enumerate(self.rounds):
            if not known.is_over:
                break
            on = set(self.rounds[at + 1].field) if at + 1 < len(self.rounds) else set()
            out = _ranked(known, on)
            taken -= len(out)
            found.update({player: taken + place for place, player in enumerate(out, 1)})
        if self.complete and self.champion is None:
            found = {player: max(place, 2) for player, place in found.items()}
        return dict(sorted(found.items(), key=lambda item: item[1]))


def key_of(number: int, pod: int) -> str:
    """The key of a pod: ``P2-3`` is the third of round 2."""
    return f"P{number}-{pod}"


def resolve(
    plan: CutPlan,
    size: int,
    stored: Mapping[int, StoredRound] | None = None,
    results: Mapping[str, PodResult] | None = None,
    gone: Collection[int] = (),
    *,
    by_amounts: bool = False,
) -> CutState:
    """Return the state of a cut of seeds 1 to ``size``.

    ``stored`` are the rounds that were paired, by number, ``gone`` seeds that left. In a round that is not paired yet
    the seats of those who left stay empty. With ``by_amounts`` the best seconds are those with the largest share of the
    amounts.
    """
    steps: list[CutRound | None] = [*plan, None]
    field = tuple(range(1, size + 1))
    rounds: list[CutRoundState] = []
    for number, step in enumerate(steps, 1):
        paired = (stored or {}).get(number)
        if paired is not None:
            field, pods = paired.field, list(paired.pods)
        else:
            pods = [tuple([seed for seed in pod if seed not in gone]) for pod in pods_of(field, step)]
        states = [
            _pod(key_of(number, at), pod, field, (results or {}).get(key_of(number, at)))
            for at, pod in enumerate(pods, 1)
        ]
        through = field[: step.through] if step is not None else ()
        seconds = _seconds(states, step.seconds if step else 0, field, gone, by_amounts=by_amounts)
        rounds.append(CutRoundState(number, field, through, tuple(states), seconds, stored=paired is not None))
        if not rounds[-1].is_over:
            break
        field = next_field(rounds[-1])
    return CutState(tuple(rounds), len(steps))


def next_field(known: CutRoundState) -> tuple[int, ...]:
    """Those who go on, by their next seeds: who waited and the winners by seed, then the seconds by seed."""
    ahead = {*known.through, *(pod.winner for pod in known.pods)}
    return (*(seed for seed in known.field if seed in ahead), *known.seconds)


def _pod(key: str, players: tuple[int, ...], field: tuple[int, ...], result: PodResult | None) -> CutPod:
    if result is not None:
        return _decided(key, players, field, result)
    if len(players) > 1:
        return CutPod(key, players, PodStatus.PLAYABLE)
    status = PodStatus.WALKOVER if players else PodStatus.VOID
    return CutPod(key, players, status, players, leading=len(players))


_RANK = {Part.PLAYED: 0, Part.LOST: 1, Part.LEFT: 2, Part.ABSENT: 3}


def _decided(key: str, players: tuple[int, ...], field: tuple[int, ...], result: PodResult) -> CutPod:
    """The order of a pod: a shared place goes to the better seed; who did not play to the end cannot go on."""
    parts = [Part(part) for part in result.parts] or [Part.PLAYED] * len(result.seats)
    seats = sorted(
        range(len(result.seats)),
        key=lambda seat: (_RANK[parts[seat]], result.places[seat], field.index(result.seats[seat])),
    )
    leading = sum(part is Part.PLAYED for part in parts)
    shares = result.shares or (None,) * len(seats)
    second = shares[seats[1]] if leading > 1 else None
    return CutPod(
        key=key,
        players=players,
        status=PodStatus.DECIDED if leading else PodStatus.VOID,
        order=tuple([result.seats[seat] for seat in seats]),
        leading=leading,
        second_share=Fraction(1) if second is None else second,
    )


def _seconds(
    pods: Sequence[CutPod], wanted: int, field: tuple[int, ...], gone: Collection[int], *, by_amounts: bool
) -> tuple[int, ...]:
    """The best seconds, by seed; one who has left makes way for the next."""
    found = [
        (-pod.second_share if by_amounts else Fraction(0), field.index(second))
        for pod in pods
        if (second := pod.second) is not None and second not in gone
    ]
    return tuple([field[at] for at in sorted(at for _, at in sorted(found)[:wanted])])


def _ranked(known: CutRoundState, on: Collection[int]) -> list[int]:
    """Those who went out in a round, the best first."""
    placed = {
        player: place
        for pod in known.pods
        for place, player in enumerate((*pod.order, *(other for other in pod.players if other not in pod.order)), 1)
    }
    absent = len(known.field) + 1
    out = [player for player in known.field if player not in on]
    return sorted(out, key=lambda player: (placed.get(player, absent), known.field.index(player)))
