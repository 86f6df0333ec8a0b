"""Static files come whole, in parts, or not at all when they have not changed."""

from __future__ import annotations

import pytest
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client

NAME = "css/tokens.css"


@pytest.fixture
def content() -> bytes:
    path = finders.find(NAME)
    assert isinstance(path, str)
    with open(path, "rb") as file:
        return file.read()


def test_a_file_comes_whole(client: Client, content: bytes) -> None:
    answer = client.get(static(NAME))
    assert (answer.status_code, answer.streaming) == (200, False)
    assert answer.content == content
    assert answer.headers["Content-Type"].startswith("text/css")
    assert int(answer.headers["Content-Length"]) == len(content)


def test_only_its_head_is_asked_for(client: Client, content: bytes) -> None:
    answer = client.head(static(NAME))
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["Content-Length"]) == len(content)


def test_a_part_of_it(client: Client, content: bytes) -> None:
    answer = client.get(static(NAME), headers={"range": "bytes=5-14"})
    assert (answer.status_code, answer.content) == (206, content[5:15])


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    tag = client.get(static(NAME)).headers["ETag"]
    answer = client.get(static(NAME), headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_static_files_refuse_posts(client: Client) -> None:
    answer = client.post(static(NAME))
    assert (answer.status_code, answer.headers["Allow"], answer.content) == (405, "GET, HEAD", b"")
