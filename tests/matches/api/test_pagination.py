"""Pages of lists: sizes, bounds, and what is no page."""

from __future__ import annotations

import pytest

from matches.enums import Role
from matches.models import Event
from tests.factories import EventFactory
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
