"""A cut played in pods at an event: settings, rounds, results, drops, corrections, places, pages, API and paper."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from judging.papers.bracket_queries import bracket_sheet
from judging.papers.queries import PaperTerms
from matches.attendance.services import drop_entry
from matches.audit.services import Actor
from matches.brackets.queries.pod_cuts import stage_cut
from matches.brackets.services.rounds import correct_bracket_result
from matches.brackets.views.pod_cuts import drawn_pod_cut
from matches.course.labels import round_label
from matches.enums import EntryStatus, Role, RoundStatus, Source, StageKind
from matches.errors import Refused
from matches.events.services.events import update_event
from matches.events.services.plans import changed_plan
from matches.final.queries import final_ranking
from matches.models import Entry, Event, Match, Round
from matches.models.events import POD_ROUNDS
from matches.people.services.links import make_player_link
from matches.reporting.correction_queries import preview_correction
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.rounds import close_round, pair_round, publish_round, repair_round
from tests.factories import StageFactory, UserFactory, any_organiser, staff
from tests.matches.events.test_pods import made, plan
from tests.matches.playing import entry, fresh, match_at, numbers_in, running, stage_of
from tests.matches.pods import pod_event
from tests.undone import undone

pytestmark = pytest.mark.django_db
TWO = [[0, 2, 2]]
FOUR = [[0, 4, 0]]


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def say(match: Match, text: str, desk: Actor) -> None:
    report_result(match=match, score=read_score(match, text), actor=desk, source=Source.DESK)


def letters(match: Match) -> str:
    return " ".join("ABCDEFGH"[: match.seats.count()])


def matches_of(round_: Round) -> list[Match]:
    return list(round_.matches.filter(kind="played").select_related("round__stage__event").order_by("table"))


def played_pods(event: Event, desk: Actor, order: int, lines: dict[int, str] | None = None) -> Round:
    """The stage's next round, closed; each table in the order of its seats, or as its line says."""
    round_ = running(event, desk, order, seed=3)
    for match in matches_of(round_):
        say(match, (lines or {}).get(match.table or 0) or letters(match), desk)
    return fresh(close_round(round=round_, actor=desk))


def before_cut(players: int, cut: int, rounds: list[list[int]], **pods: Any) -> Event:
    """An event whose Swiss rounds are over; the standings are unknown, so tests read the seeds."""
    event = pod_event(players, rounds=1, **pods)
    StageFactory(
        event=event,
        order=2,
        kind=StageKind.SINGLE_ELIMINATION,
        cut_to=cut,
        rounds_planned=0,
        options={POD_ROUNDS: rounds},
    )
    played_pods(event, any_organiser(), 1)
    return event


def numbers_by_seed(event: Event) -> dict[int, int]:
    return dict(stage_of(event, 2).field.values_list("seed", "entry__number"))


def seeds_at(match: Match, event: Event) -> list[int]:
    seed_of = {number: seed for seed, number in numbers_by_seed(event).items()}
    return [seed_of[number] for number in numbers_in(match)]


def test_sixteen_of_twenty_play_four_pods_and_a_final(desk: Actor) -> None:
    event = before_cut(20, 16, FOUR)
    first = running(event, desk, 2)
    assert round_label(first) == "Round of 16"
    assert [seeds_at(match, event) for match in matches_of(first)] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    with pytest.raises(Refused, match="missing"):
        close_round(round=first, actor=desk)
    for match, line in zip(matches_of(first), ["B A C D", "A=B C D", "A B C D", "A B C D"], strict=True):
        say(match, line, desk)
    close_round(round=first, actor=desk)
    assert stage_of(event, 2).finished_at is None
    final = running(event, desk, 2)
    assert round_label(final) == "Final"
    assert seeds_at(match_at(final, 1), event) == [2, 3, 4, 8]
    say(match_at(final, 1), "C=D A B", desk)
    close_round(round=final, actor=desk)
    event.refresh_from_db()
    assert event.finished_at is not None
    ranking = final_ranking(event)
    assert ranking is not None
    number = numbers_by_seed(event)
    expected = [4, 8, 2, 3, 1, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16]
    assert [row.entry.number for row in ranking.rows][:16] == [number[seed] for seed in expected]
    assert [row.rank for row in ranking.rows][:16] == list(range(1, 17))
    assert [one.number for one in ranking.winners] == [number[4]]
    assert len(ranking.rows) == 20


