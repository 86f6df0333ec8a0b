"""The keys of the recorder: the pad of cards, and what else may be done; and the keys of a record without a network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext_lazy
from msgspec import structs

from judging.models import TurnRecord
from judging.recorder.queries.recorded import RecordedMatch
from matches.events.declarations.reading import options_of
from matches.models import Event, Match
from rules_engine import games
from rules_engine.record import SEATS
from rules_engine.record import recording as rec
from rules_engine.record.writing import to_mapping
from rules_engine.table import Acts, Allowed, Kind
from rules_engine.text import EMPTY
from rules_engine.views.translation import translated

PRIMARY = ("B",)
FEW = 12
"""So many acts that a kind of several taps can write have keys of their own beside it; more stand in nobody's way."""
SUITS = {
    "c": ("♣", gettext_lazy("Clubs")),
    "d": ("♦", gettext_lazy("Diamonds")),
    "h": ("♥", gettext_lazy("Hearts")),
    "s": ("♠", gettext_lazy("Spades")),
}


@dataclass(frozen=True, slots=True)
class PadKey:
    """A key for what a kind of acts names, such as the face of a card, with what it leads to.

    ``kinds`` are the numbers of the kinds that name it, ``2.1`` where only one step of a kind does; ``barred`` are
    those of which no such act may be done now. ``shown`` and ``allowed`` are so for the kind that is chosen at first.
    """

    token: str
    kinds: str
    barred: str
    shown: bool
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


@dataclass(frozen=True, slots=True, kw_only=True)
class KindKey:
    """A kind of acts: the mark that is written before what it names, and how much it names: ``enough`` to ``most``."""

    number: int
    mark: str
    label: str
    enough: int
    most: int
    joiner: str
    suited: bool
    allowed: bool
    first: bool


@dataclass(frozen=True, slots=True)
class SuitKey:
    """A suit: the letter that is written, its sign and its name."""

    letter: str
    sign: str
    name: str


class KeysContext(TypedDict):
    """The keys for ``judging/recorder/_keys.html``; ``several``: whether the pad changes with what is chosen."""

    suits: list[SuitKey]
    suit_needed: bool
    kinds: list[KindKey]
    several: bool
    pad: list[PadKey]
    acts: list[ActKey]
    barred: list[BarredKey]
    time_token: str


class StandInKeys(KeysContext):
    """The keys of a record that begins on a device; ``rare`` are those that are seldom needed."""

    rare: list[ActKey]


def keys_context(recorded: RecordedMatch, acts: Acts) -> KeysContext:
    """The kinds of acts with the pad of what they name, and what else may be done, with what it leads to; and why the
    rest may not.
    """
    language = recorded.game.language
    ends = recorded.standing.is_over or recorded.standing.next_round is not None
    kinds = kinds_of(recorded, acts)
    # Once the match is over, the result is within the thumb's reach.
    shown = [] if recorded.standing.is_over else [kind for kind in kinds if kind.allowed or kind.kept]
    first = next((at for at, kind in enumerate(shown) if kind.allowed), 0)
    return {
        "suits": _suits(recorded, kinds),
        "suit_needed": any(kind.suits for kind in kinds),
        "kinds": [_kind_key(recorded, kind, at, first=at == first) for at, kind in enumerate(shown)],
        "several": len(shown) > 1 or any(len(kind.steps) > 1 for kind in shown),
        "pad": list(_pad(shown, acts, first)),
        "acts": [
            ActKey(act.token, translated(act.label), translated(act.consequence), primary=act.token in PRIMARY)
            for act in _beside_the_pad(kinds, acts)
            # Where nobody answers and that ends the round, the next round's key says so.
            if act.token or not ends
        ],
        "barred": [
            BarredKey(
                act.token,
                translated(act.label),
                translated(recorded.with_names(act.reason)),
                act.rule,
                is_written(act.token),
            )
            for act in acts.barred
        ],
        # It is written behind the last act: a round without one takes none.
        "time_token": language.time_token if recorded.record.rounds[-1].turns and not recorded.is_time_called else "",
    }


