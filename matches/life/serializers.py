"""What the API takes for a copy of an event and for its deletion, and how it writes one that was made."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import ResponseSerializer
from matches.events.services.events import MOST_ADDRESS
from matches.life.copy_services import CopyTerms
from matches.life.forms import MOST_NAME
from matches.models import Event, EventDeletion


class CopySerializer(serializers.Serializer[Any]):
    """What differs in a copy."""

    name = serializers.CharField(max_length=MOST_NAME)
    date = serializers.DateField(help_text="Sign-up times and the schedule move by the same number of days.")
    venue = serializers.CharField(max_length=160, required=False, allow_blank=True, help_text="Left out: the same.")
    address = serializers.CharField(
        max_length=MOST_ADDRESS, default="", allow_blank=True, help_text="The new slug; empty: made from the name."
    )
    with_players = serializers.BooleanField(default=False, help_text="Invite the players.")
    as_template = serializers.BooleanField(default=False, help_text="Keep it as a template; nobody plays there.")
    for_club = serializers.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="Of a template: the slug of a club of yours whose members may all use it.",
    )


def terms_from(event: Event, data: dict[str, Any]) -> CopyTerms:
    """The terms of a copy from validated data."""
    return CopyTerms(
        name=data["name"],
        day=data["date"],
        venue=data.get("venue", event.venue),
        address=data["address"],
        with_players=data["with_players"],
        as_template=data["as_template"],
        for_club=data["for_club"],
    )


class DeleteSerializer(serializers.Serializer[Any]):
    """Why an event is deleted."""

    name = serializers.CharField(
        max_length=MOST_NAME,
        default="",
        allow_blank=True,
        help_text="The name of the event, once players have seen a round.",
    )
    reason = serializers.CharField(max_length=300, default="", allow_blank=True, help_text="Needed then, too.")


class DeletionSerializer(ResponseSerializer):
    """An event that was deleted. Lengths and hashes are the ends of its two logs."""

    slug = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True, help_text="The username; null: the program.")
    reason = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How much it held, by what it is.")
    audit_length = serializers.IntegerField()
    audit_hash = serializers.CharField()
    log_length = serializers.IntegerField()
    log_hash = serializers.CharField()

    def read_by(self, deletion: EventDeletion) -> str | None:
        return deletion.by.username if deletion.by is not None else None
