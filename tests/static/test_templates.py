"""What stands in templates and modules: nothing inline, nothing from elsewhere, every reference there."""

from __future__ import annotations

import re
from pathlib import Path

import django_htmx
from django.template.loader import get_template

from bankout_tournament.stylesheets import SHEETS
from tests.cases import every
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


each_page = every("page", PAGES)


@each_page
def test_no_line_is_longer_than_120_characters(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()

    assert [f"{number}: {line}" for number, line in enumerate(lines, start=1) if len(line) > 120] == []


@each_page
def test_templates_hold_no_inline_script_or_style(page: Path) -> None:
    tags = re.findall(r"<[a-zA-Z][^>]*>", re.sub(r"\{%.*?%\}", " ", source(page).replace("{% static ", "{{")))

    assert [tag for tag in tags if re.search(r"\s(style|on[a-z]+)\s*=", tag)] == []
    assert [tag for tag in tags if tag.startswith("<style")] == []
    assert [tag for tag in tags if "javascript:" in tag] == []
    # json_script writes data, which is not run and which the CSP lets through.
    assert [tag for tag in tags if tag.startswith("<script") and " src=" not in tag] == []


@each_page
def test_nothing_comes_from_another_host(page: Path) -> None:
    text = source(page)
    for name in VOCABULARIES:
        text = text.replace(name, "")

    assert re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) == []


@each_page
def test_every_static_file_exists(page: Path) -> None:
    carried = Path(django_htmx.__file__).parent / "static"
    for name in re.findall(r"\{% static ['\"]([^'\"]+)['\"] %\}", source(page)):
        assert (STATIC / name).is_file() or (carried / name).is_file() or name in SHEETS, name


@each_page
def test_every_named_icon_exists(page: Path) -> None:
    used = re.findall(r'components/icon\.html" with name="([\w-]+)"', source(page))

    assert set(used) - SYMBOLS == set()


@each_page
def test_every_template_compiles_and_finds_what_it_includes(page: Path) -> None:
    folder = next(folder for folder in FOLDERS if page.is_relative_to(folder))
    get_template(str(page.relative_to(folder)))
    for name in re.findall(r"\{% (?:include|extends) \"([^\"]+)\"", source(page)):
        get_template(name)


@every("module", MODULES)
def test_modules_import_only_files_beside_them(module: Path) -> None:
    """File names carry hashes once collected: the storage puts them into imports that begin a line and name a file."""
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
