"""A practice match as its page shows it: the table, the last turns, the keys, a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypedDict

import msgspec

from rules_engine import games
from rules_engine.game import Game
from rules_engine.odds.door import OddsError
from rules_engine.play.fair_play import Remedy
from rules_engine.practice.door import Choice
from rules_engine.practice.match import BACK, Choices, PracticeMatch, place, practice_of
from rules_engine.record.writing import to_text
from rules_engine.views.drawing import felt
from rules_engine.views.drawn import Felt
from rules_engine.views.links import rule_url
from rules_engine.views.odds import SectionShown, section_shown
from rules_engine.views.report_page import text_to_analyse
from rules_engine.views.sheet import token_text
from rules_engine.views.taught import PointShown, point_shown
from rules_engine.views.translation import translated

TURNS_SHOWN = 8
BRIEF = 6
"""Labels of so many letters, such as cards, stand in narrow keys."""


def names_of(match: PracticeMatch) -> dict[str, str]:
    """Who plays, by seat."""
    return dict(match.record.seats)


@dataclass(frozen=True, slots=True)
class TokenShown:
    """A token, and what it says."""

    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn with its player."""

    name: str
    tokens: list[TokenShown]


class TableContext(TypedDict):
    """The table as one player sees it, and the last turns."""

    now: Felt
    status: str
    acting: str
    own_turn: bool
    turns: list[TurnShown]
    since: list[TurnShown]


def table_context(game: Game, match: PracticeMatch, known: Choices, viewer: str, before: int) -> TableContext:
    """The table as the viewer sees it, and the last turns; when the match is over, with every card.

    ``since`` is what was done from the viewer's last choice on; ``before`` counts the round's tokens before that.
    """
    names, over = names_of(match), known.standing.is_over
    view = practice_of(game).view(known.play, None if over else viewer)
    if view.turn_over:  # the keys are for the next turn
        view = msgspec.structs.replace(view, to_move=known.seat)
    return {
        "now": felt(view, names),
        "status": "" if view.turn_over and known.seat else translated(known.standing.view.status),
        "acting": names.get(known.seat or "", ""),
        "own_turn": known.seat == viewer,
        "turns": _turns(game, match, known, viewer)[-max(TURNS_SHOWN, 2 * len(names)) :],
        "since": [turn for turn in _turns(game, match, known, viewer, before) if turn.tokens],
    }


def tokens_in_round(match: PracticeMatch) -> int:
    """How many tokens the round that is played has."""
    return sum(len(turn.actions) for turn in match.record.rounds[-1].turns)


def _turns(game: Game, match: PracticeMatch, known: Choices, viewer: str, before: int = 0) -> list[TurnShown]:
    """The turns of the round without its first tokens; where several play, those that one seat had in a row are one."""
    practice, over = practice_of(game), known.standing.is_over
    turns = [(seat, list(run)) for seat, run in groupby(match.record.rounds[-1].turns, key=lambda turn: turn.seat)]
    if len(match.record.seats) == 1:
        turns = [(turn.seat, [turn]) for turn in match.record.rounds[-1].turns]
    shown = []
    for seat, run in turns:
        tokens = [token for turn in run for token in turn.actions]
        seen = tokens if over else practice.seen(known.play, seat, tokens, viewer)
        left = [TokenShown(token, token_text(game, token)) for token in seen[before:]]
        shown.append(TurnShown(names_of(match).get(seat, seat), left))
        before = max(before - len(seen), 0)
    return shown


def last_meaning(game: Game, match: PracticeMatch, known: Choices, viewer: str) -> PointShown | None:
    """What the last thing that was done means, for a first match; None at its start and for a game without lessons."""
    turns = match.record.rounds[-1].turns
    if game.teaching is None or not turns or not turns[-1].actions:
        return None
    last = turns[-1]
    seen = practice_of(game).seen(known.play, last.seat, last.actions, viewer)
    point = game.teaching.meaning(seen[-1]) if seen else None
    return point_shown(point) if point is not None else None


@dataclass(frozen=True, slots=True)
class PracticeKey:
    """What may be chosen, with what it leads to."""

    token: str
    label: str
    consequence: str
    primary: bool


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Choices that stand together under a name; ``brief`` ones in narrow keys."""

    name: str
    keys: list[PracticeKey]
    brief: bool


@dataclass(frozen=True, slots=True)
class BarredAct:
    """An act that may not be done, and why."""

    label: str
    reason: str
    rule: str
    url: str


class KeysContext(TypedDict):
    """What may be chosen and what may not; the next round; the result with its record."""

    place: int
    groups: list[KeyGroup]
    asking: str
    back: str
    barred: list[BarredAct]
    next_round: str
    starters: list[tuple[str, str]]
    is_over: bool
    result: str
    record: str
    to_analyse: str
    may_hint: bool


def keys_context(match: PracticeMatch, known: Choices, viewer: str) -> KeysContext:
    """What the viewer may choose, and why the rest may not be done; the next round; the result."""
    standing = known.standing
    game = games.get(match.record.game)
    own = known.seat == viewer
    following = standing.next_round
    return {
        "place": place(match),
        "groups": list(_groups(known.acts)) if own else [],
        "asking": translated(known.asking.asking) if known.asking and own else "",
        "back": BACK if known.asking and own and not known.asking.turned else "",
        "barred": [
            BarredAct(translated(act.label), translated(act.reason), act.rule, rule_url(act.rule) if act.rule else "")
            for act in standing.acts.barred
            if own and not match.pending
        ],
        "next_round": "" if following is None else translated(game.wording.round_title(following.round)),
        "starters": [] if following is None else [(seat, names_of(match)[seat]) for seat in following.starters],
        "is_over": standing.is_over,
        "result": translated(game.wording.result(standing.report, names_of(match))) if standing.is_over else "",
        "record": to_text(match.record, game.language) if standing.is_over else "",
        "to_analyse": text_to_analyse(match.record) if standing.is_over else "",
        "may_hint": own and game.odds is not None and not match.pending and not standing.is_over,
    }


def _groups(acts: Sequence[Choice]) -> Iterator[KeyGroup]:
    """The choices as they stand together, under the name of their group."""
    for name, found in groupby(acts, key=lambda act: act.group):
        keys = [
            PracticeKey(act.token, translated(act.label), translated(act.consequence), act.primary) for act in found
        ]
        brief = all(len(key.label) <= BRIEF and not key.consequence for key in keys)
        yield KeyGroup(translated(name), keys, brief)


class HintContext(TypedDict):
    """The odds of a turn, or why there are none, with what to do about that."""

    hint: list[SectionShown]
    hint_problem: str
    remedy: Remedy | None


NO_HINT: HintContext = {"hint": [], "hint_problem": "", "remedy": None}


def hint_context(game: Game, match: PracticeMatch) -> HintContext:
    """The odds of the turn; the other player's hand counts as unseen in them."""
    if game.odds is None:
        return NO_HINT
    try:
        answer = game.odds.at_end(match.record, {"goal": None})
    except OddsError as error:
        return {**NO_HINT, "hint_problem": str(error)}
    return {**NO_HINT, "hint": [section_shown(section) for section in answer.sections]}
