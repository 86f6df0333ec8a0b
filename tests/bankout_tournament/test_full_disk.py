"""A full disk: reading and signing in go on, writes say what is wrong, on a disk that is really full.

The disk is a small one in memory where this machine lets the tests mount it. Elsewhere the database may not grow.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from matches.models import ApiToken, Job, Submission, User
from tests.bankout_tournament.starting import ROOT, environment
from tests.demo_site import demo_site

PASSWORD = "felt-table-and-lamp"
SCRIPT = (
    "\nimport json, sys\nimport django\ndjango.setup()\nfrom django.test import Client\nfrom django.urls "
    "import reverse\nfrom matches.models import Event, User\nfrom bankout_tournament.sqlite.base import "
    'hold_open\nfrom django.conf import settings\n\nuser = User.objects.create_user("maja", '
    'password="felt-table-and-lamp")\nfrom matches.models import EventRole\nevent = '
    'Event.objects.latest("pk")\nEventRole.objects.create(event=event, user=user, role="organiser")\nfrom '
    'django.db import OperationalError, connection\nif sys.argv[1] == "running":\n    '
    'hold_open(settings.DATABASES["default"]["NAME"])\nconnection.close()\nfill(settings.DATA_DIR)\n\nclient = '
    'Client(raise_request_exception=False)\ntold = {}\ntold["public"] = '
    'client.get(f"/e/{event.slug}/").status_code\ntold["api"] = '
    'client.get(f"/api/v1/events/{event.slug}/entries/").status_code\nsigned_in = '
    'client.post(reverse("matches:login"), {"username": "maja", "password": '
    '"felt-table-and-lamp"})\ntold["sign_in"] = signed_in.status_code\ndesk = '
    'client.get(f"/e/{event.slug}/desk/")\ntold["desk"] = desk.status_code\ntold["warned"] = "The disk is '
    'full" in desk.content.decode()\nwrong = Client().post(reverse("matches:login"), {"username": "maja", '
    '"password": "guess"})\ntold["wrong"] = wrong.status_code\nwrite = client.post("/account/tokens/", '
    '{"label": "x" * 60, "submission": "6f1c9a52-0b0e-4f0f-9c7a-3b6a5d2c8e11"})\ntold["write"] = '
    'write.status_code\ntold["words"] = "The disk is full" in write.content.decode() and "Nothing was saved." '
    'in write.content.decode()\ntold["sign_out"] = '
    'client.post(reverse("matches:logout")).status_code\ntold["signed_out"] = '
    'client.get(f"/e/{event.slug}/desk/").status_code\nprint(json.dumps(told))\n'
)
FILL_DISK = """
def fill(folder):
    with open(folder / "fill", "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            pass
"""
"""Fills the last byte of a small disk."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of 24 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("this machine lets the tests mount no disk; the tests below use a database that may not grow")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("state", ["running", "started again"])
@pytest.mark.sampled(2)
def test_reading_and_signing_in_go_on_while_the_disk_is_full(
    small_disk: Path, tmp_path_factory: pytest.TempPathFactory, state: str
) -> None:
    shutil.copy(demo_site(tmp_path_factory) / "event.sqlite3", small_disk)
    env = environment(small_disk, DJANGO_SETTINGS_MODULE="tests.settings")
    done = subprocess.run(
        [sys.executable, "-c", FILL_DISK + SCRIPT, state], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.strip().splitlines()[-1]) == {
        "public": 200,
        "api": 200,
        "sign_in": 302,
        "desk": 200,
        "warned": True,
        "wrong": 200,
        "write": 507,
        "words": True,
        "sign_out": 302,
        "signed_out": 302,
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a limit of SQLite")
@pytest.mark.database
def test_a_database_that_may_not_grow_is_answered_like_a_full_disk() -> None:
    """Where the tests cannot mount a disk, this is what remains of the one above."""
    User.objects.create_user("maja", password=PASSWORD)
    client = Client(raise_request_exception=False)
    sent = {"label": "Scores", "submission": "6f1c9a52-0b0e-4f0f-9c7a-3b6a5d2c8e11"}
    with database_that_may_not_grow():
        with pytest.raises(OperationalError, match="full"):
            use_up_the_last_pages()
        signed_in = client.post(reverse("matches:login"), {"username": "maja", "password": PASSWORD})
        response = client.post(reverse("matches:tokens"), sent)
    assert signed_in.status_code == 302
    assert response.status_code == 507
    assert "Nothing was saved." in response.content.decode()
    assert not ApiToken.objects.exists()
    assert client.post(reverse("matches:tokens"), sent).status_code == 200


def use_up_the_last_pages() -> None:
    for _ in range(1000):
        Submission.objects.create(key=uuid.uuid4(), answer="x" * 300)


def use_up_the_room_for_jobs() -> int:
    """Store jobs until not even one of a few letters fits; return how many there are."""
    for size in (2_000, 0):
        with suppress(OperationalError):
            for _ in range(10_000):
                Job.objects.create(kind="filler", params={"fills": "x" * size})
    return Job.objects.count()


@contextmanager
def database_that_may_not_grow() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")
