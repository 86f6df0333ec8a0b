"""Each paper as it comes out of the printer: read back from the PDF that the page answers with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from judging.papers.registry import PAPERS
from judging.rulings.takeback_services import change_penalty, rescind_penalty
from matches.audit.services import Actor
from matches.clock import ClockAct
from matches.enums import EntryStatus, MatchKind, NameDisplay, Role, RoundStatus, Source, StageKind
from matches.models import ClockEvent, Entry, Event, Match, Player, Round, Stage
from matches.results.services import correct_result, report_result, take_back_result
from matches.rounds.services import close_round, pair_round, publish_round
from matches.scores import Score
from tests.factories import EntryFactory, EventFactory, MatchFactory, StageFactory
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, reader

pytestmark = pytest.mark.django_db

ROUND_PAPERS = ["tables", "names", "slips", "score_sheets", "fallback"]
POSTED = ["tables", "names", "standings", "bracket"]
TWO_ONE = Score(rounds=(2, 1), winner=0)
ONE_TWO = Score(rounds=(1, 2), winner=1)
Print = Callable[..., bytes]


@pytest.fixture
def desk(floor: Floor) -> Actor:
    return Actor(user=floor.user(Role.ORGANISER))


@pytest.fixture
def printed(client: Client, floor: Floor) -> Print:
    """``printed("slips", spares=2)``: the PDF of the floor's event."""

    def print_(kind: str, **query: object) -> bytes:
        client.force_login(floor.user(Role.SCOREKEEPER))
        answer = client.get(reverse("paper:document", args=[floor.event.slug, kind]), query)
        assert answer.status_code == 200, answer.headers
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Cache-Control"] == "no-store"
        assert f'filename="{floor.event.slug}-{kind.replace("_", "-")}.pdf"' in answer.headers["Content-Disposition"]
        return answer.content

    return print_


@pytest.fixture
def named(floor: Floor) -> list[Player]:
    """The four players under names of many writings, table 1 first."""
    players = []
    names = ("Ada Okafor", "محمد الحسن", "山本 さくら", "Anneliese van der Hoogenband-Østergaard")
    for seat, name in zip(
        [seat for match in floor.matches for seat in match.seats.order_by("index")], names, strict=True
    ):
        Player.objects.filter(pk=seat.entry.player_id).update(name=name)
        players.append(Player.objects.get(pk=seat.entry.player_id))
    return players


def played(event: Event, stage: Stage, desk: Actor) -> Round:
    """The next round of a stage, paired, played and closed."""
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    for match in round_.matches.filter(kind=MatchKind.PLAYED):
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    return close_round(round=round_, actor=desk)


def finish(floor: Floor, desk: Actor) -> None:
    for match in floor.matches:
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    close_round(round=floor.round, actor=desk)


@pytest.mark.parametrize("kind", ROUND_PAPERS)
def test_a_round_s_papers_name_event_round_tables_and_players(
    printed: Print, floor: Floor, named: list[Player], kind: str
) -> None:
    data = printed(kind)
    assert has(data, floor.event.name)
    assert has(data, "Round 1 of 5")
    for player in named:
        assert has(data, player.name), player.name


