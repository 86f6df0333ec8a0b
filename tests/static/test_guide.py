"""Every component rendered with its sample data is sound markup, with few rows and with many, empty and with errors."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string

from tests.static import guide, samples
from tests.static.bracket import bracket
from tests.static.markup import Markup


@pytest.mark.parametrize("page", ["judge", "public", "projector", "login"])
def test_sample_pages_are_sound(page: str) -> None:
    assert Markup(guide.render(page)).problems() == []


@pytest.mark.parametrize("rows", [0, 1, 4, 400])
def test_the_guide_is_sound(rows: int) -> None:
    assert Markup(guide.render("guide", rows=rows)).problems() == []


@pytest.mark.parametrize("name", ["404", "403", "403_csrf", "500"])
def test_error_pages_need_nothing(name: str) -> None:
    """The page for a failure must not depend on what may have failed: no request, no context."""
    html = render_to_string(f"{name}.html")

    assert Markup(html).problems() == []
    assert "<h1>" in html


def test_a_name_cannot_break_out() -> None:
    match = samples.matches(1)[0]
    match["seats"][0]["name"] = '"><script>alert(1)</script>'

    for html in (
        render_to_string("components/pairings_table.html", {"matches": [match]}),
        render_to_string("components/matches.html", {"matches": [match]}),
        render_to_string(
            "components/result_preview.html", {"table": 1, "seats": match["seats"], "note": "", "problem": ""}
        ),
    ):
        assert "<script>alert" not in html


@pytest.mark.parametrize("count", [0, 1, 4])
def test_up_to_four_sections_are_all_tabs(count: int) -> None:
    html = render_to_string("components/rail.html", {"nav": samples.nav(count)})

    assert "rail-more" not in html
    assert html.count("<li") == count


@pytest.mark.parametrize("count", [5, 6, 7, 8, 12])
def test_more_sections_leave_three_tabs_and_more_on_a_phone(count: int) -> None:
    nav = [{"label": str(n), "url": f"#{n}", "icon": "desk"} for n in range(count)]
    html = render_to_string("components/rail.html", {"nav": nav})

    # On a phone CSS hides every item marked wide or rest; each of those stands under More.
    bar, _, more = html.partition('class="rail-more')
    assert len(re.findall(r"<li\s*>", bar)) == 3
    assert len(re.findall(r"<a\s", more)) == count - 3


@pytest.mark.parametrize(("current", "mark"), [(1, None), (3, "wide"), (4, "wide"), (5, "rest"), (7, "rest")])
def test_more_is_marked_when_the_current_section_is_under_it(current: int, mark: str | None) -> None:
    nav = [{"label": str(n), "url": f"#{n}", "icon": "desk", "current": n == current} for n in range(8)]
    html = render_to_string("components/rail.html", {"nav": nav})

    assert re.findall(r'<summary\s+data-current="(\w+)"', html) == ([mark] if mark else [])


@pytest.mark.parametrize(
    ("state", "done"), [("draft", 0), ("published", 1), ("running", 2), ("time_called", 3), ("closed", 4)]
)
def test_steps_name_the_current_one_and_tick_those_before(state: str, done: int) -> None:
    html = render_to_string("components/state_steps.html", {"state": state})

    assert html.count('class="done"') == done
    assert html.count('aria-current="step"') == 1


def test_an_act_with_a_consequence_asks_first_and_says_what_would_happen() -> None:
    act = {"key": "rescind", "label": "Rescind", "url": "/x", "consequence": "3 later pairings would change."}
    html = render_to_string("components/act.html", {"act": act, "csrf_token": "t"})

    assert 'method="get" action="/x" data-opens="confirm-rescind"' in html
    assert "3 later pairings would change." in html
    assert 'name="confirmed" value="1"' in html


def test_a_bracket_stands_in_its_picture_and_in_its_list() -> None:
    drawn = bracket(16)
    html = render_to_string("components/bracket.html", {"bracket": drawn})

    assert html.count('class="bracket-box"') == 15
    assert html.count('class="match-table"') == 15
    assert html.count('class="bracket-line"') == 14
    assert drawn["width"] <= 1440 - 200 - 2 * 32


def test_a_clock_without_javascript_shows_minutes() -> None:
    html = render_to_string("components/clock.html", {"clock": samples.clock("paused", 720)})

    assert re.search(r">\s*12:00\s*<", html)
    assert ">Paused<" in html


def test_the_count_beside_a_filter_may_be_zero() -> None:
    html = render_to_string("components/table_tools.html", {"table": "pairings", "count": 0})

    assert re.search(r"<output[^>]*>\s*0\s*</output>", html)
