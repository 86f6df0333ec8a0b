"""Clubs in the API: those of the asker, their suspensions, and letting a suspended person play at an event."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.db.models import Max
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import ApiView, EventScopedView, Predicate, actor_of, must_be_account, validated
from matches.api.conditional import answer, tag_of
from matches.api.once import create_once
from matches.api.pagination import PAGE_PARAMETERS
from matches.api.schema import WRITES, operation
from matches.api.serializers import ReasonSerializer
from matches.clubs.lookup_services import players_of_club, templates_of_club
from matches.clubs.serializers import (
    ClubRowSerializer,
    ClubSerializer,
    OverrideSerializer,
    SuspendSerializer,
    SuspensionSerializer,
)
from matches.models import Member, Organisation, OrganisationAct, Player, Suspension, SuspensionOverride, User
from matches.organisations.permissions import Standing, can_read_club, can_suspend, standing_of
from matches.organisations.queries.clubs import clubs_of
from matches.organisations.queries.suspensions import suspensions_of
from matches.organisations.services.suspensions import lift_suspension, override_suspension, suspend
from matches.permissions import can_organise


def club_tag(user: User, clubs: list[int], *more: object) -> str:
    """The ETag of what somebody sees of clubs: each act on one is a row of its log; ``more`` is what is none."""
    rows = OrganisationAct.objects.filter(organisation__in=clubs).order_by("organisation").values("organisation")
    return tag_of(
        [user.pk, sorted(clubs), list(rows.annotate(last=Max("pk")).values_list("organisation", "last")), *more]
    )


class ClubListView(ApiView, GenericAPIView[Any]):
    queryset = Organisation.objects.all()
    serializer_class = ClubRowSerializer
    filter_backends = []

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *PAGE_PARAMETERS}

    @operation(
        "clubs_list",
        "The clubs that you belong to",
        tag="clubs",
        responses={200: ClubRowSerializer(many=True)},
        errors=(401, 403, 404, 429),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """By name. A club to which you are only invited is not among them."""
        if not request.user.is_authenticated:
            self.permission_denied(request)
        user = must_be_account(request)
        clubs = clubs_of(user)
        return answer(request, club_tag(user, list(clubs.values_list("pk", flat=True))), self._page)

    def _page(self) -> Response:
        rows = self.paginate_queryset(clubs_of(self.request.user).order_by("name", "pk")) or []
        return self.get_paginated_response(ClubRowSerializer(rows, many=True, context=_context(self.request)).data)


def _context(request: Request) -> dict[str, Any]:
    """The asker's memberships, by club."""
    return {"memberships": {row.organisation_id: row for row in Member.objects.filter(user=request.user.pk)}}


class ClubScopedView(ApiView):
    """A view below ``clubs/CLUB/``: 404 for whoever does not belong to the club, 403 for members without the right."""

    club: Organisation

    def may(self, standing: frozenset[Standing]) -> bool:
        """Whether somebody who is this in the club may send the request."""
        return can_read_club(standing)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        club = Organisation.objects.filter(slug=kwargs["club"]).first()
        standing = standing_of(request.user, club) if club is not None else frozenset()
        if club is None or not can_read_club(standing):
            raise NotFound(_("There is no such club, or you do not belong to it."))
        self.club = club
        if not self.may(standing):
            self.permission_denied(request, message=_("Your role in this club does not allow this."))


class ClubView(ClubScopedView):
    @operation(
        "clubs_read",
        "A club with its members",
        tag="clubs",
        responses={200: ClubSerializer},
        errors=(401, 403, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, club: str) -> HttpResponseBase:
        """For its members, with its templates. Whoever is invited and has not accepted is shown by the username."""
        templates = list(templates_of_club(self.club).values_list("slug", "name"))
        tag = club_tag(must_be_account(request), [self.club.pk], templates)
        return answer(request, tag, lambda: Response(ClubSerializer(self.club, context=_context(request)).data))


class _SuspendingView(ClubScopedView):
    """For managers, and for members who organise the club's events."""

    def may(self, standing: frozenset[Standing]) -> bool:
        """Whether somebody who is this in the club may send the request."""
        return can_suspend(standing)


class SuspensionListView(_SuspendingView, GenericAPIView[Any]):
    queryset = Suspension.objects.all()
    serializer_class = SuspensionSerializer
    filter_backends = []

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *PAGE_PARAMETERS}

    @operation(
        "suspensions_list",
        "The suspensions of a club",
        tag="clubs",
        responses={200: SuspensionSerializer(many=True)},
        errors=(401, 403, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, club: str) -> HttpResponseBase:
        """Newest first, for managers and for members who organise its events."""
        return answer(request, club_tag(must_be_account(request), [self.club.pk]), self._page)

    def _page(self) -> Response:
        rows = self.paginate_queryset(suspensions_of(self.club)) or []
        return self.get_paginated_response(SuspensionSerializer(rows, many=True).data)

    @operation(
        "suspensions_create",
        "Suspend a person",
        tag="clubs",
        request=SuspendSerializer,
        responses={201: SuspensionSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, club: str) -> Response:
        """The ID or the email address tells who it is; of the same name alone the desk is only warned."""
        data = validated(SuspendSerializer(data=request.data))
        player = self._player(request, data.pop("player"))
        return create_once(
            request,
            lambda: str(suspend(organisation=self.club, actor=actor_of(request), player=player, **data).key),
            lambda key: _shown(self.club, uuid.UUID(key)),
        )

    def _player(self, request: Request, key: uuid.UUID | None) -> Player | None:
        if key is None:
            return None
        player = players_of_club(self.club, actor_of(request)).filter(key=key).first()
        if player is None:
            raise ValidationError({"player": [_("No player of the events that you run for the club has this key.")]})
        return player


def _shown(club: Organisation, key: uuid.UUID) -> dict[str, Any]:
    found: dict[str, Any] = SuspensionSerializer(get_object_or_404(suspensions_of(club), key=key)).data
    return found


class SuspensionLiftView(_SuspendingView):
    @operation(
        "suspensions_lift",
        "Lift a suspension",
        tag="clubs",
        request=ReasonSerializer,
        responses={200: SuspensionSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, club: str, key: uuid.UUID) -> Response:
        """At once, for a reason."""
        row = get_object_or_404(suspensions_of(self.club), key=key)
        data = validated(ReasonSerializer(data=request.data))
        return create_once(
            request,
            lambda: str(lift_suspension(suspension=row, actor=actor_of(request), **data).key),
            lambda made: _shown(self.club, uuid.UUID(made)),
            status=200,
        )


class SuspensionOverrideView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}

    @operation(
        "suspensions_override",
        "Let a suspended person play at an event",
        tag="clubs",
        request=ReasonSerializer,
        responses={201: OverrideSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """For the organiser, with a reason, which is recorded in the log."""
        rows = Suspension.objects.filter(organisation__isnull=False, organisation=self.event.organisation_id)
        row = get_object_or_404(rows, key=key)
        data = validated(ReasonSerializer(data=request.data))

        def override() -> str:
            terms = {"event": self.event, "suspension": row, "actor": actor_of(request), **data}
            return str(override_suspension(**terms).pk)

        shown = SuspensionOverride.objects.select_related("suspension", "event")
        return create_once(
            request,
            override,
            lambda pk: self.serialized(OverrideSerializer, shown.get(pk=pk)),
        )
