"""Follows the links of the pages, one page of each kind, as somebody would who opens everything."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

_LINK = re.compile(rb'(?:href|data-url|hx-get)="([^"#]+)')
LEAVES = ("logout", "set_language", "live", "job")


@dataclass(frozen=True)
class Visit:
    """An answer: what kind of page it is, its address, and the CPU seconds that it took."""

    name: str
    url: str
    response: HttpResponse
    seconds: float


def crawl(client: Client, *starts: str, below: tuple[str, ...] = ("/e/",), each: int = 1) -> Iterator[Visit]:
    """Visit the pages that the links from ``starts`` reach below some addresses: of each kind so many.

    A kind is the name of the view, with the names of the parameters that the address asks with.
    """
    waiting, seen, count = list(starts), set(starts), dict[str, int]()
    while waiting:
        url = waiting.pop(0)
        name = _kind_of(url)
        if not name or count.get(name, 0) >= each:
            continue
        count[name] = count.get(name, 0) + 1
        began = time.process_time()
        response = client.get(url)
        yield Visit(name, url, response, time.process_time() - began)
        if response.status_code in (301, 302):
            found = [response.headers["Location"]]
        else:
            text = response.headers.get("Content-Type", "").startswith("text/html") and not response.streaming
            found = [unescape(link.decode()) for link in _LINK.findall(response.content)] if text else []
        for link in found:
            parts = urlsplit(link)
            address = (parts.path or urlsplit(url).path) + (f"?{parts.query}" if parts.query else "")
            if not parts.netloc and address.startswith(below) and address not in seen:
                seen.add(address)
                waiting.append(address)


def _kind_of(url: str) -> str:
    """The view of an address with its parameters; "" for what is no page or signs out."""
    parts = urlsplit(url)
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        return ""
    if name.rpartition(":")[2] in LEAVES:
        return ""
    asked = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return name + (f"?{','.join(asked)}" if asked else "")
