"""What the owner of a site does: the last owner stays, what is closed is closed, and each act has its row."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from post_office.models import STATUS, Email

from matches.accounts.token_services import make_token
from matches.audit.services import SYSTEM, Actor
from matches.enums import JobState, Role
from matches.errors import NotAllowed, Refused
from matches.jobs.beat_services import JobTakenError, beating, claimed
from matches.jobs.kinds import BACKUP
from matches.jobs.worker_services import GONE, note_alive, send_letters_due
from matches.models import Job, SiteAct, User, WorkerSeen
from matches.site.account_services import (
    close_account,
    create_account,
    make_owner,
    make_sign_in_link,
    remove_owner,
    reopen_account,
)
from matches.site.act_services import site_act
from matches.site.disk_queries import backups, folder_size
from matches.site.labels import ACTS
from matches.site.machine_services import back_up_now, start_job_again, stop_job
from matches.site.permissions import SITE_ACTS
from tests.factories import EventFactory, UserFactory, staff
from tests.matches.site.test_pages import letter
from tests.rights import site_rights_in_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Actor:
    return Actor(user=UserFactory(is_superuser=True))


def test_the_document_and_the_labels_have_every_act() -> None:
    assert site_rights_in_document() == dict.fromkeys(SITE_ACTS, frozenset({"owner"}))
    assert ACTS.keys() == SITE_ACTS


@pytest.mark.parametrize("act", sorted(SITE_ACTS))
def test_the_service_refuses_everyone_else(act: str, owner: Actor) -> None:
    closed = UserFactory(is_superuser=True, is_active=False)
    taken = UserFactory(is_superuser=True)
    User.objects.filter(pk=taken.pk).update(is_superuser=False)
    organiser = staff(EventFactory(), Role.ORGANISER)
    for actor in (Actor(), SYSTEM, Actor(user=closed), Actor(user=taken), Actor(user=organiser)):
        with pytest.raises(NotAllowed), site_act(act, actor=actor):
            pass
    with site_act(act, actor=owner):
        pass
    assert [row.user for row in SiteAct.objects.all()] == [owner.user]


def test_the_log_of_the_site_can_only_grow(owner: Actor) -> None:
    with site_act("back_up_now", actor=owner):
        pass
    for statement in ("UPDATE matches_siteact SET act = 'x'", "DELETE FROM matches_siteact"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert SiteAct.objects.count() == 1


def test_a_site_keeps_its_last_owner(owner: Actor) -> None:
    assert owner.user is not None
    name = owner.user.username
    with pytest.raises(Refused) as refused:
        remove_owner(person=owner.user, actor=owner, typed_name=name)
    assert refused.value.code == "last_owner"
    with pytest.raises(Refused) as refused:
        close_account(person=owner.user, actor=owner)
    assert refused.value.code == "own_account"
    other = UserFactory()
    with pytest.raises(Refused, match="Type the username"):
        make_owner(person=other, actor=owner, typed_name="someone")
    make_owner(person=other, actor=owner, typed_name=other.username)
    remove_owner(person=owner.user, actor=owner, typed_name=name)
    assert list(User.objects.filter(is_superuser=True)) == [other]
    rows = [(row.act, row.user, row.person) for row in SiteAct.objects.order_by("pk")]
    assert rows == [("make_owner", owner.user, other), ("remove_owner", owner.user, owner.user)]


def test_a_closed_owner_does_not_count_as_one(owner: Actor) -> None:
    assert owner.user is not None
    UserFactory(is_superuser=True, is_active=False)
    with pytest.raises(Refused) as refused:
        remove_owner(person=owner.user, actor=owner, typed_name=owner.user.username)
    assert refused.value.code == "last_owner"


def test_closing_ends_sessions_and_tokens_and_reopening_brings_neither_back(owner: Actor) -> None:
    person = staff(EventFactory(), Role.ORGANISER)
    client = Client()
    client.force_login(person)
    secret = make_token(user=person, label="printer").secret
    token = {"Authorization": f"Token {secret}"}
    tokens = reverse("matches:tokens")
    assert client.get(tokens).status_code == 200
    assert Client().get(reverse("api-events"), headers=token).status_code == 200
    close_account(person=person, actor=owner)
    for _time in ("closed", "reopened"):
        assert client.get(tokens).status_code == 302
        assert Client().get(reverse("api-events"), headers=token).status_code == 401
        if not User.objects.get(pk=person.pk).is_active:
            with pytest.raises(Refused):
                make_sign_in_link(person=person, actor=owner)
            reopen_account(person=person, actor=owner)
    assert person.event_roles.exists()
    with pytest.raises(Refused):
        reopen_account(person=person, actor=owner)


def test_a_username_that_is_taken_is_refused_and_leaves_no_row(owner: Actor) -> None:
    UserFactory(username="noor")
    with pytest.raises(Refused) as refused:
        create_account(actor=owner, username="NOOR", name="Noor")
    assert refused.value.parameter == "username"
    assert not SiteAct.objects.exists()


# Jobs, backups, emails


def test_a_failed_job_starts_again_and_no_other_one(owner: Actor) -> None:
    job = Job.objects.create(kind="paper", state=JobState.FAILED, error="x", done=3, finished_at=timezone.now())
    start_job_again(job=job, actor=owner)
    job.refresh_from_db()
    assert (job.state, job.error, job.done, job.finished_at) == (JobState.WAITING, "", 0, None)
    with pytest.raises(Refused):
        start_job_again(job=job, actor=owner)
    assert SiteAct.objects.get().details == {"job": str(job.key), "kind": "paper"}


def test_a_job_that_is_stopped_is_not_its_worker_s_any_more(owner: Actor) -> None:
    job = claimed(Job.objects.create(kind="paper").pk)
    assert job is not None
    with beating(job) as report:
        report(1, 9)
        stop_job(job=job, actor=owner)
        with pytest.raises(JobTakenError):
            report(2, 9)
    job.refresh_from_db()
    assert (job.state, job.done, job.error) == (JobState.FAILED, 1, "Stopped by the owner of this site.")
    with pytest.raises(Refused):
        stop_job(job=job, actor=owner)


def test_the_owner_is_told_of_a_backup_that_failed(owner: Actor) -> None:
    """The database of the tests lies in memory, where there is nothing to copy to."""
    job = back_up_now(actor=owner)
    assert back_up_now(actor=owner) == job
    assert job.kind == BACKUP
    assert backups().count == 0


def test_a_folder_that_is_large_is_counted_so_far(tmp_path: Path) -> None:
    folder = tmp_path
    for number in range(4):
        (folder / str(number)).write_bytes(b"12345")
    assert (folder_size(folder).size, folder_size(folder).is_whole) == (20, True)
    assert (folder_size(folder, most=3).size, folder_size(folder, most=3).is_whole) == (15, False)
    assert folder_size(folder / "nowhere").files == 0


@pytest.mark.django_db(transaction=True)
def test_emails_whose_time_has_come_are_sent_without_another_one() -> None:
    assert not send_letters_due()
    later = letter(status=STATUS.requeued)
    Email.objects.filter(pk=later.pk).update(scheduled_time=timezone.now() + timedelta(minutes=4))
    assert not send_letters_due()
    Email.objects.filter(pk=later.pk).update(scheduled_time=timezone.now() - timedelta(seconds=1))
    assert send_letters_due()
    later.refresh_from_db()
    assert later.status == STATUS.sent


def test_a_worker_that_was_stopped_is_forgotten_after_a_day() -> None:
    now = timezone.now()
    note_alive("one", now=now - GONE - timedelta(minutes=1))
    note_alive("two", now=now)
    note_alive("two", now=now + timedelta(seconds=30))
    [row] = WorkerSeen.objects.all()
    assert (row.name, row.began_at, row.beat_at) == ("two", now, now + timedelta(seconds=30))
