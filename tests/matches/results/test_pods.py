"""Results of pods: reported at the desk, over the API and by players, corrected, taken back; each version is kept."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import EntryStatus, Role, Source
from matches.errors import Refused
from matches.models import Entry, Event, Match, ResultLine, Round
from matches.results.labels.results import own_result
from matches.results.queries.results import score_of
from matches.results.queries.tables import read_score
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.snapshots.queries import compute_table
from matches.tables.pod_line import places_text
from matches.tables.score import Duel, Score
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, fresh, match_at, numbers_in, running, stage_of
from tests.matches.pods import pod_event
from tests.matches.results.addresses import correct
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def event() -> Event:
    return pod_event(8)


@pytest.fixture
def round_(event: Event, desk: Actor) -> Round:
    return running(event, desk, seed=1)


@pytest.fixture
def organiser(client: Client, event: Event) -> Client:
    client.force_login(staff(event, Role.ORGANISER))
    return client


def said(match: Match, text: str) -> Score:
    return read_score(match, text)


def stored(match: Match) -> str:
    return places_text(score_of(match.results.get(status="confirmed")))


def test_a_result_is_stored_and_read_as_it_was_typed(subtests: pytest.Subtests, round_: Round, desk: Actor) -> None:
    for line in ["C A D B", "A=C D B", "C A D -B", "C A D cB", "C lA D B", "=", "31 64 x1 55"]:
        with subtests.test(line=line), undone():
            match = match_at(round_, 1)
            report_result(match=match, score=said(match, line), actor=desk, source=Source.DESK)
            assert stored(match) == line
            again = report_result(match=match, score=said(match, line), actor=desk, source=Source.DESK)
            assert again.version == 1


def test_an_amount_stands_apart_from_the_place(event: Event, round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    report_result(match=match, score=said(match, "31 64 x1 55"), actor=desk, source=Source.DESK)
    told = own_result(score_of(match.results.get()), event, 2)
    assert f"{told.word} {told.score}" == "Place 4 of 4 (0)"


def test_a_correction_is_a_version_and_a_result_can_be_taken_back(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    report_result(match=match, score=said(match, "C A D B"), actor=desk, source=Source.DESK)
    correct_result(match=match, score=said(match, "A C D B"), actor=desk, source=Source.DESK, reason="misread")
    assert [result.version for result in match.results.order_by("version")] == [1, 2]
    assert stored(match) == "A C D B"
    take_back_result(match=match, actor=desk, reason="wrong table")
    assert not match.results.filter(status="confirmed").exists()


def test_a_draw_by_agreement_needs_the_events_word(round_: Round, event: Event, desk: Actor) -> None:
    match = match_at(round_, 1)
    with pytest.raises(Refused) as refused:
        report_result(match=match, score=said(match, "id"), actor=desk, source=Source.DESK)
    assert refused.value.code == "no_agreed_draws"
    Event.objects.update(intentional_draws=True)
    report_result(match=match, score=said(match, "id"), actor=desk, source=Source.DESK)
    assert stored(match) == "id"


def test_a_players_report_stands_with_another_players_equal_one(round_: Round, event: Event, desk: Actor) -> None:
    match = match_at(round_, 1)
    people = [Actor(entry=entry(event, number)) for number in numbers_in(match)]
    report_result(match=match, score=said(match, "C A D B"), actor=people[0], source=Source.PLAYER)
    report_result(match=match, score=said(match, "A C D B"), actor=people[1], source=Source.PLAYER)
    assert not match.results.filter(status="confirmed").exists()
    report_result(match=match, score=said(match, "C A D B"), actor=people[3], source=Source.PLAYER)
    assert stored(match) == "C A D B"


def test_a_score_of_two_is_no_result_of_a_pod(round_: Round, desk: Actor) -> None:
    with pytest.raises(ValueError, match="a duel is not"):
        report_result(match=match_at(round_, 1), score=Duel(winner=0), actor=desk, source=Source.DESK)


def test_players_who_were_absent_are_dropped_when_the_round_closes(round_: Round, event: Event, desk: Actor) -> None:
    first, second = match_at(round_, 1), match_at(round_, 2)
    report_result(match=first, score=said(first, "C A D -B"), actor=desk, source=Source.DESK)
    report_result(match=second, score=said(second, "C A D cB"), actor=desk, source=Source.DESK)
    close_round(round=round_, actor=desk)
    absent = numbers_in(first)[1]
    assert list(Entry.objects.filter(status=EntryStatus.DROPPED).values_list("number", flat=True)) == [absent]


def test_the_desk_types_a_line_and_sees_what_it_says(organiser: Client, event: Event, round_: Round) -> None:
    url = f"/e/{event.slug}/desk/results/"
    page = organiser.get(url).content.decode()
    assert "12 C A D B" in page
    preview = organiser.get(f"{url}preview/", {"line": "1 C A D B"}).content.decode()
    assert "Player" in preview
    refused = organiser.post(url, {"line": "1 C A A B", "round": round_.pk})
    assert refused.status_code == 422
    assert refused.context["code"] == "seat_twice"
    assert 'value="1 C A A B"' in refused.content.decode()
    assert "started with 200" in organiser.post(url, {"line": "1 100 64 x1 55", "round": round_.pk}).content.decode()
    assert organiser.post(url, {"line": "1 C A D B", "round": round_.pk}).status_code == 302
    match = match_at(round_, 1)
    names = [entry(event, number).player.name for number in numbers_in(match)]
    told = organiser.get(f"{url}?show=all").content.decode()
    assert f"Table 1: 1 {names[2]} · 2 {names[0]} · 3 {names[3]} · 4 {names[1]}" in told
    assert organiser.get(f"/e/{event.slug}/desk/table/{match.pk}/").status_code == 200


def test_a_line_that_cannot_be_is_refused_at_the_field_and_stays(
    subtests: pytest.Subtests, organiser: Client, event: Event, round_: Round
) -> None:
    for line, code, said in [
        ("1 C A A B", "seat_twice", ("A",)),
        ("1 C A B", "seats_missing", ("D",)),
        ("1 100 64 x1 55", "amounts_wrong", ("BR-18", "219", "200")),
    ]:
        with subtests.test(line=line, code=code, said=said), undone():
            page = organiser.post(reverse("matches:results", args=[event.slug]), {"line": line})
            text = page.content.decode()
            assert page.status_code == 422
            assert page.context["code"] == code
            assert all(part in page.context["error"] for part in said)
            assert f'value="{line}"' in text


def test_a_table_page_corrects_a_pod_with_a_reason(organiser: Client, event: Event, round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    report_result(match=match, score=said(match, "C A D B"), actor=desk, source=Source.DESK)
    url = f"/e/{event.slug}/desk/table/{match.pk}/"
    assert organiser.post(url, {"score": "A C D", "reason": "misread"}).status_code == 422
    assert correct(organiser, url, score="A C D B", reason="misread").status_code == 302
    assert stored(match) == "A C D B"


def api_of(event: Event) -> APIClient:
    api = APIClient()
    api.force_login(staff(event, Role.SCOREKEEPER))
    return api


def results_url(event: Event, match: Match) -> str:
    return f"/api/v1/events/{event.slug}/matches/{match.key}/results/"


def test_the_api_takes_a_line_or_places(subtests: pytest.Subtests, event: Event, round_: Round) -> None:
    for sent, line in [
        ({"score": "C A D B"}, "C A D B"),
        ({"places": [2, 4, 1, 3]}, "C A D B"),
        ({"places": [1, None, 1, 3]}, "A=C D -B"),
        ({"score": "31 64 x1 55"}, "31 64 x1 55"),
    ]:
        with subtests.test(sent=sent, line=line), undone():
            match = match_at(round_, 1)
            answer = api_of(event).post(results_url(event, match), sent, format="json")
            assert answer.status_code == 201, answer.json()
            assert answer.json()["score"] == line
            assert stored(match) == line
            shown = api_of(event).get(f"/api/v1/events/{event.slug}/matches/{match.key}/").json()
            assert len(shown["seats"]) == 4
            assert shown["result"]["score"] == line
            assert len(shown["result"]["places"]) == len(shown["result"]["parts"]) == 4


def test_the_api_names_the_field_that_is_wrong(subtests: pytest.Subtests, event: Event, round_: Round) -> None:
    for sent, field, code in [
        ({"places": [1, 1, 2, 3]}, "places", "places_not_in_row"),
        ({"places": [1, 2, 3]}, "places", "places_count"),
        ({"score": "C A B"}, "score", "seats_missing"),
        ({"score": "100 64 x1 55"}, "score", "amounts_wrong"),
    ]:
        with subtests.test(sent=sent, field=field, code=code), undone():
            answer = api_of(event).post(results_url(event, match_at(round_, 1)), sent, format="json")
            assert answer.status_code == 422
            assert (answer.json()["code"], answer.json()["field"]) == (code, field)


def test_the_database_keeps_the_place_and_part_of_each_seat(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    report_result(match=match, score=said(match, "C A D -B"), actor=desk, source=Source.DESK)
    lines = ResultLine.objects.filter(result__match=match).order_by("seat__index")
    assert list(lines.values_list("place", "part", "outcome")) == [
        (2, "played", "loss"),
        (None, "absent", "loss"),
        (1, "played", "win"),
        (3, "played", "loss"),
    ]
    assert fresh(round_).status == "running"


def test_the_desk_is_told_of_players_who_left_and_of_tables_that_are_too_small(
    organiser: Client, event: Event, desk: Actor
) -> None:
    now = fresh(publish_round(round=pair_round(stage=stage_of(event), actor=desk, seed=1), actor=desk))
    page, first, second = f"/e/{event.slug}/desk/", *(numbers_in(match_at(now, table)) for table in (1, 2))
    assert "has dropped" not in organiser.get(page).content.decode()
    Entry.objects.filter(event=event, number__in=first[1:3]).update(status=EntryStatus.DROPPED)
    text = organiser.get(page).content.decode()
    assert "Table 1: only 2 can start, but at least 3 are needed." in text
    assert "Type -B in the result." in text
    assert "Table 2" not in text
    start_clock(round=now, actor=desk)
    Entry.objects.filter(event=event, number=second[3]).update(status=EntryStatus.DISQUALIFIED)
    text = organiser.get(page).content.decode()
    assert "can start" not in text
    assert "Table 2: Player " in text
    assert "Type cD at the end of the result" in text
    table_page = organiser.get(f"{page}table/{match_at(now, 2).pk}/").content.decode()
    assert "Type cD at the end of the result" in table_page
    preview = organiser.get(f"{page}results/preview/", {"line": "2"}).content.decode()
    assert "Type cD at the end of the result" in preview


def test_earlier_leavers_stand_below_later_ones_and_all_who_stayed_beat_them(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    report_result(match=match, score=said(match, "C A cD cB"), actor=desk, source=Source.DESK)
    other = match_at(round_, 2)
    report_result(match=other, score=said(other, "A cB=cC=cD"), actor=desk, source=Source.DESK)
    close_round(round=round_, actor=desk)
    rows = {int(row.player): row for row in compute_table(round_.stage).rows}
    numbers = numbers_in(match)
    assert [rows[number].points for number in numbers] == [2, 0, 3, 0]
    assert all(rows[number].tie_breaks["opp_points"] is not None for number in numbers)
    assert [rows[number].points for number in numbers_in(other)] == [3, 0, 0, 0]
