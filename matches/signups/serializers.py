"""Serializers of sign-ups and of the acts on them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.api.serializers import MOST_NUMBER, EnumField, ResponseSerializer
from matches.enums import Admission
from matches.models import SignUp

MOST_KEYS = 2_000


class SignUpSerializer(ResponseSerializer):
    """Somebody who signed up. Once confirmed, name, id and email are those of the player."""

    key = serializers.UUIDField()
    state = EnumField(Admission)
    turn = serializers.IntegerField(help_text="Orders the waiting list.")
    place = serializers.IntegerField(allow_null=True, help_text="On the waiting list, from 1; else null.")
    number = serializers.SerializerMethodField(help_text="The player's number once confirmed; else null.")
    name = serializers.SerializerMethodField()
    external_id = serializers.SerializerMethodField()
    email = serializers.SerializerMethodField()
    answers = serializers.SerializerMethodField(help_text="By the keys of the event's own questions.")
    doubtful = serializers.BooleanField(source="is_doubtful", help_text="Another player of the event has this ID.")
    paid_at = serializers.SerializerMethodField()
    paid_amount = serializers.SerializerMethodField()
    paid_note = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()

    def get_number(self, row: SignUp) -> int | None:
        return None if row.entry is None else row.entry.number

    def get_name(self, row: SignUp) -> str:
        return row.person.name

    def get_external_id(self, row: SignUp) -> str:
        return row.person.external_id

    def get_email(self, row: SignUp) -> str:
        return row.person.email

    def get_answers(self, row: SignUp) -> dict[str, str]:
        answers: dict[str, str] = row.holder.answers
        return answers

    def get_paid_at(self, row: SignUp) -> str | None:
        paid = row.holder.paid_at
        return None if paid is None else serializers.DateTimeField().to_representation(paid)

    def get_paid_amount(self, row: SignUp) -> str:
        return row.holder.paid_amount

    def get_paid_note(self, row: SignUp) -> str:
        return row.holder.paid_note


class SignUpQuerySerializer(serializers.Serializer[Any]):
    """Which sign-ups to list."""

    state = serializers.ChoiceField(choices=Admission.choices, required=False, help_text="Only those in this state.")


class KeysSerializer(serializers.Serializer[Any]):
    """The sign-ups that an act is about."""

    keys = serializers.ListField(child=serializers.UUIDField(), allow_empty=False, max_length=MOST_KEYS)


class AcceptSerializer(KeysSerializer):
    over_capacity = serializers.BooleanField(default=False, help_text="Also beyond the last place: organisers only.")


class DeclineSerializer(KeysSerializer):
    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class MoveSignUpSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER, help_text="On the waiting list, from 1.")
    reason = serializers.CharField(max_length=300)


class PaidSerializer(serializers.Serializer[Any]):
    """Marks players by number, and sign-ups by key."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER), max_length=MOST_KEYS, default=list
    )
    keys = serializers.ListField(child=serializers.UUIDField(), max_length=MOST_KEYS, default=list)
    paid = serializers.BooleanField(default=True, help_text="false removes the mark.")
    amount = serializers.CharField(
        max_length=30, required=False, allow_blank=True, help_text="Left out: everyone keeps the one that stands."
    )
    note = serializers.CharField(
        max_length=120, required=False, allow_blank=True, help_text="Left out: everyone keeps the one that stands."
    )


class PaidAnswerSerializer(ResponseSerializer):
    changed = serializers.IntegerField(
        help_text="How many players and sign-ups have the mark now, or lost it. "
        "People who have withdrawn or were declined get none."
    )
