"""The turns that the recorder lists: the last ones, or those up to a turn that the address asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypedDict

from judging.recorder.queries.recorded import RecordedMatch
from rules_engine.game import Moment
from rules_engine.record import Turn
from rules_engine.views.sheet import token_text
from rules_engine.views.translation import translated

TURNS_SHOWN = 6
"""Earlier turns above the one that is written; the report has all."""
TURNS_SEEN = 2
"""So many of the last turns are seen on a phone, too."""


def token_name(place: object, turn: object, action: object) -> str:
    """What the page calls the token in a place."""
    return f"t{place}-{turn}-{action}"


@dataclass(frozen=True, slots=True)
class TokenShown:
    """A token of a turn, with the place that a correction names; ``fault`` if the referee objects to it."""

    text: str
    meaning: str
    place: int
    turn: int
    action: int
    fault: bool

    @property
    def name(self) -> str:
        return token_name(self.place, self.turn, self.action)


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn with its player; ``fault`` if the referee objects to it as a whole."""

    number: int
    name: str
    tokens: list[TokenShown]
    fault: bool


@dataclass(frozen=True, slots=True)
class Jump:
    """The form that leads to a turn: the turn that is shown last, the most turns of a round, and the rounds."""

    round: int
    turn: int
    most: int
    rounds: list[tuple[int, str]]


class TurnsContext(TypedDict):
    """Some turns of a round, and the round and turn before them."""

    turns: list[TurnShown]
    earlier: tuple[int, int] | None
    turns_of: str
    until: Moment | None
    jump: Jump


def turns_context(recorded: RecordedMatch, until: Moment | None) -> TurnsContext:
    """Some turns of a round, the newest last, and where those before them are, which can be corrected too."""
    rounds = recorded.record.rounds
    place, end = len(rounds), len(rounds[-1].turns)
    if until is not None and 0 < until.place <= len(rounds):
        place = until.place
        end = min(max(until.turn or 0, 1), len(rounds[place - 1].turns))
    first = max(0, end - TURNS_SHOWN)
    earlier = (place, first if until else max(0, end - TURNS_SEEN))
    while not earlier[1] and earlier[0] > 1:
        earlier = (earlier[0] - 1, len(rounds[earlier[0] - 2].turns))
    return {
        "turns": list(_turns(recorded, place, first, end)),
        "earlier": earlier if earlier[1] else None,
        "turns_of": translated(recorded.game.wording.round_title(rounds[place - 1].round)),
        "until": until,
        "jump": Jump(
            round=place,
            turn=end,
            most=max(len(played.turns) for played in rounds),
            rounds=[
                (number, translated(recorded.game.wording.round_title(played.round)))
                for number, played in enumerate(rounds, 1)
            ],
        ),
    }


def _turns(recorded: RecordedMatch, place: int, first: int, end: int) -> Iterator[TurnShown]:
    """Turns of the round in a place, each token with the place that a correction names."""
    turns = recorded.record.rounds[place - 1].turns
    marked = {
        (finding.turn, finding.action)
        for finding in recorded.standing.report.findings
        if finding.place == place - 1 and finding.kind != "note"
    }
    for number, turn in enumerate(turns[first:end], first + 1):
        yield TurnShown(
            number=number,
            name=recorded.names.get(turn.seat, turn.seat),
            tokens=[
                TokenShown(
                    text=text,
                    meaning=token_text(recorded.game, text),
                    place=place,
                    turn=number,
                    action=action,
                    fault=(number, action) in marked,
                )
                for action, text in token_labels(recorded, turn)
            ],
            fault=(number, None) in marked,
        )


def token_labels(recorded: RecordedMatch, turn: Turn) -> Iterator[tuple[int, str]]:
    """The tokens of a turn with their places, without the readings of the clock."""
    mark = recorded.game.language.clock_mark
    for action, text in enumerate(turn.actions, 1):
        if not (mark and text.startswith(mark)):
            yield action, text
