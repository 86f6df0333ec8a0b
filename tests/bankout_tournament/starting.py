"""Starting Python with settings of its own, as a fresh process would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

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


def run(words: Sequence[str], environment: Mapping[str, str], umask: int = 0o077) -> subprocess.CompletedProcess[str]:
    """Run Python to its end from the top of the project, with these words of its command line."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        umask=umask,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


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
    done = run(["-c", "from bankout_tournament import settings"], environment(folder, **given))
    assert done.returncode != 0
    return done.stderr


def setting(name: str, folder: Path, **given: str) -> Any:
    """The value of a setting in a process of its own."""
    code = f"import json; from bankout_tournament import settings as s; print(json.dumps(s.{name}, default=str))"
    done = run(["-c", code], environment(folder, **given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
