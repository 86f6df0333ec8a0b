"""A program that sends the form ten thousand times makes nothing beyond the limit, and keeps nobody else out."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from matches.models import AuditRow, Entry, SignUp
from matches.signups.views.sign_up import SIGN_UPS
from tests.factories import EventFactory
from tests.forms import in_form

pytestmark = pytest.mark.django_db
POSTS = in_form(gate=150, long=10_000)


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def test_ten_thousand_posts_of_one_address_make_nothing_beyond_the_limit() -> None:
    event = EventFactory(options={"sign_up": {"is_open": True, "capacity": 16}})
    url = reverse("matches:sign_up", args=[event.slug])

    def send(name: str, address: str) -> int:
        form: dict[str, Any] = {"submission": str(uuid.uuid4()), "name": name}
        return Client(REMOTE_ADDR=address).post(url, form).status_code

    began = time.time()
    answers = Counter(send(f"Bot {number}", "192.0.2.7") for number in range(POSTS))
    ended = time.time()
    most = min(limit.most * (int(ended // limit.seconds) - int(began // limit.seconds) + 1) for limit in SIGN_UPS)
    assert set(answers) == {302, 429}
    assert answers[302] <= most
    made = SignUp.objects.filter(event=event)
    assert made.count() == AuditRow.objects.filter(event=event).count() == answers[302]
    assert Entry.objects.filter(event=event).count() == min(16, answers[302])
    assert send("Ada Okafor", "192.0.2.8") == 302
    assert made.filter(name="Ada Okafor").exists()
