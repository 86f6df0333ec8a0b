"""Starting Python with settings of its own, as a fresh process would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import warm_python

ROOT = Path(__file__).resolve().parents[2]
OURS = (
    "ALLOWED_HOSTS",
    "BEHIND_TLS",
    "DATABASE_POOL",
    "DATABASE_URL",
    "DATA_DIR",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "HTTPS_PORT",
    "REDIS_URL",
    "SECRET_KEY",
    "STATIC_ROOT",
)


def environment(folder: Path, **given: str) -> dict[str, str]:
    """This process's environment without what the settings read, and with what is given."""
    kept = {key: value for key, value in os.environ.items() if key not in OURS}
    return kept | {"DATA_DIR": str(folder), **given}


def start(code: str, folder: Path, **given: str) -> subprocess.Popen[str]:
    """A process that imports the settings as ``s`` and runs ``code``."""
    return subprocess.Popen(
        [sys.executable, "-c", f"import json; from bankout_tournament import settings as s; {code}"],
        cwd=ROOT,
        env=environment(folder, **given),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refused(folder: Path, **given: str) -> str:
    """What a process says whose settings are not accepted."""
    done = warm_python.run("from bankout_tournament import settings", environment(folder, **given))
    assert done.returncode != 0
    return done.stderr


def setting(name: str, folder: Path, **given: str) -> Any:
    """The value of a setting in a process of its own."""
    code = f"import json; from bankout_tournament import settings as s; print(json.dumps(s.{name}, default=str))"
    done = warm_python.run(code, environment(folder, **given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
