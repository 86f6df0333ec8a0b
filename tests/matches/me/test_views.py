"""A player's personal page: reporting, agreeing, differing, and no data of other players."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from judging.calls.services import call_judge, claim_call
from matches.audit.services import Actor
from matches.clock.services import call_time, extend_match
from matches.enums import EntryStatus, MatchKind, ResultStatus, Role, Source, StageKind
from matches.errors import Refused
from matches.models import Entry, Event, Match, Result, Round
from matches.page_plugins import PlayerPage
from matches.people.services.links import make_player_link
from matches.plugins import Plugin, registry
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import NOON, any_organiser, staff
from tests.matches.playing import TWO_ONE, event_of, match_at, numbers_in, report, running, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def round_(desk: Actor) -> Round:
    return running(event_of(5), desk)


def link(entry: Entry) -> str:
    made = make_player_link(actor=any_organiser(), entry=entry)
    return reverse("matches:me", args=[made.token])


def links_at(round_: Round, table: int) -> tuple[str, str]:
    first, second = (seat.entry for seat in match_at(round_, table).seats.select_related("entry").order_by("index"))
    return link(first), link(second)


def words(client: Client, url: str) -> str:
    return re.sub(r'<span class="whole">([^<]*)</span>', r"\1", client.get(url).content.decode())


def confirmed(match: Match) -> Result | None:
    return match.results.filter(status=ResultStatus.CONFIRMED).first()


def test_both_report_the_same_from_their_own_side(client: Client, round_: Round) -> None:
    first, second = links_at(round_, 1)
    client.post(first, {"score": "2-1"})
    assert "You reported “Won 2–1”." in words(client, first)
    assert "Your opponent has reported “Lost 1–2” for you." in words(client, second)
    client.post(second, {"score": "1-2"})
    result = confirmed(match_at(round_, 1))
    assert result is not None
    assert [line.rounds_won for line in result.lines.order_by("seat__index")] == [2, 1]
    for url, said in ((first, "Won 2–1"), (second, "Lost 1–2")):
        assert f"<b>{said}</b> The result stands." in " ".join(words(client, url).split())
        assert 'name="score"' not in words(client, url)


def test_differing_reports_are_explained_to_both_players_and_corrected_by_one(client: Client, round_: Round) -> None:
    first, second = links_at(round_, 1)
    client.post(first, {"score": "2-1"})
    client.post(second, {"score": "2-0"})
    assert "You reported “Won 2–1”, but your opponent’s report means “Lost 0–2” for you." in words(client, first)
    assert "You reported “Won 2–0”, but your opponent’s report means “Lost 1–2” for you." in words(client, second)
    assert confirmed(match_at(round_, 1)) is None
    client.post(second, {"score": "1-2"})
    assert confirmed(match_at(round_, 1)) is not None


def test_the_way_of_deciding_is_shown_from_each_players_side(
    subtests: pytest.Subtests, client: Client, round_: Round
) -> None:
    for decided, score, winner, stored in [
        ("conceded", "1-0", 1, "concession"),
        ("conceded_to_me", "0-1", 0, "concession"),
        ("sudden_death_won", "1-1", 0, "sudden_death"),
        ("sudden_death_lost", "1-1", 1, "sudden_death"),
        ("running_bank_won", "1-1", 0, "time"),
        ("running_bank_lost", "1-1", 1, "time"),
        ("", "1-0", 0, "time"),
    ]:
        for seat in [0, 1]:
            with subtests.test(decided=decided, score=score, winner=winner, stored=stored, seat=seat), undone(client):
                url, sent = links_at(round_, 1)[seat], {"score": score, "decided": decided}
                if stored == "time":  # asked about, as the table still has time
                    assert client.post(url, sent).status_code == 422
                    sent["sure"] = "before_time"
                assert client.post(url, sent).status_code == 302
                result = Result.objects.get(match=match_at(round_, 1))
                assert result.decided_by == stored
                own_won = result.lines.get(outcome="win").seat.index == seat
                assert own_won == (winner == 0)


def test_an_impossible_report_is_refused_at_its_field(subtests: pytest.Subtests, client: Client, round_: Round) -> None:
    for sent, said in [
        ({}, "Tap the result."),
        ({"score": "3-0"}, "“3-0”"),
        ({"score": "1-2", "outcome": "won"}, "This score does not fit your answer above."),
        ({"score": "2-0", "outcome": "won", "decided": "conceded"}, "This score does not fit your answer above."),
        ({"score": "2-0", "decided": "sudden_death_won"}, "Sudden Death decides only a level score."),
    ]:
        with subtests.test(sent=sent, said=said), undone(client):
            answer = client.post(links_at(round_, 1)[0], sent)
            assert answer.status_code == 422
            assert said in answer.context["form"].errors["score"][0]
            assert not Result.objects.exists()


def version_to_agree_to(client: Client, url: str) -> str:
    """What the page's button sends: the context would be that of the mould from which such pages are made."""
    shown = re.search(r'name="agree" value="(\d+)"', client.get(url).content.decode())
    assert shown
    return shown[1]


