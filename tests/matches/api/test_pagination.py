"""Pages of lists: sizes, bounds, and what is no page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from matches.enums import Role
from matches.models import Entry, Event, EventRole
from tests.factories import EntryFactory, EventFactory
from tests.matches.conftest import Hall
from tests.undone import undone

pytestmark = pytest.mark.django_db


def test_pages_lead_to_one_another(hall: Hall) -> None:
    first = hall.get("entries", page_size=4).data
    assert (first["count"], len(first["results"]), first["previous"]) == (6, 4, None)
    second = hall.client().get(first["next"]).data
    assert [row["number"] for row in second["results"]] == [5, 6]
    assert second["next"] is None


def test_an_invalid_page_is_refused_at_its_parameter(subtests: pytest.Subtests, hall: Hall) -> None:
    for query, field in [
        ({"page_size": "all"}, "page_size"),
        ({"page_size": "0"}, "page_size"),
        ({"page_size": "1001"}, "page_size"),
        ({"page_size": "9" * 5000}, "page_size"),
        ({"page": "-1"}, "page"),
        ({"page": "last"}, "page"),
        ({"page": "²"}, "page"),
    ]:
        with subtests.test(query=query, field=field), undone(hall):
            response = hall.get("entries", **query)
            assert response.status_code == 400
            assert list(response.data["errors"]) == [field]


def test_a_page_after_the_last_is_404(hall: Hall) -> None:
    response = hall.get("entries", page=2)
    assert response.status_code == 404
    assert response.data["detail"] == "This page does not exist: the list is shorter."


def test_an_order_without_a_name_is_the_list_s_own(subtests: pytest.Subtests, hall: Hall) -> None:
    for order in ["", ",", ",,,,"]:
        for path in ["/api/v1/events/", "/api/v1/events/{}/rounds/", "/api/v1/events/{}/extensions/"]:
            with subtests.test(order=order, path=path), undone(hall):
                address = path.format(hall.event.slug)
                client = hall.client(Role.HEAD_JUDGE)
                usual = client.get(address)
                assert usual.status_code == 200
                assert client.get(address, {"order": order}).data == usual.data


def test_rows_that_are_equal_in_an_order_are_on_one_page_only(hall: Hall) -> None:
    Event.objects.bulk_create(EventFactory.build(date=hall.event.date, slug=f"open-{n}") for n in range(7))
    asked = {"order": "date", "page_size": 3}
    pages = [hall.client(Role.ORGANISER).get("/api/v1/events/", {**asked, "page": page}).data for page in (1, 2, 3)]
    slugs = [row["slug"] for page in pages for row in page["results"]]
    assert len(slugs) == len(set(slugs)) == pages[0]["count"]


PLAYERS = "/api/v1/entries/"


def crowded(hall: Hall) -> list[tuple[str, int]]:
    """Four events, two on one day and one the day before, with namesakes: event and number of all, in order."""
    user = hall.user(Role.ORGANISER)
    for slug, day in (("north", hall.event.date), ("south", hall.event.date - timedelta(days=1))):
        event = EventFactory(slug=slug, date=day)
        EventRole.objects.create(event=event, user=user, role=Role.ORGANISER)
        for number, name in enumerate(("Ada", "Bo", "Ada", "Éva", "Ada"), start=1):
            EntryFactory(event=event, number=number, player__name=name)
    rows = Entry.objects.select_related("event", "player")
    found = sorted(rows, key=lambda row: (-row.event.date.toordinal(), -row.event.pk, row.player.sort_name, row.number))
    return [(row.event.slug, row.number) for row in found]


def named(answer: Any) -> list[tuple[str, int]]:
    return [(row["event"], row["number"]) for row in answer["results"]]


def test_pages_by_cursor_lead_on_to_the_end_and_back(hall: Hall) -> None:
    wanted, client = crowded(hall), hall.client()
    pages = [client.get(PLAYERS, {"page_size": 3}).data]
    while pages[-1]["next"]:
        pages.append(client.get(pages[-1]["next"]).data)
    assert [row for page in pages for row in named(page)] == wanted
    assert pages[0]["previous"] is None
    back = pages[-1]
    for page in reversed(pages[:-1]):
        back = client.get(back["previous"]).data
        assert named(back) == named(page)
        assert client.get(back["next"]).status_code == 200
    assert back["previous"] is None


def test_a_row_that_comes_or_goes_moves_no_other_to_another_page(hall: Hall) -> None:
    wanted, client = crowded(hall), hall.client()
    first = client.get(PLAYERS, {"page_size": 4}).data
    event, number = wanted[1]
    Entry.objects.filter(event__slug=event, number=number).delete()
    EntryFactory(event=Event.objects.get(slug="north"), number=99, player__name="Aaron")
    assert named(client.get(first["next"]).data) == wanted[4:8]


def test_pages_by_number_are_still_there_and_count(hall: Hall) -> None:
    wanted, client = crowded(hall), hall.client()
    second = client.get(PLAYERS, {"page_size": 5, "page": 2}).data
    assert (second["count"], named(second)) == (len(wanted), wanted[5:10])
    assert "page=3" in second["next"]
    assert client.get(PLAYERS, {"page_size": 5}).data["count"] is None
    assert client.get(PLAYERS).data["count"] == len(wanted)
    assert client.get(PLAYERS, {"page": 9}).status_code == 404


def test_a_cursor_from_elsewhere_is_refused(subtests: pytest.Subtests, hall: Hall) -> None:
    crowded(hall)
    made = hall.client().get(PLAYERS, {"page_size": 3}).data["next"].partition("cursor=")[2].partition("&")[0]
    for query in ({"cursor": ""}, {"cursor": "x"}, {"cursor": "\0"}, {"cursor": made[:-1]},
                  {"cursor": made, "page": "1"}):  # fmt: skip
        with subtests.test(query=query), undone(hall):
            answer = hall.client().get(PLAYERS, query)
            assert answer.status_code == 400
            assert list(answer.data["errors"]) == ["cursor"]
