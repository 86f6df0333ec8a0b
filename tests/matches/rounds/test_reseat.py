"""Two players at tables without a result swap seats in a published round, with the clock going on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from judging.recorder.services.recording import start_record
from matches.audit.services import Actor
from matches.clock.services import call_time
from matches.draws.queries.begun import tables_to_seat_again
from matches.draws.services.checks import check_draw
from matches.draws.services.drafts import swap_players
from matches.enums import MatchKind, Role, StageKind
from matches.errors import Refused
from matches.models import AuditRow, ClockEvent, Entry, LiveVersion, Match, Round
from matches.results.services.takebacks import take_back_result
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, fresh, match_at, numbers_in, played, published, report, running
from tests.matches.rounds.pages import once, page_of

pytestmark = pytest.mark.django_db

WHY = "sat at each other’s tables"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def seated(round_: Round, table: int, index: int) -> Entry:
    return match_at(round_, table).seats.select_related("entry__player").get(index=index).entry


def reseat_url(round_: Round) -> str:
    return reverse("matches:reseat", args=[round_.stage.event.slug, round_.stage.order, round_.number])


def refusal(round_: Round, first: Entry, second: Entry, desk: Actor, reason: str = WHY) -> str:
    with pytest.raises(Refused) as refused:
        swap_players(round=round_, first=first, second=second, actor=desk, reason=reason)
    return refused.value.code


def test_two_tables_are_seated_again_while_the_clock_runs(desk: Actor) -> None:
    event = event_of(8)
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    before = {match.pk: numbers_in(match) for match in round_.matches.all()}
    clock = list(ClockEvent.objects.values_list("pk", flat=True))
    one, other = seated(round_, 2, 1), seated(round_, 3, 1)
    versions = dict(LiveVersion.objects.filter(event=event).values_list("part", "version"))
    assert refusal(round_, one, other, desk, reason="") == "reason_missing"
    swap_players(round=round_, first=one, second=other, actor=desk, reason=WHY)
    two, three = match_at(round_, 2), match_at(round_, 3)
    assert (numbers_in(two)[1], numbers_in(three)[1]) == (other.number, one.number)
    assert two.changed_at is not None
    assert three.changed_at is not None
    for match in round_.matches.exclude(pk__in=[two.pk, three.pk]):
        assert (numbers_in(match), match.changed_at) == (before[match.pk], None)
    assert list(ClockEvent.objects.values_list("pk", flat=True)) == clock
    assert fresh(round_).status == "running"
    now = dict(LiveVersion.objects.filter(event=event).values_list("part", "version"))
    raised = {part for part in now if now[part] != versions.get(part)}
    assert {"pairings", "rounds", "table 2", "table 3"} <= raised
    [change] = check_draw(fresh(round_)).changes
    assert (change.act, change.reason, set(change.numbers)) == ("swap_players", WHY, {one.number, other.number})


def test_a_table_with_a_report_also_an_undone_one_keeps_its_players(desk: Actor) -> None:
    event = event_of(6)
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    assert refusal(round_, seated(round_, 1, 0), seated(round_, 2, 0), desk) == "table_has_begun"
    take_back_result(match=match_at(round_, 1), actor=desk)
    assert refusal(round_, seated(round_, 1, 0), seated(round_, 2, 0), desk) == "table_has_begun"
    assert [match.table for match in tables_to_seat_again(round_)] == [2, 3]


def test_a_table_whose_turns_are_on_record_keeps_its_players(desk: Actor) -> None:
    event = event_of(6)
    round_ = running(event, desk)
    start_record(match=match_at(round_, 2), actor=Actor(user=staff(event, Role.HEAD_JUDGE)), first="A", device="")
    assert refusal(round_, seated(round_, 3, 0), seated(round_, 2, 0), desk) == "table_has_begun"
    assert [match.table for match in tables_to_seat_again(round_)] == [1, 3]


def test_the_player_with_the_bye_swaps_too_and_after_time_nobody_does(desk: Actor) -> None:
    event = event_of(5)
    round_ = running(event, desk)
    resting = Entry.objects.get(seats__round=round_, seats__match__kind=MatchKind.BYE)
    playing = seated(round_, 2, 0)
    swap_players(round=round_, first=resting, second=playing, actor=desk, reason=WHY)
    assert numbers_in(Match.objects.get(round=round_, kind=MatchKind.BYE)) == [playing.number]
    call_time(round=round_, actor=desk)
    assert refusal(round_, resting, playing, desk) == "round_over"
    bracket = published(event_of(4, kind=StageKind.SINGLE_ELIMINATION), desk)
    assert refusal(bracket, seated(bracket, 1, 0), seated(bracket, 2, 0), desk) == "not_swiss"


def test_the_page_asks_with_what_follows_and_then_does_it_once(desk: Actor, client: Client) -> None:
    event = event_of(4)
    first = played(event, desk)
    round_ = running(event, desk)
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert f'href="{reseat_url(round_)}"' in client.get(page_of(round_)).content.decode()
    met = numbers_in(match_at(first, 1))
    mine = Match.objects.get(round=round_, seats__entry__number=met[0])
    (against,) = (number for number in numbers_in(mine) if number != met[0])
    sent = {**once(), "first": entry(event, against).pk, "second": entry(event, met[1]).pk, "reason": WHY}
    page = " ".join(client.post(reseat_url(round_), sent).content.decode().split())
    assert "met before" in page
    assert "The clock keeps running; it shows" in page
    assert "The match starts again at these tables" in page
    assert not AuditRow.objects.filter(act="swap_players").exists()
    done = client.post(reseat_url(round_), {**sent, "confirmed": "1"}, follow=True)
    assert "The two players have swapped seats." in done.content.decode()
    assert set(numbers_in(mine)) == set(met)
    again = client.post(reseat_url(round_), {**sent, "confirmed": "1"}, follow=True)
    assert "Nothing changed" in again.content.decode()


def test_the_page_refuses_at_its_fields_and_leads_away_where_nothing_can_be_swapped(desk: Actor) -> None:
    event = event_of(6)
    round_ = running(event, desk)
    report(round_, desk, tables=[1])
    client = Client()
    client.force_login(staff(event, Role.SCOREKEEPER))
    sent = {**once(), "first": seated(round_, 2, 0).pk, "second": seated(round_, 2, 1).pk, "reason": WHY}
    wrong = client.post(reseat_url(round_), {**sent, "confirmed": "1"})
    assert (wrong.status_code, wrong.context["form"].errors["second"]) == (422, ["Choose a player at another table."])
    gone = client.post(reseat_url(round_), {**sent, "second": seated(round_, 1, 0).pk, "confirmed": "1"})
    assert (gone.status_code, "second" in gone.context["form"].errors) == (422, True)
    assert client.post(reseat_url(round_), {**sent, "reason": ""}).status_code == 422
    judge = Client()
    judge.force_login(staff(event, Role.FLOOR_JUDGE))
    assert judge.get(reseat_url(round_)).status_code == 403
    call_time(round=round_, actor=desk)
    assert client.get(reseat_url(round_)).status_code == 302