def test_agreeing_to_the_win_of_a_player_who_has_left_answers_the_question_beside_it(
    client: Client, round_: Round
) -> None:
    first, second = links_at(round_, 1)
    client.post(first, {"score": "2-1"})
    version = version_to_agree_to(client, second)
    Entry.objects.filter(seats__match=match_at(round_, 1), seats__index=0).update(status=EntryStatus.DROPPED)
    answer = client.post(second, {"agree": version})
    assert (answer.status_code, confirmed(match_at(round_, 1))) == (422, None)
    assert '<input type="hidden" name="sure" value="winner_dropped">' in words(client, second)
    assert client.post(second, {"agree": version, "sure": "winner_dropped"}).status_code == 302
    assert confirmed(match_at(round_, 1)) is not None


def test_money_is_typed_and_checked(client: Client, round_: Round) -> None:
    event = round_.stage.event
    Event.objects.filter(pk=event.pk).update(rules={"edition": "guide", "format": "blitz", "jokers": False})
    first, second = links_at(round_, 1)
    assert "Your total" in words(client, first)
    assert client.post(first, {"own": "2410", "theirs": "9999999"}).status_code == 422
    client.post(first, {"own": "2410", "theirs": "1980"})
    client.post(second, {"own": "1980", "theirs": "2410"})
    assert "Won $2,410–$1,980" in words(client, first)


def test_sent_twice_is_one_report(client: Client, round_: Round) -> None:
    url = links_at(round_, 1)[0]
    for _ in range(2):
        client.post(url, {"score": "2-0"})
    assert Result.objects.count() == 1


def test_the_opponents_report_is_agreed_with_in_one_tap_while_it_is_the_one_that_was_read(
    client: Client, round_: Round
) -> None:
    first, second = links_at(round_, 1)
    client.post(first, {"score": "2-1"})
    version = version_to_agree_to(client, second)
    assert "Confirm: Lost 1–2" in words(client, second)
    client.post(first, {"score": "2-0"})
    answer = client.post(second, {"agree": version})
    assert (answer.status_code, confirmed(match_at(round_, 1))) == (422, None)
    assert "Your opponent has changed their report." in answer.content.decode()
    again = {"agree": version_to_agree_to(client, second)}
    for _ in range(2):  # a phone that got no answer sends it again
        assert client.post(second, again).status_code == 302
    result = confirmed(match_at(round_, 1))
    assert result is not None
    assert [line.rounds_won for line in result.lines.order_by("seat__index")] == [2, 0]
    assert "Confirm: Won" not in words(client, first)


def test_a_kept_report_is_not_stored_for_another_match(client: Client, round_: Round, desk: Actor) -> None:
    old = match_at(round_, 1)
    url = links_at(round_, 1)[0]
    report(round_, desk)
    close_round(round=round_, actor=desk)
    running(round_.stage.event, desk)
    before = Result.objects.count()
    answer = client.post(url, {"score": "2-0", "match": str(old.pk)})
    assert answer.status_code == 422
    assert "This report was for an earlier match" in answer.content.decode()
    assert Result.objects.count() == before


def test_a_player_drops_from_the_own_page_after_one_question(client: Client, round_: Round) -> None:
    entry = match_at(round_, 1).seats.get(index=0).entry
    url = link(entry)
    assert f'href="{url}?drop=1"' in words(client, url)
    Event.objects.filter(pk=entry.event_id).update(finished_at=NOON)
    assert "?drop=1" not in words(client, url)  # nobody drops from an event that is over
    Event.objects.filter(pk=entry.event_id).update(finished_at=None)
    question = words(client, f"{url}?drop=1")
    assert 'name="drop"' in question
    assert "Your match this round still counts" in question
    assert "have dropped" not in question
    assert client.post(url, {"drop": "1"}).status_code == 302
    entry.refresh_from_db()
    assert entry.status == EntryStatus.DROPPED
    assert "ask the desk" in words(client, url)
    assert "?drop=1" not in words(client, url)
    again = words(client, f"{url}?drop=1")  # the page of the question, loaded once more
    assert "Drop from the event?" not in again
    assert "ask the desk" in again
    assert client.post(url, {"drop": "1"}).status_code == 422


def test_the_page_shows_the_own_deadline_with_the_extension(client: Client, round_: Round, desk: Actor) -> None:
    url, other = links_at(round_, 1)[0], links_at(round_, 2)[0]
    extend_match(match=match_at(round_, 1), seconds=180, actor=desk)
    call_time(round=round_, actor=desk)
    clock = client.get(url).context["own_clock"]
    assert (clock.state, round(clock.left, -1)) == ("running", 180)
    assert "with the extension" in words(client, url)
    assert client.get(other).context["own_clock"] is None


