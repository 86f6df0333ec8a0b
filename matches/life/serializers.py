"""What the API takes for a copy of an event."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.events.services.events import MOST_ADDRESS
from matches.life.copy_services import CopyTerms
from matches.life.forms import MOST_NAME
from matches.models import Event


class CopySerializer(serializers.Serializer[Any]):
    """What differs in a copy."""

    name = serializers.CharField(max_length=MOST_NAME)
    date = serializers.DateField(help_text="Times of sign-up and schedule move by the same number of days.")
    venue = serializers.CharField(max_length=160, required=False, allow_blank=True, help_text="Left out: the same.")
    address = serializers.CharField(
        max_length=MOST_ADDRESS, default="", allow_blank=True, help_text="The new slug; empty: made from the name."
    )
    with_players = serializers.BooleanField(default=False, help_text="Invite the players.")
    as_template = serializers.BooleanField(default=False, help_text="Keep it as a template; nobody plays there.")


def terms_from(event: Event, data: dict[str, Any]) -> CopyTerms:
    """The terms of a copy from validated data."""
    return CopyTerms(
        name=data["name"],
        day=data["date"],
        venue=data.get("venue", event.venue),
        address=data["address"],
        with_players=data["with_players"],
        as_template=data["as_template"],
    )
