"""The next steps as text: a table from each step's code to its sentence, its button and its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.brackets.queries.brackets import seeding_snapshot
from matches.course.labels import round_in_sentence
from matches.enums import Admission, EntryStatus, StageKind
from matches.final.labels import first_lot_text, winner_text
from matches.next_step import Code, Step, Urgency
from matches.next_steps.queries import EventNow
from matches.plugins import NextStepSource, registry
from matches.snapshots.labels import lot_text
from matches.snapshots.queries import cut_after, entries_by_number, lot_at_cut

Address = Callable[[Step, EventNow], str]


def _page(name: str) -> Address:
    """A page of the event."""
    return lambda step, now: reverse(name, args=[now.event.slug])


def _round_act(name: str) -> Address:
    """An act on the current round."""

    def address(step: Step, now: EventNow) -> str:
        assert step.round is not None  # noqa: S101 - tells the type checker
        return reverse("matches:round_act", args=[now.event.slug, now.round_at(step.round).pk, name])

    return address


def _table(step: Step, now: EventNow) -> str:
    return reverse("matches:table", args=[now.event.slug, now.match_at(step.tables[0]).pk])


def _waiting(step: Step, now: EventNow) -> str:
    """The part of the round's page that seats players; those who stay without a table play the next round."""
    assert step.round is not None  # noqa: S101 - tells the type checker
    return f"{reverse('matches:round', args=[now.event.slug, step.round.stage, step.round.number])}#waiting"


def _walkover(step: Step, now: EventNow) -> str:
    """The table's page with the line filled in: a walkover, or a loss for both if both have left."""
    gone = [seat.index for seat in now.match_at(step.tables[0]).seats.all() if seat.entry.status in EntryStatus.out()]
    mark = f"w{gone[0] + 1}" if len(gone) == 1 else "ll"
    return f"{_table(step, now)}?score={mark}"


def _time_call(step: Step, now: EventNow) -> str:
    return reverse("matches:time_call", args=[now.event.slug, now.match_at(step.tables[0]).pk])


def _sign_ups(state: Admission) -> Address:
    return lambda step, now: f"{reverse('matches:sign_ups', args=[now.event.slug])}?state={state.value}"


def _other_app(name: Callable[[NextStepSource], str]) -> Address:
    """A page of the app that handles calls and appeals."""
    return lambda step, now: reverse(name(registry.next_step_sources[0]), args=[now.event.slug])


@dataclass(frozen=True)
class StepLabel:
    """``text`` says why the step is due; ``quiet`` is the sentence for a step that is not (information, possible).

    ``button`` is the button's label; with ``posts`` it posts an act, otherwise it opens a page.
    """

    text: Promise
    button: Promise
    address: Address
    posts: bool = False
    quiet: Promise | None = None


