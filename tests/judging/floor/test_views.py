"""The grid of tables."""

import pytest
from django.urls import reverse

from judging.calls.services import call_judge
from judging.enums import TableAct
from judging.extensions.services import extend_time, mark_table
from judging.policies.queries import rules_of
from matches.clock.timing import ClockAct
from matches.enums import Role, RoundStatus, Source
from matches.models import ClockEvent
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.conftest import make_floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def grid(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))

    def get(query="", **headers):
        return client.get(reverse("judging:tables", args=[floor.event.slug]) + query, headers=headers)

    return get


def shown(answer):
    return [tile.table for tile in answer.context["groups"][0].tiles]


def test_every_table_with_its_players(grid, floor):
    text = grid().content.decode()
    for match in floor.matches:
        for seat in match.seats.all():
            assert seat.entry.player.name in text


@pytest.mark.parametrize(
    ("show", "tables"),
    [
        ("all", [1, 2, 3, 4]),
        ("open", [2, 3, 4]),
        ("calls", [2]),
        ("extension", [3]),
        ("covered", [4]),
        ("over", [2, 4]),
    ],
)
def test_filters(client, show, tables, monkeypatch):
    floor = make_floor(4)
    report_result(match=floor.matches[0], score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    call_judge(match=floor.matches[1], actor=floor.judge)
    extend_time(match=floor.matches[2], actor=floor.judge, seconds=300, at=floor.at(5))
    mark_table(match=floor.matches[3], act=TableAct.COVERED, actor=floor.judge)
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    monkeypatch.setattr("judging.floor.views.timezone.now", lambda: floor.at(26))
    answer = client.get(reverse("judging:tables", args=[floor.event.slug]), {"show": show})
    assert shown(answer) == tables
    assert [tab.count for tab in answer.context["filters"]] == [4, 3, 1, 1, 1, 2]


def test_three_densities(subtests: pytest.Subtests, grid):
    for density in ["", "tight", "wide"]:
        with subtests.test(density=density), undone():
            answer = grid(f"?density={density}")
            assert answer.context["density"] == density
            assert (f"table-grid--{density}" in answer.content.decode()) == bool(density)


@pytest.mark.parametrize("query", ["?density=huge", "?show=nothing"])
def test_nonsense_in_the_address_shows_all(grid, query):
    assert (grid(query).context["density"], len(grid(query).context["groups"][0].tiles)) == ("", 2)


def test_the_live_part_alone(grid):
    text = grid(hx_request="true").content.decode()
    assert "<html" not in text
    assert "table-grid" in text


@pytest.mark.parametrize("status", [RoundStatus.DRAFT, RoundStatus.CLOSED])
def test_without_a_round_in_play_the_page_says_so(grid, floor, status):
    floor.round.status = status
    floor.round.save()
    assert "No round in progress" in grid().content.decode()


def test_a_draft_s_tables_are_not_in_play(grid, floor):
    floor.round.status = RoundStatus.DRAFT
    floor.round.save()
    assert floor.player.player.name not in grid().content.decode()


def test_jump_to_a_table_by_its_number(subtests: pytest.Subtests, client, floor):
    for asked, found in [
        ("2", True),
        (" 2 ", True),
        ("7", False),
        ("", False),
        ("two", False),
        ("٢", False),
        ("9" * 30, False),
    ]:
        with subtests.test(asked=asked, found=found), undone(client, floor):
            client.force_login(floor.user(Role.FLOOR_JUDGE))
            answer = client.get(reverse("judging:go", args=[floor.event.slug]), {"table": asked})
            table = reverse("judging:table", args=[floor.event.slug, floor.matches[1].pk])
            assert answer.url == (table if found else reverse("judging:tables", args=[floor.event.slug]))


def test_the_page_costs_the_same_for_one_table_and_for_three(client, django_assert_num_queries):
    counts = []
    for size in (1, 3):
        floor = make_floor(size)
        for match in floor.matches:
            call_judge(match=match, actor=floor.judge)
            floor.infraction(match=match, entry=match.seats.first().entry)
            mark_table(match=match, act=TableAct.COVERED, actor=floor.judge)
        rules_of(floor.event)
        client.force_login(floor.user(Role.FLOOR_JUDGE))
        url = reverse("judging:tables", args=[floor.event.slug])
        with django_assert_num_queries(counts[0] if counts else 17) as counted:
            client.get(url)
        counts.append(len(counted))


def test_time_called_by_hand(grid, floor, monkeypatch):
    monkeypatch.setattr("judging.floor.views.timezone.now", lambda: floor.at(11))
    ClockEvent.objects.create(round=floor.round, act=ClockAct.CALL, at=floor.at(10))
    answer = grid("?show=over")
    assert shown(answer) == [1, 2]
    text = " ".join(answer.content.decode().split())
    assert text.count("</svg> Time </span>") == 2  # in a word, not by the border alone


def test_the_grid_is_fetched_again_when_time_is_up_at_the_next_table(grid, floor, monkeypatch):
    extend_time(match=floor.matches[0], actor=floor.judge, seconds=300, at=floor.at(5))
    monkeypatch.setattr("judging.floor.views.timezone.now", lambda: floor.at(24))
    assert 'data-live-again="60"' in grid().content.decode()
    monkeypatch.setattr("judging.floor.views.timezone.now", lambda: floor.at(26))
    assert 'data-live-again="240"' in grid(**{"HX-Request": "true"}).content.decode()
    report_result(match=floor.matches[0], score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    assert "data-live-again" not in grid().content.decode()


def test_a_table_with_an_extension_counts_its_own_deadline(client, floor, monkeypatch):
    extend_time(match=floor.matches[1], actor=floor.judge, seconds=300, at=floor.at(5))
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    monkeypatch.setattr("judging.floor.views.timezone.now", lambda: floor.at(26))
    answer = client.get(reverse("judging:tables", args=[floor.event.slug]))
    clocks = {tile.table: tile.own_clock for tile in answer.context["groups"][0].tiles}
    assert clocks[1] is None
    assert (clocks[2].state, clocks[2].left) == ("running", 240)
    assert f'data-ends-at="{clocks[2].ends_at:%Y-%m-%dT%H:%M}' in answer.content.decode()
    report_result(match=floor.matches[1], score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    answer = client.get(reverse("judging:tables", args=[floor.event.slug]))
    assert all(tile.own_clock is None for tile in answer.context["groups"][0].tiles)
