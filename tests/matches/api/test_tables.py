"""Lists as files: CSV and JSON, with all rows, for everybody who may see the list."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from matches.api.tables import table_of
from matches.enums import Role
from matches.imports import read_list
from tests.matches.conftest import Hall, running
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return running()


def rows_of(response: Any) -> list[dict[str, str]]:
    assert response.status_code == 200, response.content
    assert response["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_nested_fields_become_columns() -> None:
    data = {
        "count": 2,
        "results": [
            {"table": 1, "seats": [{"number": 3, "name": "Ada"}, {"number": 4, "name": "=Bo"}], "result": None},
            {
                "table": 2,
                "seats": [],
                "result": {"score": "2-1", "rounds": [2, 1]},
                "staff": {"locked": True},
                "tie_breaks": [{"key": "omw", "exact": "1/3"}],
            },
        ],
    }
    header, rows = table_of(data)
    assert header == [
        "table", "seats.1.number", "seats.1.name", "seats.2.number", "seats.2.name",
        "result.score", "result.rounds", "locked", "tie_breaks.omw.exact",
    ]  # fmt: skip
    assert rows[1] == [2, None, None, None, None, "2-1", "2 1", "true", "1/3"]


def test_lists_are_csv_by_the_header_and_by_the_address(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in ["entries", "matches", "rounds", "standings"]:
        with subtests.test(name=name), undone(hall):
            client = hall.client()
            by_header = client.get(hall.url(name), headers={"accept": "text/csv"})
            by_address = client.get(f"{hall.url(name)}?format=csv")
            assert rows_of(by_header) == rows_of(by_address)
            assert by_address["Content-Disposition"] == f'attachment; filename="{hall.event.slug}-{name}.csv"'
            as_json = client.get(f"{hall.url(name)}?format=json")
            assert as_json["Content-Disposition"].endswith('.json"')
            assert len(rows_of(by_header)) == len(as_json.data.get("results", as_json.data.get("rows")))


def test_a_file_has_all_rows_unless_it_asks_for_a_page(hall: Hall) -> None:
    client = hall.client()
    url = hall.url("entries")
    assert len(rows_of(client.get(f"{url}?format=csv"))) == 6
    assert len(rows_of(client.get(f"{url}?format=csv&page_size=2"))) == 2
    assert client.get(f"{url}?format=json").data["next"] is None


@pytest.mark.parametrize("role", [Role.ORGANISER, None])
def test_a_list_without_rows_has_the_columns_of_one_with_rows(hall: Hall, role: Role | None) -> None:
    hall.post("results", hall.matches[0].key, score="2-1")
    client = hall.client(role)
    for name, nothing in [("entries", "q=nobody"), ("matches", "stage=2"), ("rounds", "stage=2")]:
        full, empty = (client.get(f"{hall.url(name)}?format=csv{more}") for more in ("", f"&{nothing}"))
        (header,) = empty.content.decode("utf-8-sig").splitlines()
        assert set(rows_of(full)[0]) - {"staff"} <= set(header.split(",")), name


def test_an_empty_list_of_the_judges_says_its_columns(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in ["infractions", "rulings", "calls", "penalties", "extensions"]:
        with subtests.test(name=name), undone(hall):
            response = hall.client(Role.HEAD_JUDGE).get(f"{hall.url(name)}?format=csv")
            assert {"sequence", "table", "round"} <= set(response.content.decode("utf-8-sig").strip().split(","))


def test_an_exported_list_of_players_is_imported_again(hall: Hall) -> None:
    response = hall.client().get(f"{hall.url('entries')}?format=csv")
    reading = read_list(response.content)
    assert reading.is_clean
    assert [line.name for line in reading.lines] == [row["name"] for row in rows_of(response)]


def test_the_public_gets_the_public_list(hall: Hall) -> None:
    rows = rows_of(APIClient().get(f"{hall.url('entries')}?format=csv"))
    assert set(rows[0]) == {"number", "name", "status", "struck"}
    assert APIClient().get(f"{hall.url('infractions')}?format=csv").status_code == 401
    penalties = hall.client(Role.HEAD_JUDGE).get(f"{hall.url('infractions')}?format=csv")
    assert penalties.status_code == 200


def test_every_list_of_the_public_pages_offers_its_files(hall: Hall) -> None:
    for page, of in [("public", "matches"), ("players", "entries"), ("standings", "standings")]:
        text = APIClient().get(reverse(f"matches:{page}", args=[hall.event.slug])).content.decode()
        assert f'href="{hall.url(of)}?' in text, page


def test_pairings_and_results_of_one_round(hall: Hall) -> None:
    hall.post("results", hall.matches[0].key, score="2-1")
    response = APIClient().get(f"{hall.url('matches')}?stage=1&round=2&format=csv")
    assert response["Content-Disposition"].endswith('-matches-round-2.csv"')
    first = rows_of(response)[0]
    assert (first["table"], first["result.score"], first["starter"]) == ("1", "2-1", first["starter"])


def test_failures_are_json_and_copies_differ_by_format(hall: Hall) -> None:
    client = hall.client()
    missing = client.get(f"{hall.url('matches')}?format=csv&stage=x")
    assert (missing.status_code, missing["Content-Type"]) == (400, "application/json")
    wrong = client.get(f"{hall.url('matches')}?format=pdf")
    assert (wrong.status_code, list(wrong.data["errors"])) == (400, ["format"])
    url = hall.url("entries")
    assert client.get(url)["ETag"] != client.get(f"{url}?format=csv")["ETag"]
    assert client.get(url, headers={"accept": "text/html"}).status_code == 406


def test_unknown_parameters_are_refused(subtests: pytest.Subtests, hall: Hall) -> None:
    for name in ["entries", "matches", "standings", "event", "clock", "stages", "live"]:
        with subtests.test(name=name), undone(hall):
            response = APIClient().get(f"{hall.url(name)}?pagesize=5")
            assert (response.status_code, list(response.data["errors"])) == (400, ["pagesize"])
            assert response.data["errors"]["pagesize"] == ["Unknown parameter."]


def test_an_action_takes_no_parameters(hall: Hall) -> None:
    response = hall.client().post(f"{hall.url('round-pause', 1, 2)}?force=1")
    assert (response.status_code, list(response.data["errors"])) == (400, ["force"])
