"""Extra time for tables: the list, and giving it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from judging.enums import ExtensionCause
from judging.extensions.services import extend_time
from judging.models import TimeExtension
from judging.permissions import can_log, can_see_floor
from judging.records.api import log_once, match_of
from judging.records.filters import RecordFilter
from judging.records.serializers import RecordCreateSerializer, RecordSerializer, stamp_of
from matches.api.base import EventScopedListView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.schema import STAFF_READS, WRITES, operation
from matches.api.serializers import MOST_NUMBER, EnumField

MOST_SECONDS = 7_200


class ExtensionCreateSerializer(RecordCreateSerializer):
    """Extra time: for a pause that ends now (``paused_seconds``), or ``seconds`` that the judge chose."""

    match = serializers.IntegerField(min_value=1, max_value=MOST_NUMBER)
    seconds = serializers.IntegerField(min_value=1, max_value=MOST_SECONDS, required=False)
    paused_seconds = serializers.IntegerField(min_value=0, max_value=MOST_SECONDS, required=False)
    deck_check = serializers.BooleanField(required=False, default=False)


class ExtensionRecordSerializer(RecordSerializer):
    """Extra time that a table got, within the limits of the policy."""

    seconds = serializers.IntegerField()
    paused_seconds = serializers.IntegerField(allow_null=True)
    cause = EnumField(ExtensionCause)
    limited_by = serializers.CharField(help_text="The rule of the policy that set the amount.")


class ExtensionFilter(RecordFilter):
    class Meta(RecordFilter.Meta):
        model = TimeExtension


class ExtensionListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_log}
    queryset = TimeExtension.objects.all()
    serializer_class = ExtensionRecordSerializer
    filterset_class = ExtensionFilter

    def get_queryset(self) -> QuerySet[TimeExtension]:
        rows = TimeExtension.objects.filter(event=self.event).select_related("round", "judge")
        return rows.order_by("sequence")

    @operation(
        "extensions_list",
        "The extensions of an event",
        tag="live",
        responses={200: ExtensionRecordSerializer(many=True)},
        errors=STAFF_READS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of the log."""
        return answer(request, event_tag(self.event, ("rulings", "clock"), viewer="staff"), self.page)

    @operation(
        "extensions_give",
        "Add extra time to a table",
        tag="live",
        request=ExtensionCreateSerializer,
        responses={200: ExtensionRecordSerializer, 201: ExtensionRecordSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """As much as the policy allows; a refusal says which of its rules leaves no time."""
        data = validated(ExtensionCreateSerializer(data=request.data))
        match = match_of(self.event, data["match"])
        assert match is not None  # noqa: S101 - the field is required

        def log() -> TimeExtension:
            return extend_time(
                match=match,
                actor=actor_of(request),
                seconds=data.get("seconds"),
                paused_seconds=data.get("paused_seconds"),
                deck_check=data["deck_check"],
                stamp=stamp_of(data),
            )

        return log_once(request, log, self._data)

    def _data(self, pk: str) -> dict[str, Any]:
        data: dict[str, Any] = self.serialized(ExtensionRecordSerializer, self.get_queryset().get(pk=pk))
        return data
