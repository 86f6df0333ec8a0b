"""Names: tidied, compared, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.names import name_key, name_problem, tidy


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing_more(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoë", "ZOE\u0308"), ("Ada  Roe", " ada\u00a0roe "), ("Straße", "STRASSE"), ("Ａda", "ada")],
)
def test_equal_names_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    assert name_key("Zoe") != name_key("Zoë")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_missing"),
        ("x" * 120, None),
        ("x" * 121, "name_long"),
        ("a\u2028b", "control"),
        ("a\ud800b", "control"),
        ("...", "name_empty"),
        ("=a", "formula"),
        ("Ada", None),
    ],
)
def test_what_cannot_be_a_name(name: str, code: str | None) -> None:
    assert name_problem(name) == code
