"""Addresses and contents of the pages of rounds."""

from __future__ import annotations

import uuid

from django.test import Client
from django.urls import reverse

from matches.models import Round


def page_of(round_: Round) -> str:
    return reverse("matches:round", args=[round_.stage.event.slug, round_.stage.order, round_.number])


def act_url(round_: Round, name: str) -> str:
    return reverse("matches:round_act", args=[round_.stage.event.slug, round_.pk, name])


def once() -> dict[str, str]:
    """The key that a form brings along."""
    return {"submission": str(uuid.uuid4())}


def offered(client: Client, round_: Round) -> tuple[list[str], list[str]]:
    """The labels of the primary acts and of the others."""
    context = client.get(page_of(round_)).context
    return [str(a.label) for a in context["round_acts"]], [str(a.label) for a in context["other_acts"]]


def text_of(client: Client, round_: Round) -> str:
    return client.get(page_of(round_)).content.decode()
