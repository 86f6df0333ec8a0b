"""Every address of the papers, as each role, as another event's staff, and anonymously; and wrong addresses."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from judging.papers.queries import CODE_LENGTH, match_of_code, short_code
from judging.papers.registry import PAPERS
from judging.papers.urls import urlpatterns
from matches.enums import JobState, Role, RoundStatus
from matches.models import Job, Match, Round
from tests.factories import UserFactory
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db

JUDGES = Role.judges()


def addresses(floor: Floor) -> dict[str, str]:
    slug = floor.event.slug
    job, _ = Job.objects.get_or_create(event=floor.event, kind="paper")
    found = {f"document {kind}": reverse("paper:document", args=[slug, kind]) for kind in PAPERS}
    return found | {
        "papers": reverse("paper:papers", args=[slug]),
        "job": reverse("paper:job", args=[slug, job.key]),
        "open": reverse("paper:open", args=[slug, short_code(floor.match)]),
    }


def test_every_address_is_tried(floor: Floor) -> None:
    assert {name.split()[0] for name in addresses(floor)} == {pattern.name for pattern in urlpatterns}


def test_all_staff_of_the_event_may_print(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for role in Role:
        with subtests.test(role=role), undone(client, floor):
            client.force_login(floor.user(role))
            for name, address in addresses(floor).items():
                answer = client.get(address)
                # Nothing to print yet: the page says so.
                if name in ("document standings", "document final", "document bracket", "document prizes"):
                    assert answer.headers["Location"] == reverse("paper:papers", args=[floor.event.slug]), name
                elif name.startswith("document"):
                    assert answer.headers["Content-Type"] == "application/pdf", name
                    assert answer.content.startswith(b"%PDF-"), name
                elif name == "open":
                    assert f"/{floor.match.pk}/" in answer.headers["Location"]
                else:
                    assert floor.event.name in answer.content.decode(), name


def test_people_without_the_right_are_refused(client: Client, floor: Floor, other_floor: Floor) -> None:
    strangers = [other_floor.user(role) for role in Role] + [UserFactory()]
    for name, address in addresses(floor).items():
        answer = Client().get(address)
        assert (answer.status_code, answer.headers["Location"].split("?")[0]) == (302, reverse("matches:login")), name
        for stranger in strangers:
            client.force_login(stranger)
            answer = client.get(address)
            assert answer.status_code == 403, name
            assert floor.event.name not in answer.content.decode(), name


def test_an_event_s_own_address_opens_only_what_is_its_own(client: Client, floor: Floor, other_floor: Floor) -> None:
    client.force_login(floor.user(Role.ORGANISER))
    slug = floor.event.slug
    theirs = Job.objects.create(event=other_floor.event, kind="paper", state=JobState.DONE)
    for address in (
        reverse("paper:job", args=[slug, theirs.key]),
        reverse("paper:job", args=[slug, uuid.uuid4()]),
        reverse("paper:open", args=[slug, short_code(other_floor.match)]),
        reverse("paper:document", args=[slug, "nothing"]),
    ):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert other_floor.event.name not in answer.content.decode(), address
    round_ = Round.objects.get(stage__event=other_floor.event)
    answer = client.get(reverse("paper:document", args=[slug, "tables"]), {"round": round_.pk})
    assert answer.status_code == 422
    assert f"“{round_.pk}”" in answer.content.decode()


def test_the_code_opens_the_match(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for role in Role:
        for turn in [str.upper, str.lower]:
            with subtests.test(role=role, turn=turn), undone(client, floor):
                client.force_login(floor.user(role))
                answer = client.get(reverse("paper:open", args=[floor.event.slug, turn(short_code(floor.match))]))
                name = "judging:table" if role in JUDGES else "matches:table"
                assert answer.status_code == 302
                assert answer.headers["Location"] == reverse(name, args=[floor.event.slug, floor.match.pk])
                assert floor.player.player.name in client.get(answer.headers["Location"]).content.decode()


def test_a_wrong_code_opens_nothing(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for code in ["0" * CODE_LENGTH, "ABC", "Z" * CODE_LENGTH, "A" * 32, "١" * CODE_LENGTH, "%00"]:
        with subtests.test(code=code), undone(client, floor):
            client.force_login(floor.user(Role.ORGANISER))
            answer = client.get(f"/e/{floor.event.slug}/print/code/{code}/")
            assert answer.status_code == 404
            assert "Location" not in answer.headers
            assert floor.player.player.name not in answer.content.decode()


def test_a_code_that_two_matches_share_opens_neither(floor: Floor) -> None:
    one, two = floor.matches
    Match.objects.filter(pk=two.pk).update(key=uuid.UUID(one.key.hex[:CODE_LENGTH] + two.key.hex[CODE_LENGTH:]))
    assert match_of_code(floor.event, short_code(one)) is None


def test_the_code_of_a_withdrawn_round_opens_nothing(floor: Floor) -> None:
    assert match_of_code(floor.event, short_code(floor.match)) == floor.match
    Round.objects.update(status=RoundStatus.WITHDRAWN)
    assert match_of_code(floor.event, short_code(floor.match)) is None
