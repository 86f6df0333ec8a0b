"""A large document is made by the worker, with progress, and fetched when it is there."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import get_language, override
from msgspec import structs
from pytest_django.fixtures import Settings

from judging.paper import Labels
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS
from judging.papers.services import KEPT, STEP, print_job, print_later, terms_of
from judging.papers.views import AT_ONCE
from matches.enums import JobState, Role
from matches.jobs import running_services as running
from matches.jobs import services as jobs
from matches.models import Entry, Event, Job, Match, Player, Round, Seat
from tests.bankout_tournament.test_full_disk import database_that_may_not_grow, use_up_the_room_for_jobs
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, reader

pytestmark = pytest.mark.django_db


def large(floor: Floor) -> Floor:
    """The floor with more tables than are printed while one waits."""
    event, round_ = floor.event, floor.round
    more = range(10, AT_ONCE + 10)
    players = Player.objects.bulk_create(Player(name=f"Guest {n}") for n in range(2 * len(more)))
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, number=100_000 + n, status="checked_in") for n, player in enumerate(players)
    )
    matches = Match.objects.bulk_create(Match(round=round_, table=table) for table in more)
    Seat.objects.bulk_create(
        Seat(match=match, round=round_, index=index, entry=entries[2 * n + index])
        for n, match in enumerate(matches)
        for index in (0, 1)
    )
    return floor


def test_a_papers_language_is_the_sites_and_not_of_who_asked(
    floor: Floor, client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    entry, languages = PAPERS["slips"], []

    def noted(values: Any, labels: Labels) -> bytes:
        languages.append(get_language())
        return entry.draw(values, labels)

    monkeypatch.setitem(PAPERS, "slips", structs.replace(entry, draw=noted))
    client.force_login(floor.user(Role.SCOREKEEPER))
    assert client.get(address(floor), headers={"accept-language": "de"}).status_code == 200
    terms = PaperTerms(kind="slips", round_id=floor.round.pk)
    with override("de"):
        job = print_later(event=floor.event, terms=terms, user=floor.user(Role.SCOREKEEPER))
        print_job(job, lambda _done, _total: None)
    assert languages == ["en", "en"]


def address(floor: Floor, kind: str = "slips") -> str:
    return reverse("paper:document", args=[floor.event.slug, kind])


@pytest.fixture
def desk(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.SCOREKEEPER))
    return client


def test_a_large_round_is_made_by_the_worker(desk: Client, floor: Floor) -> None:
    answer = desk.get(address(large(floor)), {"spares": "3", "page_size": "Letter"})
    job = Job.objects.get()
    here = reverse("paper:job", args=[floor.event.slug, job.key])
    assert (answer.status_code, answer.headers["Location"]) == (302, here)
    assert (job.kind, job.state, job.created_by) == ("paper", JobState.WAITING, floor.user(Role.SCOREKEEPER))

    page = desk.get(here)
    assert page.status_code == 200
    assert "Creating the PDF" in page.content.decode()
    assert desk.get(here, {"file": "1"}).headers["Content-Type"].startswith("text/html")  # not there yet

    running.run(job.pk)
    state = desk.get(here, headers={"accept": "application/json"}).json()
    pages = len(reader((settings.MEDIA_ROOT / Job.objects.get().file).read_bytes()).pages)
    assert (state["state"], state["done"], state["total"], state["error"]) == ("done", pages, pages, "")
    assert "Open the PDF" in desk.get(here).content.decode()
    stored = settings.MEDIA_ROOT / Job.objects.get().file
    assert (stored.stat().st_mode & 0o077, stored.parent.stat().st_mode & 0o077) == (0, 0)

    file = desk.get(state["url"])
    data = file.content
    assert file.headers["Content-Type"] == "application/pdf"
    assert f'filename="{floor.event.slug}-slips.pdf"' in file.headers["Content-Disposition"]
    assert has(data, "Guest 299")
    assert float(reader(data).pages[0].mediabox.width) == 612


def test_progress_is_told_as_pages_are_printed(desk: Client, floor: Floor) -> None:
    desk.get(address(large(floor), "score_sheets"))
    seen: list[tuple[int, int]] = []
    print_job(Job.objects.get(), lambda done, total: seen.append((done, total)))
    (total,) = {total for _, total in seen}
    assert total == AT_ONCE // 2 + 1
    assert [done for done, _ in seen] == [*range(1, total, STEP), total]


def test_a_small_round_is_printed_at_once(desk: Client, floor: Floor) -> None:
    assert desk.get(address(floor)).headers["Content-Type"] == "application/pdf"
    assert not Job.objects.exists()


def test_a_page_loaded_twice_is_one_job(desk: Client, floor: Floor) -> None:
    large(floor)
    first, second = desk.get(address(floor)), desk.get(address(floor))
    assert first.headers["Location"] == second.headers["Location"]
    desk.get(address(floor), {"per_page": "8"})
    assert Job.objects.count() == 2


def test_a_document_that_cannot_be_made_says_why(desk: Client, floor: Floor) -> None:
    desk.get(address(large(floor)))
    job = Job.objects.get()
    Round.objects.update(status="withdrawn")
    running.run(job.pk)
    here = reverse("paper:job", args=[floor.event.slug, job.key])
    state = desk.get(here, headers={"accept": "application/json"}).json()
    assert (state["state"], state["error"]) == ("failed", "Choose a round that has been paired.")
    assert "Choose a round that has been paired." in desk.get(here).content.decode()


def made(desk: Client, floor: Floor, **asked: str) -> str:
    """The address of a job that has made its paper."""
    here = desk.get(address(large(floor)), asked).headers["Location"]
    running.run(Job.objects.latest("pk").pk)
    return here


def aged(seconds: float) -> Path:
    """The file of the last job, as if made that long ago."""
    path = jobs.job_file(Job.objects.latest("pk"))
    then = time.time() - seconds
    os.utime(path, (then, then))
    return path


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path)


def test_files_of_more_than_a_day_ago_are_removed_when_the_next_paper_is_made(desk: Client, floor: Floor) -> None:
    made(desk, floor)
    old = aged(KEPT + 60)
    desk.get(address(floor), {"per_page": "5"})
    running.run(Job.objects.latest("pk").pk)
    young = aged(KEPT - 60)
    assert not old.exists()
    desk.get(address(floor), {"per_page": "8"})
    running.run(Job.objects.latest("pk").pk)
    assert set(young.parent.iterdir()) == {young, jobs.job_file(Job.objects.latest("pk"))}


def test_a_paper_that_is_gone_says_so_and_is_made_again(desk: Client, floor: Floor) -> None:
    here = made(desk, floor, per_page="8", spares="3", page_size="Letter")
    aged(0).unlink()
    page = desk.get(here)
    assert page.status_code == 404
    assert "has been deleted" in page.content.decode()
    assert "Open the PDF" not in page.content.decode()
    assert desk.get(here, headers={"accept": "application/json"}).json()["state"] == "failed"
    again = desk.get(page.context["again"])
    first, second = Job.objects.order_by("pk")
    assert again.headers["Location"] == reverse("paper:job", args=[floor.event.slug, second.key])
    assert second.params == first.params
    assert f'href="{escape(page.context["again"])}"' in page.content.decode()


def test_a_file_that_is_gone_is_not_found(desk: Client, floor: Floor) -> None:
    here = made(desk, floor)
    aged(0).unlink()
    answer = desk.get(here, {"file": "1"})
    assert answer.status_code == 404
    assert "Print again" in answer.content.decode()


def test_standings_that_are_gone_are_made_again_as_they_are_then(desk: Client, floor: Floor) -> None:
    job = print_later(event=floor.event, terms=PaperTerms(kind="standings"), user=floor.user(Role.ORGANISER))
    Job.objects.update(state=JobState.DONE, file="papers/gone.pdf")
    page = desk.get(reverse("paper:job", args=[floor.event.slug, job.key]))
    assert page.context["again"] == f"{address(floor, 'standings')}?page_size=A4&per_page=4&spares=0"


def test_codes_and_links_begin_with_the_address_for_players_whatever_host_was_asked(
    desk: Client, client: Client, floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judging.papers.views.AT_ONCE", 0)
    Event.objects.update(public_address="https://hall.example")
    desk.get(address(floor), headers={"host": "evil.example"})
    assert terms_of(Job.objects.get()).base_url == "https://hall.example"
    client.force_login(floor.user(Role.ORGANISER))
    sheet = client.post(
        reverse("matches:people_links", args=[floor.event.slug]), {"which": "all"}, headers={"host": "evil.example"}
    )
    assert all(slip.address.startswith("https://hall.example/p/") for slip in sheet.context["sheet"])
    assert "evil.example" not in sheet.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a limit of SQLite")
def test_a_large_document_is_made_at_once_while_nothing_can_be_stored(floor: Floor, client: Client) -> None:
    event = large(floor).event
    client.force_login(floor.head.user)
    with database_that_may_not_grow():
        before = use_up_the_room_for_jobs()
        answer = client.get(reverse("paper:document", args=[event.slug, "slips"]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert Job.objects.count() == before
