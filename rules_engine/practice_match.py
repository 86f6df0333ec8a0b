"""A practice match: of a person against the machine, or of two people at one device. Pure.

A practice match is a record, a seed, and who plays what. What a shuffle decides follows from the seed and from what has
been written so far: the same choices always meet the same cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules_engine import recording
from rules_engine.game import Game
from rules_engine.practice import DRAW, Practice, PracticeError
from rules_engine.record import GameRecord
from rules_engine.recording import Standing
from rules_engine.table import Allowed

MOST_ACTS = 400
"""So many acts of the machine in a row would be an endless turn; the match then waits for the person."""


class PracticeMatch(msgspec.Struct, frozen=True):
    """A match under way. ``machine`` is its seat, or empty where two people play; ``drawn`` is a card that has been
    drawn and waits for the person's choice of what it does."""

    record: GameRecord
    seed: int
    machine: str = ""
    strength: str = ""
    drawn: str = ""


@dataclass(frozen=True)
class Choices:
    """What the seat to act may choose. ``draws`` is whether it may draw; ``seat`` is None while no turn can go on."""

    standing: Standing
    seat: str | None
    acts: tuple[Allowed, ...]
    draws: bool


def practice_of(game: Game) -> Practice:
    """The practice of a game that has one."""
    if game.practice is None:
        raise PracticeError("no practice")
    return game.practice


def begin(
    game: Game, *, rules: dict[str, Any], seats: dict[str, str], seed: int, machine: str = "", strength: str = ""
) -> PracticeMatch:
    """Begin a match; the seed says who starts. The machine has played if it starts."""
    first = sorted(seats)[_seed(seed, "first") % len(seats)]
    record = recording.begin(game, rules=rules, seats=seats, first=first, tags={"seed": str(seed)})
    return _played_on(game, PracticeMatch(record, seed, machine, strength))


def choices(game: Game, match: PracticeMatch) -> Choices:
    """What may be chosen now."""
    standing = recording.standing(game, match.record)
    allowed = standing.acts.allowed
    if match.drawn:
        acts = tuple(_faces(allowed, match.drawn))
        return Choices(standing, standing.acts.seat, acts, False)
    acts = tuple(act for act in allowed if not act.chance and (act.token or not _ends(standing)))
    return Choices(standing, standing.acts.seat, acts, any(act.chance for act in allowed))


def _ends(standing: Standing) -> bool:
    """Whether the round or the match is over unless somebody still answers."""
    return standing.next_round is not None or standing.is_over


def choose(game: Game, match: PracticeMatch, token: str) -> PracticeMatch:
    """Make the choice of the person whose turn it is, and let the machine go on.

    Raises:
        PracticeError: if it cannot be made now.
    """
    known = choices(game, match)
    if known.seat is None or known.seat == match.machine:
        raise PracticeError(token)
    if token == DRAW and known.draws:
        return _played_on(game, _drawn(game, match, known.standing.acts.allowed))
    if token not in [act.token for act in known.acts]:
        raise PracticeError(token)
    return _played_on(game, _written(game, match, token))


def next_round(game: Game, match: PracticeMatch, first: str = "") -> PracticeMatch:
    """Begin the next round. Raises PracticeError if none may begin, or the seat may not start it."""
    try:
        record = recording.begin_round(game, match.record, first)
    except recording.RecordingError as error:
        raise PracticeError(str(error)) from error
    return _played_on(game, msgspec.structs.replace(match, record=record))


def place(match: PracticeMatch) -> int:
    """How far a match is: a higher number after every act, so that a choice that was sent twice counts once."""
    written = sum(1 + sum(1 + len(turn.actions) for turn in round_.turns) for round_ in match.record.rounds)
    return 2 * written + bool(match.drawn)


def seen_tokens(game: Game, match: PracticeMatch, seat: str, tokens: Sequence[str], viewer: str) -> list[str]:
    """The tokens of a seat's turn as the viewer may see them."""
    if seat == viewer:
        return list(tokens)
    rules = game.rule_set(match.record.rules)
    return [practice_of(game).seen(rules, token) for token in tokens]


def _played_on(game: Game, match: PracticeMatch) -> PracticeMatch:
    """Let the machine act for as long as it is its turn."""
    for _act in range(MOST_ACTS):
        known = choices(game, match)
        if not match.machine or known.seat != match.machine or match.drawn:
            break
        after = _machine_acts(game, match, known)
        if after is match:
            break
        match = after
    return match


def _machine_acts(game: Game, match: PracticeMatch, known: Choices) -> PracticeMatch:
    """The match after the machine's next act; the same one where it does not answer and that ends the round."""
    seed = _seed(match.seed, "machine", place(match))
    state = game.standing(match.record)
    token = practice_of(game).decide(state, match.strength, seed)
    if token != DRAW:
        return match if not token and _ends(known.standing) else _written(game, match, token)
    after = _drawn(game, match, known.standing.acts.allowed)
    if not after.drawn:
        return after
    return _written(game, after, practice_of(game).decide(state, match.strength, seed, after.drawn))


def _drawn(game: Game, match: PracticeMatch, allowed: Sequence[Allowed]) -> PracticeMatch:
    """Draw a card. Where it can do several things, it waits for a choice."""
    face = practice_of(game).deal(game.standing(match.record), _seed(match.seed, "deck", place(match)))
    tokens = [act.token for act in _faces(allowed, face)]
    if len(tokens) > 1:
        return msgspec.structs.replace(match, drawn=face)
    return _written(game, match, tokens[0] if tokens else face)


def _faces(allowed: Sequence[Allowed], face: str) -> list[Allowed]:
    """What a drawn card may be written as: the card itself, or the card with what it does."""
    return [act for act in allowed if act.chance and act.token.split("=")[0] == face]


def _written(game: Game, match: PracticeMatch, token: str) -> PracticeMatch:
    return msgspec.structs.replace(match, record=recording.write(game, match.record, token), drawn="")


def _seed(*parts: int | str) -> int:
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
