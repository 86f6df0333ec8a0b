"""The two forms of the suite: the gate, which runs before every landing, and the long form.

A test whose worth grows with its length says both lengths in one place: ``LONG`` or ``in_form(gate=…, long=…)``. Every
kind of check has a short form in the gate.
"""

from __future__ import annotations

import os

LONG = os.environ.get("TEST_FORM") == "long"
"""Whether this is the long form (``script/test --long``)."""


def in_form(*, gate: int, long: int) -> int:
    """How many examples, steps or records to try in this form."""
    return long if LONG else gate
