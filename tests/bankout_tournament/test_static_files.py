"""Static files come whole, in parts, or not at all when they have not changed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.templatetags.static import static
from django.test import Client

from bankout_tournament.static_storage import CompressedStaticFiles
from tests.bankout_tournament.starting import setting

NAME = "css/tokens.css"


@pytest.fixture
def content() -> bytes:
    path = finders.find(NAME)
    assert isinstance(path, str)
    with open(path, "rb") as file:
        return file.read()


def test_a_file_comes_whole(client: Client, content: bytes) -> None:
    answer = client.get(static(NAME))
    assert (answer.status_code, answer.streaming) == (200, False)
    assert answer.content == content
    assert answer.headers["Content-Type"].startswith("text/css")
    assert int(answer.headers["Content-Length"]) == len(content)


def test_only_its_head_is_asked_for(client: Client, content: bytes) -> None:
    answer = client.head(static(NAME))
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["Content-Length"]) == len(content)


def test_a_part_of_it(client: Client, content: bytes) -> None:
    answer = client.get(static(NAME), headers={"range": "bytes=5-14"})
    assert (answer.status_code, answer.content) == (206, content[5:15])


def test_what_has_not_changed_is_not_sent_again(client: Client) -> None:
    tag = client.get(static(NAME)).headers["ETag"]
    answer = client.get(static(NAME), headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_static_files_refuse_posts(client: Client) -> None:
    answer = client.post(static(NAME))
    assert (answer.status_code, answer.headers["Allow"], answer.content) == (405, "GET, HEAD", b"")


@pytest.fixture
def _umask() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_umask")
def test_a_server_in_front_can_read_every_collected_file(tmp_path: Path) -> None:
    given = setting("STORAGES", tmp_path / "data", STATIC_ROOT=str(tmp_path / "static"))["staticfiles"]["OPTIONS"]
    storage = CompressedStaticFiles(location=str(tmp_path / "static"), base_url="/static/", **given)
    storage.save("css/a.css", ContentFile(b"a { color: red; } " * 200))
    list(storage.post_process({"css/a.css": (storage, "css/a.css")}))
    modes = {path.name: path.stat().st_mode & 0o777 for path in [tmp_path / "static", *tmp_path.rglob("static/**/*")]}
    assert {name.rpartition(".")[2] for name in modes} >= {"css", "gz", "br", "json"}
    assert {mode for name, mode in modes.items() if "." in name} == {0o644}
    assert {mode for name, mode in modes.items() if "." not in name} == {0o755}


def test_modules_import_each_other_under_the_names_with_hashes(tmp_path: Path) -> None:
    given = setting("STORAGES", tmp_path)["staticfiles"]["OPTIONS"]
    storage = CompressedStaticFiles(location=str(tmp_path / "static"), base_url="/static/", **given)
    modules = [path for folder in ("js", "judging") for path in (settings.BASE_DIR / "static" / folder).glob("*.js")]
    names = [str(path.relative_to(settings.BASE_DIR / "static")) for path in modules]
    for name, path in zip(names, modules, strict=True):
        storage.save(name, ContentFile(path.read_bytes()))
    list(storage.post_process({name: (storage, name) for name in names}))
    imported = {}
    for name in names:
        text = Path(storage.path(storage.stored_name(name))).read_text(encoding="utf-8")
        for found in re.findall(r'^import .* from "(.*)";$', text, flags=re.M):
            imported[name] = (Path(storage.path(name)).parent / found).resolve()
    assert set(imported) >= {"js/live.js", "judging/recorder.js", "judging/queue.js"}
    for path in imported.values():
        assert path.is_file(), path
        assert re.search(r"\.[0-9a-f]{12}\.js$", path.name), path


def test_static_files_in_the_data_directory_are_as_private_as_the_rest(tmp_path: Path) -> None:
    given = setting("STORAGES", tmp_path)["staticfiles"]["OPTIONS"]
    assert given == {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
