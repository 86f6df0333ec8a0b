"""Columns and delimiters of lists, from their first line."""

import pytest

from matches.imports import UnreadableList
from matches.imports.layout import field_of, find_layout


@pytest.mark.parametrize(
    ("cell", "field"),
    [
        ("Name", "name"),
        (" FULL  NAME ", "name"),
        ("first_name", "first"),
        ("Surname", "last"),
        ("E-Mail", "email"),
        ("e-mail address", "email"),
        ("Player ID", "id"),
        ("member-id", "id"),
        ("Seed", "seed"),
        ("Byes", "byes"),
        ("Club", None),
        ("", None),
    ],
)
def test_header_names_are_read_laxly(cell: str, field: str | None) -> None:
    assert field_of(cell) == field


@pytest.mark.parametrize(
    ("line", "delimiter", "columns", "unused"),
    [
        ("name,id,seed", ",", {"name": 0, "id": 1, "seed": 2}, ()),
        ("ID;Club;Name", ";", {"id": 0, "name": 2}, ("Club",)),
        ("First name\tLast name\tE-mail", "\t", {"first": 0, "last": 1, "email": 2}, ()),
        ('"Name","Notes, private"', ",", {"name": 0}, ("Notes, private",)),
        ("name", ",", {"name": 0}, ()),
        ("name,,", ",", {"name": 0}, ()),
    ],
)
def test_the_header_tells_columns_and_delimiter(
    line: str, delimiter: str, columns: dict[str, int], unused: tuple[str, ...]
) -> None:
    layout = find_layout(line)
    assert (layout.delimiter, layout.columns, layout.unused, layout.header) == (delimiter, columns, unused, True)


def test_a_single_name_on_top_means_a_plain_list_of_names() -> None:
    layout = find_layout("Ada Lovelace")
    assert (layout.columns, layout.width, layout.header) == ({"name": 0}, 1, False)


@pytest.mark.parametrize(
    ("line", "code", "params"),
    [
        ("Ada,Lovelace,12", "no_header", {"found": ["Ada", "Lovelace", "12"]}),
        ("Ada Lovelace;7", "no_header", {"found": ["Ada Lovelace", "7"]}),
        ("id,seed", "no_name_column", {"found": ["id", "seed"]}),
        ("name,id,Name", "column_twice", {"column": "Name"}),
        ("name,player", "column_twice", {"column": "player"}),
    ],
)
def test_wrong_columns_are_named(line: str, code: str, params: dict[str, object]) -> None:
    with pytest.raises(UnreadableList) as caught:
        find_layout(line)
    assert (caught.value.code, caught.value.params) == (code, params)
