"""A misspelt variable in a template fails a test; what *if* or *firstof* asks for may be missing."""

from __future__ import annotations

import pytest
from django.template import Context, engines

from tests.undefined import UndefinedVariableError


def rendered(source: str) -> str:
    return engines["django"].engine.from_string(source).render(Context({"event": {"name": "Cup"}}))


@pytest.mark.parametrize("source", ["{{ evnt }}", "{{ event.nam }}", "{{ event.nam|default:'none' }}"])
def test_a_variable_that_is_not_there_is_named(source: str) -> None:
    with pytest.raises(UndefinedVariableError, match=r"nam|evnt"):
        rendered(source)


def test_what_may_be_missing_is_asked_for() -> None:
    assert rendered("{{ event.name }}{% if label %}{{ label }}{% endif %}{% firstof label 'none' %}") == "Cupnone"
