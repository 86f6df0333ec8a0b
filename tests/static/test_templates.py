"""What stands in templates and modules: nothing inline, nothing from elsewhere, every reference there."""

from __future__ import annotations

import re
from pathlib import Path

import django_htmx
import pytest
from django.template.loader import get_template

from bankout_tournament.stylesheets import SHEETS
from tests.static.sheets import ROOT

TEMPLATES = ROOT / "templates"
STATIC = ROOT / "static"
FOLDERS = [TEMPLATES, *ROOT.glob("*/templates")]
PAGES = sorted(path for folder in FOLDERS for path in folder.rglob("*.html"))
MODULES = sorted(path for folder in ("js", "judging") for path in (STATIC / folder).rglob("*.js"))
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img" / "icons.svg").read_text(encoding="utf-8")))

# Names of XML vocabularies; nothing is fetched from them.
VOCABULARIES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink")


def source(path: Path) -> str:
    return re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"))


def test_no_line_is_longer_than_120_characters() -> None:
    lines = [
        (f"{page}:{number}", line)
        for page in PAGES
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
    ]

    assert lines
    assert [place for place, line in lines if len(line) > 120] == []


def test_templates_hold_no_inline_script_or_style() -> None:
    tags = [
        (page, tag)
        for page in PAGES
        for tag in re.findall(r"<[a-zA-Z][^>]*>", re.sub(r"\{%.*?%\}", " ", source(page).replace("{% static ", "{{")))
    ]

    assert tags
    assert [(page, tag) for page, tag in tags if re.search(r"\s(style|on[a-z]+)\s*=", tag)] == []
    assert [(page, tag) for page, tag in tags if tag.startswith("<style")] == []
    assert [(page, tag) for page, tag in tags if "javascript:" in tag] == []
    # json_script writes data, which is not run and which the CSP lets through.
    assert [(page, tag) for page, tag in tags if tag.startswith("<script") and " src=" not in tag] == []


def named_in_pages(pattern: str) -> list[tuple[Path, str]]:
    """What stands in the templates at the pattern's group, or where it has none the whole of it; with their paths."""
    return [(page, name) for page in PAGES for name in re.findall(pattern, source(page))]


def test_nothing_comes_from_another_host() -> None:
    found = []
    for page in PAGES:
        text = source(page)
        for name in VOCABULARIES:
            text = text.replace(name, "")
        found += [(page, address) for address in re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text)]

    assert found == []


def test_every_static_file_exists() -> None:
    carried = Path(django_htmx.__file__).parent / "static"
    used = named_in_pages(r"\{% static ['\"]([^'\"]+)['\"] %\}")

    assert used
    assert [
        (page, name)
        for page, name in used
        if not ((STATIC / name).is_file() or (carried / name).is_file() or name in SHEETS)
    ] == []


def test_every_named_icon_exists() -> None:
    used = named_in_pages(r'components/icon\.html" with name="([\w-]+)"')

    assert used
    assert [(page, name) for page, name in used if name not in SYMBOLS] == []


def test_every_template_compiles() -> None:
    assert PAGES
    for page in PAGES:
        folder = next(folder for folder in FOLDERS if page.is_relative_to(folder))
        get_template(str(page.relative_to(folder)))  # an error names the template


def test_every_template_that_another_includes_is_there() -> None:
    used = named_in_pages(r"\{% (?:include|extends) \"([^\"]+)\"")

    assert used
    for name in sorted({name for _page, name in used}):
        get_template(name)


def test_modules_import_only_files_beside_them(subtests: pytest.Subtests) -> None:
    """File names carry hashes once collected: the storage puts them into imports that begin a line and name a file."""
    for module in MODULES:
        with subtests.test(module=module):
            text = re.sub(r"//.*", "", module.read_text(encoding="utf-8"))

            for line in re.findall(r"^.*\bimport\b.*$", text, flags=re.M):
                named = re.fullmatch(r'import (?:\{ [\w, ]+ \}|\* as \w+) from "(\.{1,2}/[\w/-]+\.js)";', line)
                assert named is not None, line
                assert (module.parent / named[1]).is_file(), line
            assert re.findall(r"https?://", text) == []
            assert "eval(" not in text
            assert "new Function" not in text


def test_states_have_a_symbol_each() -> None:
    from matches.enums import RoundStatus

    assert {status.value for status in RoundStatus.steps()} <= SYMBOLS


def test_words_in_components_are_marked_for_translation() -> None:
    """Text between tags holds no letters outside template tags, so no word escapes translation."""
    loose = {}
    for page in sorted((TEMPLATES / "components").glob("*.html")):
        text = re.sub(r"\{% blocktrans.*?endblocktrans %\}", "", source(page), flags=re.S)
        text = re.sub(r"<[^>]*>", " ", re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.S))
        found = re.findall(r"[^\W\d_]{2,}", text)
        if found:
            loose[page.name] = found

    assert loose == {}
