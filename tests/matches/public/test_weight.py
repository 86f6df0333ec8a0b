"""What a phone fetches on its first visit to a public page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.factories import any_organiser
from tests.matches.playing import event_of, played, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LIMIT = 60_000
ICONS = "img/icons.svg"


def packed(body: bytes) -> int:
    return len(gzip.compress(body))


@pytest.mark.parametrize("name", ["public", "standings", "players"])
def test_the_first_visit_costs_less_than_60_kb_with_one_style_sheet_and_no_font_before_paint(
    client: Client, name: str
) -> None:
    event, desk = event_of(300), any_organiser()
    played(event, desk)
    running(event, desk)
    html = client.get(reverse(f"matches:{name}", args=[event.slug])).content
    head = html.decode().partition("</head>")[0]
    assert re.findall(r'rel="stylesheet"', head) == ['rel="stylesheet"']
    assert "preload" not in head
    named = {path.split("?")[0] for path in re.findall(r'(?:href|src)="/static/([^"#]+)', html.decode())} | {ICONS}
    weights = {path: packed(Path(str(finders.find(path))).read_bytes()) for path in named}
    assert sum(weights.values()) + packed(html) <= LIMIT, weights
