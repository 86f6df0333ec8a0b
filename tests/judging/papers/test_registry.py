"""Every paper in the registry can be built, is offered exactly when it is available, and only to those who may."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS, Paper, offered
from judging.papers.services import document, print_later
from matches.course.queries import current_round
from matches.enums import JobState, Role, StageKind
from matches.errors import Refused
from matches.models import Event
from tests.factories import EventFactory, StageFactory
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, reader
from tests.undone import undone

pytestmark = pytest.mark.django_db

STAFF = frozenset(Role)


def keys(papers: list[Paper]) -> set[str]:
    return {paper.key for paper in papers}


def test_every_offered_paper_of_the_demo_event_can_be_printed(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    call_command("demo")
    event = Event.objects.get()
    round_ = current_round(event)
    assert round_ is not None
    assert keys(offered(event, STAFF, round_)) == set(PAPERS) - {"final", "prizes"}, (
        "the event is not over, and has no prizes"
    )
    for paper in offered(event, STAFF, round_):
        terms = PaperTerms(kind=paper.key, round_id=round_.pk)
        if paper.key == "bracket":  # the event will have one, but it is seeded only after the last Swiss round
            with pytest.raises(Refused, match="not seeded"):
                document(event=event, terms=terms)
            continue
        pdf = document(event=event, terms=terms)
        assert len(reader(pdf).pages) >= 1, paper.key
        assert has(pdf, event.name), paper.key


def test_a_paper_is_offered_exactly_when_it_is_available(subtests: pytest.Subtests, floor: Floor) -> None:
    for kinds, never in [
        ([], {"bracket", "final"}),
        ([StageKind.SWISS], {"bracket"}),
        ([StageKind.SWISS, StageKind.SINGLE_ELIMINATION], set()),
        ([StageKind.DOUBLE_ELIMINATION], {"standings"}),
    ]:
        with subtests.test(kinds=kinds, never=never), undone(floor):
            event = EventFactory()
            for order, kind in enumerate(kinds, start=1):
                StageFactory(event=event, order=order, kind=kind)
            assert keys(offered(event, STAFF, floor.round)) == set(PAPERS) - never - {"final", "prizes"}
            event.stages.update(finished_at=floor.at(30))
            of_rounds = {key for key, paper in PAPERS.items() if paper.of_round}
            assert keys(offered(event, STAFF, None)) == set(PAPERS) - never - of_rounds - {"prizes"}
            assert keys(offered(event, STAFF, floor.round)) == set(PAPERS) - never - {"prizes"}


def test_no_paper_is_offered_without_a_role_in_the_event(subtests: pytest.Subtests, floor: Floor) -> None:
    for key in PAPERS:
        with subtests.test(key=key), undone(floor):
            assert not PAPERS[key].may_print(frozenset())
            assert offered(floor.event, frozenset(), floor.round) == []


@pytest.fixture
def only_for_the_head_judge(monkeypatch: pytest.MonkeyPatch) -> str:
    """The log, as if only the head judge might print it."""
    limited = msgspec.structs.replace(PAPERS["log"], may_print=lambda roles: Role.HEAD_JUDGE in roles)
    monkeypatch.setitem(PAPERS, "log", limited)
    return "log"


def test_the_permission_of_an_entry_holds_for_page_document_and_job(
    client: Client, floor: Floor, only_for_the_head_judge: str
) -> None:
    key = only_for_the_head_judge
    slug = floor.event.slug
    job = print_later(event=floor.event, terms=PaperTerms(kind=key), user=floor.user(Role.HEAD_JUDGE))
    job.state = JobState.FAILED
    job.save()
    for role, allowed in ((Role.HEAD_JUDGE, True), (Role.SCOREKEEPER, False)):
        client.force_login(floor.user(role))
        menu = client.get(reverse("paper:papers", args=[slug]))
        assert (key in {item.kind for item in menu.context["items"]}) is allowed
        printed = client.get(reverse("paper:document", args=[slug, key]))
        assert (printed.headers["Content-Type"] == "application/pdf") is allowed
        assert (printed.status_code == 403) is not allowed
        assert (client.get(reverse("paper:job", args=[slug, job.key])).status_code == 403) is not allowed


def test_a_new_entry_is_on_the_page_and_prints(client: Client, floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(event: Event, terms: PaperTerms) -> str:
        return f"{event.name} on {terms.page_size}"

    paper = Paper(
        key="notices",
        label=PAPERS["log"].label,
        detail=PAPERS["log"].detail,
        build=build,
        draw=lambda sheet, words: f"{sheet}: {words.page_of}".encode(),
        is_available=lambda schedule: schedule.round is not None,
    )
    monkeypatch.setitem(PAPERS, "notices", paper)
    client.force_login(floor.user(Role.ORGANISER))
    slug = floor.event.slug
    address = reverse("paper:document", args=[slug, "notices"])
    assert address in client.get(reverse("paper:papers", args=[slug])).content.decode()
    answer = client.get(address, {"page_size": "Letter"})
    assert answer.content.decode() == f"{floor.event.name} on Letter: Page {{page}} of {{pages}}"
    assert f'filename="{slug}-notices.pdf"' in answer.headers["Content-Disposition"]
