"""The API of the judging log."""

from __future__ import annotations

from typing import ClassVar

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from judging.log.filters import LineFilter
from judging.log.serializers import LogLineSerializer
from judging.models import Record
from judging.permissions import can_export_log
from matches.api.base import EventScopedListView, Predicate
from matches.api.schema import STAFF_READS, operation


class LogView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_export_log}
    queryset = Record.objects.all()
    serializer_class = LogLineSerializer
    filterset_class = LineFilter

    def get_queryset(self) -> QuerySet[Record]:
        return Record.objects.filter(event=self.event).order_by("sequence")

    @operation(
        "log_list",
        "The log with its hashes",
        tag="rulings",
        responses={200: LogLineSerializer(many=True)},
        errors=STAFF_READS,
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Every record as it is hashed, so that a program can check the chain. Players appear as keys, not as names."""
        return self.page()
