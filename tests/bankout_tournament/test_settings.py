"""What the environment chooses, and the secret that is made once."""

from __future__ import annotations

import re
import stat
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.bankout_tournament.starting import ROOT, refused, setting, start
from tests.patience import PATIENCE

SQLITE = "bankout_tournament.sqlite"
POSTGRESQL = "django.db.backends.postgresql"


def test_the_key_is_made_once_and_is_its_owner_s(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    key = setting("SECRET_KEY", folder)
    assert len(key) >= 50
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert setting("SECRET_KEY", folder) == key
    assert setting("SECRET_KEY", tmp_path / "other") != key


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    processes = [start("print(s.SECRET_KEY)", tmp_path) for _ in range(4)]
    keys = {process.communicate(timeout=PATIENCE)[0].strip() for process in processes}
    assert keys == {(tmp_path / "secret_key").read_text()}
    assert len(keys.pop()) >= 50


def test_a_key_that_was_broken_off_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch(0o600)
    assert len(setting("SECRET_KEY", tmp_path)) >= 50


def test_a_key_from_outside_is_not_stored(tmp_path: Path) -> None:
    assert setting("SECRET_KEY", tmp_path, SECRET_KEY="given") == "given"
    assert not (tmp_path / "secret_key").exists()


def test_without_an_address_the_data_folder_holds_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "Open #1? 50% & more"
    found = setting("DATABASES", folder)["default"]
    assert (found["ENGINE"], found["NAME"]) == (SQLITE, str(folder / "event.sqlite3"))
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert setting("EMBEDDED", folder) is True


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:////srv/e.sqlite3", {"ENGINE": SQLITE, "NAME": "/srv/e.sqlite3"}),
        (
            "postgres://u:p%40@h:5433/n",
            {"ENGINE": POSTGRESQL, "HOST": "h", "PORT": 5433, "PASSWORD": "p@"},
        ),
        ("postgresql://u@h/n", {"ENGINE": POSTGRESQL, "NAME": "n", "USER": "u"}),
    ],
)
def test_the_address_chooses_the_database(tmp_path: Path, url: str, expected: dict[str, object]) -> None:
    found = setting("DATABASES", tmp_path, DATABASE_URL=url)["default"]
    assert {key: found[key] for key in expected} == expected


def test_a_socket_and_the_size_of_the_pool(tmp_path: Path) -> None:
    given = {"DATABASE_URL": "postgres://postgres@/db?host=/run/pg", "DATABASE_POOL": "4"}
    options = setting("DATABASES", tmp_path, **given)["default"]["OPTIONS"]
    assert options["host"] == "/run/pg"
    assert options["pool"]["max_size"] == 4
    assert options["pool"]["reconnect_timeout"] <= 5  # else the pool connects long after PostgreSQL is back
    assert setting("EMBEDDED", tmp_path, **given) is False


@pytest.mark.parametrize("pool", ["3", "1", "0", "-1"])
def test_a_pool_too_small_for_both_lanes_is_refused(tmp_path: Path, pool: str) -> None:
    err = refused(tmp_path, DATABASE_URL="postgres://postgres@/db", DATABASE_POOL=pool)
    assert f"DATABASE_POOL is {pool}, and must be at least 4" in err


def test_sqlite_has_no_pool(tmp_path: Path) -> None:
    assert "pool" not in setting("DATABASES", tmp_path, DATABASE_POOL="3")["default"]["OPTIONS"]


@pytest.mark.parametrize("url", ["mysql://u:hunter2@h/n", "nonsense:hunter2"])
def test_another_database_is_refused_without_telling_the_address(tmp_path: Path, url: str) -> None:
    err = refused(tmp_path, DATABASE_URL=url)
    assert "sqlite:/// or postgres://" in err
    assert "hunter2" not in err


def test_without_redis_tasks_go_through_a_folder(tmp_path: Path) -> None:
    assert setting("CELERY_BROKER_URL", tmp_path).startswith("filesystem:")
    queue = Path(setting("CELERY_BROKER_TRANSPORT_OPTIONS", tmp_path)["data_folder_in"])
    assert queue.is_relative_to(tmp_path)
    assert queue.is_dir()
    assert "locmem" in setting("CACHES", tmp_path)["default"]["BACKEND"]


def test_redis_is_broker_and_cache(tmp_path: Path) -> None:
    url = "redis://127.0.0.1:1/0"
    assert setting("CELERY_BROKER_URL", tmp_path, REDIS_URL=url) == url
    assert setting("CACHES", tmp_path, REDIS_URL=url)["default"]["LOCATION"] == url


@pytest.mark.parametrize(("given", "secure"), [({}, False), ({"BEHIND_TLS": "1"}, True)])
def test_behind_tls_cookies_are_secure(tmp_path: Path, given: dict[str, str], secure: bool) -> None:
    assert setting("SESSION_COOKIE_SECURE", tmp_path, **given) is secure
    assert setting("CSRF_COOKIE_SECURE", tmp_path, **given) is secure
    assert (setting("SECURE_HSTS_SECONDS", tmp_path, **given) > 0) is secure


def test_debug_is_off_unless_asked_for(tmp_path: Path) -> None:
    assert setting("DEBUG", tmp_path) is False


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listed.decode().split("\0") if name]


def test_no_secret_is_in_the_repository() -> None:
    key = re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----|^SECRET_KEY *= *['\"]", re.MULTILINE)
    files = [path for path in tracked() if path.is_file()]
    assert len(files) > 100
    # This file holds the pattern itself.
    assert [path for path in files if path != Path(__file__) and key.search(path.read_bytes())] == []
    assert [path for path in files if path.name in ("secret_key", "demo-logins.txt") or ".sqlite3" in path.name] == []


@pytest.mark.parametrize("name", ["var/secret_key", "var/demo-logins.txt", "var/event.sqlite3", "other.sqlite3-wal"])
def test_git_leaves_the_data_alone(name: str) -> None:
    assert subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False).returncode == 0


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/login/", "/nothing/", "/e/nothing/"])
def test_pages_allow_no_inline_script_or_style_and_no_other_host(client: Client, path: str) -> None:
    policy = client.get(path).headers["Content-Security-Policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == rules["style-src"] == ["'self'"]
    assert rules["frame-ancestors"] == rules["base-uri"] == ["'none'"]
    assert "unsafe" not in policy
    assert {source for sources in rules.values() for source in sources} <= {"'self'", "'none'", "data:"}


@pytest.mark.django_db
def test_pages_cannot_be_framed_or_sniffed(client: Client) -> None:
    headers = client.get("/login/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_passwords_are_hashed_with_argon2(tmp_path: Path) -> None:
    assert setting("PASSWORD_HASHERS", tmp_path) == ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert settings.AUTH_USER_MODEL == "matches.User"
