"""The scripts, run as a person runs them: what they refuse, and a whole start, stop and second start."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bankout_tournament.starting import ROOT, environment
from tests.patience import PATIENCE, wait_until

SCRIPTS = sorted([*(ROOT / "script").iterdir(), ROOT / ".ci" / "run"])
PLAIN = {"ORGANISER": "olga", "ORGANISER_PASSWORD": "correct horse battery"}
SERVING = ("the web process", "the worker")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["script/run", *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_the_script_can_be_read_and_run(path: Path) -> None:
    assert subprocess.run(["bash", "-n", path], check=False).returncode == 0
    assert os.access(path, os.X_OK)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("#!/bin/bash\n# ")
    assert "\nset -euo pipefail\n" in text


def test_help_says_every_option_and_nothing_else() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: script/run")
    assert set(re.findall(r"--\w+", done.stdout)) == {"--empty", "--lan", "--port", "--data"}
    assert "pipefail" not in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--nope"], "unknown argument --nope"),
        (["--port"], "--port needs a number"),
        (["--port", "eight"], "not eight"),
        (["--port", "0"], "from 1 to 65535, not 0"),
        (["--port", "65536"], "from 1 to 65535, not 65536"),
        (["--data"], "--data needs a folder"),
    ],
)
def test_what_it_does_not_understand_is_refused(words: list[str], said: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("--data", str(tmp_path / "data"), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "is in use" in done.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Tool:
    """script/run in a process of its own, with what it says in a file."""

    def __init__(self, folder: Path, log: Path, **given: str) -> None:
        self.port, self.log = free_port(), log
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                ["script/run", "--empty", "--port", str(self.port), "--data", str(folder)],
                cwd=ROOT,
                env=environment(folder, **given),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                # A test run in the background of a shell ignores Ctrl-C, and what it starts would inherit that.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def wait_until_announced(self) -> None:
        def announced() -> bool:
            assert self.process.poll() is None, self.said
            return "Stop   Ctrl-C" in self.said

        wait_until(announced, problem=lambda: self.said)
        # What it said last, it said by a process of its own that ends a moment later.
        wait_until(lambda: len(self.children()) <= len(SERVING), problem=self.children)

    def children(self) -> list[int]:
        listed = subprocess.run(["pgrep", "-g", str(self.process.pid)], capture_output=True, text=True, check=False)
        return [int(pid) for pid in listed.stdout.split() if int(pid) != self.process.pid]

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(with_signal)
        self.process.wait(timeout=PATIENCE)

    def end(self) -> None:
        """Whatever happened in the test: this session's own processes only."""
        if self.process.poll() is None or self.children():
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=PATIENCE)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[Tool]]:
    tools: list[Tool] = []
    yield tools
    for tool in tools:
        tool.end()


def test_two_starts_a_dead_worker_and_a_start_without_an_organiser(started: list[Tool], tmp_path: Path) -> None:
    """One story, because the static files of the first start are most of what each of these costs."""
    folder = tmp_path / "Autumn Open #1"
    first = Tool(folder, tmp_path / "first.log", **PLAIN)
    started.append(first)
    check_first_start(first, folder)
    key = (folder / "secret_key").read_text()

    (folder / "demo-logins.txt").write_text("  One player's own page:\n    /p/as-the-demo-wrote-it/\n")
    second = Tool(folder, tmp_path / "second.log")  # the organiser is there already
    started.append(second)
    second.wait_until_announced()
    assert second.get("/login/")[0] == 200
    assert "Preparing" not in second.said
    assert f"    http://localhost:{second.port}/p/as-the-demo-wrote-it/" in second.said
    assert (folder / "secret_key").read_text() == key
    check_the_worker_is_replaced(second)
    second.stop(signal.SIGINT)
    assert second.children() == []

    third = Tool(tmp_path / "other", tmp_path / "third.log")
    started.append(third)
    assert third.process.wait(timeout=PATIENCE) == 1
    assert "Set ORGANISER and ORGANISER_PASSWORD" in third.said
    assert "Preparing the static files" not in third.said
    assert "Traceback" not in third.said
    assert third.children() == []


def check_first_start(tool: Tool, folder: Path) -> None:
    """Pages and static files are served, little is said, and everything stored is its owner's alone."""
    tool.wait_until_announced()
    for path, words in (("/", "<title>"), ("/login/", "csrfmiddlewaretoken")):
        status, page = tool.get(path)
        assert status == 200
        assert words in page
    sheet = re.search(r'href="(/static/[^"]+\.css)"', tool.get("/")[1])
    assert sheet
    assert tool.get(sheet[1])[0] == 200
    assert len(tool.children()) == len(SERVING)
    tool.stop()
    assert tool.process.returncode == 0
    assert tool.children() == []
    lines = [line for line in tool.said.splitlines() if line.strip()]
    for noise in ("Warning", "celery@", "Traceback", "[config]", "superuser"):
        assert noise not in tool.said
    assert f"Open   http://localhost:{tool.port}/" in tool.said
    assert len(lines) <= 7, tool.said
    assert [path.name for path in folder.iterdir() if path.stat().st_mode & 0o077] == []


def check_the_worker_is_replaced(tool: Tool) -> None:
    """A worker that dies is restarted, and the pages stay."""
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in tool.children()}
    (worker,) = [pid for pid, command in commands.items() if "celery" in command]
    os.kill(worker, signal.SIGKILL)
    wait_until(
        lambda: worker not in tool.children() and len(tool.children()) >= len(SERVING), problem=lambda: tool.said
    )
    assert tool.get("/login/")[0] == 200
    assert "it is being restarted" in tool.said


def test_running_needs_nothing_that_only_developing_needs() -> None:
    pinned = re.compile(r"^([a-z0-9_.-]+)(?:\[[^\]]*\])?==", re.MULTILINE)
    names = {kind: set(pinned.findall((ROOT / f"requirements/{kind}.txt").read_text())) for kind in ("run", "dev")}
    assert names["run"] < names["dev"]
    only_dev = {name.replace("-", "_") for name in names["dev"] - names["run"]}
    imported = set()
    for app in ("bankout_tournament", "matches", "judging", "rules_engine"):
        for path in (ROOT / app).rglob("*.py"):
            imported |= set(re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.M))
    assert {name for name in imported if name.lower() in only_dev} == set()
