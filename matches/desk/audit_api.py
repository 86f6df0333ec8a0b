"""The audit log over the API, for the organiser and the head judge."""

from __future__ import annotations

from typing import ClassVar

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedListView, Predicate
from matches.api.filters import IntegerFilter
from matches.api.schema import operation
from matches.api.serializers import ResponseSerializer
from matches.models import AuditRow
from matches.permissions import can_see_audit_log


class AuditRowSerializer(ResponseSerializer):
    """One change. ``details`` holds keys and numbers; each row carries the hash of the one before it."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    act = serializers.CharField()
    by = serializers.CharField(help_text="The username; empty for a player and for the system.")
    entry = serializers.IntegerField(allow_null=True, help_text="The player's number, if a player made the change.")
    reason = serializers.CharField()
    details = serializers.DictField()
    previous_hash = serializers.CharField()
    hash = serializers.CharField()

    def read_by(self, row: AuditRow) -> str:
        return row.user.username if row.user else ""

    def read_entry(self, row: AuditRow) -> int | None:
        return row.entry.number if row.entry else None


class AuditFilter(filters.FilterSet):
    """Changes by name, by person, and ``after`` a sequence number, to follow the log."""

    act = filters.CharFilter("act", max_length=40, label="The name of the change.")
    by = filters.CharFilter("user__username", "iexact", max_length=150, label="A username.")
    after = IntegerFilter("sequence", "gt", label="Only changes after this sequence.")

    class Meta:
        model = AuditRow
        fields: list[str] = []


class AuditView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_audit_log}
    queryset = AuditRow.objects.all()
    serializer_class = AuditRowSerializer
    filterset_class = AuditFilter

    def get_queryset(self) -> QuerySet[AuditRow]:
        return AuditRow.objects.filter(event=self.event).select_related("user", "entry").order_by("sequence")

    @operation(
        "audit_list",
        "The log of all changes",
        tag="staff",
        responses={200: AuditRowSerializer(many=True)},
        errors=(401, 403, 404, 429),
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """In their order. A program can check the chain of hashes."""
        return self.page()
