"""A variable that a template asks for and no view gives fails the test, as a misspelt name would show nothing.

``{% if %}`` and ``{% firstof %}`` may ask for what is not there: a component's optional words are written with these.
"""

from __future__ import annotations

import sys
from types import FrameType


class UndefinedVariableError(Exception):
    """A template's ``{{ variable }}`` that its context does not have. Names both."""


class Undefined(str):
    """What Django writes in place of a variable that is not there (``string_if_invalid``); to write it raises."""

    def __contains__(self, key: object) -> bool:
        return key == "%s"

    def __mod__(self, variable: object) -> str:
        raise UndefinedVariableError(f"{{{{ {variable} }}}} in {_template(sys._getframe(1))}")


def _template(frame: FrameType | None) -> str:
    """The template of the node that is being rendered, found in the frames above."""
    while frame is not None:
        origin = getattr(frame.f_locals.get("self"), "origin", None)
        if origin is not None:
            return str(origin)
        frame = frame.f_back
    return "a template"
