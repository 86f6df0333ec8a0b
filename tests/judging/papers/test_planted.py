"""A paper is declared once: on the page, behind its address, and printed, without another line."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from judging import paper
from judging.papers.log_builders import log_sheet
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS, Paper
from judging.papers.services import document
from matches.enums import Role
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has

pytestmark = pytest.mark.django_db


def test_a_planted_paper_is_offered_and_printed(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Paper(
        key="lost_property",
        label=_("Lost property"),
        detail=_("What was found in the hall"),
        build=log_sheet,
        draw=paper.judge_log,
        is_available=lambda schedule: True,
    )
    monkeypatch.setitem(PAPERS, planted.key, planted)
    client = Client()
    client.force_login(floor.user(Role.ORGANISER))
    page = client.get(reverse("paper:papers", args=[floor.event.slug])).content.decode()
    assert "Lost property" in page
    assert "What was found in the hall" in page
    pdf = document(event=floor.event, terms=PaperTerms(kind="lost_property"))
    assert has(pdf, floor.event.name)
