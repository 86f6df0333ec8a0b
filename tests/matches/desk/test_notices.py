"""The desk says when the disk fills up and when documents wait for the task queue."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.enums import Role
from matches.models import Event, Job
from tests.factories import EventFactory, staff

pytestmark = pytest.mark.django_db


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def event() -> Event:
    return EventFactory()


def desk(client: Client, event: Event) -> str:
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client.get(reverse("matches:desk", args=[event.slug])).content.decode()


@pytest.mark.parametrize(
    ("free", "said"),
    [
        (499_999_999, "has only 499 MB left."),
        (1_000_000, "has only 1 MB left."),
        (999_999, "The disk is full."),
    ],
)
def test_the_desk_warns_before_the_disk_is_full(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch, free: int, said: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 10**12 - free, free))
    assert said in desk(client, event)


def test_the_desk_is_silent_while_there_is_room(client: Client, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, 10**12))
    assert "disk" not in desk(client, event)


def test_documents_that_wait_are_counted(client: Client, event: Event) -> None:
    Job.objects.create(event=event, kind="paper")
    assert "documents are waiting" not in desk(client, event)
    Job.objects.create(event=event, kind="paper")
    Job.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    assert "2 documents are waiting because the task queue is not responding." in desk(client, event)
