"""A command in a forked process ends, speaks and reads its environment as in a Python of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import warm_python
from tests.bankout_tournament.starting import environment

TELL = "import os; from django.conf import settings; print(settings.DATA_DIR, os.environ.get('WORD'), os.umask(0))"


@pytest.mark.parametrize("long", [False, True])
def test_a_command_has_its_own_environment_and_says_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    monkeypatch.setattr(warm_python, "LONG", long)
    for word in ("one",) if long else ("one", "two"):  # the second is forked where the first was
        folder = tmp_path / word
        done = warm_python.manage(["shell", "--no-imports", "-c", TELL], environment(folder, WORD=word), 0o027)
        assert (done.returncode, done.stdout.split()) == (0, [str(folder), word, str(0o077)]), done.stderr
    done = warm_python.manage(["nonsense"], environment(tmp_path), 0o022)
    assert done.returncode == 1
    assert "Unknown command: 'nonsense'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_command_that_does_not_end_leaves_the_next_one_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_python, "LONG", False)
    with monkeypatch.context() as patch:
        patch.setattr(warm_python, "PATIENCE", 0.2)
        with pytest.raises(TimeoutError, match="did not end"):
            warm_python.run("import time; time.sleep(5)", environment(tmp_path))
    done = warm_python.run("print('here')", environment(tmp_path))
    assert (done.returncode, done.stdout) == (0, "here\n")
