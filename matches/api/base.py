"""What all API views share: the actor, the event and the permissions of a request.

Outside the staff, everything unpublished is a 404: an unpublished event, a draft. A request without a sign-in gets 401,
a person without the right 403.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from matches.api.authentication import LinkHolder
from matches.api.conditional import PUBLIC
from matches.api.pagination import PAGE_PARAMETERS
from matches.api.parsing import Json
from matches.api.tables import CSV, CsvFile, Negotiation
from matches.api.throttling import AnonymousReads, PlayerWrites, Writes
from matches.api.unknown_fields import joined, unknown_fields, unknown_parameters
from matches.audit.services import Actor
from matches.enums import Role
from matches.kept_queries import KeptQuery
from matches.models import Event, User
from matches.permissions import can_see_unpublished, roles_of
from matches.second_factor_queries import lacks_second_factor, needed

Predicate = Callable[[Set[Role]], bool]


def everyone(roles: Set[Role]) -> bool:
    """Allow everyone: the answer is public."""
    return True


def actor_of(request: Request) -> Actor:
    """Return the sender of the request as services take it: a member of staff, or the player behind a link."""
    if isinstance(request.user, LinkHolder):
        return Actor(entry=request.user.entry)
    return Actor(user=request.user if isinstance(request.user, User) else None)


def validated(serializer: BaseSerializer[Any]) -> dict[str, Any]:
    """Read and check the body of a request. Raises ValidationError with every wrong and every unknown field."""
    unknown = unknown_fields(serializer, serializer.initial_data)
    if serializer.is_valid() and not unknown:
        data: dict[str, Any] = serializer.validated_data
        return data
    raise ValidationError(joined(serializer.errors, unknown))


def must_be_empty(request: Request) -> None:
    """Check that a request whose action takes no fields sends none. Raises ValidationError with each that it does."""
    if unknown := unknown_fields(None, request.data):
        raise ValidationError(unknown)


FORMAT = str(api_settings.URL_FORMAT_OVERRIDE)


class ApiView(APIView):
    """The base of every view. The settings name who may sign in, and how."""

    parser_classes = [Json]
    content_negotiation_class = Negotiation
    throttle_classes = [AnonymousReads, Writes, PlayerWrites]
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]  # no OPTIONS: the OpenAPI document
    parameter_fields: ClassVar[dict[str, str]] = {}
    """Maps service parameters to fields of the request where the names differ."""

    query_serializer: ClassVar[type[Serializer[Any]] | None] = None
    """The parameters that the address takes; every other one is refused."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if str(request.method) not in self.allowed_methods:  # before the sign-in and its token of a form are looked at
            self.http_method_not_allowed(request)
        super().initial(request, *args, **kwargs)
        if unknown := unknown_parameters(request.query_params, self.known_parameters()):
            raise ValidationError(unknown)
        wanted = request.query_params.get(FORMAT)
        if wanted is not None and wanted not in self.formats:
            message = _("“%(format)s” is not one of: %(formats)s.")
            raise ValidationError({FORMAT: [message % {"format": wanted[:40], "formats": ", ".join(self.formats)}]})

    def known_parameters(self) -> set[str]:
        """The parameters that may stand behind the path of the address."""
        known = set() if self.query_serializer is None else set(self.query_serializer().fields)
        return {*known, FORMAT} if len(self.formats) > 1 else known

    @property
    def formats(self) -> list[str]:
        return [renderer.format for renderer in self.renderer_classes]

    def read_query(self) -> dict[str, Any]:
        """Read the parameters of the address with ``query_serializer``. Raises ValidationError with every wrong one."""
        if self.query_serializer is None:
            raise TypeError(type(self))
        parameters = {name: text for name, text in self.request.query_params.items() if name != FORMAT}
        return validated(self.query_serializer(data=parameters))

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Answer failures in JSON, whatever format the list was asked for in; a list asked for by format is a file."""
        if response.status_code >= 400:
            request.accepted_renderer, request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == 200 and (kind := request.query_params.get(FORMAT)):
            response["Content-Disposition"] = f'attachment; filename="{self.file_name()}.{kind}"'
        return response

    def file_name(self) -> str:
        """The name of a list that is kept as a file: event, list and round."""
        match, query = self.request.resolver_match, self.request.query_params
        slug = str(self.kwargs.get("slug", ""))
        name = str(match.url_name if match else "").removeprefix("api-")
        round_ = query.get("round") or query.get("after") or ""
        return "-".join(part for part in (slug, name, f"round-{round_}" if round_.isdecimal() else "") if part)

    def request_field(self, parameter: str) -> str:
        """Return the field of the request for a service's parameter."""
        return self.parameter_fields.get(parameter, parameter)


