"""Render the style guide to plain HTML, to be looked at in a browser: ``python -m tests.static.guide FOLDER``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import django
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]


def configure() -> None:
    """Just enough Django to render templates, when no settings are loaded yet."""
    if settings.configured:
        return
    settings.configure(
        INSTALLED_APPS=["django.contrib.staticfiles", "django_htmx"],
        STATIC_URL="/static/",
        STATICFILES_DIRS=[ROOT / "static"],
        ROOT_URLCONF="tests.static.guide",
        USE_TZ=True,
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [ROOT / "templates"],
                "APP_DIRS": True,
                "OPTIONS": {"string_if_invalid": ""},
            }
        ],
    )
    django.setup()


urlpatterns: list[Any] = []


def context(rows: int) -> dict[str, Any]:
    """Everything the guide's pages show, with ``rows`` matches and standings."""
    from tests.static import samples
    from tests.static.bracket import bracket

    found = samples.matches(rows)
    return {
        **samples.FRAME,
        **samples.PIECES,
        "nav": samples.nav(8),
        "line_hint": {
            "format": "Table, then the round wins: 12 2-1",
            "missing": "Type a table and a result, for example 12 2-1.",
        },
        "clock": samples.clock("running", 1421),
        "matches": found,
        "own_match": samples.matches(3)[2],
        "tabs": [
            {"label": "All", "url": "#", "current": True, "count": rows},
            {"label": "No result", "url": "#", "count": 3},
        ],
        "standing_rows": samples.standings(rows),
        "bracket": bracket(),
        "clocks": samples.clocks(),
        "good_form": samples.EventForm(initial={"name": "Autumn Open", "cap": 25, "preset": "s"}, auto_id="good_%s"),
        "bad_form": samples.bad_form(),
        "login_form": samples.LoginForm(),
        "cards": samples.cards(),
    }


PAGES = ("guide", "judge", "public", "projector", "login")


def render(page: str, **more: Any) -> str:
    """One page of the guide as HTML; ``rows`` (24) matches, and whatever overrides the sample context."""
    from django.template.loader import render_to_string

    rows = more.pop("rows", 24)
    data = context(rows)
    if page in ("judge", "public"):
        from tests.static import samples

        data["nav"] = samples.nav(4)
    return render_to_string(f"design/{page}.html", {**data, **more})


def write(folder: Path) -> None:
    """All pages into ``folder``, with the static files beside them."""
    from tests.static import samples

    folder.mkdir(parents=True, exist_ok=True)
    shutil.copytree(ROOT / "static", folder / "static", dirs_exist_ok=True)
    import django_htmx

    from bankout_tournament.stylesheets import SHEETS, joined

    for name, parts in SHEETS.items():
        (folder / "static" / name).write_text(joined(parts, ROOT / "static" / "css"), encoding="utf-8")
    shutil.copytree(Path(django_htmx.__file__).parent / "static", folder / "static", dirs_exist_ok=True)
    for page in PAGES:
        (folder / f"{page}.html").write_text(render(page), encoding="utf-8")
    (folder / "guide400.html").write_text(render("guide", rows=400), encoding="utf-8")
    (folder / "guide4.html").write_text(render("guide", rows=4, messages=[], next_items=[]), encoding="utf-8")
    (folder / "wall-clock.html").write_text(
        render("projector", wall_clock=samples.clock("running", 1421)), encoding="utf-8"
    )
    names = [{"name": samples.NAMES[n % 16], "table": n % 48 + 1} for n in range(96)]
    (folder / "wall-names.html").write_text(render("projector", wall_names=names), encoding="utf-8")


if __name__ == "__main__":
    configure()
    write(Path(sys.argv[1]))
