"""A new version in the middle of a round: one web process after the other ends and is started again behind nginx."""

from __future__ import annotations

import json
import signal
from typing import Any

from tests.deploy.conftest import Front
from tests.deploy.desks import EVENT, LATER, SETUP, Desk, Page
from tests.matches.jobs.sites import manage
from tests.patience import PATIENCE, wait_until

DESKS, PAGES, PLAYERS = 3, 6, 24


def test_a_deploy_loses_no_act_and_no_stream(front: Front) -> None:
    tokens, keys = _run(front, SETUP.format(players=PLAYERS, desks=DESKS))
    desks = [Desk(front, token, keys[number::DESKS]) for number, token in enumerate(tokens)]
    pages = [Page(front) for _ in range(PAGES)]
    for worker in (*desks, *pages):
        worker.start()
    try:
        wait_until(lambda: all(page.versions for page in pages) and all(desk.count for desk in desks))
        for port in front.ports:
            _replace(front, port, desks)
        for desk in desks:
            desk.stop()
            desk.join(PATIENCE)
        assert [problem for worker in (*desks, *pages) for problem in worker.problems] == []
        assert _run(front, LATER) == {key: scores for desk in desks for key, scores in desk.saved.items()}
        wait_until(lambda: all("announcements" in page.versions for page in pages))
        assert [problem for worker in (*desks, *pages) for problem in worker.problems] == []
        assert " 502 " not in front.log_of_nginx()
        assert sum(page.ended for page in pages) >= PAGES, "each stream ended whole with its process"
    finally:
        for worker in (*desks, *pages):
            worker.stop()
    assert manage(front.data, "verify_log", EVENT).returncode == 0


def _replace(front: Front, port: int, desks: list[Desk]) -> None:
    """As systemd does: end it, wait until it has, start it and wait until it answers. Desks go on all the while."""
    process = front.webs[port]
    before = sum(desk.count for desk in desks)
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE)
    assert process.returncode in (0, -signal.SIGTERM), "it was not killed"
    wait_until(lambda: sum(desk.count for desk in desks) > before + DESKS)
    front.start_web(port)
    wait_until(lambda: front.is_ready(port), problem=lambda: (front.folder / f"web-{port}.log").read_text())
    between = sum(desk.count for desk in desks)
    wait_until(lambda: sum(desk.count for desk in desks) > between + DESKS)


def _run(front: Front, code: str) -> Any:
    """What a command prints in JSON that works with the site's data."""
    done = manage(front.data, "shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