def test_seats_by_lot_are_the_same_again_and_by_choice_nobody_starts(desk: Actor) -> None:
    event = before_cut(8, 8, TWO, cut_seats="lot")
    draft = pair_round(stage=stage_of(event, 2), actor=desk)
    seats = [seeds_at(match, event) for match in matches_of(draft)]
    assert [sorted(pod) for pod in seats] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert seats != [[1, 4, 5, 8], [2, 3, 6, 7]]
    back = back_to_draft(round=publish_round(round=draft, actor=desk), actor=desk, reason="tables")
    assert [seeds_at(match, event) for match in matches_of(back)] == seats
    event = before_cut(8, 8, TWO, cut_seats="choice")
    match = matches_of(pair_round(stage=stage_of(event, 2), actor=desk))[0]
    assert match.starter is None
    assert [why["code"] for why in match.why] == ["bracket", "seeds_choose_seats"]


def test_dropped_before_publishing_the_next_moves_up_and_after_it_the_seat_stays_empty(desk: Actor) -> None:
    event = before_cut(9, 8, TWO)
    draft = pair_round(stage=stage_of(event, 2), actor=desk)
    first = numbers_in(match_at(draft, 1))[0]
    drop_entry(entry=entry(event, first), actor=desk)
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=desk)
    assert refused.value.code == "players_left"
    again = repair_round(round=draft, actor=desk)
    assert Match.objects.filter(round=again).count() == 2
    assert first not in numbers_by_seed(event).values()
    assert len(numbers_by_seed(event)) == 8
    round_ = fresh(publish_round(round=again, actor=desk))
    gone = numbers_in(match_at(round_, 1))[0]
    drop_entry(entry=entry(event, gone), actor=desk)
    say(match_at(round_, 1), "B C D -A", desk)
    say(match_at(round_, 2), "A B C D", desk)
    close_round(round=round_, actor=desk)
    winner = numbers_in(match_at(round_, 2))[0]
    drop_entry(entry=entry(event, winner), actor=desk)
    final = pair_round(stage=stage_of(event, 2), actor=desk)
    assert len(numbers_in(match_at(final, 1))) == 3
    assert winner not in numbers_in(match_at(final, 1))
    assert winner in [numbers_by_seed(event)[seed] for seed in final.pairing["field"]]


def test_where_one_is_left_that_player_goes_on_without_playing(desk: Actor) -> None:
    event = before_cut(8, 8, TWO)
    played_pods(event, desk, 2)
    cut = stage_cut(stage_of(event, 2))
    assert cut is not None
    finalists = [numbers_by_seed(event)[seed] for seed in cut.cut.rounds[1].field]
    Entry.objects.filter(event=event, number__in=finalists[1:]).update(status=EntryStatus.DROPPED)
    known = stage_cut(stage_of(event, 2))
    assert known is not None
    assert known.complete
    assert known.entries[known.cut.champion or 0] == entry(event, finalists[0]).pk
    with pytest.raises(Refused, match="decided"):
        pair_round(stage=stage_of(event, 2), actor=desk)


def test_seconds_can_be_those_with_the_largest_share_of_the_amounts(desk: Actor) -> None:
    event = before_cut(12, 12, [[0, 3, 1]], cut_seconds="amount_share")
    played_pods(event, desk, 2, {1: "64 55 31 x1", 2: "80 30 40 x1", 3: "90 40 20 x1"})
    final = pair_round(stage=stage_of(event, 2), actor=desk)
    assert seeds_at(match_at(final, 1), event) == [1, 2, 3, 6]
    by_seed = before_cut(12, 12, [[0, 3, 1]])
    played_pods(by_seed, desk, 2, {1: "64 55 31 x1", 2: "80 30 40 x1", 3: "90 40 20 x1"})
    final = pair_round(stage=stage_of(by_seed, 2), actor=desk)
    assert seeds_at(match_at(final, 1), by_seed) == [1, 2, 3, 4]


def test_a_phone_says_what_its_player_waits_for(client: Client, desk: Actor) -> None:
    event = before_cut(10, 10, [[2, 2, 0]])
    round_ = running(event, desk, 2)
    number = numbers_by_seed(event)
    waits = make_player_link(actor=desk, entry=entry(event, number[1])).token
    assert "You are waiting for the next round." in client.get(f"/p/{waits}/").content.decode()
    for match in matches_of(round_):
        say(match, letters(match), desk)
    close_round(round=round_, actor=desk)
    text = client.get(f"/p/{waits}/").content.decode()
    assert "Next: the final with" in text
    assert entry(event, number[4]).player.name in text
    out = make_player_link(actor=desk, entry=entry(event, number[10])).token
    assert "Your place in the bracket: 10." in client.get(f"/p/{out}/").content.decode()


