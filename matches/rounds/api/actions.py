"""The actions on a round: publish, clock, close, pair again, withdraw, and the changes by hand."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound

from matches.api.actions import Action, ActionView
from matches.api.base import EventScopedView
from matches.api.once import HEADER
from matches.api.serializers import OptionalReasonSerializer, ReasonSerializer
from matches.audit.services import Actor
from matches.clock import services as clock
from matches.draws.services import drafts
from matches.draws.services.pod_drafts import move_player
from matches.draws.services.tables import make_table, remove_players_gone
from matches.enums import MatchKind
from matches.errors import Refused
from matches.models import Entry, Match, Round
from matches.permissions import can_run_clock, can_run_rounds
from matches.rounds.api.rounds import find_round, round_data
from matches.rounds.serializers.rounds import (
    CloseSerializer,
    MakeTableSerializer,
    MinutesSerializer,
    MoveSerializer,
    PublishSerializer,
    RestoreSerializer,
    SwapSerializer,
)
from matches.rounds.services import attempts, rounds


def _two_players(round_: Round, data: dict[str, Any]) -> dict[str, Any]:
    """Return the players named in the request. An entry that is not stored stands for an unknown number; the services
    say that such a player is not in the round.
    """
    rows = Entry.objects.filter(event=round_.stage.event_id, number__in=[data["first"], data["second"]])
    known = {entry.number: entry for entry in rows}
    return {name: known.get(data[name], Entry()) for name in ("first", "second")}


def _swap(round_: Round, actor: Actor, data: dict[str, Any]) -> None:
    drafts.swap_players(round=round_, **_two_players(round_, data), actor=actor, reason=data["reason"])


def _move(round_: Round, actor: Actor, data: dict[str, Any]) -> None:
    entry = Entry.objects.filter(event=round_.stage.event_id, number=data["player"]).first() or Entry()
    match, beside = None, data.get("beside")
    if data["table"] is not None:
        match = Match.objects.filter(round=round_, table=data["table"]).first()
        if match is None:
            raise Refused("no_table", _("This table is not in this round."), parameter="table")
        if beside is not None:
            raise Refused("table_and_beside", _("A new table gets the first free number."), parameter="table")
    elif beside is not None:
        match = Match.objects.filter(round=round_, kind=MatchKind.BYE, seats__entry__number=beside).first()
        if match is None:
            raise Refused("has_no_bye", _("This player does not have the bye."), parameter="beside")
    move_player(round=round_, entry=entry, match=match, actor=actor, reason=data["reason"])


def _make_table(round_: Round, actor: Actor, data: dict[str, Any]) -> None:
    people = _two_players(round_, data)
    if data["second"] is None:
        people["second"] = None
    make_table(round=round_, **people, actor=actor, reason=data["reason"], table=data.get("table"))


def _last_attempt(view: EventScopedView, stage: int, number: int) -> Round:
    """Return the newest attempt of a round, also a withdrawn one. Raises NotFound."""
    attempts = Round.objects.filter(stage__event=view.event, stage__order=stage, number=number)
    newest = attempts.select_related("stage__event").order_by("attempt").last()
    if newest is None:
        raise NotFound(_("This round does not exist."))
    return newest


def _restore(subject: Round, actor: Actor, data: dict[str, Any]) -> Round:
    known = Round.objects.select_related("stage__event").filter(stage=subject.stage, number=subject.number)
    attempt = known.filter(attempt=data["attempt"]).first()
    if attempt is None:
        raise Refused("attempt_unknown", _("There is no such attempt of this round."), parameter="attempt")
    return attempts.restore_attempt(round=attempt, actor=actor, reason=data["reason"])


ACTIONS = {
    "publish": Action(
        summary="Publish a draft",
        description=(
            "Players can then see it. 409 if results were corrected since the draft was made, unless "
            "`despite_corrections`."
        ),
        permission=can_run_rounds,
        request=PublishSerializer,
        perform=lambda round_, actor, data: rounds.publish_round(round=round_, actor=actor, **data),
    ),
    "start": Action(
        summary="Start the clock",
        permission=can_run_clock,
        perform=lambda round_, actor, data: clock.start_clock(round=round_, actor=actor),
    ),
    "pause": Action(
        summary="Pause the clock",
        permission=can_run_clock,
        perform=lambda round_, actor, data: clock.pause_clock(round=round_, actor=actor),
    ),
    "resume": Action(
        summary="Resume the clock",
        permission=can_run_clock,
        perform=lambda round_, actor, data: clock.resume_clock(round=round_, actor=actor),
    ),
    "add": Action(
        summary="Add time for the whole room",
        permission=can_run_clock,
        request=MinutesSerializer,
        perform=lambda round_, actor, data: clock.add_time(
            round=round_, seconds=60 * data["minutes"], actor=actor, reason=data["reason"]
        ),
    ),
    "call": Action(
        summary="Call time",
        permission=can_run_clock,
        perform=lambda round_, actor, data: clock.call_time(round=round_, actor=actor),
    ),
    "close": Action(
        summary="Close the round",
        description=(
            "Saves the standings. 422 lists the tables if results are missing, 409 those with open appeals, unless "
            "`despite_appeals`, or the players whose results are struck because they did not show up, unless "
            "`accept_struck`. Open calls for a judge are closed with the round, unless `carry_calls`."
        ),
        permission=can_run_rounds,
        request=CloseSerializer,
        perform=lambda round_, actor, data: rounds.close_round(round=round_, actor=actor, **data),
    ),
    "repair": Action(
        summary="Pair a draft again",
        description="With a new seed; pairs that were set by hand are kept.",
        permission=can_run_rounds,
        request=OptionalReasonSerializer,
        perform=lambda round_, actor, data: rounds.repair_round(round=round_, actor=actor, **data),
    ),
    "withdraw": Action(
        summary="Withdraw a round",
        description="Only while it has no result, with a reason. Its pairings are kept.",
        permission=can_run_rounds,
        request=ReasonSerializer,
        perform=lambda round_, actor, data: rounds.withdraw_round(round=round_, actor=actor, **data),
    ),
    "back-to-draft": Action(
        summary="Take a published round back to draft",
        description="With the same pairings, until the clock has started or a table has reported.",
        permission=can_run_rounds,
        request=ReasonSerializer,
        perform=lambda round_, actor, data: attempts.back_to_draft(round=round_, actor=actor, **data),
    ),
    "restore": Action(
        summary="Restore a withdrawn attempt as the draft",
        description="Any current draft is withdrawn.",
        permission=can_run_rounds,
        request=RestoreSerializer,
        perform=_restore,
    ),
    "table": Action(
        summary="Seat two players who have no opponent",
        description="Each has the bye or is not in the round: late arrivals. Until time is called.",
        permission=can_run_rounds,
        request=MakeTableSerializer,
        perform=_make_table,
    ),
    "move": Action(
        summary="Seat a player at another table of a round of pods",
        description="Also a late arrival. Before the clock starts everyone can be moved; while it runs only players "
        "without a table, until the first result.",
        permission=can_run_rounds,
        request=MoveSerializer,
        perform=_move,
    ),
    "remove-gone": Action(
        summary="Remove players who have dropped from a draft",
        description="Their opponents get a bye; all other pairs stay.",
        permission=can_run_rounds,
        perform=lambda round_, actor, data: remove_players_gone(round=round_, actor=actor),
    ),
    "swap": Action(
        summary="Swap two players of a round",
        description="Both pairs of a draft are then kept when it is paired again. In a published round until time is "
        "called, with the clock still running: 409 lists the tables where something was reported or recorded.",
        permission=can_run_rounds,
        request=SwapSerializer,
        perform=_swap,
    ),
}


class RoundActionView(ActionView):
    parameter_fields: ClassVar[dict[str, str]] = {"seconds": "minutes", "entry": "player", "match": "table"}

    def request_field(self, parameter: str) -> str:
        """A new table is asked for by the player who has the bye, not by its number."""
        sent = self.request.data
        if parameter == "match" and isinstance(sent, dict) and sent.get("beside") is not None:
            return "beside"
        return super().request_field(parameter)

    def get_object(self, *, stage: int, number: int) -> Round:
        if self.definition.request is RestoreSerializer:
            return _last_attempt(self, stage, number)
        if HEADER in self.request.headers:  # what was withdrawn is still answered for when it is withdrawn again
            return _last_attempt(self, stage, number)
        return find_round(self, stage, number)

    def respond(self, subject: Round, result: Any) -> dict[str, Any]:
        return round_data(self, result if isinstance(result, Round) else subject)
