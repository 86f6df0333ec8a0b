"""script/run from start to stop: what it starts, starts again, leaves behind, and refuses to start beside.

The static files of a first start are most of what it costs, so the other tests begin with a copy of them.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from matches.jobs.processes import listening_on
from tests.bankout_tournament.hall import (
    answers_over_tls,
    check_announcement,
    check_sign_in_on_both,
    check_who_does_not_greet,
    trusting_device,
)
from tests.bankout_tournament.running import PLAIN, ROLES, Tool, free_port, processes_on
from tests.bankout_tournament.starting import ROOT, environment
from tests.once import once
from tests.patience import PATIENCE, wait_until

Start = Callable[..., Tool]
FOLDER = "Autumn Open #1"


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory in which everything is prepared, by a first start that is all it should be."""

    def make(folder: Path) -> None:
        tool = Tool(folder / FOLDER, folder / "first.log", **PLAIN)
        try:
            check_first_start(tool, folder / FOLDER)
        finally:
            tool.end()

    return once(tmp_path_factory, "prepared", make) / FOLDER


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[Tool]]:
    tools: list[Tool] = []
    yield tools
    for tool in tools:
        tool.end()


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
    assert len(tool.children()) == len(ROLES)
    tool.stop()
    assert tool.process.returncode == 0
    assert tool.children() == []
    lines = [line for line in tool.said.splitlines() if line.strip()]
    for noise in ("Warning", "celery@", "shutdown", "Traceback", "[config]", "superuser"):
        assert noise not in tool.said
    assert f"Open   http://localhost:{tool.port}/" in tool.said
    assert len(lines) <= 7, tool.said
    assert [path for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077] == []


@pytest.fixture
def start(started: list[Tool], prepared: Path, tmp_path: Path) -> Start:
    """Start the tool on a copy of the prepared data, and wait until it is ready."""

    def ready(*words: str, **options: int) -> Tool:
        folder = tmp_path / FOLDER
        if not folder.exists():
            shutil.copytree(prepared, folder)
        tool = Tool(folder, tmp_path / f"{len(started)}.log", *words, **options)
        started.append(tool)
        return tool

    return ready


@pytest.mark.parametrize(
    ("killed", "number"),
    [([], signal.SIGINT), (["web"], signal.SIGTERM), (["web", "worker"], signal.SIGHUP)],
    ids=["nothing before", "web", "web-worker"],
)
@pytest.mark.sampled(3)
def test_from_the_second_start_over_a_third_after_a_crash_to_its_end(
    start: Start, started: list[Tool], prepared: Path, tmp_path: Path, killed: list[str], number: signal.Signals
) -> None:
    """One story, because each start is most of what it costs. The third serves a hall over HTTP and HTTPS."""
    folder = tmp_path / FOLDER
    shutil.copytree(prepared, folder)
    (folder / "demo-logins.txt").touch(0o600)
    (folder / "demo-logins.txt").write_text("  One player's own page:\n    /p/as-the-demo-wrote-it/\n")
    key = (folder / "secret_key").read_text()
    second = start()
    second.wait_until_announced()
    assert second.get("/login/")[0] == 200
    assert "Preparing" not in second.said
    assert f"    http://localhost:{second.port}/p/as-the-demo-wrote-it/" in second.said
    assert (folder / "secret_key").read_text() == key
    check_a_start_beside_it_names_it(second, start, started, tmp_path)

    second.stop(signal.SIGKILL)
    https_port = free_port()
    third = start("--lan", "--https-port", str(https_port), port=second.port)
    third.wait_until_announced()
    assert len(processes_on(folder)) == 1 + len(ROLES)
    trusted = trusting_device(third)
    check_announcement(third, https_port)
    check_sign_in_on_both(third, https_port, trusted)
    check_who_does_not_greet(third, https_port, trusted)
    authority = (folder / "https" / "authority.crt").read_bytes()
    check_what_is_killed_comes_back(third, killed)
    wait_until(lambda: answers_over_tls(third, https_port, trusted), problem=lambda: third.said)
    assert (folder / "https" / "authority.crt").read_bytes() == authority

    # As on a machine that is too busy to run them.
    for pid in third.children():
        os.kill(pid, signal.SIGSTOP)
    assert third.stop(number) < 10
    assert (third.process.returncode, third.children()) == (0, [])
    assert "Traceback" not in third.said
    assert [path for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077] == []


