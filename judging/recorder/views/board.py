"""What the recorder shows: the table as it lies, the turn that is written, the keys, and what the referee found."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from judging.models import FindingMark
from judging.recorder.findings import MISRECORDED, name_of
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.views.keys import KeysContext, keys_context
from judging.recorder.views.turns import TurnsContext, token_labels, turns_context
from matches.models import Event, Match
from matches.results.labels.results import won_text
from rules_engine.game import Moment
from rules_engine.record import SEATS
from rules_engine.record.report import Finding
from rules_engine.text import with_players
from rules_engine.views.drawing import felt
from rules_engine.views.drawn import Felt
from rules_engine.views.translation import translated


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultShown:
    """A finding: the sentence, its place, and the infraction that one tap opens; ``mark`` is how it was dealt with.

    ``charged`` is whether it is a player's fault, and not only written down wrongly.
    """

    name: str
    message: SafeString
    remedy: str
    rule: str
    where: str
    infraction: str
    url: str
    charged: bool
    mark: FindingMark | None


class BoardPart(TypedDict):
    """What the recorder draws of a record: the table as it lies, who acts, what was found, and the result."""

    recorded: RecordedMatch
    revision: int
    step: UUID
    writes: bool
    now: Felt
    status: str
    acting: str
    answers: bool
    may_undo: bool
    is_over: bool
    starters: list[tuple[str, str]]
    next_round: str
    faults: list[FaultShown]
    proposal: str
    result: str
    is_stored: bool
    is_doubted: bool
    may_go_on: bool


class BoardContext(BoardPart, TurnsContext, KeysContext):
    """Everything that the recorder's part of the page draws."""


def board_context(recorded: RecordedMatch, device: str, until: Moment | None = None) -> BoardContext:
    """Everything that the recorder's part of the page draws; with the turns up to ``until`` in place of the last."""
    standing = recorded.standing
    acting = standing.acts.seat
    # After a turn, the view still marks the one who played it; the keys are for the next.
    view = msgspec.structs.replace(standing.view, to_move=acting) if standing.view.turn_over else standing.view
    return {
        **turns_context(recorded, until),
        **keys_context(recorded, standing.acts),
        "recorded": recorded,
        "revision": recorded.row.revision,
        "step": uuid.uuid4(),
        "writes": recorded.row.device == device,
        "now": felt(view, recorded.names),
        "status": translated(standing.view.status),
        "acting": recorded.names.get(acting or "", ""),
        "answers": acting is not None and not standing.view.turn_over and acting != standing.view.to_move,
        "may_undo": _can_undo(recorded),
        "is_over": standing.is_over,
        "starters": _starters(recorded),
        "next_round": _round_title(recorded),
        "faults": [fault_shown(recorded, finding) for finding in recorded.open_findings()],
        "proposal": proposed_text(recorded),
        "result": translated(recorded.game.wording.result(standing.report, recorded.names)),
        "is_doubted": recorded.is_doubted,
        # An act that may be done, but need not be: nobody can tell whether it was.
        "may_go_on": standing.is_over and bool(standing.acts.allowed),
        "is_stored": recorded.proposal is not None and recorded.open_proposal is None,
    }


def proposed_text(recorded: RecordedMatch) -> str:
    """The result that is still to be confirmed, with who wins where the numbers are level; empty without one."""
    score = recorded.open_proposal
    if score is None:
        return ""
    names = [recorded.names.get(letter, letter) for letter in SEATS[: len(score.outcomes)]]
    return won_text(score, recorded.event, names)


def _can_undo(recorded: RecordedMatch) -> bool:
    rounds = recorded.record.rounds
    return len(rounds) > 1 or bool(rounds[0].turns)


def _starters(recorded: RecordedMatch) -> list[tuple[str, str]]:
    """Who may start the next round, by seat, with what the key says of it."""
    following = recorded.standing.next_round
    if following is None:
        return []
    starter = recorded.game.wording.starter
    return [(seat, translated(starter(recorded.names.get(seat, seat)))) for seat in following.starters]


def _round_title(recorded: RecordedMatch) -> str:
    following = recorded.standing.next_round
    return "" if following is None else translated(recorded.game.wording.round_title(following.round))


def fault_shown(recorded: RecordedMatch, finding: Finding) -> FaultShown:
    """A finding with the infraction of the event's policy that it is."""
    event, match = recorded.event, recorded.match
    rule = recorded.infraction_of(finding)
    entry = recorded.entries.get(finding.seat or "")
    url = ""
    if rule is not None and entry is not None:
        query = f"?finding={recorded.row.number}:{name_of(finding)}"
        url = reverse("judging:fault", args=[event.slug, match.pk, rule.code, entry.number]) + query
    return FaultShown(
        name=name_of(finding),
        message=_sentence(recorded, finding),
        remedy=translated(recorded.with_names(finding.remedy)),
        rule=finding.rule,
        where=where(recorded, finding),
        infraction=rule.name if rule else "",
        url=url,
        charged=finding.kind != MISRECORDED,
        mark=recorded.marks.get(name_of(finding)),
    )


def _sentence(recorded: RecordedMatch, finding: Finding) -> SafeString:
    """What happened, the player set off in it, or before a sentence that does not name the player."""
    names = {seat: format_html("<b><bdi>{}</bdi></b>", name) for seat, name in recorded.names.items()}
    sentence = format_html(escape(gettext(finding.message.text)), **with_players(finding.message, names).values)
    who = "" if finding.message.has("player") else names.get(finding.seat or "", "")
    return format_html("{} {}", who, sentence) if who else sentence


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
        faults=len(found.open_findings()),
        proposal=proposed_text(found),
    )


def where(recorded: RecordedMatch, finding: Finding) -> str:
    """The place of a finding, as a comment names it: its action among those that pages list."""
    if finding.turn is None:
        return _("Round %(round)s") % {"round": finding.round}
    if finding.action is None:
        return _("Round %(round)s, turn %(turn)s") % {"round": finding.round, "turn": finding.turn}
    turn = recorded.record.rounds[finding.place].turns[finding.turn - 1]
    action = sum(place <= finding.action for place, _token in token_labels(recorded, turn))
    numbers = {"round": finding.round, "turn": finding.turn, "action": action}
    return _("Round %(round)s, turn %(turn)s, action %(action)s") % numbers