def test_the_state_of_a_call_is_on_the_page(client: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    entry = match.seats.get(index=0).entry
    url = link(entry)
    call = call_judge(match=match, actor=Actor(entry=entry))
    assert "A judge has been called." in words(client, url)
    assert "judge has been called" not in words(client, links_at(round_, 2)[0])
    claim_call(call=call, actor=Actor(user=staff(round_.stage.event, Role.FLOOR_JUDGE)))
    assert "judge is coming" in words(client, url)


def test_in_a_bracket_the_page_says_whom_one_waits_for(client: Client, desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    round_ = running(event, desk)
    winner, loser = (seat.entry for seat in match_at(round_, 1).seats.select_related("entry").order_by("index"))
    urls = [link(winner), link(loser)]
    report(round_, desk, tables=[1])
    other = match_at(round_, 2)
    names = " – ".join(seat.entry.unique_name for seat in other.seats.select_related("entry__player").order_by("index"))
    waiting = client.get(urls[0]).context["waiting"]
    assert waiting.startswith("Next: final ")
    assert waiting.endswith(f": {names}, table 2.")
    assert "semi-final 2" in waiting
    assert "You are" in client.get(urls[1]).context["waiting"]
    report(round_, desk)
    opponent = other.seats.select_related("entry__player").get(index=0).entry.unique_name
    assert client.get(urls[0]).context["waiting"] == f"Next: final against {opponent}."


def test_a_report_for_a_closed_round_is_refused_in_words(client: Client, round_: Round, desk: Actor) -> None:
    url = links_at(round_, 1)[0]
    report(round_, desk)
    close_round(round=round_, actor=desk)
    answer = client.post(url, {"score": "2-0"})
    assert answer.status_code == 422
    assert "tell the desk" in answer.content.decode()


def test_where_the_desk_takes_the_results_there_is_no_form(client: Client, round_: Round) -> None:
    Event.objects.filter(pk=round_.stage.event_id).update(players_report=False)
    url = links_at(round_, 1)[0]
    assert "Results are entered at the desk." in words(client, url)
    assert client.post(url, {"score": "2-0"}).status_code == 422
    assert not Result.objects.exists()


def test_a_bye_says_that_it_counts_as_a_win(client: Client, round_: Round) -> None:
    bye = Match.objects.get(round=round_, kind=MatchKind.BYE)
    entry = Entry.objects.get(event=round_.stage.event, number=numbers_in(bye)[0])
    assert "You have the bye this round" in words(client, link(entry))


def test_a_draft_is_not_on_the_page(client: Client, desk: Actor) -> None:
    event = event_of(4)
    url = link(Entry.objects.get(event=event, number=2))
    before = words(client, url)
    draft = pair_round(stage=stage_of(event), actor=desk)
    assert words(client, url) == before
    assert "hero-card" not in before
    publish_round(round=draft, actor=desk)
    assert "hero-card" in words(client, url)


def test_a_players_page_sets_no_session_and_is_neither_cached_nor_referred(client: Client, round_: Round) -> None:
    url = links_at(round_, 1)[0]
    client.post(url, {"score": "2-0"})
    answer = client.get(url)
    assert "sessionid" not in client.cookies
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "strict-origin"


def test_registered_pages_of_other_apps_are_offered(client: Client, round_: Round) -> None:
    own = Plugin(player_pages=(PlayerPage("judge", "Judges and you", "judging:mine"),))
    url = links_at(round_, 1)[0]
    with registry.only(own=own):
        page = words(client, url)
    assert "Judges and you" in page
    plain = words(client, links_at(round_, 1)[0])
    assert ("Judges and you" in plain, "Call a judge" in plain, "Call a judge" in page) == (False, True, False)


def test_the_page_is_compressed_but_no_answer_to_a_form(client: Client, round_: Round) -> None:
    url = links_at(round_, 1)[0]
    assert client.get(url, headers={"accept-encoding": "gzip"})["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in client.get(url, headers={"accept-encoding": "gzip;q=0"})
    answer = client.post(url, {"score": "9-9"}, headers={"accept-encoding": "gzip"})
    assert (answer.status_code, answer.get("Content-Encoding")) == (422, None)


def test_a_disqualified_player_reports_nothing_any_more(client: Client, round_: Round) -> None:
    """The link from before still shows the page."""
    first, second = links_at(round_, 1)
    match = match_at(round_, 1)
    assert client.get(first).context["reporting"]
    Entry.objects.filter(pk=match.seats.get(index=0).entry_id).update(status=EntryStatus.DISQUALIFIED)
    assert not client.get(first).context["reporting"]
    assert client.get(second).context["reporting"]
    client.post(first, {"score": "2-1"})
    assert not match.results.exists()
    player = Actor(entry=match.seats.get(index=0).entry)
    with pytest.raises(Refused) as caught:
        report_result(match=match, score=TWO_ONE, actor=player, source=Source.PLAYER)
    assert caught.value.code == "disqualified"


def test_a_question_on_a_phone_shows_the_score_as_it_was_tapped(client: Client, round_: Round) -> None:
    _first, second = links_at(round_, 1)
    Entry.objects.filter(seats__match=match_at(round_, 1), seats__index=0).update(status=EntryStatus.DROPPED)
    asked = client.post(second, {"score": "0-2"}).context["form"]
    assert [label for _code, label in asked.fields["sure"].choices] == ["Save 0\u20132"]
    client.post(second, {"score": "0-2", "sure": "winner_dropped"})
    assert Result.objects.filter(match=match_at(round_, 1)).exists()
