"""A form sent twice makes one thing, also when both copies come at one moment."""

import threading
import uuid

import pytest
from django.db import connection

from matches.audit.services import SYSTEM
from matches.audit.submission_services import send_once
from matches.enums import EntryStatus
from matches.errors import Refused
from matches.models import Submission
from matches.people.services.entries import add_entry
from tests.factories import StageFactory, UserFactory

pytestmark = pytest.mark.database


@pytest.mark.django_db
def test_the_second_copy_finds_the_answer_of_the_first() -> None:
    event, user, key = StageFactory().event, UserFactory(), uuid.uuid4()

    def sign_up() -> str:
        return f"/player/{add_entry(event=event, actor=SYSTEM, name='Ada').number}/"

    assert send_once(key=key, user=user, do=sign_up) == ("/player/1/", True)
    assert send_once(key=key, user=user, do=sign_up) == ("/player/1/", False)
    assert event.entries.get().status == EntryStatus.REGISTERED


@pytest.mark.django_db
def test_a_refused_form_may_be_sent_again() -> None:
    event, user, key = StageFactory().event, UserFactory(), uuid.uuid4()
    names = ["=1", "Ada"]

    def sign_up() -> str:
        add_entry(event=event, actor=SYSTEM, name=names.pop(0))
        return "/"

    with pytest.raises(Refused):
        send_once(key=key, user=user, do=sign_up)
    assert not Submission.objects.exists()
    assert send_once(key=key, user=user, do=sign_up) == ("/", True)


@pytest.mark.django_db
def test_another_users_submission_is_not_answered() -> None:
    key = uuid.uuid4()
    send_once(key=key, user=UserFactory(), do=lambda: "/secret/")
    with pytest.raises(Refused):
        send_once(key=key, user=UserFactory(), do=lambda: "/mine/")


@pytest.mark.django_db(transaction=True)
def test_two_copies_at_one_moment_make_one_thing() -> None:
    event, user, key = StageFactory().event, UserFactory(), uuid.uuid4()
    start, answers = threading.Barrier(2), []

    def send() -> None:
        start.wait()
        try:
            answers.append(send_once(key=key, user=user, do=sign_up))
        finally:
            connection.close()

    def sign_up() -> str:
        return str(add_entry(event=event, actor=SYSTEM, name="Ada").number)

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [("1", False), ("1", True)]
    assert event.entries.count() == 1
