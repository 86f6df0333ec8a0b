"""Templates rendered once for many show each reader what a template of their own would."""

from dataclasses import replace

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import render_to_string
from django.urls import reverse, set_script_prefix

from matches.pages.address_views import numbered
from matches.pages.components import MatchShown, SeatShown
from matches.pages.mould_views import Marks, Moulds

TEMPLATE = "components/match.html"


def match(table: int | str, *names: str) -> MatchShown:
    seats = [SeatShown(name=name, number=number) for number, name in enumerate(names, start=1)]
    return MatchShown(state="open", state_label="", seats=seats, table=table)  # type: ignore[arg-type]


def filled(moulds: Moulds, table: int, *names: str) -> str:
    marks = Marks()
    marked = match(marks.of(table), *(marks.of(name) for name in names))
    return moulds.render(TEMPLATE, {"match": marked}, repr(marked), marks)


def test_each_reader_gets_what_the_template_makes_of_the_own_values() -> None:
    moulds = Moulds()
    for table, names in [(1, ("Ada", "Bo")), (22, ("Çağla & <Co>", 'O\'Brien "x"')), (3, ("mark0x0x", "{{ 7 }}"))]:
        assert filled(moulds, table, *names) == render_to_string(TEMPLATE, {"match": match(table, *names)})


def test_what_is_empty_is_another_form() -> None:
    moulds = Moulds()
    for names in [("Ada", "Bo"), ("Ada", ""), ("Ada",), ("Cy", "")]:
        assert filled(moulds, 4, *names) == render_to_string(TEMPLATE, {"match": match(4, *names)})


def test_a_value_may_hold_marks_and_nobody_can_type_one() -> None:
    marks = Marks()
    assert marks.of(f"Bo, {marks.of('Ada')}")
    assert marks.values == ["Ada", "Bo, Ada"]
    typed = "mark000000000000x0x"
    assert filled(Moulds(), 5, "Ada", typed) == render_to_string(TEMPLATE, {"match": match(5, "Ada", typed)})


LOOP = "{% load rows %}{% rows match in matches apart asked %}{% include 'components/match.html' %}{% endrows %}"


def test_a_loop_of_rows_shows_what_a_loop_shows() -> None:
    matches = [match(1, "Ada", "Bo"), match(2, "<Cy>", "Di"), match(3, "Eve"), replace(match(4, "F", "G"), call=True)]
    expected = "".join(render_to_string(TEMPLATE, {"match": one}) for one in matches)
    for asked in ("", "yes"):
        assert Template(LOOP).render(Context({"matches": matches, "asked": asked})) == expected
    assert Template(LOOP).render(Context({"matches": None})) == ""


@pytest.mark.parametrize("wrong", ["rows match", "rows match of matches", "rows match in matches like x"])
def test_a_loop_that_is_written_wrong_says_how(wrong: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="NAME in ROWS"):
        Template(f"{{% load rows %}}{{% {wrong} %}}{{% endrows %}}")


def test_addresses_that_differ_in_a_number_are_those_that_django_finds() -> None:
    for name in ("matches:player", "matches:table", "matches:person"):
        for number in (1, 42, 2_048):
            assert numbered(name, "autumn-open", number) == reverse(name, args=["autumn-open", number])
    set_script_prefix("/below/")
    try:
        assert numbered("matches:player", "autumn-open", 1) == reverse("matches:player", args=["autumn-open", 1])
    finally:
        set_script_prefix("/")
