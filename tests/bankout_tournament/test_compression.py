"""Texts are sent compressed to who takes that; papers, streams and what is shown once are not."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from bankout_tournament.server.compression import CompressTexts
from matches.enums import Role
from matches.models import Event
from tests.factories import EventFactory, staff

GZIP = {"accept-encoding": "gzip"}


def sent(response: HttpResponse | StreamingHttpResponse, method: str = "GET", accept: str = "gzip") -> str:
    request = RequestFactory().generic(method, "/", headers={"accept-encoding": accept})
    return str(CompressTexts(lambda _request: response)(request).headers.get("Content-Encoding", ""))


@pytest.mark.parametrize(
    ("kind", "method", "accept", "expected"),
    [
        ("text/html; charset=utf-8", "GET", "gzip, br", "gzip"),
        ("application/json", "GET", "gzip", "gzip"),
        ("text/html; charset=utf-8", "GET", "", ""),
        ("text/html; charset=utf-8", "POST", "gzip", ""),
        ("application/pdf", "GET", "gzip", ""),
        ("image/jpeg", "GET", "gzip", ""),
    ],
)
def test_what_is_compressed(kind: str, method: str, accept: str, expected: str) -> None:
    assert sent(HttpResponse("a row of a table " * 100, content_type=kind), method, accept) == expected


def test_streams_pass_through() -> None:
    assert sent(StreamingHttpResponse(["data: 1\n\n"] * 100, content_type="text/event-stream")) == ""


@pytest.mark.django_db
def test_a_page_of_the_staff_is_the_same_compressed() -> None:
    event: Event = EventFactory()
    client = Client()
    client.force_login(staff(event, Role.ORGANISER))
    address = reverse("matches:people", args=[event.slug])
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    titles = [
        body.partition(b"<title>")[2].partition(b"</title>")[0]
        for body in (plain.content, gzip.decompress(packed.content))
    ]
    assert titles[0] == titles[1] != b""
    assert len(packed.content) < len(plain.content) / 2
