"""Audited changes: all or nothing, one row in the chain, each part's version raised once."""

from __future__ import annotations

import pytest

from matches.audit.services import (
    SYSTEM,
    Actor,
    audited_change,
    current_change,
    verify_audit,
)
from matches.errors import Refused
from matches.models import AuditRow, Event, LiveVersion
from tests.factories import NOON, EntryFactory, EventFactory, UserFactory
from tests.matches.audit.rows import acted

pytestmark = pytest.mark.django_db


def versions(event: Event) -> dict[str, int]:
    return dict(LiveVersion.objects.filter(event=event).values_list("part", "version"))


def test_an_act_leaves_one_row_that_says_who_when_what_and_why(event: Event) -> None:
    user, entry = UserFactory(), EntryFactory(event=event)
    with audited_change("try_out", event_id=event.pk, actor=Actor(user=user), reason="to see", at=NOON) as change:
        change.note(round=3)
        change.note(table=12)
    with audited_change("try_again", event_id=event.pk, actor=Actor(entry=entry)):
        pass
    first, second = AuditRow.objects.filter(event=event)
    assert (first.sequence, first.act, first.user, first.entry, first.at) == (1, "try_out", user, None, NOON)
    assert (first.reason, first.details) == ("to see", {"round": 3, "table": 12})
    assert (second.sequence, second.act, second.user, second.entry) == (2, "try_again", None, entry)
    assert (first.previous_hash, second.previous_hash) == ("", first.hash)
    assert len(first.hash) == 64
    assert first.hash != second.hash


def test_each_event_has_a_chain_of_its_own(event: Event) -> None:
    other = EventFactory()
    acted(event, 2)
    acted(other, 1)
    acted(event, 1)
    assert list(AuditRow.objects.filter(event=event).values_list("sequence", flat=True)) == [1, 2, 3]
    assert AuditRow.objects.get(event=other).previous_hash == ""
    assert verify_audit(event) is None
    assert verify_audit(other) is None


def test_each_part_is_raised_once_an_act(event: Event) -> None:
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as change:
        change.touch("pairings", "clock")
        change.touch("pairings")
        change.touch("table 12")
    assert versions(event) == {"pairings": 1, "clock": 1, "table 12": 1}
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as change:
        change.touch("pairings")
    assert versions(event) == {"pairings": 2, "clock": 1, "table 12": 1}


def test_versions_belong_to_their_event(event: Event) -> None:
    other = EventFactory()
    for one in (event, event, other):
        with audited_change("try_out", event_id=one.pk, actor=SYSTEM) as change:
            change.touch("clock")
    assert (versions(event), versions(other)) == ({"clock": 2}, {"clock": 1})


def test_a_failed_act_writes_nothing(event: Event) -> None:
    def attempt() -> None:
        with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as change:
            change.touch("clock")
            Event.objects.filter(pk=event.pk).update(name="Changed")
            raise RuntimeError("no")

    acted(event)
    with pytest.raises(RuntimeError, match="no"):
        attempt()
    event.refresh_from_db()
    assert event.name != "Changed"
    assert versions(event) == {}
    assert AuditRow.objects.filter(event=event).count() == 1


def test_an_act_inside_an_act_is_undone_with_it(event: Event) -> None:
    def attempt() -> None:
        with audited_change("outer", event_id=event.pk, actor=SYSTEM):
            with audited_change("inner", event_id=event.pk, actor=SYSTEM) as change:
                change.touch("clock")
            raise Refused("no", "no")

    with pytest.raises(Refused):
        attempt()
    assert not AuditRow.objects.exists()
    assert not LiveVersion.objects.exists()


def test_a_change_inside_a_change_of_the_same_event_joins_it(event: Event) -> None:
    user = UserFactory()
    with audited_change("outer", event_id=event.pk, actor=Actor(user=user), reason="why", at=NOON) as outer:
        outer.note(round=3)
        outer.touch("rounds")
        with audited_change("inner", event_id=event.pk, actor=Actor(user=user), reason="why") as inner:
            inner.note(match=7)
            inner.touch("rounds", "clock")
            assert inner.at == NOON
            assert inner.event is outer.event
        with audited_change("other", event_id=event.pk, actor=Actor(user=user), reason="its own"):
            pass
    row = AuditRow.objects.get()
    assert (row.act, row.reason, row.at) == ("outer", "why", NOON)
    assert row.details == {
        "round": 3,
        "includes": [{"act": "inner", "match": 7}, {"act": "other", "reason": "its own"}],
    }
    assert versions(event) == {"rounds": 1, "clock": 1}
    assert verify_audit(event) is None


def test_a_joined_change_keeps_its_own_includes(event: Event) -> None:
    with (
        audited_change("outer", event_id=event.pk, actor=SYSTEM),
        audited_change("middle", event_id=event.pk, actor=SYSTEM) as middle,
        audited_change("inner", event_id=event.pk, actor=SYSTEM) as inner,
    ):
        inner.note(table=4)
        assert inner.outermost is middle.outermost
    assert AuditRow.objects.get().details == {
        "includes": [{"act": "middle", "includes": [{"act": "inner", "table": 4}]}]
    }


def test_a_change_of_another_event_inside_a_change_has_a_row_of_its_own(event: Event) -> None:
    other = EventFactory()
    with audited_change("outer", event_id=event.pk, actor=SYSTEM) as change:
        with audited_change("elsewhere", event_id=other.pk, actor=SYSTEM) as elsewhere:
            elsewhere.touch("clock")
            with audited_change("back", event_id=event.pk, actor=SYSTEM) as back:
                back.note(number=1)
        change.touch("rounds")
    assert AuditRow.objects.get(event=other).act == "elsewhere"
    row = AuditRow.objects.get(event=event)
    assert (row.act, row.details) == ("outer", {"includes": [{"act": "back", "number": 1}]})
    assert (versions(event), versions(other)) == ({"rounds": 1}, {"clock": 1})
    assert verify_audit(event) is None
    assert verify_audit(other) is None


def test_a_refused_joined_change_is_rolled_back_alone(event: Event) -> None:
    name = event.name

    def refuse() -> None:
        with audited_change("inner", event_id=event.pk, actor=SYSTEM) as change:
            change.note(number=1)
            change.touch("clock")
            Event.objects.filter(pk=event.pk).update(name="Changed")
            raise RuntimeError("no")

    with audited_change("outer", event_id=event.pk, actor=SYSTEM) as change:
        with pytest.raises(RuntimeError):
            refuse()
        change.touch("rounds")
    event.refresh_from_db()
    assert event.name == name
    assert AuditRow.objects.get().details == {}
    assert versions(event) == {"rounds": 1}


def test_changes_one_after_the_other_have_a_row_each(event: Event) -> None:
    acted(event, 2)
    assert current_change() is None
    assert AuditRow.objects.count() == 2


def test_an_act_on_an_unknown_event_raises(event: Event) -> None:
    with pytest.raises(Event.DoesNotExist), audited_change("try_out", event_id=event.pk + 1, actor=SYSTEM):
        pass


def test_a_reason_longer_than_the_log_keeps_is_refused(event: Event) -> None:
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM, reason="é" * 300):
        pass
    with (
        pytest.raises(Refused, match="300") as refused,
        audited_change("x", event_id=event.pk, actor=SYSTEM, reason="é" * 301),
    ):
        pass
    assert refused.value.parameter == "reason"
    assert AuditRow.objects.count() == 1
