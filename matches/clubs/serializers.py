"""What the API takes and answers about clubs and their suspensions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer
from matches.clubs.lookup_services import Span, templates_of_club
from matches.enums import Role
from matches.models import Event, Member, Organisation, Series, Suspension
from matches.organisations.queries.clubs import members_of


class ClubRowSerializer(ResponseSerializer):
    """A club that you belong to."""

    slug = serializers.CharField()
    name = serializers.CharField()
    manager = serializers.BooleanField(help_text="Whether you manage it.")
    roles = serializers.ListField(child=EnumField(Role), help_text="The roles that you get at its new events.")

    def read_manager(self, club: Organisation) -> bool:
        return self._own(club).is_manager

    def read_roles(self, club: Organisation) -> list[str]:
        return list(self._own(club).roles)

    def _own(self, club: Organisation) -> Member:
        member: Member = self.context["memberships"].get(club.pk) or Member()
        return member


class MemberSerializer(ResponseSerializer):
    """Somebody in a club, or invited to it."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(help_text="The username of whoever has not accepted.")
    manager = serializers.BooleanField(source="is_manager")
    roles = serializers.ListField(child=EnumField(Role))
    accepted = serializers.BooleanField()

    def read_name(self, member: Member) -> str:
        return member.user.username if member.accepted_at is None else str(member.user)

    def read_accepted(self, member: Member) -> bool:
        return member.accepted_at is not None


class ClubTemplateSerializer(ResponseSerializer):
    """A template that every member of the club may make events from (``events/SLUG/copy/``)."""

    slug = serializers.CharField()
    name = serializers.CharField()


class ClubSerializer(ClubRowSerializer):
    """A club with everyone in it, and its templates."""

    members = MemberSerializer(many=True)
    templates = ClubTemplateSerializer(many=True)

    def read_members(self, club: Organisation) -> list[Member]:
        return list(members_of(club))

    def read_templates(self, club: Organisation) -> list[Event]:
        return list(templates_of_club(club))


class SeriesSerializer(ResponseSerializer):
    """A series of a club, with what you may see of its events."""

    # The context's ``spans`` are those of the series by key.

    key = serializers.UUIDField()
    name = serializers.CharField()
    events = serializers.IntegerField(help_text="How many there are, without the archive.")
    first_year = serializers.IntegerField(allow_null=True, help_text="Of its first event; null: it has none.")
    last_year = serializers.IntegerField(allow_null=True)

    def read_events(self, series: Series) -> int:
        return self._span(series).count

    def read_first_year(self, series: Series) -> int | None:
        years = self._span(series).years
        return years[0] if years else None

    def read_last_year(self, series: Series) -> int | None:
        years = self._span(series).years
        return years[1] if years else None

    def _span(self, series: Series) -> Span:
        span: Span = self.context["spans"].get(series.pk, Span())
        return span


class SuspensionSerializer(ResponseSerializer):
    """A suspension. ``player`` is the key of the player whom it was made for, if there was one."""

    key = serializers.UUIDField()
    player = serializers.UUIDField(allow_null=True)
    name = serializers.CharField()
    external_id = serializers.CharField()
    email = serializers.CharField()
    since = serializers.DateField()
    until = serializers.DateField(allow_null=True, help_text="The last day; null: until it is lifted.")
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True, help_text="The username.")
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_reason = serializers.CharField()

    def read_player(self, row: Suspension) -> str | None:
        return str(row.player.key) if row.player is not None else None

    def read_by(self, row: Suspension) -> str | None:
        return row.by.username if row.by is not None else None


class SuspendSerializer(serializers.Serializer[Any]):
    """Whom to suspend, from when until when, and why."""

    player = serializers.UUIDField(
        default=None,
        allow_null=True,
        help_text="The key of a player of an event of the club at whose desk you work.",
    )
    name = serializers.CharField(max_length=200, default="", allow_blank=True, help_text="Left out: the player’s.")
    external_id = serializers.CharField(max_length=100, default="", allow_blank=True)
    email = serializers.CharField(max_length=300, default="", allow_blank=True)
    since = serializers.DateField()
    until = serializers.DateField(default=None, allow_null=True)
    reason = serializers.CharField(max_length=300)


class OverrideSerializer(ResponseSerializer):
    """That a suspended person may play at an event."""

    suspension = serializers.UUIDField(source="suspension.key")
    event = serializers.CharField(source="event.slug")
    reason = serializers.CharField()
    at = serializers.DateTimeField()
