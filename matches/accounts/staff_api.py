"""The staff of an event: who has which role, roles given and removed, new accounts."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.staff_queries import known_accounts, staff_roles
from matches.accounts.staff_serializers import (
    NewAccountSerializer,
    StaffAccountSerializer,
    StaffGrantSerializer,
    StaffRoleSerializer,
)
from matches.accounts.staff_services import NewAccount, create_staff_account, grant_role, revoke_role
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.models import EventRole, User
from matches.permissions import can_organise


class StaffListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_organise, "POST": can_organise}
    queryset = EventRole.objects.all()
    serializer_class = StaffRoleSerializer
    filter_backends = []

    def get_serializer_context(self) -> dict[str, Any]:
        """With the accounts whose names the user may read."""
        user = self.request.user
        named: set[int] = known_accounts(user) if isinstance(user, User) else set()
        return {**super().get_serializer_context(), "named": named}

    def get_queryset(self) -> QuerySet[EventRole]:
        return staff_roles(self.event.pk)

    @operation(
        "staff_list",
        "The staff of an event",
        tag="staff",
        responses={200: StaffRoleSerializer(many=True)},
        errors=(401, 403, 404, 429),
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """By username; a person with several roles has a row for each."""
        return self.page()

    @operation(
        "staff_grant",
        "Give a person a role",
        tag="staff",
        request=StaffGrantSerializer,
        responses={201: StaffRoleSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """A role that the person has already stays as it is."""
        data = validated(StaffGrantSerializer(data=request.data))
        return create_once(
            request,
            lambda: str(grant_role(event=self.event, actor=actor_of(request), **data).pk),
            lambda pk: self.serialized(StaffRoleSerializer, get_object_or_404(self.get_queryset(), pk=pk)),
        )


class StaffRoleView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"DELETE": can_organise}

    @operation(
        "staff_revoke",
        "Remove a role",
        tag="staff",
        responses={204: None},
        errors=(401, 403, 404, 409, 422, 429),
    )
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """An event keeps its last organiser."""
        held = EventRole.objects.filter(event=self.event, pk=number).first()
        if held is None:
            raise NotFound
        revoke_role(event_role=held, actor=actor_of(request))
        return Response(status=204)


class StaffAccountView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}

    @operation(
        "staff_account",
        "Create an account with a role",
        tag="staff",
        request=StaffAccountSerializer,
        responses={201: NewAccountSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The person signs in with the one-time password and chooses another. A repeated request is answered without
        the password, because only its hash is saved.
        """
        data = validated(StaffAccountSerializer(data=request.data))
        passwords: list[str] = []

        def make() -> str:
            account = create_staff_account(event=self.event, actor=actor_of(request), **data)
            passwords.append(account.password)
            return str(account.user.pk)

        def show(pk: str) -> Any:
            account = NewAccount(User.objects.get(pk=pk), next(iter(passwords), ""))
            return self.serialized(NewAccountSerializer, account)

        return create_once(request, make, show)