def test_the_titles_of_the_sheets(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    titles = {
        "tables": "Pairings by table",
        "names": "Pairings by name",
        "slips": "Signature",
        "score_sheets": "Score sheet",
        "fallback": "Infractions and their steps",
        "standings": "Standings",
        "log": "Judges’ log",
    }
    assert {*titles, "bracket"} == set(PAPERS)
    for kind, title in titles.items():
        assert has(printed(kind), title), kind


@pytest.mark.parametrize("kind", ROUND_PAPERS)
def test_a_draft_is_marked_on_every_page(printed: Print, floor: Floor, kind: str) -> None:
    assert not has(printed(kind), "Draft")
    Round.objects.update(status=RoundStatus.DRAFT)
    data = printed(kind)
    for page in range(1, len(reader(data).pages) + 1):
        assert has(data, "Draft", page), page


def test_without_a_round_the_one_in_play_is_printed(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    second = pair_round(stage=floor.round.stage, actor=desk)
    assert has(printed("tables"), "Round 2 of 5")
    assert has(printed("tables", round=floor.round.pk), "Round 1 of 5")
    publish_round(round=second, actor=desk)
    assert has(printed("slips"), "1–0–0")


@pytest.mark.parametrize(("size", "width", "height"), [("A4", 595.3, 841.9), ("Letter", 612.0, 792.0)])
@pytest.mark.parametrize("kind", ["tables", "slips", "score_sheets", "log"])
def test_the_paper_has_the_size_that_was_chosen(
    printed: Print, kind: str, size: str, width: float, height: float
) -> None:
    box = reader(printed(kind, page_size=size)).pages[0].mediabox
    sides = sorted([float(box.width), float(box.height)])
    assert sides == [pytest.approx(width, abs=0.1), pytest.approx(height, abs=0.1)]


def test_slips_go_to_a_page_as_chosen_with_spares(printed: Print) -> None:
    assert len(reader(printed("slips")).pages) == 1
    assert len(reader(printed("slips", spares=10)).pages) == 3
    assert len(reader(printed("slips", spares=10, per_page=8)).pages) == 2
    assert len(reader(printed("slips", spares=8, per_page=5)).pages) == 2
    assert len(reader(printed("slips", spares=40)).pages) == 11


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"page_size": "A5"}, "A5 is not one of the available choices"),
        ({"per_page": "6"}, "6 is not one of the available choices"),
        ({"per_page": "four"}, "not one of the available choices"),
        ({"spares": "41"}, "less than or equal to 40"),
        ({"spares": "-1"}, "greater than or equal to 0"),
        ({"spares": "many"}, "Enter a whole number"),
        ({"round": "999999"}, "999999 is not one of the available choices"),
        ({"round": "first"}, "first is not one of the available choices"),
        ({"player": "999"}, "no player with this number"),
        ({"player": "0"}, "greater than or equal to 1"),
        ({"player": "9" * 30}, "no player with this number"),
    ],
)
def test_a_wrong_choice_is_said_at_its_field(client: Client, floor: Floor, query: dict[str, str], words: str) -> None:
    client.force_login(floor.user(Role.ORGANISER))
    answer = client.get(reverse("paper:document", args=[floor.event.slug, "log"]), query)
    assert answer.status_code == 422
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        (["swiss"], {"standings"}),
        (["round_robin"], {"standings"}),
        (["swiss", "single_elimination"], {"standings", "bracket"}),
        (["double_elimination"], {"bracket"}),
    ],
)
def test_only_papers_that_the_event_can_have_are_offered(
    client: Client, floor: Floor, kinds: list[str], shown: set[str]
) -> None:
    event = EventFactory()
    for order, kind in enumerate(kinds, start=1):
        StageFactory(event=event, order=order, kind=kind)
    client.force_login(floor.user(Role.ORGANISER))
    event.roles.create(user=floor.user(Role.ORGANISER), role=Role.ORGANISER)
    answer = client.get(reverse("paper:papers", args=[event.slug]))
    assert {item["kind"] for item in answer.context["items"]} == {"log", *shown}


@pytest.mark.parametrize("kind", ["standings", "bracket", *ROUND_PAPERS])
def test_a_paper_that_cannot_be_printed_yet_says_why(client: Client, kind: str, floor: Floor) -> None:
    event = EventFactory()
    client.force_login(floor.user(Role.ORGANISER))
    event.roles.create(user=floor.user(Role.ORGANISER), role=Role.ORGANISER)
    answer = client.get(reverse("paper:document", args=[event.slug, kind]), follow=True)
    assert answer.redirect_chain == [(reverse("paper:papers", args=[event.slug]), 302)]
    assert [str(message) for message in answer.context["messages"]]


@pytest.mark.parametrize("kind", POSTED)
@pytest.mark.parametrize(
    ("how", "shown", "hidden"),
    [
        (NameDisplay.FULL, "Ada Okafor", "#"),
        (NameDisplay.INITIAL, "Ada O.", "Okafor"),
        (NameDisplay.NUMBER, "#{number}", "Ada"),
    ],
)
def test_on_the_wall_names_are_as_the_event_shows_them(
    printed: Print, floor: Floor, desk: Actor, named: list[Player], kind: str, how: int, shown: str, hidden: str
) -> None:
    Event.objects.update(name_display=how)
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    pair_round(stage=cut, actor=desk)
    data = printed(kind, round=floor.round.pk)
    entry = Entry.objects.get(player=named[0])
    assert has(data, shown.format(number=entry.number))
    assert not has(data, hidden)


def test_a_player_s_own_choice_goes_before_the_event_s(printed: Print, floor: Floor, named: list[Player]) -> None:
    Entry.objects.filter(player=named[0]).update(name_display=NameDisplay.INITIAL)
    data = printed("names")
    assert has(data, "Ada O.")
    assert not has(data, "Okafor")
    assert has(data, named[3].name)


@pytest.mark.parametrize("kind", ["slips", "score_sheets", "fallback", "log"])
def test_what_stays_with_the_staff_and_the_table_has_the_full_names(
    printed: Print, floor: Floor, named: list[Player], kind: str
) -> None:
    Event.objects.update(name_display=NameDisplay.NUMBER)
    floor.infraction()
    assert has(printed(kind), "Ada Okafor")


def test_a_bye_is_on_the_pairings_and_has_no_slip(printed: Print, floor: Floor) -> None:
    lonely = EntryFactory(event=floor.event, player__name="Lonely Player")
    MatchFactory(round=floor.round, table=None, kind=MatchKind.BYE, entries=[lonely])
    for kind in ("tables", "names", "fallback"):
        assert has(printed(kind), "Lonely Player"), kind
        assert has(printed(kind), "Bye"), kind
    for kind in ("slips", "score_sheets"):
        assert not has(printed(kind), "Lonely Player"), kind


