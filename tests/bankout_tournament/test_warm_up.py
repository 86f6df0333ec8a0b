"""A server that has just started has loaded what its first page needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

PROGRAM = """
import sys
from django.conf import settings
import bankout_tournament.asgi
from django.template import engines
from django.test import Client

loader = engines["django"].engine.template_loaders[0]
known, modules = set(loader.get_template_cache), set(sys.modules)
assert Client(HTTP_HOST="localhost").get("/rules/").status_code == 200
ours = ("matches.", "judging.", "rules_engine.", "bankout_tournament.", "rest_framework.")
print(sorted(name for name in set(sys.modules) - modules if name.startswith(ours)))
print(sorted(str(key) for key in set(loader.get_template_cache) - known))
print(len(known))
"""


def test_the_first_page_loads_no_view_and_compiles_no_template(tmp_path: Path) -> None:
    environment = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings", "DEBUG": ""}
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    modules, templates, known = found.stdout.splitlines()
    assert (modules, templates) == ("[]", "[]")
    assert int(known) > 100
