"""Filing an appeal at a table."""

import uuid

import pytest
from django.urls import reverse

from judging.models import Appeal
from matches.enums import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def appeal(client, floor, **data):
    url = reverse("judging:appeal", args=[floor.event.slug, floor.match.pk])
    given = {"record": uuid.uuid4(), "player": floor.player.number, "statement": "two cards", "of": "", **data}
    return client.post(url, given)


def test_an_appeal_about_a_record_of_this_table(judge, floor):
    row = floor.infraction()
    floor.infraction(match=floor.matches[1], entry=floor.matches[1].seats.first().entry)
    page = judge.get(reverse("judging:appeal", args=[floor.event.slug, floor.match.pk]))
    assert [key for key, _label in page.context["form"].fields["of"].choices] == [str(row.pk), ""]
    assert appeal(judge, floor, of=row.pk).status_code == 302
    assert (Appeal.objects.get().of_id, Appeal.objects.get().entry) == (row.pk, floor.player)


def test_an_appeal_about_something_else(judge, floor):
    appeal(judge, floor)
    assert Appeal.objects.get().of is None


@pytest.mark.parametrize("data", [{"statement": ""}, {"player": "1"}, {"of": str(uuid.uuid4())}])
def test_an_appeal_that_cannot_be(judge, floor, data):
    floor.player.number = 5
    answer = appeal(judge, floor, **data)
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(data))


def test_the_head_s_word_is_final(judge, floor):
    row = floor.infraction(actor=floor.head)
    answer = appeal(judge, floor, of=row.pk)
    assert "there is no appeal" in answer.content.decode()
    assert answer.status_code == 422
