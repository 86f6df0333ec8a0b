"""Which Chromium the tests drive, and how it is started.

The gate drives Debian's headless shell: the same Chromium, built without the windows around the pages, which costs a
third of the time. The long form drives the whole browser. Either takes the other where it is not installed.
"""

from __future__ import annotations

import shutil

from tests.forms import LONG

SHELL, WHOLE = "chromium-headless-shell", "chromium"
NAMES = (WHOLE, SHELL) if LONG else (SHELL, WHOLE)
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), f"/usr/bin/{WHOLE}")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]  # fmt: skip
"""The last: a page that asks another host says so on its console. To be told of each request costs ten times more."""
