"""A large document is made by the worker, with progress, and fetched when it is there."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from judging.services.papers import STEP, print_job
from judging.views.papers import AT_ONCE
from matches.enums import JobState, Role
from matches.models import Entry, Job, Match, Player, Round, Seat
from matches.services import jobs
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
    assert "Making the PDF" in page.content.decode()
    assert desk.get(here, {"file": "1"}).headers["Content-Type"].startswith("text/html")  # not there yet

    jobs.run(job.pk)
    state = desk.get(here, headers={"accept": "application/json"}).json()
    pages = len(reader((settings.MEDIA_ROOT / Job.objects.get().file).read_bytes()).pages)
    assert (state["state"], state["done"], state["total"], state["error"]) == ("done", pages, pages, "")
    assert "Open the PDF" in desk.get(here).content.decode()

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
    jobs.run(job.pk)
    here = reverse("paper:job", args=[floor.event.slug, job.key])
    state = desk.get(here, headers={"accept": "application/json"}).json()
    assert (state["state"], state["error"]) == ("failed", "Choose a round that is paired.")
    assert "Choose a round that is paired." in desk.get(here).content.decode()


def test_a_file_that_is_gone_is_not_found(desk: Client, floor: Floor) -> None:
    result = {"file": "papers/gone.pdf", "name": "x.pdf"}
    job = Job.objects.create(
        event=floor.event, kind="paper", state=JobState.DONE, file="papers/gone.pdf", result=result
    )
    assert desk.get(reverse("paper:job", args=[floor.event.slug, job.key]), {"file": "1"}).status_code == 404
