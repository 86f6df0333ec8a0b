"""Commands of the tool in processes of their own that need not import Django, Celery and the like first.

A command of a second takes half of it for imports. So one process imports what is not the tool's own
(``python -m tests.warm_python``) and forks for each command: settings, apps and models are loaded there, from the
environment of that command. The long form starts a Python of its own for each, as a person does.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import json
import os
import runpy
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from tests.forms import LONG
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = {
    *("amqp", "asgiref", "billiard", "celery", "django", "django_filters", "environ", "kombu", "msgspec", "pydantic"),
    *("pydantic_core", "rest_framework", "rustworkx", "sqlparse", "yaml", "asyncio", "email", "http", "sqlite3"),
}
MANAGE = "manage.py"


def manage(words: Sequence[str], environment: Mapping[str, str], umask: int) -> subprocess.CompletedProcess[str]:
    """Run a command of ``manage.py`` from the top of the project."""
    return _run([MANAGE, *words], environment, umask)


def run(code: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a few lines of Python from the top of the project."""
    return _run(["-c", code], environment, 0o077)


def _run(words: Sequence[str], environment: Mapping[str, str], umask: int) -> subprocess.CompletedProcess[str]:
    if LONG:
        return subprocess.run(
            [sys.executable, *words],
            cwd=ROOT, env=environment, umask=umask, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        asked = {"words": words, "environment": dict(environment), "umask": umask, "out": str(out), "err": str(err)}
        status = _server().ask(asked)
        return subprocess.CompletedProcess(words, status, out.read_text(), err.read_text())


class Server:
    """The process that forks, and the pipes to it."""

    def __init__(self) -> None:
        environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm_python"],
            cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        atexit.register(self.end)
        self._tell(sorted(name for name in sys.modules if name.split(".")[0] in LIBRARIES))

    def _tell(self, what: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def ask(self, what: Any) -> int:
        """The exit status of a command. Raises TimeoutError if it does not end; the next command has another server."""
        limit = Timer(PATIENCE, self.process.kill)
        limit.start()
        try:
            self._tell(what)
            assert self.process.stdout is not None
            told = self.process.stdout.readline()
        finally:
            limit.cancel()
        if not told:
            _server.cache_clear()
            raise TimeoutError(f"{what['words']} did not end within {PATIENCE} s")
        return int(told)

    def end(self) -> None:
        self.process.communicate()


@functools.cache
def _server() -> Server:
    return Server()


def serve(lines: Iterable[str]) -> None:
    """Import the modules of the first line; run a command for each of the others, and print its exit status."""
    requests = iter(lines)
    for name in json.loads(next(requests)):
        with suppress(Exception):  # what wants settings is imported by the command
            importlib.import_module(name)
    from django.conf import settings

    assert not settings.configured
    gc.freeze()
    for line in requests:
        asked = json.loads(line)
        if not (pid := os.fork()):
            _become(asked)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n")
        sys.stdout.flush()


def _become(asked: Mapping[str, Any]) -> None:
    """Be the process of a command from here to its end."""
    for number, path in ((0, os.devnull), (1, asked["out"]), (2, asked["err"])):
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.dup2(file, number)
    os.umask(asked["umask"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    first, *rest = sys.argv = asked["words"]
    try:
        if first == "-c":
            exec(rest[0], {"__name__": "__main__"})  # noqa: S102 - a test's own lines
        else:
            runpy.run_path(str(ROOT / first), run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # without taking all modules apart


if __name__ == "__main__":
    serve(sys.stdin)
