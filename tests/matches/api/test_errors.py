"""One shape for every failure, in words that say what to do."""

from __future__ import annotations

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from matches.enums import Role
from tests.matches.conftest import Hall
from tests.undone import undone

pytestmark = pytest.mark.django_db

KEYS = {"code", "detail", "field", "details", "errors"}


def told(response: Response, status: int, code: str) -> dict:
    assert response.status_code == status, response.data
    assert response.headers["Content-Type"] == "application/json"
    assert set(response.data) == KEYS
    assert response.data["code"] == code
    return response.data


def test_all_unreadable_fields_are_reported(hall: Hall) -> None:
    body = told(hall.post("entries", name="", seed="first", awarded_byes=9), 400, "invalid")
    assert body["errors"] == {
        "name": ["This cannot be empty."],
        "seed": ["This must be a whole number."],
        "awarded_byes": ["This must be 3 or less."],
    }
    assert body["field"] == "name"


def test_an_unknown_value_is_answered_with_the_valid_ones(hall: Hall) -> None:
    response = hall.client().patch(hall.url("event"), {"late_policy": "none"})
    body = told(response, 400, "invalid")
    assert body["errors"] == {"late_policy": ["“none” is not one of: losses, byes, nothing."]}


def test_a_problem_inside_a_list_has_its_index(hall: Hall) -> None:
    body = told(hall.post("entries-check-in", numbers=[1, "two"]), 400, "invalid")
    assert body["errors"] == {"numbers.1": ["This must be a whole number."]}


def test_a_problem_of_the_whole_request_is_the_detail(hall: Hall) -> None:
    body = told(hall.post("entries-check-in"), 400, "invalid")
    assert body["detail"] == "Send either the numbers or all: true."
    assert body["errors"] == {}


def test_a_refused_act_has_the_services_code_sentence_and_field(hall: Hall) -> None:
    body = told(hall.post("entries", name="=SUM(A1)"), 422, "formula")
    assert body["field"] == "name"
    assert body["errors"]["name"] == [body["detail"]]


def test_missing_tables_are_the_details(hall: Hall) -> None:
    body = told(hall.post("round-close", 1, 2), 422, "results_missing")
    assert body["details"] == ["1", "2"]


def test_a_conflict_is_409(hall: Hall) -> None:
    told(hall.post("round-start", 1, 2), 409, "clock_already_started")


def test_not_found_says_that_it_may_be_unpublished(hall: Hall) -> None:
    assert "published" in told(hall.get("round", 1, 9), 404, "not_found")["detail"]
    assert "published" in told(hall.get("entry", 99, role=None), 404, "not_found")["detail"]


def test_forbidden_and_not_logged_in(hall: Hall) -> None:
    body = told(hall.post("event-publish", role=Role.FLOOR_JUDGE), 403, "permission_denied")
    assert body["detail"] == "Your role at this event does not allow this."
    body = told(hall.post("event-publish", role=None), 401, "not_authenticated")
    assert "token" in body["detail"]


def test_the_wrong_method_and_the_wrong_format(hall: Hall) -> None:
    told(hall.client().put(hall.url("event"), {}), 405, "method_not_allowed")
    signed_in = APIClient(enforce_csrf_checks=True)
    signed_in.force_login(hall.user(Role.ORGANISER))
    told(signed_in.put(hall.url("event"), {}), 405, "method_not_allowed")
    told(signed_in.patch(hall.url("event"), {}), 403, "permission_denied")
    options = hall.client().options(hall.url("event"))
    told(options, 405, "method_not_allowed")
    assert options.headers["Allow"] == "GET, HEAD, PATCH"
    told(hall.client().post(hall.url("entries"), "name=Ada", content_type="text/plain"), 415, "unsupported_media_type")


def test_invalid_json_is_refused(subtests: pytest.Subtests, hall: Hall) -> None:
    for body in ["{", "[1,", '{"name": NaN}', "\xff", '{"seed": ' + "9" * 5000 + "}", '{"\\ud800": 1}']:
        with subtests.test(body=body), undone(hall):
            response = hall.client().post(hall.url("entries"), body.encode("latin-1"), content_type="application/json")
            assert told(response, 400, "parse_error")["detail"].startswith("This is not valid JSON")


def test_a_list_instead_of_an_object_is_refused(hall: Hall) -> None:
    response = hall.client().post(hall.url("entries"), "[]", content_type="application/json")
    assert told(response, 400, "invalid")
