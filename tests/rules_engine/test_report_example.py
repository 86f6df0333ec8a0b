"""docs/rules/report-example.md shows a record with ten faults and what the command prints about it: is it true?"""

from __future__ import annotations

from pathlib import Path

from tests.rules_engine.management.test_check_record import check

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "rules" / "report-example.md"
EXAMPLE = ROOT / "rules_engine" / "bankout" / "examples" / "ten-faults.bo"


def test_the_page_shows_the_record_and_the_report() -> None:
    record, report = (part.split("```")[0] for part in PAGE.read_text().split("```text\n")[1:])
    assert record == EXAMPLE.read_text()
    status, out, _ = check(str(EXAMPLE))
    assert status == 1
    assert report.rstrip() == out.replace(str(EXAMPLE), "ten-faults.bo").rstrip()
