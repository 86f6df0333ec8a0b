"""Many small cases in one test: what a test costs beside its check would be most of what thousands of them cost.

Every case is tried, and the test names each one that fails with what it says, as tests of their own would.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy, deepcopy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from tests.forms import LONG

Check = Callable[..., None]
SHOWN = 20
BLOCKS = 8
"""In the long form, in which cases may take minutes, those that share no fixtures are so many tests: a test is one
worker's, and the others would wait for it in the end."""
NAMED = type(pytest.param())
NOT_COPIED = {"monkeypatch", "settings", "mailoutbox"}
"""Fixtures that cases which are undone cannot have."""


def every(
    names: str | Sequence[str], cases: Iterable[Any], label: Callable[[Any], str] = str, *, undone: bool = False
) -> Callable[[Check], Check]:
    """Try the check with each of the cases as its arguments ``names``; its other arguments are fixtures as ever.

    Names and cases are written as for ``parametrize``: several names in one string or a tuple, a case of a name of its
    own with ``pytest.param(…, id=…)``. Fixtures are made once, for all cases. Where cases are to be ``undone``, each
    has a copy of them, and what it writes to the database is not there for the next one.
    """
    keys = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    several = len(keys) > 1 or not isinstance(names, str)
    tried = [_case(case, several, label) for case in cases]

    def decorate(check: Check) -> Check:
        shape = inspect.signature(check)
        others = [parameter for key, parameter in shape.parameters.items() if key not in keys]
        assert not undone or NOT_COPIED.isdisjoint(shape.parameters), "a copy of these does nothing"
        in_blocks = LONG and not others and len(tried) > 1

        @functools.wraps(check)
        def test(**given: Any) -> None:
            lines, block = [], given.pop("block", slice(None)) if in_blocks else slice(None)
            for said, values in tried[block]:
                try:
                    with taken_back(given) if undone else nullcontext(given) as fixtures:
                        check(**fixtures, **dict(zip(keys, values, strict=True)))
                except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:
                    lines.append(f"{', '.join(keys)} {said}: {type(error).__name__}: {error}")
            assert tried, "there are no cases"
            assert not lines, "\n".join([f"{len(lines)} of {len(tried[block])} cases fail", *lines[:SHOWN]])

        if in_blocks:
            others = [inspect.Parameter("block", inspect.Parameter.KEYWORD_ONLY)]
            blocks = [slice(first, None, BLOCKS) for first in range(min(BLOCKS, len(tried)))]
            test = pytest.mark.parametrize("block", blocks, ids=lambda block: str(block.start))(test)
        test.__signature__ = shape.replace(parameters=others)  # type: ignore[attr-defined]
        return test

    return decorate


@contextmanager
def taken_back(fixtures: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Copies of the fixtures, for a case whose writes to the database are undone in the end."""
    with transaction.atomic():
        try:
            yield deepcopy(fixtures, {id(one): _copied(one) for one in fixtures.values() if isinstance(one, Client)})
            connection.check_constraints()  # as at the end of every test
        finally:
            transaction.set_rollback(True)
            cache.clear()  # it knows things by numbers that come again


def _copied(client: Client) -> Client:
    """Another client, with the cookies that this one has now."""
    copied = copy(client)
    copied.cookies = deepcopy(client.cookies)
    return copied


def _case(case: Any, several: bool, label: Callable[[Any], str]) -> tuple[str, Sequence[Any]]:
    """What a case is called, and its values."""
    if isinstance(case, NAMED):
        assert not case.marks, "a case cannot have marks here"
        return str(case.id or case.values), case.values
    return label(case), case if several else (case,)


def sample(step: int, cases: Iterable[Any]) -> list[Any]:
    """The cases of this form, as ``pytest.mark.sampled`` chooses them: in the gate the first and then every n-th."""
    return list(cases)[:: 1 if LONG else step]
