"""What every part of the API shares: who asks, which event, who may, and acts as one view for all of a kind.

Nothing unpublished is there for those outside the staff: an unpublished event is 404, as is a draft. A person without
the right gets 403, nobody gets 401.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from matches.api.authentication import LinkHolder, TokenAuthentication
from matches.api.conditional import PUBLIC
from matches.api.parsing import Json
from matches.api.throttling import AnonymousReads, PlayerWrites, Writes
from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, User
from matches.permissions import can_see_unpublished, roles_of

Predicate = Callable[[Set[Role]], bool]


def everyone(roles: Set[Role]) -> bool:
    """What is public."""
    return True


def actor_of(request: Request) -> Actor:
    """Who acts, as services take it: a member of staff, or the player behind a link."""
    if isinstance(request.user, LinkHolder):
        return Actor(entry=request.user.entry)
    return Actor(user=request.user if isinstance(request.user, User) else None)


def valid(serializer: BaseSerializer[Any]) -> dict[str, Any]:
    """What was sent, read and checked. Raises ValidationError with every field that cannot be."""
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


class Api(APIView):
    """The base of every view: token before session, so that nobody is answered 401; JSON; bounds."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    parser_classes = [Json]
    throttle_classes = [AnonymousReads, Writes, PlayerWrites]
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # the schema describes better than OPTIONS


class OfEvent(Api):
    """A view below ``events/SLUG/``. ``rights`` says for each method who may; a method without a line is public."""

    rights: ClassVar[dict[str, Predicate]] = {}
    event: Event
    roles: frozenset[Role]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        event = Event.objects.filter(slug=kwargs["slug"]).first()
        roles = roles_of(request.user, event) if event else frozenset()
        if event is None or not self.may_see(event, roles):
            raise NotFound(_("There is no such event, or it is not published."))
        self.event, self.roles = event, roles
        if not self.right(request)(roles):
            self.refuse(request)

    def may_see(self, event: Event, roles: Set[Role]) -> bool:
        """Whether the event is there for the asker at all."""
        return event.published or can_see_unpublished(roles)

    def right(self, request: Request) -> Predicate:
        """Who may do what is asked."""
        return self.rights.get(str(request.method), everyone)

    def refuse(self, request: Request) -> None:
        """Raise 401 for nobody, 403 for somebody."""
        self.permission_denied(request, message=_("Your role at this event does not allow this."))

    @property
    def staff(self) -> bool:
        """Whether the asker sees what players may not see yet."""
        return can_see_unpublished(self.roles)

    @property
    def viewer(self) -> str:
        """Who sees the same: all of the staff, and all others."""
        return "staff" if self.staff else PUBLIC


class ListOf(OfEvent, GenericAPIView):
    """A list below an event, filtered and in pages. ``values`` turns a page's rows into what is sent."""

    def values(self, rows: list[Any]) -> list[dict[str, Any]]:
        raise NotImplementedError

    def page(self) -> Response:
        """The page that the request asks for."""
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        shown = self.get_serializer_class()(self.values(list(rows or [])), many=True)
        return self.get_paginated_response(shown.data)


@dataclass(frozen=True, kw_only=True)
class Action:
    """An act on something: what it is called, who may, what it takes, and the service behind it.

    ``do(subject, actor, data)`` gets what ``takes`` read (an empty dictionary without it).
    """

    says: str
    do: Callable[[Any, Actor, dict[str, Any]], object]
    may: Predicate
    takes: type[BaseSerializer[Any]] | None = None
    about: str = ""


class ActionOn(OfEvent):
    """One view for all acts on a kind of thing; each act is an address of its own (``frame.action_views``)."""

    act: ClassVar[Action]

    def right(self, request: Request) -> Predicate:
        return self.act.may

    def subject(self, *args: Any, **address: Any) -> Any:
        """What the address names. Raises NotFound."""
        raise NotImplementedError

    def shown(self, subject: Any, done: Any) -> Any:
        """What it is like after the act, read anew; ``done`` is what the service answered."""
        raise NotImplementedError

    def post(self, request: Request, slug: str, **address: Any) -> Response:
        subject = self.subject(**address)
        data = valid(self.act.takes(data=request.data, context={"event": self.event})) if self.act.takes else {}
        done = self.act.do(subject, actor_of(request), data)
        return Response(self.shown(subject, done))


def must_be_account(request: Request) -> User:
    """The member of staff who asks. Raises PermissionDenied for a player's link."""
    if not isinstance(request.user, User):
        raise PermissionDenied(_("This needs a member of staff."))
    return request.user
