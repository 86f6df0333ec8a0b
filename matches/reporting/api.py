"""Results: reported by the staff or by a player's link, confirmed, corrected, removed; with every version."""

from __future__ import annotations

import uuid
from collections.abc import Set
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.authentication_api import LinkAuthentication
from matches.api.actions import Action, ActionView
from matches.api.authentication import LinkHolder
from matches.api.base import ApiView, EventScopedView, Predicate, actor_of, everyone, validated
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import OptionalReasonSerializer
from matches.audit.services import Actor
from matches.brackets.services.rounds import correct_bracket_result
from matches.enums import ResultStatus, Role, Source
from matches.errors import Refused
from matches.models import Event, Match, Result
from matches.permissions import can_correct_results, can_report_results, can_see_desk, roles_of, source_of
from matches.results.labels.results import doubt_text, score_problem_text
from matches.results.queries.results import doubts_about_winner, lines_with_seats, results_of, score_of, visible_match
from matches.results.queries.tables import read_places, read_score
from matches.results.serializers import (
    CorrectionSerializer,
    ResultCreateSerializer,
    ResultVersionSerializer,
    ScoredResult,
    score_line,
    scored,
)
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.api.matches import no_match
from matches.tables.score import Score, ScoreError


def requested_score(match: Match, data: dict[str, Any]) -> Score:
    """Read the request as a score that is possible in this match.

    Raises ``Refused`` with what to send; a conflict where the winner has left, unless ``accept_winner_gone``.
    """
    try:
        score = read_places(match, data["places"]) if "places" in data else read_score(match, score_line(data))
    except ScoreError as error:
        raise Refused(error.problem.code, score_problem_text(error.problem), parameter="score") from error
    if not data.get("accept_winner_gone"):
        refuse_winner_gone(match, score)
    return score


def refuse_winner_gone(match: Match, score: Score) -> None:
    """Raise Refused if the winner has left the event or is disqualified, unless this result stands already.

    The match's seats should be loaded with their entries.
    """
    doubts = doubts_about_winner(match.seats.all(), score)
    if not doubts or any(score_of(known) == score for known in _confirmed_of(match)):
        return
    text = doubt_text(doubts[0], score, match.round.stage.event, staff=True)
    raise Refused(doubts[0].code, text, parameter="score", conflict=True)


def _confirmed_of(match: Match) -> list[Result]:
    return list(match.results.filter(status=ResultStatus.CONFIRMED).prefetch_related(lines_with_seats()))


def _match_of(view: EventScopedView, key: uuid.UUID) -> Match:
    """The match of an address whose results are read or changed. Raises NotFound, as ``find_match`` does."""
    match = visible_match(view.event, key, staff=view.staff)
    if match is None:
        raise no_match()
    return match


class ScoreFields(ApiView):
    """A view that takes a score, as one line or as numbers."""

    def request_field(self, parameter: str) -> str:
        if parameter == "score" and "score" not in self.request.data:
            return "places" if "places" in self.request.data else "numbers"
        return super().request_field(parameter)


def result_versions_data(view: EventScopedView, match: Match, version: int | None = None) -> list[dict[str, Any]]:
    """Return every version of a match's result, newest first, or only one: two queries."""
    rows = [row for row in reversed(results_of(match)) if version in (None, row.version)]
    data: list[dict[str, Any]] = view.serialized(ResultVersionSerializer, [scored(row) for row in rows], many=True)
    return data


class ResultListView(ScoreFields, EventScopedView):
    """A match's results. A player's link is accepted for the player's own match."""

    authentication_classes = [LinkAuthentication, *EventScopedView.authentication_classes]
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_desk, "POST": can_report_results}

    def may_see(self, event: Event, roles: Set[Role]) -> bool:
        return super().may_see(event, roles) or self._is_of(event)

    def permission(self, request: Request) -> Predicate:
        if request.method == "POST" and isinstance(request.user, LinkHolder):
            return everyone  # the player is checked once the match is known
        return super().permission(request)

    def _is_of(self, event: Event) -> bool:
        user = self.request.user
        return isinstance(user, LinkHolder) and user.entry.event_id == event.pk

    @operation(
        "results_list",
        "Every version of a match's result",
        tag="results",
        responses={200: OpenApiResponse(ResultVersionSerializer(many=True))},
        errors=(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """Newest first. At most one is confirmed; versions are never overwritten."""
        return Response(result_versions_data(self, _match_of(self, key)))

    @operation(
        "results_report",
        "Report a result",
        tag="results",
        request=ResultCreateSerializer,
        responses={201: ResultVersionSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """The staff's report is confirmed at once; a player's by the opponent's equal one. Repeating a report
        answers with the existing version. A report that differs from the confirmed result is 409: correct that with
        a reason. So is a win of a player who has dropped or is disqualified, unless `accept_winner_gone`.
        """
        match = _match_of(self, key)
        data = validated(ResultCreateSerializer(data=request.data))
        report = self._own_report if isinstance(request.user, LinkHolder) else self._staff_report
        stored: list[ScoredResult] = []

        def make() -> str:
            stored.append(report(match, data))
            return str(stored[0].result.version)

        def show(version: str) -> dict[str, Any]:
            if not stored:
                return result_versions_data(self, match, int(version))[0]
            data: dict[str, Any] = self.serialized(ResultVersionSerializer, stored[0])
            return data

        return create_once(request, make, show)

    def _staff_report(self, match: Match, data: dict[str, Any]) -> ScoredResult:
        more = {name: data[name] for name in ("pot", "reason", "over_reports") if name in data}
        score, actor = requested_score(match, data), actor_of(self.request)
        result = report_result(match=match, score=score, actor=actor, source=source_of(self.roles), **more)
        return scored(result, score)

    def _own_report(self, match: Match, data: dict[str, Any]) -> ScoredResult:
        actor = actor_of(self.request)
        if all(seat.entry != actor.entry for seat in match.seats.all()):
            raise PermissionDenied(_("This is not your match."))
        score = requested_score(match, data)
        return scored(report_result(match=match, score=score, actor=actor, source=Source.PLAYER), score)


def _correct(match: Match, actor: Actor, data: dict[str, Any]) -> Result:
    event = match.round.stage.event
    terms: dict[str, Any] = {
        "match": match,
        "score": requested_score(match, data),
        "actor": actor,
        "source": source_of(roles_of(actor.user, event)),
        "reason": data["reason"],
        "pot": data.get("pot"),
    }
    if match.round.stage.is_bracket:
        return correct_bracket_result(**terms, accept_fallen=data["accept_fallen"])
    return correct_result(**terms)


ACTIONS = {
    "correct": Action(
        summary="Correct a confirmed result",
        description="Saves a new version with a reason; the old one stays in the record. In a bracket, 409 lists "
        "later results that would become void, unless `accept_fallen` is true.",
        permission=can_correct_results,
        request=CorrectionSerializer,
        perform=_correct,
    ),
    "take-back": Action(
        summary="Undo a result",
        description="In a round that still takes results: every standing version is superseded. A floor judge can "
        "undo only results that they entered themselves. A result that both players have accepted can be undone only "
        "by the head judge or a scorekeeper, with a reason.",
        permission=can_report_results,
        request=OptionalReasonSerializer,
        perform=lambda match, actor, data: take_back_result(match=match, actor=actor, **data),
    ),
}


class ResultActionView(ScoreFields, ActionView):
    def get_object(self, *, key: uuid.UUID) -> Match:
        return _match_of(self, key)

    def respond(self, subject: Match, result: Any) -> Any:
        return result_versions_data(self, subject)
