"""Names: tidied, compared, refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.names.display import lines_needed, name_key, name_problem, shared_names, tidy, told_apart
from matches.names.labels import listed


@given(st.text(max_size=40))
def test_tidying_twice_changes_nothing_more(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë", "ZOE\u0308"), ("Ada  Roe", " ada\u00a0roe "), ("Straße", "STRASSE"), ("Ａda", "ada")]
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


def test_players_share_a_name_if_the_staff_or_the_public_reads_the_same() -> None:
    rows = [
        (1, "Ada Lovelace", "Ada L."),
        (2, "ada  lovelace", "ada l."),
        (3, "Ada Lindgren", "Ada L."),
        (4, "Bo", "Bo"),
    ]
    assert shared_names(rows) == {1, 2, 3}
    assert shared_names([(1, "Ada Lovelace", "#1"), (2, "Ada Lovelace", "#2")]) == {1, 2}
    assert shared_names([]) == set()


def test_a_shared_name_has_the_number_behind_it() -> None:
    assert told_apart("Ada Lovelace", 12, shared=True) == "Ada Lovelace #12"
    assert told_apart("Ada Lovelace", 12, shared=False) == "Ada Lovelace"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Ada", 1),
        ("Grete Castellanos-Villanueva", 2),
        ("Castellanos-Villanueva", 2),
        ("x" * 120, 8),
        ("山本 さくら", 1),
        ("W" * 13, 1),
        ("W" * 14, 2),
        ("", 1),
    ],
)
def test_a_long_name_needs_several_lines(name: str, lines: int) -> None:
    assert lines_needed(name, 10) == lines


def test_accents_need_no_room_of_their_own() -> None:
    assert lines_needed("e\u0301" * 16, 10) == lines_needed("e" * 16, 10) == 1


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["Ada", "Bo", "Cy", "Di"], "Ada, Bo, Cy and Di")],
)
def test_names_are_listed_as_a_sentence_lists_them(names: list[str], text: str) -> None:
    assert listed(names) == text
