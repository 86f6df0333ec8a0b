"""Rounds: the list, pairing the next one, one round, and its actions."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action, ActionView
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.once import HEADER, create_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import OptionalReasonSerializer, ReasonSerializer
from matches.audit.services import Actor
from matches.clock import services as clock
from matches.course.queries import stage_to_pair, visible_rounds, with_table_counts
from matches.draws.services import drafts
from matches.draws.services.checks import check_draw
from matches.draws.services.pod_drafts import move_player
from matches.draws.services.tables import make_table, remove_players_gone
from matches.enums import MatchKind
from matches.errors import Refused
from matches.models import Entry, Match, Round, Stage
from matches.permissions import can_run_clock, can_run_rounds
from matches.rounds.filters import RoundFilter
from matches.rounds.serializers.rounds import (
    CloseSerializer,
    MakeTableSerializer,
    MinutesSerializer,
    MoveSerializer,
    PairSerializer,
    PublishSerializer,
    RestoreSerializer,
    RoundRowSerializer,
    RoundSerializer,
    RoundVerificationSerializer,
    SwapSerializer,
)
from matches.rounds.services import attempts, rounds

PARTS = ("event", "rounds", "pairings", "results", "bracket", "clock")


def round_data(view: EventScopedView, round_: Round) -> dict[str, Any]:
    """A round as it is now."""
    now = with_table_counts(Round.objects.select_related("stage__event").filter(pk=round_.pk)).get()
    data: dict[str, Any] = view.serialized(RoundSerializer, now)
    return data


class RoundListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}
    queryset = Round.objects.all()
    serializer_class = RoundRowSerializer
    filterset_class = RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        return with_table_counts(visible_rounds(self.event, staff=self.staff))

    @operation(
        "rounds_list",
        "The rounds of an event",
        tag="rounds",
        responses={200: RoundRowSerializer(many=True)},
        errors=(400, 404, 429),
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of play, without withdrawn rounds."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)

    @operation(
        "rounds_pair",
        "Pair the next round as a draft",
        tag="rounds",
        request=PairSerializer,
        responses={201: RoundSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Only the staff sees a draft. Of two requests at once, one pairs the round and the other gets 409."""
        data = validated(PairSerializer(data=request.data))

        def make() -> str:
            made = rounds.pair_round(
                stage=self._stage(data.get("stage")),
                number=data.get("number"),
                despite_appeals=data["despite_appeals"],
                actor=actor_of(request),
            )
            return str(made.pk)

        response = create_once(request, make, lambda pk: round_data(self, Round(pk=pk)))
        response["Location"] = reverse("api-round", args=[slug, response.data["stage"], response.data["number"]])
        return response

    def _stage(self, order: int | None) -> Stage:
        if order is not None:
            return get_object_or_404(Stage.objects.select_related("event"), event=self.event, order=order)
        stage = stage_to_pair(self.event)
        if stage is None:
            raise Refused("stages_over", _("Every stage is over; there is no round to pair."))
        return stage


def find_round(view: EventScopedView, stage: int, number: int) -> Round:
    """Return the round of an address. Raises NotFound for a round that the client may not see."""
    rounds_ = with_table_counts(visible_rounds(view.event, staff=view.staff))
    round_ = rounds_.filter(stage__order=stage, number=number).first()
    if round_ is None:
        raise NotFound(_("This round does not exist, or is not published."))
    return round_


class RoundView(EventScopedView):
    @operation("rounds_read", "A round with its clock", tag="rounds", responses={200: RoundSerializer})
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """Its state, its clock and the tables whose results are missing; the matches are under *matches*."""
        return Response(self.serialized(RoundSerializer, find_round(self, stage, number)))


class RoundVerifyView(EventScopedView):
    @operation(
        "rounds_verify",
        "Draw a Swiss round again and compare",
        tag="rounds",
        responses={200: RoundVerificationSerializer},
    )
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """Uses the results before the round and its seed. A round that was edited by hand differs where it was edited;
        `changes` says what was edited, by whom and why.
        """
        round_ = find_round(self, stage, number)
        return Response(self.serialized(RoundVerificationSerializer, check_draw(round_), round=round_))


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