def stand_in_keys(event: Event, match: Match) -> StandInKeys:
    """The keys of a record that begins on a device before the server has it: one for each kind of act of the game."""
    game = games.get(event.game)
    record = rec.begin(game, rules=event.rules, seats={}, first=SEATS[0], tags={})
    recorded = RecordedMatch(TurnRecord(match=match, data=to_mapping(record)), event, match)
    acts = recorded.standing.acts
    kinds = tuple(structs.replace(kind, allowed=True, listed=False) for kind in kinds_of(recorded, acts))
    labels = {act.token: (act.label, True) for act in _beside_the_pad(kinds, acts)}
    labels |= {act.token: (act.label, act.token in PRIMARY) for act in acts.barred}
    keys = {
        ActKey(token, translated(label), primary=token in PRIMARY): is_usual
        for token, (label, is_usual) in labels.items()
        if is_written(token) and not any(kind.entries(token) for kind in kinds)
    }
    return {
        **keys_context(recorded, structs.replace(acts, kinds=kinds)),
        "acts": [key for key, is_usual in keys.items() if is_usual],
        "rare": [key for key, is_usual in keys.items() if not is_usual],
        "barred": [],
        "time_token": game.language.time_token,
    }


def is_written(token: str) -> bool:
    """Whether what may be done is a token of a record, and not only a name for several."""
    return bool(token) and " " not in token and token != "draw"  # noqa: S105 - no password


def kinds_of(recorded: RecordedMatch, acts: Acts) -> tuple[Kind, ...]:
    """The kinds of acts that have keys; in a game that names none, a card alone is one that was drawn."""
    drawn = recorded.game.language.draw_keys
    return acts.kinds or ((Kind("", EMPTY, (drawn,), kept=True),) if drawn else ())


def _kind_key(recorded: RecordedMatch, kind: Kind, number: int, *, first: bool) -> KindKey:
    return KindKey(
        number=number,
        mark=kind.mark,
        label=translated(recorded.with_names(kind.label)),
        enough=kind.enough,
        most=len(kind.steps),
        joiner=kind.joiner,
        suited=bool(kind.suits),
        allowed=kind.allowed,
        first=first,
    )


def _pad(kinds: Sequence[Kind], acts: Acts, first: int) -> Iterator[PadKey]:
    """A key for everything that a step of a kind names."""
    faces = dict.fromkeys(face for kind in kinds for step in kind.steps for face in step)
    named = [_named(kind, acts) for kind in kinds]
    consequences = {act.token: act.consequence for act in acts.allowed}
    for face in faces:
        barred = {at for at, may in enumerate(named) if may is not None and face not in may}
        yield PadKey(
            face,
            " ".join(name for at, kind in enumerate(kinds) for name in _places(kind, face, at)),
            " ".join(map(str, sorted(barred))),
            shown=face in kinds[first].steps[0],
            allowed=first not in barred,
            consequence=translated(consequences.get(face, EMPTY)),
        )


def _places(kind: Kind, face: str, number: int) -> Iterator[str]:
    """The steps of a kind that name a face, the kind's number alone for all of them."""
    steps = [at for at, step in enumerate(kind.steps) if face in step]
    yield from [str(number)] if len(steps) == len(kind.steps) else (f"{number}.{at}" for at in steps)


def _named(kind: Kind, acts: Acts) -> set[str] | None:
    """What the acts of a kind of one step name that may be done now; None where nobody can tell."""
    if len(kind.steps) > 1 or not kind.listed:
        return None if kind.allowed else set()
    return {face for act in acts.allowed for face in kind.entries(act.token)}


def _beside_the_pad(kinds: Sequence[Kind], acts: Acts) -> list[Allowed]:
    """The acts with keys of their own: what no kind writes, and what one tap chooses in place of several, while few."""
    with_keys = [act for act in acts.allowed if not act.same_as]
    of_kinds = {act.token: at for act in with_keys for at, kind in enumerate(kinds) if kind.entries(act.token)}
    few: set[str] = set()
    for at, kind in enumerate(kinds):
        if kind.suits or len(kind.steps) > 1:
            listed = {act.token for act in with_keys if of_kinds.get(act.token) == at and not act.chance}
            few |= listed if len(few | listed) <= FEW else set()
    return [act for act in with_keys if act.token not in of_kinds or act.token in few]


def _suits(recorded: RecordedMatch, kinds: Sequence[Kind]) -> list[SuitKey]:
    """The row of keys for suits, where the event or the game records them."""
    if not options_of(recorded.event).record_suits and not any(kind.suits for kind in kinds):
        return []
    signs = {letter: SUITS.get(letter, (letter, letter)) for letter in recorded.game.language.suit_keys}
    return [SuitKey(letter, sign, str(name)) for letter, (sign, name) in signs.items()]
