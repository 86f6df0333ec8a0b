"""Thousands of digits, digits of other scripts and huge numbers in every parameter of every address: no error 500."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import User
from tests.crawling import crawl
from tests.forms import in_form
from tests.scenes import Scene, in_play

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parent.parent
ASKED = re.compile(r"""(?:GET|POST|query_params|query|data)(?:\.get(?:list)?\(|\[)\s*["']([\w-]+)["']""")
VALUES = ("9" * 5_000, *in_form(gate=(), long=("9" * 30, "٣", "-1", "9" * 19)))


def parameters() -> list[str]:
    """Every name that a view, form or serializer reads out of a request, and every field of a form."""
    found: set[str] = set()
    for app in ("matches", "judging", "rules_engine"):
        for path in (ROOT / app).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            found |= set(ASKED.findall(text))
            if path.stem.endswith(("forms", "filters", "serializers")):
                found |= set(
                    re.findall(r"^    (\w+)(?::[^=\n]+)? = (?:forms|serializers|filters)\.", text, re.MULTILINE)
                )
    return sorted(found)


@pytest.fixture
def scene() -> Scene:
    return in_play()


def test_no_parameter_of_any_page_is_an_error(scene: Scene) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("root", password="a long password"))
    slug = scene.event.slug
    starts = [reverse("matches:desk", args=[slug]), reverse("matches:public", args=[slug]), f"/e/{slug}/judge/", "/"]
    starts += [reverse("rules_engine:check"), reverse("matches:planner"), reverse("matches:lab"), "/api/v1/events/"]
    visits = list(
        crawl(client, *starts, below=("/e/", "/rules/", "/plan", "/lab", "/practice", "/api/v1/", "/events/"))
    )
    addresses = {visit.url.partition("?")[0] for visit in visits}
    assert len(addresses) > 40
    failed = []
    for value in VALUES:
        sent = dict.fromkeys(parameters(), value)
        for address in sorted(addresses):
            for method in (client.get, client.post):
                status = method(address, sent).status_code
                if status >= 500:
                    failed.append(f"{method.__name__} {address} {value[:12]}: {status}")
    assert failed == []
