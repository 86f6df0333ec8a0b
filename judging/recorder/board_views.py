"""What the recorder shows: the table as it lies, the turn that is written, the keys, and what the referee found."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.models import TurnRecord
from judging.recorder.findings import name_of
from judging.recorder.queries import RecordedMatch, recorded
from judging.recorder.turn_views import turns_shown
from matches.events.declarations.reading import chosen_value
from matches.models import Event, Match
from matches.results.labels import score_text
from rules_engine import games
from rules_engine import recording as rec
from rules_engine.game import Moment
from rules_engine.record import SEATS, Language
from rules_engine.record.writing import to_mapping
from rules_engine.report import Finding
from rules_engine.table import Acts, Allowed
from rules_engine.views.drawing import drawing, places
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


def board_context(recorded: RecordedMatch, device: str, until: Moment | None = None) -> dict[str, Any]:
    """Everything that the recorder's part of the page draws; with the turns up to ``until`` in place of the last."""
    standing = recorded.standing
    acting = standing.acts.seat
    # After a turn, the view still marks the one who played it; the keys are for the next.
    view = msgspec.structs.replace(standing.view, to_move=acting) if standing.view.turn_over else standing.view
    drawn = places(view)
    return {
        "recorded": recorded,
        "revision": recorded.row.revision,
        "step": uuid.uuid4(),
        "writes": recorded.row.device == device,
        "now": {"table": drawing(view, drawn, recorded.names), "over": drawn.marks["over"]},
        "status": translated(standing.view.status),
        "acting": recorded.names.get(acting or "", ""),
        "answers": acting is not None and not standing.view.turn_over and acting != standing.view.to_move,
        **turns_shown(recorded, until),
        "may_undo": _can_undo(recorded),
        "is_over": standing.is_over,
        "time_token": recorded.game.language.time_token,
        **_keys(recorded, standing.acts),
        "starters": _starters(recorded),
        "next_round": _round_title(recorded),
        "faults": [fault_context(recorded, finding) for finding in recorded.open_faults()],
        "notes": sum(finding.kind == "note" for finding in standing.report.findings),
        "proposal": proposed_text(recorded),
        "result": translated(recorded.game.wording.result(standing.report, recorded.names)),
    }


def stand_in_context(event: Event, match: Match) -> dict[str, Any]:
    """The keys of a record that begins on a device before the server has it: one for each kind of act of the game."""
    game = games.get(event.game)
    record = rec.begin(game, rules=event.rules, seats={}, first=SEATS[0], tags={})
    recorded = RecordedMatch(TurnRecord(match=match, data=to_mapping(record)), event, match)
    language, acts = game.language, recorded.standing.acts
    kinds = {act.token: (act.label, True) for act in _beside_the_pad(language, acts)}
    kinds |= {act.token: (act.label, act.token in PRIMARY) for act in acts.barred}
    kinds = {token: kind for token, kind in kinds.items() if is_written(token) and token not in language.card_tokens}
    keys = _keys(recorded, acts)
    return keys | {
        "pad": [{"token": key["token"], "allowed": True} for key in keys["pad"]],
        "acts": [
            {"token": token, "label": translated(label), "primary": token in PRIMARY}
            for token, (label, is_usual) in kinds.items()
            if is_usual
        ],
        "rare": [
            {"token": token, "label": translated(label)} for token, (label, is_usual) in kinds.items() if not is_usual
        ],
        "barred": [],
        "time_token": language.time_token,
    }


def is_written(token: str) -> bool:
    """Whether what may be done is a token of a record, and not only a name for several."""
    return bool(token) and " " not in token and token != "draw"  # noqa: S105 - no password


def proposed_text(recorded: RecordedMatch) -> str:
    """The result that is still to be confirmed; empty without one."""
    return score_text(recorded.open_proposal, recorded.event) if recorded.open_proposal else ""


def _can_undo(recorded: RecordedMatch) -> bool:
    rounds = recorded.record.rounds
    return len(rounds) > 1 or bool(rounds[0].turns)


