"""A practice match as its page shows it: the table, the last turns, the keys, a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.game import Game
from rules_engine.odds import OddsError
from rules_engine.practice import Choice
from rules_engine.practice_match import BACK, Choices, PracticeMatch, place, practice_of
from rules_engine.record.writing import to_text
from rules_engine.views.drawing import drawing, places
from rules_engine.views.links import rule_url
from rules_engine.views.odds import section_context
from rules_engine.views.sheet import token_text
from rules_engine.views.translation import translated

TURNS_SHOWN = 8
BRIEF = 6
"""Labels of so many letters, such as cards, stand in narrow keys."""


def names_of(match: PracticeMatch) -> dict[str, str]:
    """Who plays, by seat."""
    return dict(match.record.seats)


def table_context(game: Game, match: PracticeMatch, known: Choices, viewer: str) -> dict[str, Any]:
    """The table as the viewer sees it, and the last turns; when the match is over, with every card."""
    names, over = names_of(match), known.standing.is_over
    view = practice_of(game).view(known.play, None if over else viewer)
    if view.turn_over:  # the keys are for the next turn
        view = msgspec.structs.replace(view, to_move=known.seat)
    drawn = places(view)
    return {
        "now": {"table": drawing(view, drawn, names), "over": drawn.marks["over"]},
        "status": "" if view.turn_over and known.seat else translated(known.standing.view.status),
        "acting": names.get(known.seat or "", ""),
        "own_turn": known.seat == viewer,
        "turns": list(_turns(game, match, known, viewer)),
    }


def _turns(game: Game, match: PracticeMatch, known: Choices, viewer: str) -> Iterator[dict[str, Any]]:
    """The last turns of the round; where several play, those that one seat had in a row are one."""
    seats = len(match.record.seats)
    shown = max(TURNS_SHOWN, 2 * seats)
    practice, over = practice_of(game), known.standing.is_over
    turns = [(seat, list(run)) for seat, run in groupby(match.record.rounds[-1].turns, key=lambda turn: turn.seat)]
    if seats == 1:
        turns = [(turn.seat, [turn]) for turn in match.record.rounds[-1].turns]
    for seat, run in turns[-shown:]:
        tokens = [token for turn in run for token in turn.actions]
        seen = tokens if over else practice.seen(known.play, seat, tokens, viewer)
        yield {
            "name": names_of(match).get(seat, seat),
            "tokens": [{"text": token, "meaning": token_text(game, token)} for token in seen],
        }


def keys_context(match: PracticeMatch, known: Choices, viewer: str) -> dict[str, Any]:
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
            {
                "label": translated(act.label),
                "reason": translated(act.reason),
                "rule": act.rule,
                "url": rule_url(act.rule) if act.rule else "",
            }
            for act in standing.acts.barred
            if own and not match.asked
        ],
        "next_round": "" if following is None else translated(game.wording.round_title(following.round)),
        "starters": [] if following is None else [(seat, names_of(match)[seat]) for seat in following.starters],
        "is_over": standing.is_over,
        "result": translated(game.wording.result(standing.report, names_of(match))) if standing.is_over else "",
        "record": to_text(match.record, game.language) if standing.is_over else "",
        "may_hint": own and game.odds is not None and not match.asked and not standing.is_over,
    }


def _groups(acts: Sequence[Choice]) -> Iterator[dict[str, Any]]:
    """The choices as they stand together, under the name of their group."""
    for name, found in groupby(acts, key=lambda act: act.group):
        keys: list[dict[str, Any]] = [
            {
                "token": act.token,
                "label": translated(act.label),
                "consequence": translated(act.consequence),
                "primary": act.primary,
            }
            for act in found
        ]
        brief = all(len(key["label"]) <= BRIEF and not key["consequence"] for key in keys)
        yield {"name": translated(name), "keys": keys, "brief": brief}


def hint_context(game: Game, match: PracticeMatch) -> dict[str, Any]:
    """The odds of the turn; the other player's hand counts as unseen in them."""
    if game.odds is None:
        return {}
    try:
        answer = game.odds.at_end(match.record, {"goal": None})
    except OddsError as error:
        return {"hint_problem": str(error)}
    return {"hint": [section_context(section) for section in answer.sections]}