def check_a_start_beside_it_names_it(tool: Tool, start: Start, started: list[Tool], tmp_path: Path) -> None:
    """Whether it would use the same data or the same port."""
    again = start()
    assert again.process.wait(timeout=PATIENCE) == 1
    assert f"The data in {tool.folder} is in use by process {tool.process.pid} (" in again.said
    for pid in tool.children():
        assert f"process {pid} (" in again.said
    assert "kill " in again.said
    assert tool.answers()

    beside = Tool(tmp_path / "other", tmp_path / "beside.log", port=tool.port)
    started.append(beside)
    assert beside.process.wait(timeout=PATIENCE) == 1
    # Its web server holds the port, and would be started again.
    assert f"Port {tool.port} is in use by process {tool.process.pid} (" in beside.said
    assert f"kill {tool.process.pid}." in beside.said


def check_what_is_killed_comes_back(tool: Tool, killed: list[str]) -> None:
    """Some of them first, and then the web server while the worker is being restarted."""
    before = {role: tool.pid_of(role) for role in killed}
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    tool.wait_until_replaced(before)
    assert tool.said.count("it is being restarted") == len(killed)

    before = {role: tool.pid_of(role) for role in ROLES}
    os.kill(before["worker"], signal.SIGKILL)
    wait_until(lambda: tool.said.count("it is being restarted") == len(killed) + 1)
    os.kill(before["web"], signal.SIGKILL)
    tool.wait_until_replaced(before)


def test_without_an_organiser_it_does_not_start(started: list[Tool], tmp_path: Path) -> None:
    tool = Tool(tmp_path / "data", tmp_path / "log")
    started.append(tool)
    assert tool.process.wait(timeout=PATIENCE) == 1
    assert "Set ORGANISER and ORGANISER_PASSWORD" in tool.said
    assert "Preparing" not in tool.said
    assert "Traceback" not in tool.said
    assert tool.children() == []


def test_killed_while_it_prepares_it_leaves_nothing(started: list[Tool], tmp_path: Path) -> None:
    tool = Tool(tmp_path / "data", tmp_path / "log", **PLAIN)
    started.append(tool)
    wait_until(lambda: "Preparing the database" in tool.said, problem=lambda: tool.said)
    tool.stop(signal.SIGKILL)
    wait_until(lambda: tool.children() == [], problem=tool.children)


def test_stopped_while_it_prepares_it_ends(started: list[Tool], tmp_path: Path) -> None:
    tool = Tool(tmp_path / "data", tmp_path / "log", **PLAIN)
    started.append(tool)
    wait_until(lambda: "Preparing the database" in tool.said, problem=lambda: tool.said)
    assert tool.stop(signal.SIGINT) < 10
    assert (tool.process.returncode, tool.children()) == (0, [])
    assert "Traceback" not in tool.said


def test_a_start_beside_a_web_server_of_an_earlier_one_names_it(start: Start, tmp_path: Path) -> None:
    port = free_port()
    orphan = subprocess.Popen(
        [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        # Before it listens the port is free, and the tool would start and stay.
        wait_until(lambda: listening_on(port), problem=orphan.poll)
        tool = start(port=port)
        assert tool.process.wait(timeout=PATIENCE) == 1
    finally:
        orphan.kill()
        orphan.wait()
    assert f"Port {port} is in use by process {orphan.pid} (" in tool.said
    assert "http.server" in tool.said
    assert f"kill {orphan.pid}" in tool.said
    assert "Traceback" not in tool.said


WITHOUT_A_WEB_SERVER = """
import sys
from bankout_tournament import supervisor

wait = [sys.executable, "-c", "import time; time.sleep(1000)"]
supervisor.web_command = lambda host, *ports: [sys.executable, "-c", "raise SystemExit(3)"]
supervisor.worker_command = lambda: wait
supervisor.announce_command = lambda host, *ports: wait
supervisor.manage_command = lambda *words: [sys.executable, "-c", ""]
sys.exit(supervisor.main())
"""


def test_a_web_server_that_refuses_to_start_ends_everything(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_WEB_SERVER, "--host", "127.0.0.1", "--port", str(free_port())],
        cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
    assert processes_on(tmp_path) == {}