def _keys(recorded: RecordedMatch, acts: Acts) -> dict[str, Any]:
    """The pad of cards, and what else may be done, with what it leads to; and why the rest may not."""
    language = recorded.game.language
    ends = recorded.standing.is_over or recorded.standing.next_round is not None
    return {
        "suits": _suits(recorded),
        "suit_needed": language.always_suited,
        "marks": [
            {"mark": mark, "label": translated(recorded.game.wording.card_mark(mark))} for mark in language.card_marks
        ],
        # Once the match is over, the result is within the thumb's reach.
        "pad": _pad(language, acts) if not recorded.standing.is_over else [],
        "acts": [
            {
                "token": act.token,
                "label": translated(act.label),
                "consequence": translated(act.consequence),
                "primary": act.token in PRIMARY,
            }
            for act in _beside_the_pad(language, acts)
            # Where nobody answers and that ends the round, the next round's key says so.
            if act.token or not ends
        ],
        "barred": [
            {
                "token": act.token,
                "label": translated(act.label),
                "reason": translated(act.reason),
                "rule": act.rule,
                "written": is_written(act.token),
            }
            for act in acts.barred
        ],
    }


def _pad(language: Language, acts: Acts) -> list[dict[str, Any]]:
    """A key for each face of a card, with what it leads to."""
    allowed = {act.token: act for act in acts.allowed}
    faces = {language.card_tokens[token][1] for token in allowed if token in language.card_tokens}
    return [
        {
            "token": face,
            "allowed": face in faces,
            "consequence": translated(allowed[face].consequence) if face in allowed else "",
        }
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


def _suits(recorded: RecordedMatch) -> list[dict[str, str]]:
    """The row of keys for suits, where the event or the game records them: a letter with its sign and its name."""
    if not chosen_value(recorded.event, "record_suits") and not recorded.game.language.always_suited:
        return []
    letters = recorded.game.language.suit_keys
    signs = {letter: SUITS.get(letter, (letter, letter)) for letter in letters}
    return [{"letter": letter, "sign": sign, "name": str(name)} for letter, (sign, name) in signs.items()]


def _starters(recorded: RecordedMatch) -> list[tuple[str, str]]:
    following = recorded.standing.next_round
    return [] if following is None else [(seat, recorded.names.get(seat, seat)) for seat in following.starters]


def _round_title(recorded: RecordedMatch) -> str:
    following = recorded.standing.next_round
    return "" if following is None else translated(recorded.game.wording.round_title(following.round))


def fault_context(recorded: RecordedMatch, finding: Finding) -> dict[str, Any]:
    """A finding that is a player's fault: the sentence, its place, and the infraction that one tap opens."""
    event, match = recorded.event, recorded.match
    rule = recorded.infraction_of(finding)
    entry = recorded.entries.get(finding.seat or "")
    url = ""
    if rule is not None and entry is not None:
        query = f"?finding={recorded.row.number}:{name_of(finding)}"
        url = reverse("judging:fault", args=[event.slug, match.pk, rule.code, entry.number]) + query
    return {
        "name": name_of(finding),
        "player": recorded.names.get(finding.seat or "", ""),
        "message": finding.message,
        "remedy": finding.remedy,
        "rule": finding.rule,
        "where": where(finding),
        "infraction": rule.name if rule else "",
        "url": url,
        "mark": recorded.marks.get(name_of(finding)),
    }


@dataclass(frozen=True, slots=True)
class TurnsSummary:
    """How far the turns of a match are on record, the findings to deal with, and the result that they propose."""

    round: str
    turn: int
    faults: int
    proposal: str


def turns_summary(event: Event, match: Match) -> TurnsSummary | None:
    """What the table's sheet says of the turns on record: how far, what is to be dealt with, and the result."""
    found = recorded(event, match)
    if found is None:
        return None
    last = found.record.rounds[-1]
    return TurnsSummary(
        round=translated(found.game.wording.round_title(last.round)),
        turn=len(last.turns),
        faults=len(found.open_faults()),
        proposal=proposed_text(found),
    )


def where(finding: Finding) -> str:
    """The place of a finding, as a comment names it."""
    if finding.turn is None:
        return _("Round %(round)s") % {"round": finding.round}
    if finding.action is None:
        return _("Round %(round)s, turn %(turn)s") % {"round": finding.round, "turn": finding.turn}
    numbers = {"round": finding.round, "turn": finding.turn, "action": finding.action}
    return _("Round %(round)s, turn %(turn)s, action %(action)s") % numbers
