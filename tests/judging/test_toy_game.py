"""A new game is one folder: an event of the toy game from its form to the judge's sheet, without a line elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from judging.policies.queries import default_policy
from matches.audit.services import Actor
from matches.clock.services import call_time
from matches.enums import EntryStatus, Role
from matches.events.queries.games import shape_of
from matches.models import Event, Match, User
from matches.results.kinds.duel_forms import ReportForm
from matches.results.queries.results import score_of
from matches.tables.duel_score import typed
from rules_engine.game import Game
from rules_engine.rules.book import Rule, Rulebook, Section
from tests.factories import EntryFactory, EventRoleFactory, UserFactory
from tests.judging.paper.reading import has, text
from tests.judging.test_other_game import policy_data
from tests.matches.playing import running
from tests.matches.setup.test_views import NEW, given
from tests.rules_engine.test_toy_game import TEXT
from tests.rules_engine.toy_game import toy_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def toy(tmp_path: Path) -> Iterator[Game]:
    default_policy.cache_clear()
    with toy_game(tmp_path, policy_data()) as game:
        yield game
    default_policy.cache_clear()


@pytest.fixture
def organiser() -> User:
    return UserFactory()


@pytest.fixture
def event(client: Client, organiser: User) -> Event:
    """An event of the toy, created on the form with a number, a variant and a switch of its own."""
    client.force_login(organiser)
    chosen = {"rule_toy_goal": "12", "rule_toy_variant_sprint": "on", "rule_toy_option_overshoot": "loses_turn"}
    answer = client.post(NEW, given(preset="toy:custom", cap_minutes="12", cut="0", **chosen))
    assert answer.status_code == 302, answer.context["form"].errors
    return Event.objects.get()


@pytest.fixture
def match(event: Event, organiser: User) -> Match:
    """The match at table 1 of a running round."""
    for number in (1, 2):
        EntryFactory(event=event, number=number, status=EntryStatus.CHECKED_IN)
    return running(event, Actor(user=organiser)).matches.get(table=1)


def test_the_event_keeps_the_toy_s_own_rules(event: Event) -> None:
    assert (event.game, event.cap_minutes) == ("toy", 12)
    assert event.rules == {"goal": 12, "variants": ["sprint"], "options": {"overshoot": "loses_turn"}}


def test_a_record_is_checked_on_the_page(client: Client) -> None:
    answer = client.post(reverse("rules_engine:check"), {"record": TEXT}, follow=True)
    page = answer.content.decode()
    assert "Another player was to move." in page
    assert "Cy won: Ada 2, Bo 7, Cy 9." in page


def test_a_record_is_checked_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "toy.txt"
    path.write_text(TEXT)
    with pytest.raises(SystemExit):
        call_command("check_record", str(path))
    assert "Another player was to move." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("kind", "words"),
    [("slips", ("Laps", "Falls")), ("score_sheets", ("Laps", "Falls", "Distance", "Round 1"))],
)
def test_slips_and_score_sheets_have_the_toy_s_columns(
    client: Client, match: Match, event: Event, kind: str, words: tuple[str, ...]
) -> None:
    answer = client.get(reverse("paper:document", args=[event.slug, kind]), {"round": match.round_id})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert [word for word in words if not has(answer.content, word)] == []
    assert [word for word in ("Loot", "Bank", "Joker", "Sudden Death") if word in text(answer.content)] == []


@pytest.fixture
def desk(client: Client, match: Match) -> Client:
    client.force_login(EventRoleFactory(event=match.round.stage.event, role=Role.SCOREKEEPER).user)
    return client


BANKOUT_WORDS = ("Sudden Death", "running Bank", "sd1", "2-1", "round wins")


def test_the_desk_s_result_page_explains_the_marks_of_the_toy(desk: Client, event: Event) -> None:
    page = desk.get(reverse("matches:results", args=[event.slug])).content.decode()
    assert "<kbd>ro1</kbd> <kbd>ro2</kbd>" in page
    assert "the roll-off went to the first or second player" in page
    assert ": 12 2410-1980" in page
    assert [word for word in BANKOUT_WORDS if word in page] == []


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("1 12-12 sd1", ("score_unreadable", "“12-12 sd1”", "2410-1980", "2000-2000 t")),
        ("1 12-9 ro1", ("roll_off_not_level", "A roll-off decides only level scores.")),
        ("1", ("score_missing", "12 2410-1980")),
        ("", ("line_unreadable", "12 2410-1980")),
    ],
)
def test_a_result_line_is_refused_in_the_words_of_the_toy(
    desk: Client, event: Event, line: str, error: tuple[str, ...]
) -> None:
    answer = desk.post(
        reverse("matches:results", args=[event.slug]), {"line": line}, headers={"accept": "application/json"}
    )
    assert answer.json()["code"] == error[0]
    assert all(part in answer.json()["error"] for part in error[1:])


def test_a_level_score_is_decided_by_the_roll_off_of_the_toy(desk: Client, event: Event, match: Match) -> None:
    preview = desk.get(reverse("matches:result_preview", args=[event.slug]), {"line": "1 12-12 ro2"})
    assert "roll-off" in preview.content.decode()
    desk.post(reverse("matches:results", args=[event.slug]), {"line": "1 12-12 ro2"})
    result = match.results.get()
    assert (score_of(result).winner, result.decided_by) == (1, "roll_off")
    assert typed(score_of(result), shape_of(event)) == "12-12 ro2"


def test_a_table_at_time_is_led_by_the_questions_of_the_toy(
    client: Client, event: Event, match: Match, organiser: User
) -> None:
    judge = EventRoleFactory(event=event, role=Role.FLOOR_JUDGE).user
    call_time(round=match.round, actor=Actor(user=organiser))
    client.force_login(judge)
    url = reverse("judging:called", args=[event.slug, match.pk])
    page = client.get(url).content.decode()
    assert "Distance of" in page
    assert [word for word in (*BANKOUT_WORDS, "Bank in") if word in page] == []
    assert "The longer distance wins." in client.get(url, {"lap_0": "7", "lap_1": "4"}).content.decode()
    client.post(url, {"lap_0": "7", "lap_1": "4"})
    result = match.results.get()
    assert (score_of(result).totals, score_of(result).winner, result.decided_by) == ((7, 4), 0, "time")


def test_a_player_reports_in_the_words_of_the_toy(event: Event) -> None:
    choices = dict(ReportForm(shape=shape_of(event)).fields["decided"].choices)
    assert (choices["roll_off_won"], choices["roll_off_lost"]) == ("Roll-off: I won", "Roll-off: my opponent won")
    assert [text for text in choices.values() if "Sudden Death" in text or "Bank" in text] == []


def test_the_rulebook_s_search_suggests_a_rule_of_the_toy(client: Client, toy: Game) -> None:
    book = Rulebook("toy", "Toy race", "", (Section(1, "Goal", "", (Rule("TY-1", 1, "The first at the goal wins."),)),))
    (toy.folder / "rules.json").write_bytes(msgspec.json.encode(book))
    page = client.get(reverse("rules_engine:rulebook"), {"game": "toy", "q": "nothing of that name"}).content.decode()
    assert "such as TY-1" in page
    assert [word for word in ("Queen", "BO-5.7", "deck_out") if word in page] == []


def test_the_judge_s_table_has_the_buttons_of_the_toy_s_policy(client: Client, match: Match, event: Event) -> None:
    client.force_login(EventRoleFactory(event=event, role=Role.FLOOR_JUDGE).user)
    page = client.get(reverse("judging:table", args=[event.slug, match.pk]))
    assert [button.label for button in page.context["buttons"]] == ["Roll", "Notes"]
    assert "Counter-Joker" not in page.content.decode()
