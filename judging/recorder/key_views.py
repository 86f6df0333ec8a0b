"""The keys of the recorder: the pad of cards, and what else may be done; and the keys of a record without a network."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext_lazy

from judging.models import TurnRecord
from judging.recorder.queries import RecordedMatch
from matches.events.declarations.reading import chosen_value
from matches.models import Event, Match
from rules_engine import games
from rules_engine import recording as rec
from rules_engine.record import SEATS, Language
from rules_engine.record.writing import to_mapping
from rules_engine.table import Acts, Allowed
from rules_engine.views.translation import translated

PRIMARY = ("B",)
FEW = 12
"""So many single cards have keys of their own beside the pad, for each thing that may happen with them."""
SUITS = {
    "c": ("♣", gettext_lazy("Clubs")),
    "d": ("♦", gettext_lazy("Diamonds")),
    "h": ("♥", gettext_lazy("Hearts")),
    "s": ("♠", gettext_lazy("Spades")),
}


@dataclass(frozen=True, slots=True)
class PadKey:
    """A key for a face of a card, with what it leads to; one that is not ``allowed`` is barred now."""

    token: str
    allowed: bool
    consequence: str = ""


@dataclass(frozen=True, slots=True)
class ActKey:
    """A key for an act, with what it leads to."""

    token: str
    label: str
    consequence: str = ""
    primary: bool = False


@dataclass(frozen=True, slots=True)
class BarredKey:
    """An act that may not be done, and why; what is ``written`` as a token can be put on record as it happened."""

    token: str
    label: str
    reason: str
    rule: str
    written: bool


@dataclass(frozen=True, slots=True)
class MarkKey:
    """What may happen with a card."""

    mark: str
    label: str


@dataclass(frozen=True, slots=True)
class SuitKey:
    """A suit: the letter that is written, its sign and its name."""

    letter: str
    sign: str
    name: str


class KeysContext(TypedDict):
    """The keys for ``judging/recorder/_keys.html``."""

    suits: list[SuitKey]
    suit_needed: bool
    marks: list[MarkKey]
    pad: list[PadKey]
    acts: list[ActKey]
    barred: list[BarredKey]
    time_token: str


class StandInKeys(KeysContext):
    """The keys of a record that begins on a device; ``rare`` are those that are seldom needed."""

    rare: list[ActKey]


def keys_context(recorded: RecordedMatch, acts: Acts) -> KeysContext:
    """The pad of cards, and what else may be done, with what it leads to; and why the rest may not."""
    language = recorded.game.language
    ends = recorded.standing.is_over or recorded.standing.next_round is not None
    return {
        "suits": _suits(recorded),
        "suit_needed": language.always_suited,
        "marks": [MarkKey(mark, translated(recorded.game.wording.card_mark(mark))) for mark in language.card_marks],
        # Once the match is over, the result is within the thumb's reach.
        "pad": _pad(language, acts) if not recorded.standing.is_over else [],
        "acts": [
            ActKey(act.token, translated(act.label), translated(act.consequence), primary=act.token in PRIMARY)
            for act in _beside_the_pad(language, acts)
            # Where nobody answers and that ends the round, the next round's key says so.
            if act.token or not ends
        ],
        "barred": [
            BarredKey(
                act.token,
                translated(act.label),
                recorded.with_names(translated(act.reason)),
                act.rule,
                is_written(act.token),
            )
            for act in acts.barred
        ],
        "time_token": "" if recorded.is_time_called else language.time_token,
    }


def stand_in_keys(event: Event, match: Match) -> StandInKeys:
    """The keys of a record that begins on a device before the server has it: one for each kind of act of the game."""
    game = games.get(event.game)
    record = rec.begin(game, rules=event.rules, seats={}, first=SEATS[0], tags={})
    recorded = RecordedMatch(TurnRecord(match=match, data=to_mapping(record)), event, match)
    language, acts = game.language, recorded.standing.acts
    kinds = {act.token: (act.label, True) for act in _beside_the_pad(language, acts)}
    kinds |= {act.token: (act.label, act.token in PRIMARY) for act in acts.barred}
    keys = {
        ActKey(token, translated(label), primary=token in PRIMARY): is_usual
        for token, (label, is_usual) in kinds.items()
        if is_written(token) and token not in language.card_tokens
    }
    shown = keys_context(recorded, acts)
    return {
        **shown,
        "pad": [PadKey(key.token, allowed=True) for key in shown["pad"]],
        "acts": [key for key, is_usual in keys.items() if is_usual],
        "rare": [key for key, is_usual in keys.items() if not is_usual],
        "barred": [],
    }


def is_written(token: str) -> bool:
    """Whether what may be done is a token of a record, and not only a name for several."""
    return bool(token) and " " not in token and token != "draw"  # noqa: S105 - no password


def _pad(language: Language, acts: Acts) -> list[PadKey]:
    """A key for each face of a card, with what it leads to."""
    allowed = {act.token: act for act in acts.allowed}
    faces = {language.card_tokens[token][1] for token in allowed if token in language.card_tokens}
    return [
        PadKey(face, face in faces, translated(allowed[face].consequence) if face in allowed else "")
        for face in language.draw_keys
    ]


def _beside_the_pad(language: Language, acts: Acts) -> list[Allowed]:
    """The acts with keys of their own: what the pad cannot write, and cards that one may choose while they are few."""
    marks = {act.token: language.card_tokens[act.token][0] for act in acts.allowed if act.token in language.card_tokens}
    chosen = Counter(marks[act.token] for act in acts.allowed if act.token in marks and not act.chance)
    return [
        act
        for act in acts.allowed
        if act.token not in marks or (language.card_marks and not act.chance and chosen[marks[act.token]] <= FEW)
    ]


def _suits(recorded: RecordedMatch) -> list[SuitKey]:
    """The row of keys for suits, where the event or the game records them."""
    if not chosen_value(recorded.event, "record_suits") and not recorded.game.language.always_suited:
        return []
    signs = {letter: SUITS.get(letter, (letter, letter)) for letter in recorded.game.language.suit_keys}
    return [SuitKey(letter, sign, str(name)) for letter, (sign, name) in signs.items()]
