"""When the compiled kernel is compared with the plain one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import compiled


def test_a_comparison_that_passed_is_repeated_in_the_long_form_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiled, "LONG", False)
    assert compiled.is_wanted()
    compiled.note()
    assert not compiled.is_wanted()
    monkeypatch.setattr(compiled, "LONG", True)
    assert compiled.is_wanted()


def test_another_file_of_the_engine_is_another_comparison(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.noted().name
    for path in ("rules_engine/cards.py", "requirements/compiled.txt"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("")
    monkeypatch.setattr(compiled, "TOP", tmp_path)
    first = compiled.noted().name
    (tmp_path / "rules_engine" / "cards.py").write_text("ACE = 1\n")
    assert len({before, first, compiled.noted().name}) == 3
