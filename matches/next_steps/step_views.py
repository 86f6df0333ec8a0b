"""The next steps on the pages of the desk: the list of what is due, and the buttons of a round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.final.queries import finishes_event
from matches.frame.desk_views import round_url
from matches.models import Match, Stage
from matches.names.labels import listed
from matches.next_step import (
    OF_A_ROUND,
    Code,
    Step,
    Urgency,
    due,
    round_steps,
)
from matches.next_steps.labels import STEPS, button_text, step_lot, step_text
from matches.next_steps.queries import EventNow
from matches.pages.components import Button
from matches.results.match_views import match_shown

MOST_TABLES = 12
CALL_QUESTION = gettext_lazy("Call time now?")


@dataclass(frozen=True, slots=True)
class DueItem:
    """A step that is due (``components/next_list.html``), with the button that takes it."""

    code: Code
    urgency: str
    text: str
    detail: str
    act: Button | None


class RoundButtons(TypedDict):
    """The buttons of a round's page: at most one that brings the round on, the others, and where time is added."""

    round_acts: list[Button]
    other_acts: list[Button]
    add_time_url: str


def due_items(now: EventNow) -> list[DueItem]:
    """The steps that are due."""
    return [
        DueItem(
            code=step.code,
            urgency=step.urgency.value,
            text=step_text(step, now),
            detail=_detail(step, now),
            act=_due_button(step, now) if step.allowed else None,
        )
        for step in due(now.steps)
    ]


def _due_button(step: Step, now: EventNow) -> Button:
    """The button of a due step. A draft should be read before it is published, so the desk links to its page."""
    if step.code is Code.PUBLISH_ROUND and step.round is not None:
        url = round_url(now.event, now.round_at(step.round))
        return Button(url=url, label=_("Review the draft"), kind="primary")
    brings_on = step.code in OF_A_ROUND - {Code.ENTER_RESULTS} or step.urgency is Urgency.READY
    return replace(step_button(step, now), kind="primary" if brings_on else "")


def _detail(step: Step, now: EventNow) -> str:
    if step.code is Code.ENTER_RESULTS:
        return tables_text([now.match_at(table) for table in step.tables])
    if step.code is Code.DECIDE_RESULT:
        return match_shown(now.match_at(step.tables[0]), now.event, staff=True).state_label
    if step.code is Code.DECIDE_WALKOVER:
        return ", ".join(match_shown(now.match_at(step.tables[0]), now.event, staff=True).left)
    if step.code is Code.CLOSE_ROUND:
        return _close_note(now)
    if step.code in (Code.PAIR_ROUND, Code.END_OF_EVENT):
        return step_lot(step, now)
    if step.code is Code.SEAT_PLAYERS and len(now.unseated) > 1:
        return ", ".join(entry.unique_name for entry in now.unseated)
    if step.code is Code.PAIR_AGAIN:
        return ", ".join(entry.unique_name for entry in now.gone)
    if step.code in (Code.ANSWER_ESCALATED_CALL, Code.ANSWER_CALL, Code.DECIDE_APPEAL):
        minutes = step.seconds // 60
        return ngettext("%(count)s minute so far", "%(count)s minutes so far", minutes) % {"count": minutes}
    return ""


def _close_note(now: EventNow) -> str:
    """What closing the round does to the event; empty where the event goes on."""
    last = now.round is not None and finishes_event(now.round)
    return _("It is the last round: closing it finishes the event.") if last else ""


def tables_text(matches: list[Match]) -> str:
    """``Tables 2, 4, 5 …``, with the names where there is only one."""
    if len(matches) == 1:
        names = listed(seat.entry.unique_name for seat in matches[0].seats.all())
        return _("Table %(table)s: %(names)s") % {"table": matches[0].table, "names": names}
    numbers = ", ".join(str(match.table) for match in matches[:MOST_TABLES])
    return _("Tables %(tables)s") % {"tables": numbers + (" …" if len(matches) > MOST_TABLES else "")}


def round_buttons(now: EventNow) -> RoundButtons:
    """The buttons of a round's page."""
    first, others = round_steps(now.steps)
    adding = [step for step in others if step.code is Code.ADD_TIME]
    elsewhere = {Code.ADD_TIME, Code.ENTER_RESULTS}  # a form below the pairings, and a section of the rail
    return {
        "round_acts": [_primary(first, now)] if first else [],
        "other_acts": [step_button(step, now) for step in others if step.code not in elsewhere],
        "add_time_url": STEPS[Code.ADD_TIME].address(adding[0], now) if adding else "",
    }


def close_button(now: EventNow) -> Button | None:
    """The button that closes the round, if that is its next step."""
    first, _others = round_steps(now.steps)
    return _primary(first, now) if first is not None and first.code is Code.CLOSE_ROUND else None


def pair_button(now: EventNow, stage: Stage) -> Button | None:
    """The button that pairs the next round of a stage, if that is a next step."""
    found = (step for step in now.steps if step.code is Code.PAIR_ROUND)
    return next((_primary(step, now) for step in found if step.round and step.round.stage == stage.order), None)


def _primary(step: Step, now: EventNow) -> Button:
    detail = _close_note(now) if step.code is Code.CLOSE_ROUND else ""
    return replace(step_button(step, now), kind="primary", detail=detail)


def step_button(step: Step, now: EventNow) -> Button:
    """The button that takes the step."""
    fields: dict[str, object] = {}
    if step.code is Code.PAIR_ROUND and now.pairable is not None:
        # The round that the page saw as the next one, so that two people do not pair two rounds.
        fields = {"stage": now.pairable.stage.pk, "number": now.pairable.number}
    button = Button(
        url=STEPS[step.code].address(step, now),
        label=button_text(step, now),
        method="post" if STEPS[step.code].posts else "",
        fields=fields,
        kind="quiet" if step.code is Code.WITHDRAW_ROUND else "",
    )
    if step.code is Code.CALL_TIME and step.urgency is Urgency.POSSIBLE:
        consequence = call_consequence(step.seconds)
        return replace(button, key="call", question=str(CALL_QUESTION), consequence=consequence)
    return button


def call_consequence(left: int) -> str:
    """What is lost when time is called with ``left`` seconds on the clock."""
    minutes, seconds = divmod(left, 60)
    return _("The clock still shows %(left)s, which will be lost.") % {"left": f"{minutes}:{seconds:02d}"}
