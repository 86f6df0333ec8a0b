"""The API of zones and the rota as they are now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from judging.duty import Duty
from judging.models import Shift, Zone
from judging.permissions import can_see_floor
from judging.zones.queries import FloorPlan, place_of, place_plan
from matches.api.base import EventScopedView, Predicate
from matches.api.schema import STAFF_READS, operation
from matches.api.serializers import ResponseSerializer
from matches.halls.queries.tables import ranges_of
from matches.models import User

DUTIES = "What a judge does: on, break, deck_checks or feature. Calls ring only for judges who are on."


@dataclass(frozen=True, slots=True)
class JudgeNow:
    """A judge with what the plan says of them now."""

    user: User
    plan: FloorPlan


@dataclass(frozen=True, slots=True)
class ZoneNow:
    """A zone with the plan that it is part of."""

    zone: Zone
    plan: FloorPlan


class ZoneSerializer(ResponseSerializer):
    """A zone of tables."""

    id = serializers.IntegerField(source="zone.pk")
    name = serializers.CharField(source="zone.name")
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        help_text="Ranges: pairs of the first and the last table.",
    )
    lead = serializers.CharField(allow_null=True, help_text="The username of the judge who leads there.")
    judges = serializers.ListField(child=serializers.CharField(), help_text="The usernames of the judges posted there.")

    def read_tables(self, row: ZoneNow) -> list[list[int]]:
        return [list(span) for span in ranges_of(row.zone.tables)]

    def read_lead(self, row: ZoneNow) -> str | None:
        return row.zone.lead.username if row.zone.lead is not None else None

    def read_judges(self, row: ZoneNow) -> list[str]:
        posted = next(span.judges for span in row.plan.staffing.zones if span.key == row.zone.pk)
        return [user.username for pk, user in row.plan.staff.items() if pk in posted]


class JudgeSerializer(ResponseSerializer):
    """What a judge does now."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField()
    zone = serializers.IntegerField(allow_null=True)
    duty = serializers.ChoiceField([duty.value for duty in Duty], help_text=DUTIES)

    def read_name(self, row: JudgeNow) -> str:
        return str(row.user)

    def read_zone(self, row: JudgeNow) -> int | None:
        zone = row.plan.zone_of(row.user.pk)
        return zone.key if zone is not None else None

    def read_duty(self, row: JudgeNow) -> str:
        return row.plan.duty_of(row.user.pk).value


class ShiftSerializer(ResponseSerializer):
    """An entry of the rota, in times of day of the event's time zone."""

    username = serializers.CharField(source="user.username")
    duty = serializers.ChoiceField([duty.value for duty in Duty], help_text=DUTIES)
    starts = serializers.TimeField(format="%H:%M")
    ends = serializers.TimeField(format="%H:%M")
    covered_by = serializers.CharField(allow_null=True, help_text="The username of the judge who covers.")

    def read_covered_by(self, row: Shift) -> str | None:
        return row.covered_by.username if row.covered_by is not None else None


class RotaSerializer(ResponseSerializer):
    """The zones of an event, its judges and the rota. Events of a hall day have those of the hall day."""

    zones = ZoneSerializer(many=True)
    judges = JudgeSerializer(many=True)
    shifts = ShiftSerializer(many=True)


class RotaView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}

    @operation(
        "rota",
        "Zones of tables and the judges’ rota",
        tag="calls",
        responses={200: RotaSerializer},
        errors=STAFF_READS,
    )
    def get(self, request: Request, slug: str) -> Response:
        """As they are now: who is where, who is on break, and what is planned for the day."""
        plan = place_plan(place_of(self.event), timezone.now())
        now: dict[str, Any] = {
            "zones": [ZoneNow(zone, plan) for zone in plan.zones],
            "judges": [JudgeNow(user, plan) for user in plan.staff.values()],
            "shifts": plan.shifts,
        }
        return Response(self.serialized(RotaSerializer, now))
