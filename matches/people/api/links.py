"""Players' personal links: made for one, some or all players, and revoked. A link is answered once, when it is made."""

from __future__ import annotations

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import MOST_NUMBER, ResponseSerializer
from matches.events.declarations.address import players_address
from matches.models import Entry
from matches.people.serializers import MOST_NUMBERS
from matches.people.services.links import NewLink, links_made, make_player_links, revoke_player_links
from matches.permissions import can_run_rounds


class LinksCreateSerializer(serializers.Serializer[Any]):
    """For whom: by number, or for all, which only the organiser may."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER),
        required=False,
        min_length=1,
        max_length=MOST_NUMBERS,
        help_text="Without it: all players who are not out.",
    )
    replace = serializers.BooleanField(
        required=False, default=False, help_text="Players with a link get a new one; without it they are left out."
    )


class LinksRevokeSerializer(serializers.Serializer[Any]):
    """Whose links: by number, or all, which only the organiser may."""

    numbers = LinksCreateSerializer().fields["numbers"]


class PlayerLinkKeySerializer(ResponseSerializer):
    """A new link. Only its hash is saved, so it is in this answer alone, not when the request is repeated."""

    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.player.name")
    token = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True)

    def read_token(self, link: NewLink) -> str | None:
        return link.token or None

    def read_url(self, link: NewLink) -> str | None:
        if not link.token:
            return None
        return players_address(self.context["event"]) + reverse("matches:me", args=[link.token])


class RevokedSerializer(serializers.Serializer[Any]):
    """How many links were revoked."""

    revoked = serializers.IntegerField()


class LinksView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    @operation(
        "links_make",
        "Create players’ links",
        tag="entries",
        request=LinksCreateSerializer,
        responses={201: OpenApiResponse(PlayerLinkKeySerializer(many=True))},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """By name. A new link replaces the player's old one."""
        data = validated(LinksCreateSerializer(data=request.data))
        made: list[NewLink] = []

        def make() -> str:
            made.extend(
                make_player_links(
                    event=self.event,
                    actor=actor_of(request),
                    entries=_entries(self, data),
                    replace=data["replace"],
                )
            )
            return str(self.event.audit_rows.latest("pk").pk)

        def show(row: str) -> Any:
            return self.serialized(PlayerLinkKeySerializer, made or links_made(self.event, int(row)), many=True)

        return create_once(request, make, show)


class LinksRevokeView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    @operation(
        "links_revoke",
        "Revoke players’ links",
        tag="entries",
        request=LinksRevokeSerializer,
        responses={200: RevokedSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The links no longer open anything."""
        data = validated(LinksRevokeSerializer(data=request.data))

        def revoke() -> str:
            actor = actor_of(request)
            return str(revoke_player_links(event=self.event, actor=actor, entries=_entries(self, data)))

        return create_once(request, revoke, lambda count: {"revoked": int(count)}, status=200)


def _entries(view: EventScopedView, data: dict[str, Any]) -> list[Entry] | None:
    """The players of a request; None for all. Raises ValidationError for a number that nobody has."""
    if "numbers" not in data:
        return None
    found = list(Entry.objects.filter(event=view.event, number__in=data["numbers"]))
    if missing := sorted(set(data["numbers"]) - {entry.number for entry in found}):
        raise serializers.ValidationError({"numbers": [f"#{number}?" for number in missing[:20]]})
    return found