def test_a_player_who_drops_can_keep_the_seat_which_stays_empty(client: Client, desk: Actor) -> None:
    event = before_cut(9, 8, TWO)
    pair_round(stage=stage_of(event, 2), actor=desk)
    first = entry(event, numbers_by_seed(event)[1])
    client.force_login(staff(event, Role.ORGANISER))
    page = client.post(f"/e/{event.slug}/desk/people/{first.number}/drop/", {"reason": "ill"})
    assert "the seat stays empty" in page.content.decode()
    drop_entry(entry=first, actor=desk, walkover=True)
    draft = Round.objects.get(stage=stage_of(event, 2), status=RoundStatus.DRAFT)
    again = repair_round(round=draft, actor=desk)
    assert seeds_at(match_at(again, 1), event) == [4, 5, 8]
    assert first.number in numbers_by_seed(event).values()


def test_only_those_who_go_on_are_marked_where_places_are_shared(client: Client, desk: Actor) -> None:
    event = before_cut(8, 8, TWO)
    played_pods(event, desk, 2, {1: "A=B=C D", 2: "A=B C D"})
    shown = drawn_pod_cut(event, stage_of(event, 2), staff=True)
    assert shown is not None
    marked = [[seat.won for seat in match.seats] for match in shown.rounds[0].matches]
    assert marked == [[True, True, False, False]] * 2


def test_too_few_for_the_cut_are_refused_with_what_to_do(desk: Actor) -> None:
    event = before_cut(5, 8, TWO)
    with pytest.raises(Refused, match="Change the cut"):
        pair_round(stage=stage_of(event, 2), actor=desk)


def test_a_draw_is_not_agreed_after_the_cut(desk: Actor) -> None:
    event = before_cut(8, 8, TWO)
    event.intentional_draws = True
    event.save()
    round_ = running(event, desk, 2)
    with pytest.raises(Refused, match="after the cut"):
        say(match_at(round_, 1), "id", desk)
    say(match_at(round_, 1), "=", desk)


def corrected(match: Match, text: str, desk: Actor, **more: Any) -> None:
    correct_bracket_result(
        match=match, score=read_score(match, text), actor=desk, source=Source.DESK, reason="misread", **more
    )


def test_a_correction_withdraws_the_final_if_others_go_on(desk: Actor) -> None:
    event = before_cut(8, 8, TWO)
    first = played_pods(event, desk, 2)
    final = running(event, desk, 2)
    say(match_at(final, 1), "D C B A", desk)
    match = match_at(first, 1)
    corrected(match, "A B D C", desk)  # third and fourth: the final stays
    assert fresh(final).status == RoundStatus.RUNNING
    preview = preview_correction(match, read_score(match, "A D B C"))
    assert preview.bracket is not None
    assert [one.pk for one in preview.bracket.fallen] == [match_at(final, 1).pk]
    with pytest.raises(Refused, match="no longer stand"):
        corrected(match, "A D B C", desk)
    corrected(match, "A D B C", desk, accept_fallen=True)
    assert fresh(final).status == RoundStatus.WITHDRAWN
    again = pair_round(stage=stage_of(event, 2), actor=desk)
    assert seeds_at(match_at(again, 1), event) == [1, 2, 3, 8]


def test_a_result_that_a_correction_does_not_concern_is_carried_over(desk: Actor) -> None:
    event = before_cut(64, 64, [[0, 16, 0], [0, 4, 0]])
    first = played_pods(event, desk, 2)
    second = running(event, desk, 2)
    tables = matches_of(second)
    for match in tables:
        say(match, "B A C D", desk)
    corrected(match_at(first, 16), "B A C D", desk, accept_fallen=True)
    again = pair_round(stage=stage_of(event, 2), actor=desk)
    carried = Match.objects.filter(round=again, results__status="confirmed")
    same = {tuple(numbers_in(match)) for match in tables} & {tuple(numbers_in(match)) for match in matches_of(again)}
    assert {tuple(numbers_in(match)) for match in carried} == same
    assert len(same) == 3
    lines = carried.first().results.get(status="confirmed").lines.order_by("seat__index")  # type: ignore[union-attr]
    assert [line.place for line in lines] == [2, 1, 3, 4]


