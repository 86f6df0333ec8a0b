"""The filters of the list of calls."""

from __future__ import annotations

from django.db.models import QuerySet

from judging.enums import CallState
from judging.models import Call
from judging.records.filters import RecordFilter
from matches.api.filters import TruthFilter


class CallFilter(RecordFilter):
    open = TruthFilter(method="of_open", label="true: only unresolved calls; false: only resolved ones.")

    class Meta(RecordFilter.Meta):
        model = Call

    def of_open(self, calls: QuerySet[Call], name: str, value: bool) -> QuerySet[Call]:
        resolved = {"steps__step": CallState.RESOLVED}
        return calls.exclude(**resolved) if value else calls.filter(**resolved)
