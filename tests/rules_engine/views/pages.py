"""A client without a database, and the few things that tests read off a page."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from django.test import Client

CHECK = "/rules/check/"


def visitor() -> Client:
    """A visitor who is not signed in. Their pages need no database: the tests have none."""
    return Client()


def posted(text: str, **fields: Any) -> Any:
    """The answer to a record that was pasted."""
    return visitor().post(CHECK, {"record": text, **fields})


def judged(text: str, **fields: Any) -> Any:
    """The page that shows a pasted record's report, wherever that is."""
    return visitor().post(CHECK, {"record": text, **fields}, follow=True)


def source(response: Any) -> str:
    """The page, one space for any blank, entities as characters."""
    return " ".join(html.unescape(response.content.decode()).split())


def tag(page: str, anchor: str) -> str:
    """The opening tag of the element with this id."""
    found = re.search(rf'<[^<>]*\bid="{re.escape(anchor)}"[^<>]*>', page)
    assert found, anchor
    return found[0]


def element(page: str, anchor: str) -> str:
    """A token's element: from its opening tag to the end of the link or button."""
    start = page.index(tag(page, anchor))
    return page[start : min(at for at in (page.find("</a>", start), page.find("</button>", start)) if at >= 0)]


def step_data(response: Any) -> dict[str, Any]:
    """What the page gives to the module that steps."""
    found = re.search(r'<script id="steps" type="application/json">(.*?)</script>', response.content.decode(), re.S)
    assert found
    return dict(json.loads(found[1]))


def links(page: str) -> set[str]:
    """Every address of this tool that a page leads to, without the place on it."""
    return {link.partition("#")[0] for link in re.findall(r'<a [^>]*href="(/[^"#][^"]*)"', page)}
