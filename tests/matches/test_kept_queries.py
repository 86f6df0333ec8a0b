"""Kept queries: the same rows as the queryset that they were made from, for each value, from SQL that is made once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from pytest_django import DjangoAssertNumQueries

from matches.kept_queries import Given, KeptQuery, keep_related
from matches.models import Entry, Event, Match, Round, Seat
from tests.factories import EntryFactory, EventFactory
from tests.matches.conftest import Hall

pytestmark = pytest.mark.django_db


def test_rows_are_those_of_the_queryset_whatever_was_asked_before(hall: Hall) -> None:
    def rows(match: Any) -> QuerySet[Seat]:
        return Seat.objects.select_related("entry__player").filter(match=match).order_by("-index")

    kept = KeptQuery(rows)
    for match in hall.matches:
        seats = kept.all(match.pk)
        assert seats == list(rows(match.pk))
        assert [seat.entry.player.name for seat in seats] == [seat.entry.player.name for seat in rows(match.pk)]
    assert kept.all(0) == []
    assert kept.first(0) is None


def test_the_statement_is_made_once_and_what_was_joined_is_there(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    made = []

    def rows(event: Any) -> QuerySet[Entry]:
        made.append(event)
        return Entry.objects.select_related("player").filter(event=event)

    kept, entries = KeptQuery(rows), EntryFactory.create_batch(2)
    with django_assert_num_queries(2):
        found = [kept.first(entry.event_id) for entry in entries]
        names = [entry.player.name for entry in found if entry is not None]
    assert names == [entry.player.name for entry in entries]
    assert len(made) == 1


def test_columns_of_any_type_come_as_from_a_queryset() -> None:
    event = EventFactory(options={"floor_plan": [1, 2]})
    by_key = KeptQuery(lambda key: Event.objects.filter(key=key.of(Event._meta.get_field("key"))))
    found = by_key.first(event.key)
    assert found is not None
    names = [field.attname for field in Event._meta.concrete_fields]
    again = Event.objects.get(pk=event.pk)
    assert [getattr(found, name) for name in names] == [getattr(again, name) for name in names]
    assert not found._state.adding
    assert by_key.first(uuid4()) is None


def test_single_columns_tuples_and_annotations(hall: Hall) -> None:
    match = hall.matches[0]
    tables = KeptQuery(
        lambda round_: Match.objects.filter(round=round_, kind="played").order_by("pk").values_list("table", flat=True)
    )
    assert tables.all(match.round_id) == [each.table for each in hall.matches]
    both = KeptQuery(lambda round_: Round.objects.filter(pk=round_).values_list("number", "status"))
    assert both.all(match.round_id) == [(match.round.number, match.round.status)]
    seats = KeptQuery(lambda pk: Seat.objects.filter(match=pk).annotate(at=F("match__table")))
    assert {seat.at for seat in seats.all(match.pk)} == {match.table}


def test_a_row_that_is_left_out_of_a_deferred_column_is_read_when_it_is_needed(hall: Hall) -> None:
    kept = KeptQuery(lambda pk: Match.objects.select_related("round").defer("round__pairing").filter(pk=pk))
    found = kept.first(hall.matches[0].pk)
    assert found is not None
    assert found.round.get_deferred_fields() == {"pairing"}
    assert found.round.pairing == Round.objects.get(pk=found.round_id).pairing


def test_rows_that_were_read_apart_need_no_query(hall: Hall, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    match = Match.objects.get(pk=hall.matches[0].pk)
    seats = list(match.seats.order_by("index"))
    keep_related(match, "seats", seats)
    with django_assert_num_queries(0):
        assert list(match.seats.all()) == seats


@pytest.mark.django_db(transaction=True)
def test_a_row_is_locked_inside_a_transaction_only() -> None:
    locked = KeptQuery(lambda pk: Event.objects.select_for_update().filter(pk=pk))
    event = EventFactory()
    with transaction.atomic():
        assert locked.first(event.pk) == event
    if connection.features.has_select_for_update:
        with pytest.raises(transaction.TransactionManagementError):
            locked.first(event.pk)


def test_what_a_kept_query_cannot_do_is_an_error_of_the_program() -> None:
    kept = KeptQuery(lambda event: Entry.objects.filter(event=event))
    with pytest.raises(TypeError):
        kept.all(1, 2)
    with pytest.raises(TypeError):
        KeptQuery(lambda event: Entry.objects.filter(event=event).prefetch_related("seats")).all(1)
    with pytest.raises(TypeError):
        KeptQuery(lambda event: Entry.objects.filter(event=event).values("pk")).all(1)


def test_a_value_stands_where_it_was_given() -> None:
    assert Given(1).value(["first", "second"]) == "second"
