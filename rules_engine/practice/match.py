"""A practice match: of a person against machines, or of several people at one device. Pure.

A practice match is a record, what is hidden beside it, a seed, and who plays what. What a shuffle decides follows from
the seed and from how much has been done so far: the same choices always meet the same cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rules_engine.game import Game
from rules_engine.practice.door import Choice, Made, Play, Practice, PracticeError
from rules_engine.record import GameRecord, recording
from rules_engine.record.recording import NO_TOKEN, Standing
from rules_engine.table import Acts

BACK = "back"
"""Takes back a choice that asked for more."""

MOST_ACTS = 400
"""So many acts of machines in a row would be an endless turn; the match then waits for the person."""


class PracticeMatch(msgspec.Struct, frozen=True):
    """A match under way.

    ``machines`` are the seats that machines play; none where only people play. ``made`` counts what was done.
    ``pending`` is a choice that waits for more to be chosen.
    """

    record: GameRecord
    seed: int
    machines: tuple[str, ...] = ()
    strength: str = ""
    hidden: dict[str, Any] = {}
    made: int = 0
    pending: str = ""


@dataclass(frozen=True)
class Choices:
    """What the seat to act may choose; ``seat`` is None while no turn can go on. ``asking`` is what is asked."""

    standing: Standing
    play: Play
    seat: str | None
    acts: tuple[Choice, ...]
    asking: Made | None = None


def practice_of(game: Game) -> Practice:
    """The practice of a game that has one."""
    if game.practice is None:
        raise PracticeError("no practice")
    return game.practice


def begin(
    game: Game,
    *,
    rules: dict[str, Any],
    seats: dict[str, str],
    seed: int,
    machines: Sequence[str] = (),
    strength: str = "",
) -> PracticeMatch:
    """Begin a match; the seed says who starts. The machines that come before the person have played."""
    first = sorted(seats)[_seed(seed, "first") % len(seats)]
    record = recording.begin(game, rules=rules, seats=seats, first=first, tags={"seed": str(seed)})
    record, hidden = practice_of(game).begin(record, _seed(seed, "deal"))
    return _played_on(game, PracticeMatch(record, seed, tuple(machines), strength, dict(hidden)))


def choices(game: Game, match: PracticeMatch) -> Choices:
    """What may be chosen now."""
    standing = recording.standing(game, match.record)
    play, asking = _play(game, match, standing.state, standing.acts)
    if play.acts.seat is None:
        return Choices(standing, play, None, ())
    return Choices(standing, play, play.acts.seat, _open_now(game, play, standing), asking)


def _open_now(game: Game, play: Play, standing: Standing | None = None) -> tuple[Choice, ...]:
    """What the seat may choose that acts. Not to answer is no choice where that ends the round or the match."""
    acts = play.asks or practice_of(game).choices(play)
    if all(act.token != NO_TOKEN for act in acts) or not _ends(standing or recording.standing(game, play.record)):
        return acts
    return tuple(act for act in acts if act.token != NO_TOKEN)


def _play(game: Game, match: PracticeMatch, state: Any, acts: Acts) -> tuple[Play, Made | None]:
    """The match as the game sees it; what the last choice asked for is asked again."""
    play = Play(match.record, state, acts, match.hidden)
    if not match.pending:
        return play, None
    made = practice_of(game).make(play, match.pending, _chance(match))
    return replace(play, asks=made.asks), made


def _ends(standing: Standing) -> bool:
    """Whether the round or the match is over unless somebody still answers."""
    return standing.next_round is not None or standing.is_over


def choose(game: Game, match: PracticeMatch, token: str) -> PracticeMatch:
    """Make the choice of the person whose turn it is, and let the machines go on.

    Raises:
        PracticeError: if it cannot be made now.
    """
    state = game.standing(match.record)
    play, asking = _play(game, match, state, recording.acts_in(game, state))
    if play.acts.seat is None or play.acts.seat in match.machines:
        raise PracticeError(token)
    if token == BACK and asking is not None and not asking.turned:
        return msgspec.structs.replace(match, pending="", made=match.made + 1)
    if token not in [act.token for act in _open_now(game, play)]:
        raise PracticeError(token)
    return _played_on(game, _made(game, match, play, token))


def next_round(game: Game, match: PracticeMatch, first: str = "") -> PracticeMatch:
    """Begin the next round. Raises PracticeError if none may begin, or the seat may not start it."""
    try:
        record = recording.begin_round(game, match.record, first)
    except recording.RecordingError as error:
        raise PracticeError(str(error)) from error
    match = msgspec.structs.replace(match, record=record, made=match.made + 1)
    play, _asking = _play(game, match, game.standing(record), Acts())
    hidden = practice_of(game).begin_round(play, _chance(match))
    return _played_on(game, msgspec.structs.replace(match, hidden=dict(hidden)))


def place(match: PracticeMatch) -> int:
    """How far a match is: a higher number after every act, so that a choice that was sent twice counts once."""
    return match.made


def _played_on(game: Game, match: PracticeMatch) -> PracticeMatch:
    """Let the machines act for as long as it is their turn, and do what there is no choice about."""
    for _act in range(MOST_ACTS):
        after = _next_act(game, match)
        if after is None:
            break
        match = after
    return match


def _next_act(game: Game, match: PracticeMatch) -> PracticeMatch | None:
    """The match after an act that no person chooses; None where a person does, and where nobody can."""
    state = game.standing(match.record)
    acts = recording.acts_in(game, state)
    if acts.seat is None:
        return None
    play, _asking = _play(game, match, state, acts)
    if acts.seat in match.machines:
        token = practice_of(game).decide(play, match.strength, _seed(match.seed, "machine", match.made))
    else:
        open_now = () if play.asks else practice_of(game).choices(play)
        if len(open_now) != 1 or not open_now[0].forced:
            return None
        token = open_now[0].token
    if token == NO_TOKEN and _ends(recording.standing(game, match.record)):
        return None
    return _made(game, match, play, token)


def _made(game: Game, match: PracticeMatch, play: Play, token: str) -> PracticeMatch:
    """The match after a choice."""
    made = practice_of(game).make(play, token, _chance(match))
    if made.asks:
        return msgspec.structs.replace(match, pending=token, made=match.made + 1)
    record, state = match.record, play.state
    for written in made.tokens:
        record, state = recording.write(game, record, written, state=state), None
    return msgspec.structs.replace(match, record=record, hidden=dict(made.hidden), pending="", made=match.made + 1)


def _chance(match: PracticeMatch) -> int:
    """The seed of what chance does with the next choice; one that asked for more meets the same chance again."""
    return _seed(match.seed, "chance", match.made - bool(match.pending))


def _seed(*parts: int | str) -> int:
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
