"""Import the views, compile the templates and read the static file names, so that the first visitor need not wait."""

from __future__ import annotations

from django.conf import settings
from django.template import engines
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse


def warm_up() -> None:
    """Load once what every page needs, before the server answers. Templates are skipped if they are not cached."""
    reverse("matches:home")
    static("img/favicon.svg")
    if engines["django"].engine.debug:  # type: ignore[attr-defined]  # templates are read again for each page
        return
    folder = settings.BASE_DIR / "templates"
    for path in sorted(folder.rglob("*.html")):
        get_template(path.relative_to(folder).as_posix())