def test_the_standings_are_those_after_the_last_closed_round(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    second = pair_round(stage=floor.round.stage, actor=desk)
    for query in ({}, {"round": second.pk}, {"round": floor.round.pk}):
        data = printed("standings", **query)
        assert has(data, "Round 1 of 5")
        assert has(data, "opponents’ match-win share")
        assert has(data, "1–0–0")


def test_the_standings_of_a_bracket_are_those_it_was_seeded_from(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=2)
    bracket = pair_round(stage=cut, actor=desk)
    assert has(printed("standings", round=bracket.pk), "Round 1 of 5")


def test_the_standings_say_who_is_out(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Entry.objects.filter(pk=floor.player.pk).update(status=EntryStatus.DROPPED)
    assert has(printed("standings"), "(Dropped)")


def test_the_columns_stand_in_the_event_s_order(printed: Print, floor: Floor, desk: Actor) -> None:
    order = ["wins", "orw", "rw", "omw", "losses_late", "head_to_head", "lot"]
    Event.objects.update(options={"standings": {"order": order}})
    finish(floor, desk)
    text = "".join(reader(printed("standings")).pages[0].extract_text().split())
    heads = ["Wins", "ORW%", "RW%", "OMW%", "Late", "H2H"]
    legend = text[text.index("Wins:") :]
    assert [legend.index(f"{head}:") for head in heads] == sorted(legend.index(f"{head}:") for head in heads)


def test_the_bracket_shows_results_and_who_is_awaited(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    round_ = publish_round(round=pair_round(stage=cut, actor=desk), actor=desk)
    first = Match.objects.get(round=round_, table=1)
    report_result(match=first, score=TWO_ONE, actor=desk, source=Source.DESK)
    data = printed("bracket")
    for words in ("Semi-finals", "Final", "Winner of", first.seats.get(index=0).entry.player.name):
        assert has(data, words), words


def test_a_double_no_show_is_on_the_bracket(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    Stage.objects.update(finished_at=floor.at(30))
    cut = StageFactory(event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4)
    round_ = publish_round(round=pair_round(stage=cut, actor=desk), actor=desk)
    nobody = Score(winner=-1, decided_by="no_show")
    report_result(match=Match.objects.get(round=round_, table=1), score=nobody, actor=desk, source=Source.DESK)
    assert has(printed("bracket"), "no player")


def test_the_score_sheet_has_what_is_known_with_what_was_corrected(
    printed: Print, floor: Floor, desk: Actor, named: list[Player]
) -> None:
    Event.objects.update(time_zone="Asia/Tokyo")
    ClockEvent.objects.create(round=floor.round, match=floor.match, act=ClockAct.EXTEND, seconds=185, at=floor.at(3))
    floor.infraction("GP-HAND")
    report_result(match=floor.match, score=ONE_TWO, actor=desk, source=Source.DESK)
    correct_result(match=floor.match, score=TWO_ONE, actor=desk, source=Source.DESK, reason="misread")
    data = printed("score_sheets")
    for words in ("21:00", "3:05", "Ada Okafor GP-HAND W", "1-2", "2-1"):
        assert has(data, words), words


def test_a_result_that_was_taken_back_is_struck_through(printed: Print, floor: Floor, desk: Actor) -> None:
    report_result(match=floor.match, score=ONE_TWO, actor=desk, source=Source.DESK)
    take_back_result(match=floor.match, actor=desk)
    assert has(printed("score_sheets"), "1-2")


def test_the_fallback_pack_counts_the_penalties_that_stand(printed: Print, floor: Floor) -> None:
    row = floor.infraction("GP-HAND", "W")
    assert has(printed("fallback"), "GP-HAND W")
    rescind_penalty(infraction=row, reason="not a fault", actor=floor.head)
    assert not has(printed("fallback"), "GP-HAND W")


def test_the_log_has_every_ruling_with_what_was_changed(printed: Print, floor: Floor, named: list[Player]) -> None:
    row = floor.infraction("GP-HAND", "W")
    change_penalty(infraction=row, penalty="RL", reason="twice warned", actor=floor.head)
    data = printed("log")
    for words in ("Ada Okafor", "GP-HAND", "Warning", "Round loss", "twice warned", str(floor.judge.user), "R1 T1"):
        assert has(data, words), words


def test_the_log_of_one_player_has_only_that_player(printed: Print, floor: Floor, named: list[Player]) -> None:
    floor.infraction("GP-HAND", "W")
    floor.infraction("TM-SLOW", "RM", entry=floor.opponent)
    data = printed("log", player=floor.player.number)
    assert has(data, "GP-HAND")
    assert has(data, "Judges’ log: Ada Okafor")
    assert not has(data, "TM-SLOW")
    assert not has(data, named[1].name)


def test_an_empty_log_says_so(printed: Print) -> None:
    assert has(printed("log"), "Nothing to list")
