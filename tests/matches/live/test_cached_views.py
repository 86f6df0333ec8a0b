"""Public pages are rendered once a version: 304, the kept copy, and never anything of one visitor or of the staff."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import NameDisplay, Role
from matches.models import Event, Match, Round
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round, withdraw_round
from tests.factories import any_organiser, staff
from tests.matches.playing import TWO_ONE, entry, event_of, match_at, played, report, running, stage_of

pytestmark = pytest.mark.django_db

PAGES = ("public", "standings", "players", "wall", "clock_part")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    event = event_of(6)
    played(event, desk)
    return running(event, desk)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


def address(event: Event, name: str) -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def queries(client: Client, url: str, **headers: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(url, headers=headers).status_code in (200, 304)
    return len(captured)


@pytest.mark.parametrize("name", PAGES)
def test_cold_at_most_ten_queries_and_then_the_event_and_its_versions(client: Client, event: Event, name: str) -> None:
    url = address(event, name)
    first = client.get(url)
    cache.clear()
    assert queries(client, url) <= 10
    if name != "wall":
        assert queries(client, url) == 2
    tag = first["ETag"]
    assert queries(client, url, **{"if-none-match": tag}) == 2
    assert client.get(url, headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("players", [3, 13])
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.sampled(4)
def test_more_players_cost_no_more_queries(client: Client, desk: Actor, name: str, players: int) -> None:
    counts = []
    for size in (players, 2 * players + 1):
        event = event_of(size)
        played(event, desk)
        running(event, desk)
        counts.append(queries(client, address(event, name)))
    assert counts[0] == counts[1]


def test_the_page_is_sent_compressed_and_plain(client: Client, event: Event) -> None:
    url = address(event, "standings")
    plain = client.get(url)
    packed = client.get(url, headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain
    assert {"Cookie", "HX-Request", "Accept-Encoding"} <= {part.strip() for part in plain["Vary"].split(",")}
    assert plain["Cache-Control"] == "no-cache"


def test_part_and_page_are_different_answers_of_one_address(client: Client, event: Event) -> None:
    url = address(event, "standings")
    page, part = client.get(url), client.get(url, headers={"hx-request": "true"})
    assert page["ETag"] != part["ETag"]
    assert b"<html" in page.content
    assert b"<html" not in part.content


def test_a_change_is_there_at_once_and_the_old_tag_is_no_longer_good(
    client: Client, round_: Round, desk: Actor
) -> None:
    url = address(round_.stage.event, "public")
    before = client.get(url)
    report_result(match=match_at(round_, 1), score=TWO_ONE, actor=desk, source="desk")
    after = client.get(url, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "2–1" in after.content.decode()
    assert "2–1" not in before.content.decode()


def test_an_event_that_is_hidden_again_is_gone_for_everyone(client: Client, event: Event) -> None:
    url = address(event, "public")
    tag = client.get(url)["ETag"]
    Event.objects.filter(pk=event.pk).update(published=False)
    for answer in (client.get(url), client.get(url, headers={"if-none-match": tag})):
        assert answer.status_code == 404
        assert event.name not in answer.content.decode()


def test_names_hidden_by_the_event_are_hidden_in_the_cached_page_too(client: Client, event: Event) -> None:
    url = address(event, "standings")
    assert "Player 003" in client.get(url).content.decode()
    Event.objects.filter(pk=event.pk).update(name_display=NameDisplay.NUMBER)
    text = client.get(url).content.decode()
    assert "Player 003" not in text
    assert "#3" in text


def test_what_staff_see_is_never_kept_nor_given_to_others(client: Client, event: Event) -> None:
    url = address(event, "standings")
    judge = Client()
    judge.force_login(staff(event, Role.FLOOR_JUDGE))
    own = judge.get(url)
    assert "ETag" not in own
    assert "private" in own["Cache-Control"]
    assert reverse("matches:desk", args=[event.slug]) in own.content.decode()
    public = client.get(url).content.decode()
    assert reverse("matches:desk", args=[event.slug]) not in public
    assert "Staff" not in public
    assert "csrfmiddlewaretoken" not in public
    # And the other way round: the cached page is not what the staff get.
    assert reverse("matches:desk", args=[event.slug]) in judge.get(url).content.decode()


def test_a_message_for_one_visitor_is_not_kept_for_all(client: Client, event: Event) -> None:
    session = client.session
    session["_messages"] = '[{"level": 25, "text": "Only for you", "undo_url": ""}]'
    session.save()
    url = address(event, "public")
    assert "Only for you" in client.get(url).content.decode()
    assert "Only for you" not in Client().get(url).content.decode()


def test_a_query_string_makes_no_page_of_its_own(client: Client, event: Event) -> None:
    url = address(event, "public")
    assert client.get(url)["ETag"] == client.get(f"{url}?a=1")["ETag"]


def test_a_draft_changes_nothing_that_the_public_can_see_or_hear(client: Client, desk: Actor) -> None:
    event = event_of(6)
    played(event, desk)
    urls = [address(event, name) for name in (*PAGES, "live")]
    urls.append(reverse("matches:player", args=[event.slug, 3]))
    before = {url: (client.get(url)["ETag"], client.get(url).content) for url in urls}
    draft = pair_round(stage=stage_of(event), actor=desk)
    assert {url: (client.get(url)["ETag"], client.get(url).content) for url in urls} == before
    assert client.get(reverse("matches:public_round", args=[event.slug, 1, 2])).status_code == 404
    withdraw_round(round=draft, actor=desk, reason="once more")
    assert {url: (client.get(url)["ETag"], client.get(url).content) for url in urls} == before
    publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    assert client.get(reverse("matches:public_round", args=[event.slug, 1, 2])).status_code == 200


def test_a_round_withdrawn_after_publishing_is_gone(client: Client, desk: Actor) -> None:
    event = event_of(4)
    round_ = publish_round(round=pair_round(stage=stage_of(event), actor=desk), actor=desk)
    url = reverse("matches:public_round", args=[event.slug, 1, 1])
    assert client.get(url).status_code == 200
    withdraw_round(round=round_, actor=desk, reason="wrong list")
    assert client.get(url).status_code == 404
    assert "No pairings yet" in client.get(address(event, "public")).content.decode()


def test_what_players_reported_is_not_public_until_it_is_confirmed(client: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    one = match.seats.select_related("entry__player").get(index=0).entry
    report_result(match=match, score=TWO_ONE, actor=Actor(entry=one), source="player")
    text = client.get(address(round_.stage.event, "public")).content.decode()
    assert "2–1" not in text
    assert "eported" not in text


def test_only_players_who_checked_in_have_a_page(client: Client, event: Event) -> None:
    someone = entry(event, 3)
    url = reverse("matches:player", args=[event.slug, 3])
    assert someone.player.name in client.get(url).content.decode()
    type(someone).objects.filter(pk=someone.pk).update(status="registered")
    gone = client.get(url)
    assert gone.status_code == 404
    assert someone.player.name not in gone.content.decode()


def test_the_same_time_is_on_no_cached_page(client: Client, event: Event) -> None:
    assert 'name="server-time"' not in client.get(address(event, "public")).content.decode()


def test_the_standings_after_each_round_can_be_opened(client: Client, round_: Round, desk: Actor) -> None:
    event = round_.stage.event
    report(round_, desk)
    close_round(round=round_, actor=desk)
    first, second = (client.get(reverse("matches:standings_after", args=[event.slug, 1, n])) for n in (1, 2))
    assert "After Round 1" in first.content.decode()
    assert second.content.decode() != first.content.decode()
    assert client.get(reverse("matches:standings_after", args=[event.slug, 1, 3])).status_code == 404


def test_a_row_opens_to_the_sums_behind_it(client: Client, round_: Round) -> None:
    event = round_.stage.event
    url = reverse("matches:explained", args=[event.slug, 1, 1, 3])
    assert url in client.get(address(event, "standings")).content.decode()
    part = client.get(url, headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part
    assert "Opponents’ match-win percentage" in part
    match = Match.objects.filter(round__number=1, seats__entry__number=3).get()
    other = match.seats.exclude(entry__number=3).get().entry.player.name
    assert other in part
    assert "<html" in client.get(url).content.decode()


@pytest.mark.parametrize(
    ("typed", "found"), [("player 003", True), ("PLAYER 003", True), ("003 pla", True), ("nobody", False), ("", False)]
)
def test_my_table_is_found_without_javascript(client: Client, event: Event, typed: str, found: bool) -> None:
    page = client.get(address(event, "find"), {"name": typed}).content.decode()
    assert ("Player 003" in page.replace(f'value="{typed}"', "")) == found
    if typed and not found:
        assert "No player called “nobody” in Round 2." in page


def test_the_head_is_live_and_names_a_draft_only_on_the_staffs_own_pages(round_: Round, desk: Actor) -> None:
    event = round_.stage.event
    url = address(event, "clock_part")
    page = Client().get(address(event, "public")).content.decode()
    assert 'data-live-part="clock,rounds,event"' in page
    report(round_, desk)
    close_round(round=round_, actor=desk)
    draft = pair_round(stage=stage_of(event), actor=desk)
    judge = Client()
    judge.force_login(staff(event, Role.FLOOR_JUDGE))
    assert "Round 2" in Client().get(f"{url}?desk").content.decode()
    assert "Round 2" in judge.get(url).content.decode()
    at_desk = judge.get(f"{url}?desk").content.decode()
    assert "Round 3" in at_desk
    assert f"/e/{event.slug}/desk/rounds/1/3/" in at_desk
    assert f"{url}?desk" in judge.get(address(event, "desk")).content.decode()
    at_tables = judge.get(reverse("judging:tables", args=[event.slug])).content.decode()
    assert f"{url}?desk&amp;judge" in at_tables
    for page in (at_tables, judge.get(f"{url}?desk&judge").content.decode()):
        assert '<span class="board-round">Round 3</span>' in " ".join(page.split())  # no link: too low for a thumb
    publish_round(round=draft, actor=desk)
    head = Client().get(url).content.decode()
    assert "Round 3" in head
    assert event.name in head
