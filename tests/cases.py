"""Many small cases in one test: what a test costs beside its check would be most of what thousands of them cost.

Every case is tried, and the test names each one that fails with what it says, as tests of their own would.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Check = Callable[..., None]
SHOWN = 20


def every(name: str, cases: Iterable[Any], label: Callable[[Any], str] = str) -> Callable[[Check], Check]:
    """Try the check with each of the cases as its argument ``name``; its other arguments are fixtures as ever."""
    tried = list(cases)

    def decorate(check: Check) -> Check:
        @functools.wraps(check)
        def test(**given: Any) -> None:
            lines = []
            for case in tried:
                try:
                    check(**given, **{name: case})
                except (Exception, pytest.fail.Exception) as error:
                    lines.append(f"{name} {label(case)}: {type(error).__name__}: {error}")
            assert tried, "there are no cases"
            assert not lines, "\n".join([f"{len(lines)} of {len(tried)} cases fail", *lines[:SHOWN]])

        shape = inspect.signature(check)
        others = [parameter for key, parameter in shape.parameters.items() if key != name]
        test.__signature__ = shape.replace(parameters=others)  # type: ignore[attr-defined]
        return test

    return decorate
