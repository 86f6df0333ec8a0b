"""A record while it is written: where the next token goes, what can be written now, and what is taken back. Pure.

A token belongs to the turn that is open, or opens the turn of the seat that acts next. Nothing is refused for breaking
a rule: a record says what happened at the table, and the referee says what is wrong with it. The one thing that no
token says, not to answer, is recorded by the turn that follows: it opens without tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rules_engine.game import Game, Moment, NextRound
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.report import Report
from rules_engine.table import Acts, View

NO_TOKEN = ""
"""What ``Allowed.token`` is for a decision that a record leaves unsaid."""


class RecordingError(ValueError):
    """Something that cannot be written into a record; the message is a code: ``no_turn``, ``round_over``,
    ``no_round``, ``starter``, ``no_token``, ``nothing`` or ``no_reading``."""


@dataclass(frozen=True)
class Standing:
    """Where play stands at the end of a record.

    ``acts`` are those of the seat that may act; it has no seat when the round is over. ``next_round`` is the round that
    may begin, also where that is because nobody answers, but not while a turn is still to be finished (BO-9.2).
    ``state`` is the game's own value. ``goes_on``: what was begun is still to be finished, also once time was called.
    """

    record: GameRecord
    state: Any
    report: Report
    view: View
    acts: Acts
    next_round: NextRound | None
    goes_on: bool

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return self.report.outcome.status != "in_progress" and self.next_round is None and not self.goes_on


def begin(game: Game, *, rules: dict[str, Any], seats: dict[str, str], first: str, tags: dict[str, str]) -> GameRecord:
    """A record whose first round has just begun."""
    spelt, _problems = game.language.rules(rules)
    return GameRecord(rounds=(GameRound(1, first, ()),), game=game.key, rules=spelt, seats=dict(seats), tags=dict(tags))


def standing(game: Game, record: GameRecord, time_box: float | None = None) -> Standing:
    """Where play stands; ``time_box`` is the seconds that a decision may take."""
    state = game.standing(record)
    states: list[Any] = [state]
    report = game.replay(record, lambda _moment, after: states.append(after), time_box)
    view, acts = game.view(state), acts_in(game, state)
    goes_on = _turn_goes_on(view, acts) or game.round_goes_on(state)
    following = None if goes_on else game.next_round(states[-1])
    return Standing(record, state, report, view, acts, following, goes_on)


def _turn_goes_on(view: View, acts: Acts) -> bool:
    """Whether the turn is still to be finished: by more than an answer that need not come."""
    return not view.turn_over and all(act.token != NO_TOKEN for act in acts.allowed)


def to_write(game: Game, record: GameRecord, time_box: float | None = None) -> Standing:
    """Where play stands for the person who writes it down: what happened by itself may be written, too."""
    now = standing(game, record, time_box)
    allowed = {act.token: act for act in (*now.acts.allowed, *game.unwritten(record))}
    barred = tuple(act for act in now.acts.barred if act.token not in allowed)
    return replace(now, acts=Acts(now.acts.seat, tuple(allowed.values()), barred, now.acts.kinds))


def acts_in(game: Game, state: Any) -> Acts:
    """What the seat may do that acts in a state, whichever it is."""
    acts = game.acts(state, game.language.seats[0])
    return acts if acts.seat in (None, game.language.seats[0]) else game.acts(state, str(acts.seat))


def write(game: Game, record: GameRecord, token: str, seconds: int | None = None, *, state: Any = None) -> GameRecord:
    """Write the next token; ``seconds`` is the match clock's reading, where records of the game have one.

    ``state`` is where play stands, if that is known already.

    Raises:
        TokenError: if the game has no such token.
        RecordingError: if no turn is open for it, or no round.
    """
    if token == NO_TOKEN:
        return _without_answer(game, record)
    tokens = [game.language.respell(token)]
    if seconds is not None and game.language.clock_mark:
        tokens.append(f"{game.language.clock_mark}{seconds}")
    if tokens[0] == game.language.time_token or tokens[0] in game.language.end_marks:
        return _extend(record, tokens)
    state = game.standing(record) if state is None else state
    view, acts = game.view(state), acts_in(game, state)
    turns = record.rounds[-1].turns
    if acts.seat not in (None, view.to_move) and _opens_turn(game, record, token):
        return _open_turn(record, str(acts.seat), tokens)
    if turns and not view.turn_over and turns[-1].seat == view.to_move:
        return _extend(record, tokens)
    if acts.seat is None:
        raise RecordingError("round_over")
    return _open_turn(record, acts.seat if view.turn_over else str(view.to_move), tokens)


def _opens_turn(game: Game, record: GameRecord, token: str) -> bool:
    """Whether a token is the next turn's, written while an answer to the last act is still open."""
    unsuited = game.language.unsuited(token)
    return any(act.opens_turn and act.token == unsuited for act in game.unwritten(record))