STEPS: dict[Code, StepLabel] = {
    Code.PUBLISH_ROUND: StepLabel(
        _("Players cannot see the draft of %(round)s yet"), _("Publish"), _round_act("publish"), posts=True
    ),
    Code.PAIR_AGAIN: StepLabel(
        _("Players have dropped since %(round)s was drafted"),
        _("Pair again"),
        _round_act("repair"),
        posts=True,
        quiet=_("You can pair %(round)s again"),
    ),
    Code.PAIR_FROM_NEW_RESULTS: StepLabel(
        _("Results were corrected since %(round)s was drafted"), _("Pair again"), _round_act("repair"), posts=True
    ),
    Code.START_CLOCK: StepLabel(
        _("The clock of %(round)s has not started"), _("Start the clock"), _round_act("start"), posts=True
    ),
    Code.PAUSE_CLOCK: StepLabel(_("The clock is running"), _("Pause"), _round_act("pause"), posts=True),
    Code.RESUME_CLOCK: StepLabel(_("The clock is paused"), _("Resume"), _round_act("resume"), posts=True),
    Code.CALL_TIME: StepLabel(
        _("Time is up in %(round)s"),
        _("Call time"),
        _round_act("call"),
        posts=True,
        quiet=_("Time can be called early"),
    ),
    Code.ADD_TIME: StepLabel(_("Time can be added"), _("Add time"), _round_act("add"), posts=True),
    Code.ENTER_RESULTS: StepLabel(
        ngettext_lazy("%(count)s table without a result", "%(count)s tables without a result", "count"),
        _("Enter results"),
        _page("matches:results"),
    ),
    Code.SEAT_PLAYERS: StepLabel(
        ngettext_lazy(
            "%(name)s has no opponent in %(round)s", "%(count)s players have no opponent in %(round)s", "count"
        ),
        _("Seat …"),
        _waiting,
    ),
    Code.DECIDE_WALKOVER: StepLabel(
        _("A player at table %(table)s is out of the event"), _("Enter the walkover …"), _walkover
    ),
    Code.DECIDE_ON_TIME: StepLabel(_("Time is up at table %(table)s"), _("Decide …"), _time_call),
    Code.CLOSE_ROUND: StepLabel(
        _("All results of %(round)s are in"), _("Close the round"), _round_act("close"), posts=True
    ),
    Code.PAIR_ROUND: StepLabel(_("Ready to pair %(round)s"), _("Pair %(round)s"), _page("matches:pair"), posts=True),
    Code.BACK_TO_DRAFT: StepLabel(
        _("You can take %(round)s back to draft"), _("Back to draft …"), _round_act("back-to-draft")
    ),
    Code.WITHDRAW_ROUND: StepLabel(_("You can withdraw %(round)s"), _("Withdraw …"), _round_act("withdraw")),
    Code.DECIDE_RESULT: StepLabel(
        _("The players at table %(table)s have reported different results"), _("Decide"), _table
    ),
    Code.ANSWER_ESCALATED_CALL: StepLabel(
        _("Table %(table)s is waiting for the head judge"),
        _("Calls"),
        _other_app(lambda source: source.calls_url_name),
    ),
    Code.ANSWER_CALL: StepLabel(
        _("Table %(table)s is waiting for a judge"),
        _("Calls"),
        _other_app(lambda source: source.calls_url_name),
        quiet=_("A judge is on the way to table %(table)s"),
    ),
    Code.DECIDE_APPEAL: StepLabel(
        _("An appeal from table %(table)s is waiting for the head judge"),
        _("Decide"),
        _other_app(lambda source: source.appeals_url_name),
    ),
    Code.DECIDE_SIGN_UPS: StepLabel(
        ngettext_lazy("%(count)s sign-up is waiting for you", "%(count)s sign-ups are waiting for you", "count"),
        _("Sign-ups"),
        _sign_ups(Admission.PENDING),
    ),
    Code.AWAIT_INVITED: StepLabel(
        ngettext_lazy(
            "%(count)s person is invited and has not answered",
            "%(count)s people are invited and have not answered",
            "count",
        ),
        _("Invitations"),
        _sign_ups(Admission.INVITED),
    ),
    Code.CHECK_IN_PLAYERS: StepLabel(
        ngettext_lazy("%(count)s player is not checked in yet", "%(count)s players are not checked in yet", "count"),
        _("Check in"),
        _page("matches:people"),
    ),
    Code.ADD_PLAYERS: StepLabel(
        _("At least two players must be checked in to pair a round"), _("Players"), _page("matches:people")
    ),
    Code.PLAN_ROUNDS: StepLabel(
        _("This event has no rounds planned yet"), _("Plan the rounds"), _page("matches:event_settings")
    ),
    Code.FINISH_EVENT: StepLabel(
        _("All planned rounds are played; the event is not finished"),
        _("Finish the event …"),
        _page("matches:event_finish"),
    ),
    Code.END_OF_EVENT: StepLabel(_("The event is over"), _("Final standings"), _page("matches:desk_standings")),
    Code.PLAN_FEWER_ROUNDS: StepLabel(
        ngettext_lazy(
            "%(count)s round is enough for everyone to meet everyone. More are planned",
            "%(count)s rounds are enough for everyone to meet everyone. More are planned",
            "count",
        ),
        _("Settings"),
        _page("matches:event_settings"),
    ),
    Code.OPEN_PUBLIC_PAGE: StepLabel(
        _("Players cannot see this event yet: its public page is not open"),
        _("Event"),
        _page("matches:event_settings"),
    ),
}

ALONE: dict[Code, StepLabel] = {
    Code.SEAT_PLAYERS: StepLabel(
        ngettext_lazy("%(name)s has no table in %(round)s", "%(count)s players have no table in %(round)s", "count"),
        _("Seat …"),
        _waiting,
    ),
    Code.PAIR_AGAIN: StepLabel(
        _("Players have dropped since %(round)s was drafted"),
        _("Assign tables again"),
        _round_act("repair"),
        posts=True,
        quiet=_("Tables of %(round)s can be assigned again"),
    ),
    Code.PAIR_ROUND: StepLabel(
        _("Ready to assign the tables of %(round)s"),
        _("Assign tables for %(round)s"),
        _page("matches:pair"),
        posts=True,
    ),
}
"""The steps of a score attack that are said otherwise: nobody is paired there."""


def _label(step: Step, now: EventNow) -> StepLabel:
    alone = step.round is not None and now.round_at(step.round).stage.kind == StageKind.SCORE_ATTACK
    return ALONE.get(step.code, STEPS[step.code]) if alone else STEPS[step.code]


def step_text(step: Step, now: EventNow) -> str:
    """The sentence of a step."""
    label = _label(step, now)
    if step.code is Code.END_OF_EVENT and now.final is not None and now.final.winners:
        return gettext("The event is over. %(winner)s") % {"winner": winner_text(now.final, staff=True)}
    calm = step.urgency in (Urgency.INFO, Urgency.POSSIBLE)
    return str((label.quiet if calm and label.quiet is not None else label.text) % _params(step, now))


def step_lot(step: Step, now: EventNow) -> str:
    """Among whom the lot decided what the step rests on: who has won, or who is in the cut whose first round is due;
    empty if it did not.
    """
    if step.code is Code.END_OF_EVENT and now.final is not None:
        return first_lot_text(now.final, staff=True)
    due = now.pairable if step.code is Code.PAIR_ROUND else None
    snapshot = seeding_snapshot(due.stage) if due is not None and due.stage.is_bracket and due.number == 1 else None
    if due is None or snapshot is None:
        return ""
    entries = entries_by_number(now.event)
    group = lot_at_cut(snapshot.rows, cut_after(snapshot, entries, [due.stage]))
    return lot_text([entries[number].unique_name for number in group])


def button_text(step: Step, now: EventNow) -> str:
    """The label of the step's button."""
    return str(_label(step, now).button) % _params(step, now)


def _params(step: Step, now: EventNow) -> dict[str, object]:
    return {
        "round": round_in_sentence(now.round_at(step.round)) if step.round is not None else "",
        "table": step.tables[0] if step.tables else "–",
        "count": step.count,
        "name": now.unseated[0].unique_name if now.unseated else "",
    }
