"""The rounds of a cut that is played in pods, and which seeds sit together. Pure (docs/pods.md).

Of the first N, the ``through`` best seeds wait, the others play ``pods`` pods. The winners, the best ``seconds`` and
those who waited are the next N, until all of them sit in one pod, the final.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from matches.pairing.pods.sizes import PodShape


class CutRound(msgspec.Struct, frozen=True):
    """A round before the final: how many wait, how many pods are played, how many seconds go on beside the winners."""

    through: int
    pods: int
    seconds: int = 0

    @property
    def goes_on(self) -> int:
        """How many are in the next round."""
        return self.through + self.pods + self.seconds


CutPlan = tuple[CutRound, ...]
"""The rounds before the final."""

PRESETS: dict[int, CutPlan] = {
    4: (),
    8: (CutRound(0, 2, 2),),
    10: (CutRound(2, 2),),
    12: (CutRound(0, 3, 1),),
    13: (CutRound(1, 3),),
    16: (CutRound(0, 4),),
    40: (CutRound(8, 8), CutRound(0, 4)),
    64: (CutRound(0, 16), CutRound(0, 4)),
}
"""The usual rounds for so many players."""


class CutProblem(StrEnum):
    """Why a cut cannot be played."""

    NO_PLAN = "no_plan"
    """There is no usual plan for so many players."""
    UNREADABLE = "unreadable"
    NOBODY_PLAYS = "nobody_plays"
    """All of a round wait, or it has no pods."""
    NOT_SEATED = "not_seated"
    """The pods of a round would be too small or too large."""
    TOO_MANY_SECONDS = "too_many_seconds"
    NOT_ONE_FINAL = "not_one_final"
    """After the last round those who are left do not fit at one table."""


class CutError(ValueError):
    """A cut cannot be played. ``round`` counts from 1; ``players`` are those of the round, or of the final."""

    def __init__(self, problem: CutProblem, players: int, round: int = 0) -> None:
        self.problem, self.players, self.round = problem, players, round
        super().__init__(f"{problem.value}: {players} players, round {round}")


_ROUND = re.compile(r"(\d{1,3})/(\d{1,3})/(\d{1,3})", re.ASCII)


def read_plan(text: str) -> CutPlan:
    """Read rounds as ``8/8/0 0/4/0``: waiting, pods, seconds. Raises CutError."""
    rounds = []
    for word in text.replace(",", " ").split():
        found = _ROUND.fullmatch(word)
        if found is None:
            raise CutError(CutProblem.UNREADABLE, 0)
        rounds.append(CutRound(*map(int, found.groups())))
    return tuple(rounds)


def plan_for(players: int, shape: PodShape, text: str = "") -> CutPlan:
    """The rounds of a cut to so many players: as they were written, else the usual ones. Raises CutError."""
    if text.strip():
        plan = read_plan(text)
    elif shape.least <= players <= shape.most:
        plan = ()
    elif players in PRESETS:
        plan = PRESETS[players]
    else:
        raise CutError(CutProblem.NO_PLAN, players)
    check_plan(plan, players, shape)
    return plan


def check_plan(plan: CutPlan, players: int, shape: PodShape) -> None:
    """Raise CutError unless each round can be seated without byes, and those who are left at the end in one pod."""
    for number, step in enumerate(plan, 1):
        playing = players - step.through
        if not step.pods or playing < 1:
            raise CutError(CutProblem.NOBODY_PLAYS, players, number)
        if not step.pods * shape.least <= playing <= step.pods * shape.most:
            raise CutError(CutProblem.NOT_SEATED, playing, number)
        if step.seconds > step.pods:
            raise CutError(CutProblem.TOO_MANY_SECONDS, players, number)
        players = step.goes_on
    if not shape.least <= players <= shape.most:
        raise CutError(CutProblem.NOT_ONE_FINAL, players, len(plan) + 1)


def plan_that_fits(plan: CutPlan, players: int, shape: PodShape) -> CutPlan | None:
    """The rounds for those who are really there: the plan, as much of its end as they fill, or the fewest pods.

    None for so many players that no pods can be made of them.
    """
    for start in range(len(plan) + 1):
        if _fits(plan[start:], players, shape):
            return plan[start:]
    if 2 <= players <= shape.most:
        return ()
    for pods in range(max(2, -(-players // shape.most)), players // shape.least + 1):
        for seconds in range(pods + 1):
            rest = plan_that_fits((), pods + seconds, shape) if pods + seconds < players else None
            made = None if rest is None else (CutRound(0, pods, seconds), *rest)
            if made is not None and _fits(made, players, shape):
                return made
    return None


def _fits(plan: CutPlan, players: int, shape: PodShape) -> bool:
    try:
        check_plan(plan, players, shape)
    except CutError:
        return False
    return True


def snake(players: int, pods: int) -> list[list[int]]:
    """The positions (from 0) of each pod, the best first: 1…k, k…1 and so on; short pods go to the top seeds."""
    fewest, longer = divmod(players, pods)
    sizes = [fewest + (pod >= pods - longer) for pod in range(pods)]
    seated: list[list[int]] = [[] for _ in range(pods)]
    position = row = 0
    while position < players:
        for pod in range(pods) if row % 2 == 0 else reversed(range(pods)):
            if len(seated[pod]) < sizes[pod]:
                seated[pod].append(position)
                position += 1
        row += 1
    return seated


def pods_of(field: Sequence[int], step: CutRound | None) -> list[tuple[int, ...]]:
    """Who sits together in a round, in the order of seeds; ``step`` None is the final. ``field`` is in that order."""
    if step is None:
        return [tuple(field)]
    playing = field[step.through :]
    return [tuple([playing[position] for position in pod]) for pod in snake(len(playing), step.pods)]
