"""Actions on one resource of an event, such as ``rounds/1/2/publish/``: one view for all actions of a resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from matches.api.base import EventScopedView, Predicate, actor_of, must_be_empty, validated
from matches.api.once import REPLAY, act_once
from matches.api.schema import WRITES, operation
from matches.audit.services import Actor


@dataclass(frozen=True, kw_only=True)
class Action:
    """One action: its summary, its permission, its request and the service behind it.

    ``perform(subject, actor, data)`` gets the data that ``request`` validated, or an empty dictionary without
    ``request``.
    """

    summary: str
    permission: Predicate
    perform: Callable[[Any, Actor, dict[str, Any]], object]
    request: type[BaseSerializer[Any]] | None = None
    description: str = ""


class ActionView(EventScopedView):
    """The answer is the new state."""

    # Performs the action of its ``definition`` on the addressed object.

    definition: ClassVar[Action]

    def permission(self, request: Request) -> Predicate:
        return self.definition.permission

    def get_object(self, *args: Any, **address: Any) -> Any:
        """Return the addressed object. Raises NotFound."""
        raise NotImplementedError

    def respond(self, subject: Any, result: Any) -> Any:
        """Return the body of the answer; ``result`` is what the service returned."""
        raise NotImplementedError

    def post(self, request: Request, slug: str, **address: Any) -> Response:
        subject = self.get_object(**address)
        serializer, data = self.definition.request, {}
        if serializer is None:
            must_be_empty(request)
        else:
            data = validated(serializer(data=request.data, context={"event": self.event}))
        results: list[object] = []
        now = act_once(request, lambda: results.append(self.definition.perform(subject, actor_of(request), data)))
        return Response(self.respond(subject, results[0] if results else None), headers=None if now else REPLAY)


def action_paths(
    base: str, kind: str, view: type[ActionView], actions: Mapping[str, Action], *, tag: str, response: Any
) -> list[URLPattern]:
    """Return a path below ``base`` for each action, named ``api-KIND-ACTION``. All actions answer with ``response``."""
    return [
        path(f"{base}{name}/", _described(view, name, action, tag, response).as_view(), name=f"api-{kind}-{name}")
        for name, action in actions.items()
    ]


def _described(view: type[ActionView], name: str, action: Action, tag: str, response: Any) -> Any:
    kind: Any = type(f"{view.__name__}{name.title().replace('-', '')}", (view,), {"definition": action})
    post = operation(
        f"{tag}_{name.replace('-', '_')}",
        action.summary,
        tag=tag,
        request=action.request,
        responses={200: response},
        errors=WRITES,
        once=True,
        description=action.description,
    )
    return extend_schema_view(post=post)(kind)
