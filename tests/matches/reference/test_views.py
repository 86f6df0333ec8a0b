"""The page about the API: complete, and every link on it leads somewhere."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from matches.reference.schema_views import _written, schema_in

pytestmark = pytest.mark.django_db


def test_the_page_has_every_operation_and_every_object(client: Client) -> None:
    page = client.get("/api/").content.decode()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    operations = [operation["operationId"] for methods in schema["paths"].values() for operation in methods.values()]
    assert len(operations) > 100
    assert [key for key in operations if f'id="{key}"' not in page] == []
    assert [name for name in schema["components"]["schemas"] if f'id="object-{name}"' not in page] == []


def test_every_link_on_the_page_has_its_place(client: Client) -> None:
    page = client.get("/api/").content.decode()
    places = re.findall(r'\sid="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)


def test_the_page_has_nothing_inline_and_is_read_only(client: Client) -> None:
    page = client.get("/api/").content.decode()
    assert "<style" not in page
    assert "<script>" not in page
    assert " style=" not in page
    assert client.post("/api/").status_code == 405


def test_the_schema_is_built_once_for_each_form(client: Client) -> None:
    kinds = {"application/vnd.oai.openapi": b"openapi:", "application/vnd.oai.openapi+json": b'"openapi"'}
    for kind, word in kinds.items():
        first = client.get("/api/schema/", headers={"accept": kind})
        built = (schema_in.cache_info().misses, _written.cache_info().misses)
        again = client.get("/api/schema/", headers={"accept": kind})
        assert (schema_in.cache_info().misses, _written.cache_info().misses) == built
        assert first.content == again.content
        assert word in first.content
        assert first["Content-Type"].startswith(kind)
        assert first["Content-Disposition"] == again["Content-Disposition"]
        assert "inline" in first["Content-Disposition"]
