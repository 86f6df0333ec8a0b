"""``manage.py convert_record``: both forms, exactly, and a refusal in words."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.rules_engine.record.test_writing import JSON, TEXT


def convert(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("convert_record", *arguments, stdout=out, stderr=err)
    except SystemExit as leaving:
        return int(leaving.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize(
    ("source", "form", "written"), [(JSON, "text", TEXT), (TEXT, "json", JSON), (TEXT, "text", TEXT)]
)
def test_a_record_in_either_form(tmp_path: Path, source: str, form: str, written: str) -> None:
    path, target = tmp_path / "sheet", tmp_path / "written"
    path.write_text(source)
    assert convert(str(path), "--to", form) == (0, written, "")
    assert convert(str(path), "--to", form, "-o", str(target)) == (0, "", "")
    assert target.read_bytes() == written.encode()


def test_names_in_any_writing_are_kept(tmp_path: Path) -> None:
    path, target = tmp_path / "sheet", tmp_path / "written"
    path.write_text('{"rounds": [], "seats": {"A": "محمد \\"木\\"", "B": "\\n;"}}')
    convert(str(path), "--to", "text", "-o", str(target))
    assert '[A "محمد \\"木\\""] [B "\\n;"]' in target.read_text()


def test_what_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    path.write_text("Round 1, A first\nA: Z\n")
    status, out, err = convert(str(path), "--to", "json")
    assert (status, out) == (2, "")
    assert "line 2, column 4: This is not part of this game’s notation." in err


def test_what_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    path.write_text(TEXT)
    with pytest.raises(CommandError, match="cannot be written"):
        convert(str(path), "--to", "json", "-o", str(tmp_path))