# Settings


def test_a_cut_that_cannot_be_played_is_refused_at_its_field(subtests: pytest.Subtests) -> None:
    for chosen, field in [
        ({"pod_size": 4, "cut": 7}, "cut"),
        ({"pod_size": 3, "pod_most": 3, "cut": 16}, "cut"),
        ({"pod_size": 4, "cut": 16, "pod_cut_rounds": "four"}, "pod_cut_rounds"),
        ({"pod_size": 4, "cut": 16, "pod_cut_rounds": "0/4/3"}, "pod_cut_rounds"),
        ({"pod_size": 4, "cut": 16, "cut_kind": "double_elimination"}, "cut_kind"),
        ({"pod_size": 4, "cut": 16, "third_place": True}, "third_place"),
    ]:
        with subtests.test(chosen=chosen, field=field), undone():
            with pytest.raises(Refused) as refused:
                made(**chosen)
            assert refused.value.parameter == field


def test_the_stage_keeps_the_rounds_of_its_cut_until_it_has_begun(desk: Actor) -> None:
    event = made(pod_size=4, cut=40)
    stage = stage_of(event, 2)
    assert stage.is_pod_cut
    assert stage.options[POD_ROUNDS] == [[8, 8, 0], [0, 4, 0]]
    root = Actor(user=UserFactory(is_superuser=True))
    update_event(event=event, actor=root, plan=changed_plan(event, {"pod_cut_rounds": "0/10/2 0/3/1"}))
    assert stage_of(event, 2).options[POD_ROUNDS] == [[0, 10, 2], [0, 3, 1]]
    update_event(event=event, actor=root, plan=changed_plan(event, {"pod_size": 2, "pod_cut_rounds": ""}))
    assert not stage_of(event, 2).is_pod_cut
    assert not stage_of(made(cut=8), 2).is_pod_cut
    assert plan(pod_size=4, cut=8).cut == 8


# Pages, API, paper


def test_everything_that_shows_a_bracket_shows_the_cut(client: Client, desk: Actor) -> None:
    event = before_cut(16, 10, [[2, 2, 0]])
    Event.objects.filter(pk=event.pk).update(published=True)
    user = staff(event, Role.ORGANISER)
    page, api = f"/e/{event.slug}/bracket/", f"/api/v1/events/{event.slug}/stages/2/bracket/"
    assert client.get(page).status_code == 200
    pair = pair_round(stage=stage_of(event, 2), actor=desk)
    assert "not drawn yet" in client.get(page).content.decode()
    round_ = fresh(publish_round(round=pair, actor=desk))
    text = client.get(page).content.decode()
    assert "Round of 10" in text
    assert "bye" in text
    assert "Winner of Round of 10, pod 2" in text
    body = APIClient().get(api).json()
    assert [match["key"] for match in body["matches"]] == ["P1-1", "P1-2", "P2-1"]
    assert [seat["seed"] for seat in body["matches"][0]["seats"]] == [3, 6, 7, 10]
    assert body["matches"][2]["seats"] == [None] * 4
    for match in matches_of(round_):
        say(match, "D C B A", desk)
    close_round(round=round_, actor=desk)
    assert client.get(f"/e/{event.slug}/wall/").status_code == 200
    client.force_login(user)
    assert client.get(f"/e/{event.slug}/desk/").status_code == 200
    final = running(event, desk, 2)
    body = APIClient().get(api).json()
    assert [seat["seed"] for seat in body["matches"][2]["seats"]] == [1, 2, 9, 10]
    assert [feeder["origin"] for feeder in body["matches"][2]["feeders"]] == ["seed", "seed", "winner", "winner"]
    say(match_at(final, 1), "D C B A", desk)
    close_round(round=final, actor=desk)
    body = APIClient().get(api).json()
    assert body["complete"]
    assert body["champion"]["seed"] == 10
    assert len(body["placings"]) == 10
    assert "wins the event" in client.get(page).content.decode()
    assert client.get(f"/e/{event.slug}/wall/").status_code == 200
    sheet = bracket_sheet(Event.objects.get(pk=event.pk), PaperTerms(kind="bracket"))
    assert [[one.name for one in side.rounds] for side in sheet.sides] == [["Round of 10", "Final"]]
    assert [seat.won for seat in sheet.sides[0].rounds[1].matches[0].seats] == [False, False, False, True]
