"""docs/licences.md names everything that a site installs, in the locked version."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_every_locked_package_stands_in_the_table_of_licences() -> None:
    """``script/supply licences`` makes it anew."""
    locked = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", (ROOT / "requirements" / "run.txt").read_text(), re.M)
    rows = re.findall(r"^\| (\S+) +\| (\S+) +\| (.+?) +\|$", (ROOT / "docs" / "licences.md").read_text(), re.M)
    known = {(name.lower().replace("_", "-"), version): licence for name, version, licence in rows}
    missing = [one for one in locked if (one[0].lower().replace("_", "-"), one[1]) not in known]
    assert locked
    assert missing == []
    assert "UNKNOWN" not in known.values()
