"""Every setting stands in the example of a site's environment and in the operations guide, and nothing else does."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r"""env\.\w+\("([A-Z][A-Z_]+)"|environ\.get\("([A-Z][A-Z_]+)"|environ\["([A-Z][A-Z_]+)"\]""")
ELSEWHERE = {
    "DJANGO_SETTINGS_MODULE",
    "NUMBA_DISABLE_JIT",
    "CELERY_SKIP_CHECKS",
    "LIVE_BEAT_EVERY",
    "TEST_FORM",
    "NOTIFY_SOCKET",
}
"""What nobody sets for a site."""
FOLDERS = ("bankout_tournament", "matches", "judging", "rules_engine")


def read_settings() -> set[str]:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    names = {name for file in files for found in READ.findall(file.read_text()) for name in found if name}
    return names - ELSEWHERE | {"NUMBA_CACHE_DIR"}  # numba's own


def listed() -> set[str]:
    lines = (ROOT / "deploy" / "environment.example").read_text().splitlines()
    return {found[1] for line in lines if (found := re.match(r"#?([A-Z][A-Z_]+)=", line))}


def explained() -> set[str]:
    """The settings that docs/operations.md says something about."""
    return set(re.findall(r"`([A-Z][A-Z_]{2,})", (ROOT / "docs" / "operations.md").read_text()))


def test_the_example_has_every_setting() -> None:
    assert listed() - {"LIVE_BEAT_EVERY"} == read_settings()


def test_the_operations_guide_explains_every_setting() -> None:
    assert read_settings() <= explained()
