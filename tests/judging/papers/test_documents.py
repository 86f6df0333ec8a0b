"""The documents of a round, read back from the PDF that the page returns."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.papers.door_builders import door_sheet_values
from judging.papers.queries import PaperTerms
from judging.papers.registry import PAPERS, offered
from matches.audit.head_queries import log_end
from matches.audit.services import Actor
from matches.enums import MatchKind, NameDisplay, Role, RoundStatus, Source, StageKind
from matches.models import Entry, Event, Player, Round, Stage
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import EntryFactory, EventFactory, MatchFactory, StageFactory
from tests.judging.conftest import Floor
from tests.judging.paper.reading import has, reader
from tests.judging.papers.events import TWO_ONE, Print, finish
from tests.matches.playing import event_of
from tests.undone import undone

pytestmark = pytest.mark.django_db


ROUND_PAPERS = [key for key, entry in PAPERS.items() if entry.of_round]


POSTED = ["tables", "names", "standings", "bracket"]


def played(event: Event, stage: Stage, desk: Actor) -> Round:
    """The next round of a stage, paired, played and closed."""
    round_ = publish_round(round=pair_round(stage=stage, actor=desk), actor=desk)
    for match in round_.matches.filter(kind=MatchKind.PLAYED):
        report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    return close_round(round=round_, actor=desk)


def test_a_round_s_papers_name_event_round_tables_and_players(
    subtests: pytest.Subtests, printed: Print, floor: Floor, named: list[Player]
) -> None:
    for kind in ROUND_PAPERS:
        with subtests.test(kind=kind), undone(floor):
            data = printed(kind)
            assert has(data, floor.event.name)
            assert has(data, "Round 1 of 5")
            for player in named:
                assert has(data, player.name), player.name


def test_the_foot_of_a_round_s_papers_shows_where_the_log_ended(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    for kind in ("tables", "standings", "slips"):
        assert has(printed(kind), f"Log {log_end(floor.event)}"), kind


def test_the_titles_of_the_sheets(printed: Print, floor: Floor, desk: Actor) -> None:
    finish(floor, desk)
    others = {"slips": "Signature", "score_sheets": "Score sheet", "fallback": "Infractions and penalty paths"}
    others["door"] = "Your table, the clock and the standings"
    papers = offered(floor.event, {Role.ORGANISER}, floor.round)
    assert {entry.key for entry in papers} > others.keys()
    for entry in papers:
        assert has(printed(entry.key), others.get(entry.key, str(entry.label))), entry.key


def test_the_door_sign_says_when_it_begins_and_what_it_costs_while_players_can_sign_up(floor: Floor) -> None:
    event = event_of(0)
    event.options |= {"sign_up": {"is_open": True}, "page": {"start_time": "18:30", "fee": "€5 at the desk"}}
    event.save()
    values = door_sheet_values(event, PaperTerms(kind="door"))
    assert (values.call, values.facts) == (
        "Sign up here",
        ("Saturday, 21 November 2026, 18:30", "Entry fee: €5 at the desk"),
    )
    event.options |= {"page": {}}
    event.save()
    assert door_sheet_values(event, PaperTerms(kind="door")).facts == ("Saturday, 21 November 2026",)
    assert door_sheet_values(floor.event, PaperTerms(kind="door")).facts == (), "later it leads to the pairings"


def test_a_draft_is_marked_on_every_page(subtests: pytest.Subtests, printed: Print, floor: Floor) -> None:
    for kind in ROUND_PAPERS:
        with subtests.test(kind=kind), undone(floor):
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


def test_the_paper_has_the_size_that_was_chosen(subtests: pytest.Subtests, printed: Print) -> None:
    for size, width, height in [("A4", 595.3, 841.9), ("Letter", 612.0, 792.0)]:
        for kind in ["tables", "slips", "score_sheets", "log"]:
            with subtests.test(size=size, width=width, height=height, kind=kind), undone():
                box = reader(printed(kind, page_size=size)).pages[0].mediabox
                sides = sorted([float(box.width), float(box.height)])
                assert sides == [pytest.approx(width, abs=0.1), pytest.approx(height, abs=0.1)]


def test_slips_go_to_a_page_as_chosen_with_spares(printed: Print) -> None:
    assert len(reader(printed("slips")).pages) == 1
    assert len(reader(printed("slips", spares=10)).pages) == 3
    assert len(reader(printed("slips", spares=10, per_page=8)).pages) == 2
    assert len(reader(printed("slips", spares=8, per_page=5)).pages) == 2
    assert len(reader(printed("slips", spares=40)).pages) == 11


def test_a_wrong_choice_is_said_at_its_field(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for query, words in [
        ({"page_size": "A5"}, "“A5”"),
        ({"per_page": "6"}, "“6”"),
        ({"per_page": "four"}, "“four”"),
        ({"spares": "41"}, "40 or less"),
        ({"spares": "-1"}, "0 or more"),
        ({"spares": "many"}, "Enter a whole number"),
        ({"round": "999999"}, "“999999”"),
        ({"round": "first"}, "“first”"),
        ({"player": "999"}, "no player with this number"),
        ({"player": "0"}, "1 or more"),
        ({"player": "9" * 30}, "no player with this number"),
    ]:
        with subtests.test(query=query, words=words), undone(client, floor):
            client.force_login(floor.user(Role.ORGANISER))
            answer = client.get(reverse("paper:document", args=[floor.event.slug, "log"]), query)
            assert answer.status_code == 422
            assert words in answer.content.decode()


def test_only_papers_that_the_event_can_have_are_offered(
    subtests: pytest.Subtests, client: Client, floor: Floor
) -> None:
    for kinds, shown in [
        (["swiss"], {"standings"}),
        (["round_robin"], {"standings"}),
        (["swiss", "single_elimination"], {"standings", "bracket"}),
        (["double_elimination"], {"bracket"}),
    ]:
        with subtests.test(kinds=kinds, shown=shown), undone(client, floor):
            event = EventFactory()
            for order, kind in enumerate(kinds, start=1):
                StageFactory(event=event, order=order, kind=kind)
            client.force_login(floor.user(Role.ORGANISER))
            event.roles.create(user=floor.user(Role.ORGANISER), role=Role.ORGANISER)
            answer = client.get(reverse("paper:papers", args=[event.slug]))
            assert {item.kind for item in answer.context["items"]} == {"door", "log", *shown}


def test_a_paper_that_cannot_be_printed_yet_says_why(subtests: pytest.Subtests, client: Client, floor: Floor) -> None:
    for kind in ["standings", "bracket", *ROUND_PAPERS]:
        with subtests.test(kind=kind), undone(client, floor):
            event = EventFactory()
            client.force_login(floor.user(Role.ORGANISER))
            event.roles.create(user=floor.user(Role.ORGANISER), role=Role.ORGANISER)
            answer = client.get(reverse("paper:document", args=[event.slug, kind]), follow=True)
            assert answer.redirect_chain == [(reverse("paper:papers", args=[event.slug]), 302)]
            assert [str(message) for message in answer.context["messages"]]


def test_on_the_wall_names_are_as_the_event_shows_them(
    subtests: pytest.Subtests, printed: Print, floor: Floor, desk: Actor, named: list[Player]
) -> None:
    for kind in POSTED:
        for how, shown, hidden in [
            (NameDisplay.FULL, "Ada Okafor", "#"),
            (NameDisplay.INITIAL, "Ada O.", "Okafor"),
            (NameDisplay.NUMBER, "#{number}", "Ada"),
        ]:
            with subtests.test(kind=kind, how=how, shown=shown, hidden=hidden), undone(floor):
                Event.objects.update(name_display=how)
                finish(floor, desk)
                Stage.objects.update(finished_at=floor.at(30))
                cut = StageFactory(
                    event=floor.event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=4
                )
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


def test_what_stays_with_the_staff_and_the_table_has_the_full_names(
    subtests: pytest.Subtests, printed: Print, floor: Floor, named: list[Player]
) -> None:
    for kind in ["slips", "score_sheets", "fallback", "log"]:
        with subtests.test(kind=kind), undone(floor):
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


def test_who_starts_is_printed(subtests: pytest.Subtests, printed: Print, floor: Floor) -> None:
    for kind in ["tables", "names", "slips", "score_sheets", "fallback"]:
        with subtests.test(kind=kind), undone(floor):
            assert not has(printed(kind), "starts")
            floor.round.matches.update(starter=1)
            assert has(printed(kind), "starts")


def test_pairings_by_name_for_some_letters(printed: Print, floor: Floor) -> None:
    for match, names in zip(floor.matches, (("Ana Abel", "Kim Zapata"), ("Lee Moss", "Zoe Young")), strict=False):
        for seat, name in zip(match.seats.all(), names, strict=True):
            Player.objects.filter(entries=seat.entry).update(name=name, sort_name=name.lower())
    data = printed("names", letters="k - z")
    assert has(data, "Pairings by name, K–Z")
    assert has(data, "Lee Moss")
    assert not has(data, "vs Kim Zapata")
