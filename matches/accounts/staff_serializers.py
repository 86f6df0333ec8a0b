"""The staff of an event in the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.accounts.staff_queries import shown_name
from matches.accounts.staff_services import NewAccount
from matches.api.serializers import EnumField, ResponseSerializer
from matches.enums import Role
from matches.models import EventRole


class StaffRoleSerializer(ResponseSerializer):
    """A role of one person at the event."""

    id = serializers.IntegerField(source="pk")
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(
        help_text="The real name if you have worked with this person at an event, otherwise the username."
    )
    role = EnumField(Role)

    def read_name(self, held: EventRole) -> str:
        return shown_name(held.user, self.context["named"])


class StaffGrantSerializer(serializers.Serializer[Any]):
    """Gives an account a role at the event."""

    username = serializers.CharField(max_length=150)
    role = EnumField(Role)


class StaffAccountSerializer(StaffGrantSerializer):
    """Creates an account with a role at the event."""

    name = serializers.CharField(max_length=200)


class NewAccountSerializer(ResponseSerializer):
    """A new account with its one-time password, which is only in this answer."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.name")
    password = serializers.CharField(allow_null=True)

    def read_password(self, account: NewAccount) -> str | None:
        return account.password or None
