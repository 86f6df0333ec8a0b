"""The OpenAPI document has no warnings, and describes every operation with a name, a sentence and its failures."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from matches.api.urls import urlpatterns


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    out = StringIO()
    call_command("spectacular", "--format", "openapi-json", validate=True, fail_on_warn=True, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


Operations = list[tuple[str, str, dict[str, Any]]]


@pytest.fixture(scope="module")
def operations(schema: dict[str, Any]) -> Operations:
    """Those of this app: address, method, description."""
    own = {f"/api/v1/{pattern.pattern!s}" for pattern in urlpatterns}
    return [
        (path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if as_django(path) in own
    ]


def as_django(path: str) -> str:
    """An address of the schema as the addresses of the code name it."""
    converters = {"slug": "slug", "club": "slug", "key": "uuid", "number": "int", "stage": "int", "order": "int"}
    for name, converter in converters.items():
        path = path.replace(f"{{{name}}}", f"<{converter}:{name}>")
    return path


def test_every_address_is_described(operations: Operations) -> None:
    described = {as_django(path) for path, _method, _operation in operations}
    assert described == {f"/api/v1/{pattern.pattern!s}" for pattern in urlpatterns}


def test_every_operation_has_a_name_of_its_own_a_sentence_and_a_subject(operations: Operations) -> None:
    names = [operation["operationId"] for _path, _method, operation in operations]
    assert len(names) == len(set(names))
    for path, method, operation in operations:
        assert operation["summary"], (path, method)
        assert not operation["summary"].endswith("."), operation["summary"]
        assert len(operation["tags"]) == 1


def test_every_failure_has_one_shape(operations: Operations) -> None:
    for path, method, operation in operations:
        for status, response in operation["responses"].items():
            if int(status) < 400:
                continue
            content = response["content"]["application/json"]["schema"]
            assert content["$ref"].rpartition("/")[2] in ("Failure", "ImportRefused"), (path, method, status)


def test_writes_say_that_they_can_be_refused(operations: Operations) -> None:
    for path, method, operation in operations:
        if method != "get":
            assert {"401", "403", "422", "429"} <= set(operation["responses"]), (path, method)
            assert "security" in operation


def test_lists_of_words_have_names(schema: dict[str, Any]) -> None:
    components = schema["components"]["schemas"]
    assert components["RoundStatus"]["enum"] == [
        "draft", "published", "running", "time_called", "closed", "withdrawn",
    ]  # fmt: skip
    assert components["NameDisplay"]["enum"] == ["full", "initial", "number"]


@pytest.mark.django_db
def test_the_schema_is_served_to_all() -> None:
    response = Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert response.status_code == 200
    assert response.json()["info"]["title"] == "Bankout tournament"


def test_a_referee_s_report_has_one_of_two_shapes(schema: dict[str, Any]) -> None:
    answer = schema["paths"]["/api/v1/records/check/"]["post"]["responses"]["200"]["content"]["application/json"]
    components = schema["components"]["schemas"]
    report = components[answer["schema"]["$ref"].rpartition("/")[2]]
    results = [
        components[components[one["$ref"].rpartition("/")[2]]["properties"]["result"]["$ref"].rpartition("/")[2]]
        for one in report["oneOf"]
    ]

    assert ["winner" in one["properties"] for one in results] == [True, False]
    assert ["places" in one["required"] for one in results] == [False, True]
