"""What is made once in a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.once import once


def test_it_is_made_once_and_again_only_after_an_attempt_that_failed(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    attempts: list[list[str]] = []

    def make(folder: Path) -> None:
        attempts.append([path.name for path in folder.iterdir()])
        (folder / "begun").touch()
        if len(attempts) == 1:
            raise OSError

    with pytest.raises(OSError):
        once(tmp_path_factory, tmp_path.name, make)
    first, second = (once(tmp_path_factory, tmp_path.name, make) for _time in range(2))

    assert first == second
    assert attempts == [[], []]
    assert (first / "begun").exists()