_BY_SLUG = KeptQuery(lambda slug: Event.objects.filter(slug=slug))


class EventScopedView(ApiView):
    """A view below ``events/SLUG/``. ``permissions`` has a predicate for each restricted method; other methods are
    public.
    """

    permissions: ClassVar[dict[str, Predicate]] = {}
    event: Event
    roles: frozenset[Role]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        event = _BY_SLUG.first(kwargs["slug"])
        roles = roles_of(request.user, event) if event else frozenset()
        if event is None or not self.may_see(event, roles):
            raise NotFound(_("There is no such event, or it is not published."))
        self.event, self.roles = event, roles
        if not self.permission(request)(roles):
            self.permission_denied(request, message=_("Your role at this event does not allow this."))
        if roles and request.auth is None and lacks_second_factor(request.user, event):
            self._go_on_as_public(request)

    def _go_on_as_public(self, request: Request) -> None:
        """A page's script whose person lacks a second factor is answered as everybody else, and told why not more."""
        self.roles = frozenset()
        if request.method not in SAFE_METHODS or not self.may_see(self.event, self.roles):
            raise needed()
        if not self.permission(request)(self.roles):
            raise needed()

    def may_see(self, event: Event, roles: Set[Role]) -> bool:
        """Whether the sender may see the event at all."""
        return event.published or can_see_unpublished(roles)

    def permission(self, request: Request) -> Predicate:
        """The predicate on who may send this request. Others get 401 if they are not signed in, otherwise 403."""
        return self.permissions.get(str(request.method), everyone)

    @property
    def staff(self) -> bool:
        """Whether the answer may show what players may not see yet."""
        return can_see_unpublished(self.roles)

    @property
    def viewer(self) -> str:
        """Which copy of an answer this request gets: the staff's or the public one."""
        return "staff" if self.staff else PUBLIC

    def get_serializer_context(self) -> dict[str, Any]:
        """Add the event, and whether the answer is for its staff."""
        return {"request": self.request, "view": self, "event": self.event, "staff": self.staff}

    def serialized(
        self, serializer: type[BaseSerializer[Any]], instance: Any, *, many: bool = False, **context: Any
    ) -> Any:
        """Return ``instance`` as ``serializer`` writes it, with ``context`` added to the serializer's context."""
        return serializer(instance, many=many, context={**self.get_serializer_context(), **context}).data


class EventScopedListView(EventScopedView, GenericAPIView[Any]):
    """A list below an event, filtered and in pages, in JSON or as CSV."""

    renderer_classes = [JSONRenderer, CsvFile]

    def known_parameters(self) -> set[str]:
        filters = getattr(self, "filterset_class", None)
        return {*super().known_parameters(), *PAGE_PARAMETERS, *(filters.base_filters if filters else ())}

    def page(self) -> Response:
        """The page that the request asks for; a file has all rows unless it asks for one."""
        as_file = FORMAT in self.request.query_params or self.request.accepted_renderer.format == CSV
        if as_file and not PAGE_PARAMETERS & set(self.request.query_params):
            rows = self.get_serializer(self.filter_queryset(self.get_queryset()), many=True).data
            return Response({"count": len(rows), "next": None, "previous": None, "results": rows})
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


def must_be_account(request: Request) -> User:
    """Return the member of staff who sent the request. Raises PermissionDenied for a player's link."""
    if not isinstance(request.user, User):
        raise PermissionDenied(_("Only staff can do this."))
    return request.user