def _without_answer(game: Game, record: GameRecord) -> GameRecord:
    """Nobody answers: the next seat's turn opens. Where that ends the round, the record says all there is to say."""
    seat = _acts_at_end(game, record).seat
    return record if seat is None else _open_turn(record, seat, [])


def _acts_at_end(game: Game, record: GameRecord) -> Acts:
    """What may be done once the last turn is ended as the referee ends it."""
    states: list[Any] = []
    game.replay(record, lambda _moment, after: states.append(after))
    if not states:
        raise RecordingError("no_turn")
    return acts_in(game, states[-1])


def _extend(record: GameRecord, tokens: Sequence[str]) -> GameRecord:
    turns = record.rounds[-1].turns
    if not turns:
        raise RecordingError("no_turn")
    last = msgspec.structs.replace(turns[-1], actions=(*turns[-1].actions, *tokens))
    return _with_turns(record, (*turns[:-1], last))


def _open_turn(record: GameRecord, seat: str, tokens: Sequence[str]) -> GameRecord:
    return _with_turns(record, (*record.rounds[-1].turns, Turn(seat, tuple(tokens))))


def _with_turns(record: GameRecord, turns: tuple[Turn, ...], place: int = -1) -> GameRecord:
    rounds = list(record.rounds)
    rounds[place] = msgspec.structs.replace(rounds[place], turns=turns)
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def begin_round(game: Game, record: GameRecord, first: str = "") -> GameRecord:
    """Begin the next round. ``first`` is needed where a player chooses who starts.

    Raises:
        RecordingError: if none may begin, or the seat may not start it.
    """
    following = standing(game, record).next_round
    if following is None:
        raise RecordingError("no_round")
    starter = first or (following.starters[0] if len(following.starters) == 1 else "")
    if starter not in following.starters:
        raise RecordingError("starter")
    return msgspec.structs.replace(record, rounds=(*record.rounds, GameRound(following.round, starter, ())))


def count(record: GameRecord, banks: Mapping[str, int]) -> GameRecord:
    """Write down what banks are worth after the last turn, by seat, in games where nobody else can tell.

    Raises:
        RecordingError: if no turn has begun.
    """
    turns = record.rounds[-1].turns
    if not turns:
        raise RecordingError("no_turn")
    counted = msgspec.structs.replace(turns[-1], claim={**(turns[-1].claim or {}), **banks})
    return _with_turns(record, (*turns[:-1], counted))


def undo(game: Game, record: GameRecord) -> GameRecord:
    """Take back what was written last: what banks are worth, a token with its reading, a turn opened without one, or
    a round's heading.

    Raises:
        RecordingError: if nothing is left to take back.
    """
    turns = record.rounds[-1].turns
    if not turns:
        if len(record.rounds) == 1:
            raise RecordingError("nothing")
        return msgspec.structs.replace(record, rounds=record.rounds[:-1])
    if turns[-1].claim is not None:
        return _with_turns(record, (*turns[:-1], msgspec.structs.replace(turns[-1], claim=None)))
    actions = list(turns[-1].actions)
    while actions and _is_reading(game, actions[-1]):
        actions.pop()
    if not actions:
        return _with_turns(record, turns[:-1])
    actions.pop()
    shorter = _with_turns(record, (*turns[:-1], msgspec.structs.replace(turns[-1], actions=tuple(actions))))
    return shorter if actions or _opened_without(game, record) else _with_turns(record, turns[:-1])


def _opened_without(game: Game, record: GameRecord) -> bool:
    """Whether the last turn was opened before its first token: what came before it was still open."""
    before = _with_turns(record, record.rounds[-1].turns[:-1])
    return bool(before.rounds[-1].turns) and not game.view(game.standing(before)).turn_over


def _is_reading(game: Game, token: str) -> bool:
    return bool(game.language.clock_mark) and token.startswith(game.language.clock_mark)


def change(game: Game, record: GameRecord, at: Moment, token: str | None, insert: bool = False) -> GameRecord:
    """Put another token in an earlier place, or (None) nothing; ``insert`` puts it before that place.

    What follows stays as it was written, and is judged again.

    Raises:
        TokenError: if the game has no such token.
        RecordingError: if nothing stands in that place.
    """
    if at.turn is None or at.action is None or not 0 <= at.place < len(record.rounds):
        raise RecordingError("no_token")
    turns = record.rounds[at.place].turns
    if not 1 <= at.turn <= len(turns):
        raise RecordingError("no_token")
    actions = list(turns[at.turn - 1].actions)
    index = at.action - 1
    if not 0 <= index < len(actions) + insert:
        raise RecordingError("no_token")
    spelt = [] if token is None else [game.language.respell(token)]
    actions[index : index + (not insert)] = spelt
    changed = msgspec.structs.replace(turns[at.turn - 1], actions=tuple(actions))
    return _with_turns(record, (*turns[: at.turn - 1], changed, *turns[at.turn :]), at.place)
