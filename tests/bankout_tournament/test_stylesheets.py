"""The public pages' one style sheet: it has what the other pages link to, and is never older than its parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from pytest_django.fixtures import Settings

from bankout_tournament.stylesheets import SHEETS, JoinedSheets

PUBLIC = "css/public.css"


def test_it_holds_the_sheets_that_all_pages_share_in_their_order() -> None:
    base = (settings.BASE_DIR / "templates" / "base.html").read_text(encoding="utf-8")
    shared = re.findall(r"\{% static 'css/([\w/]+)\.css' %\}", base)
    assert len(shared) > 5
    shared.remove("fonts")  # fetched after the first paint
    assert [part for part in SHEETS[PUBLIC] if part in shared] == shared


def test_it_is_found_and_collected(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    found = finders.find(PUBLIC)
    assert isinstance(found, str)
    text = Path(found).read_text(encoding="utf-8")
    assert text.startswith("/* The order of the layers.")
    assert "font-face" not in text
    assert [path for path, _storage in JoinedSheets().list([])] == [PUBLIC]
    assert finders.find("css/none.css") is None


def test_an_outdated_copy_is_written_again(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    finder = JoinedSheets()
    path = Path(str(finder.find(PUBLIC)))
    good = path.read_text(encoding="utf-8")
    path.write_text("old", encoding="utf-8")
    finder.find(PUBLIC)
    assert path.read_text(encoding="utf-8") == good
    assert [one.name for one in path.parent.iterdir()] == ["public.css"]


@pytest.mark.parametrize("path", SHEETS)
def test_no_sheet_of_that_name_is_hidden_by_it(path: str) -> None:
    assert not (settings.BASE_DIR / "static" / path).exists()
