"""Rounds: the list, pairing the next one, one round, and one view for all its acts."""

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

from matches.api.base import Action, ActionOn, ListOf, OfEvent, Predicate, actor_of, valid
from matches.api.conditional import answer, event_tag
from matches.api.filters import RoundFilter
from matches.api.schema import WRITES, described
from matches.audit.services import Actor
from matches.errors import Refused
from matches.events.serializers import ReasonGiven, ReasonMaybe
from matches.models import Entry, Round, Stage
from matches.permissions import can_run_clock, can_run_rounds, can_see_desk
from matches.rounds import clock_services as clock
from matches.rounds import draft_services as drafts
from matches.rounds import services as rounds
from matches.rounds.queries import stage_to_pair
from matches.rounds.serializers import MinutesGiven, PairGiven, RoundDetail, RoundShown, RoundVerified, SwapGiven
from matches.rounds.value_serializers import round_detail, round_shown, table_counts, visible_rounds

PARTS = ("event", "rounds", "pairings", "results", "bracket", "clock")


def shown(view: OfEvent, round_: Round) -> dict[str, Any]:
    """A round as it is now, whatever became of it."""
    now = Round.objects.select_related("stage__event").get(pk=round_.pk)
    return RoundDetail(round_detail(now, staff=view.staff)).data


class Rounds(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}
    queryset = Round.objects.all()
    serializer_class = RoundShown
    filterset_class = RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        return visible_rounds(self.event, staff=self.staff)

    def values(self, rows: list[Round]) -> list[dict[str, Any]]:
        counts = table_counts(rows)
        return [round_shown(round_, counts.get(round_.pk, (0, 0))) for round_ in rows]

    @described(
        "rounds_list",
        "The rounds of an event",
        tag="rounds",
        answers={200: RoundShown(many=True)},
        fails=(400, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of play. A withdrawn round is not there."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)

    @described(
        "rounds_pair",
        "Pair the next round as a draft",
        tag="rounds",
        takes=PairGiven,
        answers={201: RoundDetail},
        fails=WRITES,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Only the staff sees a draft. Two programs at once get one round and one explanation (409)."""
        given = valid(PairGiven(data=request.data))
        stage = self._stage(given.get("stage"))
        made = rounds.pair_round(stage=stage, number=given.get("number"), actor=actor_of(request))
        address = reverse("api-round", args=[slug, made.stage.order, made.number])
        return Response(shown(self, made), status=201, headers={"Location": address})

    def _stage(self, order: int | None) -> Stage:
        if order is not None:
            return get_object_or_404(Stage.objects.select_related("event"), event=self.event, order=order)
        stage = stage_to_pair(self.event)
        if stage is None:
            raise Refused("stages_over", _("Every stage is over; there is no round to pair."))
        return stage


def find_round(view: OfEvent, stage: int, number: int) -> Round:
    """The round of an address. Raises NotFound for one that the asker may not see."""
    round_ = visible_rounds(view.event, staff=view.staff).filter(stage__order=stage, number=number).first()
    if round_ is None:
        raise NotFound(_("There is no such round, or it is not published."))
    return round_


class OneRound(OfEvent):
    @described("rounds_read", "A round with its clock", tag="rounds", answers={200: RoundDetail})
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """Its state, its clock and the tables whose results are missing; the matches are under *matches*."""
        return Response(RoundDetail(round_detail(find_round(self, stage, number), staff=self.staff)).data)


class VerifyRound(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_desk}

    @described(
        "rounds_verify",
        "Draw a Swiss round again and compare",
        tag="rounds",
        answers={200: RoundVerified},
        fails=(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """From the history before it and its seed. A draft edited by hand differs where it was edited."""
        lines = rounds.verify_round(find_round(self, stage, number))
        return Response(RoundVerified({"same": not lines, "lines": lines}).data)


def _swap(round_: Round, actor: Actor, data: dict[str, Any]) -> None:
    rows = Entry.objects.filter(event=round_.stage.event_id, number__in=[data["first"], data["second"]])
    ids = dict(rows.values_list("number", "pk"))
    # An unknown number is nobody's key: the service says that the player is not in the round.
    drafts.swap_players(
        round=round_,
        first=ids.get(data["first"], 0),
        second=ids.get(data["second"], 0),
        actor=actor,
        reason=data["reason"],
    )


ACTS = {
    "publish": Action(
        says="Publish a draft",
        about="The players see it from now on.",
        may=can_run_rounds,
        do=lambda round_, actor, data: rounds.publish_round(round=round_, actor=actor),
    ),
    "start": Action(
        says="Start the clock",
        may=can_run_clock,
        do=lambda round_, actor, data: clock.start_clock(round=round_, actor=actor),
    ),
    "pause": Action(
        says="Pause the clock",
        may=can_run_clock,
        do=lambda round_, actor, data: clock.pause_clock(round=round_, actor=actor),
    ),
    "resume": Action(
        says="Let the clock go on",
        may=can_run_clock,
        do=lambda round_, actor, data: clock.resume_clock(round=round_, actor=actor),
    ),
    "add": Action(
        says="Give the whole room time",
        may=can_run_clock,
        takes=MinutesGiven,
        do=lambda round_, actor, data: clock.add_time(round=round_, seconds=60 * data["minutes"], actor=actor),
    ),
    "call": Action(
        says="Call time",
        may=can_run_clock,
        do=lambda round_, actor, data: clock.call_time(round=round_, actor=actor),
    ),
    "close": Action(
        says="Close the round",
        about="Once every result is in; 422 names the tables that are missing. The standings are stored.",
        may=can_run_rounds,
        do=lambda round_, actor, data: rounds.close_round(round=round_, actor=actor),
    ),
    "repair": Action(
        says="Pair a draft again",
        about="With a new seed; pairs that were set by hand are kept.",
        may=can_run_rounds,
        takes=ReasonMaybe,
        do=lambda round_, actor, data: rounds.repair_round(round=round_, actor=actor, **data),
    ),
    "withdraw": Action(
        says="Take a round back",
        about="While it has no result, with a reason. Its pairings are kept.",
        may=can_run_rounds,
        takes=ReasonGiven,
        do=lambda round_, actor, data: rounds.withdraw_round(round=round_, actor=actor, **data),
    ),
    "swap": Action(
        says="Let two players of a draft change seats",
        about="Both pairs are then kept when the draft is paired again.",
        may=can_run_rounds,
        takes=SwapGiven,
        do=_swap,
    ),
}


class RoundAct(ActionOn):
    def subject(self, *, stage: int, number: int) -> Round:
        return find_round(self, stage, number)

    def shown(self, subject: Round, done: Any) -> dict[str, Any]:
        return shown(self, done if isinstance(done, Round) else subject)
