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

    bad = samples.EventForm({"name": "", "cap": "90", "preset": "x", "kind": "swiss"})
    bad.add_error(None, "An event with this address exists.")
    found = samples.matches(rows)
    return {
        "event": {"name": "Autumn Open"}, "round_label": "Round 4 of 7", "round_state": "running", "nav": samples.nav(8),
        "clock": samples.clock("running", 1421), "csrf_token": "x" * 64, "matches": found, "own_match": found[2],
        "messages": [samples.message("Round 4 is published. Players see their tables.", "success", "undo:/undo"),
                     samples.message("Two tables have no result yet.", "warning"),
                     samples.message("Somebody else paired this round a moment ago. Nothing was changed.", "error")],
        "next_items": samples.NEXT, "tables": {str(m["table"]): [s["name"] for s in m["seats"]] for m in found},
        "last": {"text": "Table 7: Ada Lovelace 2–1 Bo Diddley", "undo_url": "/undo"},
        "tabs": [{"label": "All", "url": "#", "current": True, "count": rows}, {"label": "No result", "url": "#", "count": 3}],
        "standing_rows": samples.standings(rows), "columns": [{"short": "OMW", "name": "Opponents’ match wins"},
            {"short": "RW", "name": "Round wins"}, {"short": "ORW", "name": "Opponents’ round wins"}],
        "bracket": samples.bracket(),
        "clocks": [samples.clock("running", 1421), samples.clock("running", 200), samples.clock("time_called", -73),
                   samples.clock("paused", 700), samples.clock("not_started", 1500)],
        "danger_act": {"key": "rescind", "label": "Take back result", "kind": "danger", "url": "/x", "question": "Take back the result of table 12?",
                       "consequence": "3 later pairings would change."},
        "good_form": samples.EventForm(initial={"name": "Autumn Open", "cap": 25, "preset": "s"}), "bad_form": bad,
        "problems": [{"line": 14, "text": "The name is missing.", "source": ";17;ada@example.org"}, {"line": 202, "text": "“Bo Diddley” stands in line 9, too."}],
        "cards": samples.cards(), "keys": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"],
        "job": {"state": "running", "done": 412, "total": 1000}, "buttons": samples.BIG_BUTTONS, "more_buttons": samples.MORE_BUTTONS,
        "log_rows": [{"at": samples.datetime(2026, 11, 20, 14, 2, 11), "text": "Round 4 paired", "who": "Noor"},
                     {"at": samples.datetime(2026, 11, 20, 14, 9, 40), "text": "Table 3: 2–0", "who": "Desk", "struck": True, "detail": "Wrong table"}],
        "login_form": samples.LoginForm(), "id": "", "steps": [],
    }  # fmt: skip


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
