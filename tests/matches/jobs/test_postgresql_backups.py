"""Backups on PostgreSQL: made while others write, put into an empty database, never over a living one unasked."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.matches.jobs.postgresql_site import Site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.database,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has its own copies"),
]
FILL = "from benchmarks import fill; fill.make_event(players=4, rounds=2)"


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    both = Site(tmp_path / "here"), Site(tmp_path / "there")
    yield both
    for site in both:
        site.server(f"DROP DATABASE {site.name} WITH (FORCE)")


def test_a_site_moves_and_comes_back(sites: tuple[Site, Site], tmp_path: Path) -> None:
    here, there = sites
    here.run("manage.py", "migrate", "--verbosity", "0")
    here.run("manage.py", "shell", "--no-imports", "-c", FILL)
    photo = here.data / "files" / "evidence" / "event" / "photo.jpg"
    photo.parent.mkdir(parents=True)
    photo.write_bytes(b"a photo")
    copy = Path(here.run("manage.py", "backup"))
    assert copy.parent == here.data / "backups"
    before = here.content()

    there.run("manage.py", "restore", str(copy))
    assert there.content() == before
    assert (there.data / photo.relative_to(here.data)).read_bytes() == b"a photo"

    # Not over a living one, unless asked to; and the data from before can be brought back.
    here.query("UPDATE matches_event SET name = 'Changed since'")
    assert "add --replace" in here.run("manage.py", "restore", str(copy), fails=True)
    assert here.query("SELECT name FROM matches_event") == [("Changed since",)]
    kept = Path(here.run("manage.py", "restore", str(copy), "--replace").rpartition(" is ")[2].rstrip("."))
    assert here.content() == before
    here.run("manage.py", "restore", str(kept), "--replace")
    assert here.query("SELECT name FROM matches_event") == [("Changed since",)]

    # Somebody is connected from another machine.
    known = connection.get_connection_params()
    with psycopg.connect(dbname=here.name, host=known["host"], user=known["user"]):
        assert "has 1 other connection." in here.run("manage.py", "restore", str(copy), "--replace", fails=True)

    # An altered log is refused, and everything is as it was.
    there.query(
        "ALTER TABLE matches_auditrow DISABLE TRIGGER USER; UPDATE matches_auditrow SET act = 'x' WHERE sequence = 3"
    )
    altered = Path(there.run("manage.py", "backup"))
    as_it_was = here.content()
    assert "log of first was altered" in here.run("manage.py", "restore", str(altered), "--replace", fails=True)
    assert here.content() == as_it_was

    # So are files that are no copies, damaged ones, and those of a later version.
    other, cut = tmp_path / "other.tar", tmp_path / "cut.tar"
    with tarfile.open(other, "w") as archive:
        archive.add(photo, "photo.jpg")
    cut.write_bytes(copy.read_bytes()[:20_000])
    for path in (other, cut, photo):
        assert "not an intact backup" in (said := here.run("manage.py", "restore", str(path), fails=True)), said
    there.query("INSERT INTO django_migrations (app, name, applied) VALUES ('matches', '9999_later', now())")
    later = there.run("manage.py", "backup")
    assert "later version" in here.run("manage.py", "restore", later, "--replace", fails=True)
    assert here.content() == as_it_was
