"""What may become of an event: another one like it, into the archive and out of it, deleted."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action
from matches.api.base import ApiView, EventScopedView, Predicate, actor_of, everyone, must_be_account, validated
from matches.api.once import create_once
from matches.api.pagination import PAGE_PARAMETERS
from matches.api.schema import WRITES, operation
from matches.enums import Role
from matches.events.serializers.events import EventSerializer
from matches.life.archive_services import archive_event, unarchive_event
from matches.life.copy_services import copy_event
from matches.life.deletion_queries import deletions, sees_deletions
from matches.life.deletion_services import delete_event
from matches.life.serializers import CopySerializer, DeleteSerializer, DeletionSerializer, terms_from
from matches.models import Event, EventDeletion
from matches.permissions import NOT_BY_ROLE, can_organise, can_see_unpublished, may_use_template, roles_of
from matches.second_factor_queries import check_second_factor
from matches.setup.api import event_data

NO_EVENT = gettext_lazy("There is no such event, or it is not published.")

ACTIONS = {
    "archive": Action(
        summary="Hide an event from lists",
        description="One that is finished, or that has no round. Its pages stay where they are.",
        permission=can_organise,
        perform=lambda event, actor, data: archive_event(event=event, actor=actor),
    ),
    "unarchive": Action(
        summary="Put an event of the archive back into lists",
        description="It is as it was.",
        permission=can_organise,
        perform=lambda event, actor, data: unarchive_event(event=event, actor=actor),
    ),
}


class EventCopyView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}
    parameter_fields: ClassVar[dict[str, str]] = {"day": "date"}

    def may_see(self, event: Event, roles: Set[Role]) -> bool:
        """Also the members of the club whose template it is."""
        return super().may_see(event, roles) or may_use_template(self.request.user, event)

    def permission(self, request: Request) -> Predicate:
        """Of a club's template every member may make events."""
        return everyone if may_use_template(request.user, self.event) else super().permission(request)

    @operation(
        "events_copy",
        "Make another event like this one",
        tag="events",
        request=CopySerializer,
        responses={201: EventSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """With its settings, stages, policy, staff, schedule and picture; nothing that was played comes along. Every
        member of a club can do it with the club's templates; the event then has the club's roles.
        """
        must_be_account(request)
        if request.auth is None:
            check_second_factor(request.user, self.event)
        terms = terms_from(self.event, validated(CopySerializer(data=request.data)))
        response = create_once(
            request,
            lambda: copy_event(event=self.event, actor=actor_of(request), terms=terms).slug,
            lambda made: event_data(request, made, staff=True),
        )
        response.headers["Location"] = reverse("api-event", args=[response.data["slug"]])
        return response


class EventDeleteView(ApiView):
    """Its event is gone when the request is sent again: the key then leads to what was done."""

    parameter_fields: ClassVar[dict[str, str]] = {"typed_name": "name"}

    @operation(
        "events_delete",
        "Delete an event with everything that belongs to it",
        tag="events",
        request=DeleteSerializer,
        responses={200: DeletionSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """It cannot be undone. Once players have seen a round, the name of the event and a reason are needed."""
        event = Event.objects.filter(slug=slug).first()
        if event is not None:
            self._check(request, event)
        data = validated(DeleteSerializer(data=request.data))

        def delete() -> str:
            if event is None:
                raise NotFound(NO_EVENT)
            terms = {"typed_name": data["name"], "reason": data["reason"]}
            return str(delete_event(event=event, actor=actor_of(request), **terms).pk)

        def show(made: str) -> dict[str, Any]:
            shown: dict[str, Any] = DeletionSerializer(deletions().get(pk=made)).data
            return shown

        return create_once(request, delete, show, status=200)

    def _check(self, request: Request, event: Event) -> None:
        roles = roles_of(request.user, event)
        if not event.published and not can_see_unpublished(roles):
            raise NotFound(NO_EVENT)
        if not can_organise(roles):
            self.permission_denied(request, message=str(NOT_BY_ROLE))
        if request.auth is None:
            check_second_factor(request.user, event)


class DeletionListView(ApiView, GenericAPIView[Any]):
    queryset = EventDeletion.objects.all()
    serializer_class = DeletionSerializer
    filter_backends = []

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *PAGE_PARAMETERS}

    @operation(
        "deletions_list",
        "Events that were deleted",
        tag="events",
        responses={200: DeletionSerializer(many=True)},
        errors=(401, 403, 404, 429),
    )
    def get(self, request: Request) -> Response:
        """Newest first, for the owner of the site."""
        if not sees_deletions(request.user):
            self.permission_denied(request, message=_("Only the owner of the site can do this."))
        rows = self.paginate_queryset(deletions()) or []
        return self.get_paginated_response(DeletionSerializer(rows, many=True).data)
