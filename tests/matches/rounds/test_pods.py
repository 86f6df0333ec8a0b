"""Rounds of pods: drawn, checked, edited by hand, published; late arrivals and players who leave a draft."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.draws.queries.pods import conflicts_of
from matches.draws.services.checks import check_draw, verify_round
from matches.draws.services.drafts import keep_pair, swap_players
from matches.draws.services.pod_drafts import move_player
from matches.draws.services.tables import make_table, remove_players_gone
from matches.enums import EntryStatus, Role, RoundStatus
from matches.errors import Refused
from matches.models import Entry, Event, Match, Round, Seat
from matches.rounds.services.rounds import pair_round, publish_round, repair_round
from tests.factories import EntryFactory, staff
from tests.matches.playing import entry, fresh, match_at, numbers_in, stage_of
from tests.matches.pods import pod_event, sizes
from tests.undone import undone

pytestmark = pytest.mark.django_db


def drafted(event: Event, desk: Actor, seed: int = 1) -> Round:
    return pair_round(stage=stage_of(event), actor=desk, seed=seed)


def test_a_round_is_drawn_with_tables_from_one_and_drawn_again_the_same(desk: Actor) -> None:
    round_ = drafted(pod_event(37), desk)
    assert sorted(sizes(round_)) == [3] * 3 + [4] * 7
    assert [match.table for match in round_.matches.order_by("table")] == list(range(1, 11))
    assert verify_round(round_) == []
    assert round_.pairing["cost"]["byes"] == 0


def test_five_are_four_and_a_bye_and_two_cannot_be_drawn(desk: Actor) -> None:
    assert sorted(sizes(drafted(pod_event(5), desk))) == [1, 4]
    with pytest.raises(Refused, match="At least 3 checked-in players"):
        drafted(pod_event(2), desk)


def test_awarded_byes_fixed_tables_and_kept_pods_are_respected(desk: Actor) -> None:
    event = pod_event(13)
    Entry.objects.filter(event=event, number=1).update(awarded_byes=1)
    Entry.objects.filter(event=event, number=2).update(fixed_table=7)
    Entry.objects.filter(event=event, number=3).update(fixed_table=9)
    round_ = drafted(event, desk)
    assert Seat.objects.get(round=round_, entry__number=1).match.kind == "bye"
    assert Seat.objects.get(round=round_, entry__number=2).match.table == 7
    assert Seat.objects.get(round=round_, entry__number=3).match.table == 9
    kept = Seat.objects.get(round=round_, entry__number=5).match
    together = set(numbers_in(kept))
    keep_pair(match=kept, keep=True, actor=desk)
    again = repair_round(round=round_, actor=desk, seed=99)
    seat = Seat.objects.get(round=again, entry__number=5)
    assert set(numbers_in(seat.match)) == together
    assert seat.match.locked
    assert verify_round(again) == []


def test_a_swap_is_a_hand_change_that_the_check_lists(desk: Actor) -> None:
    event = pod_event(9)
    round_ = drafted(event, desk)
    first, second = numbers_in(match_at(round_, 1))[0], numbers_in(match_at(round_, 2))[0]
    swap_players(round=round_, first=entry(event, first), second=entry(event, second), actor=desk, reason="family")
    checked = check_draw(fresh(round_))
    assert len(checked.published) == len(checked.drawn) == 2
    assert [(one.act, set(one.numbers)) for one in checked.changes] == [("swap_players", {first, second})]


def test_a_player_moves_to_another_table_and_conflicts_say_its_size(desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    mover = numbers_in(match_at(round_, 1))[1]
    move_player(round=round_, entry=entry(event, mover), match=match_at(round_, 2), actor=desk, reason="space")
    assert sizes(round_) == [3, 5]
    assert numbers_in(match_at(round_, 2))[-1] == mover
    assert list(match_at(round_, 1).seats.order_by("index").values_list("index", flat=True)) == [0, 1, 2]
    assert [str(one.code) for one in conflicts_of(fresh(round_))] == ["pod_too_large"]
    assert [(one.act, one.numbers) for one in check_draw(fresh(round_)).changes] == [("move_player", (mover,))]


def test_a_player_moves_to_a_bye_and_back(desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    mover = entry(event, numbers_in(match_at(round_, 1))[0])
    move_player(round=round_, entry=mover, match=None, actor=desk, reason="late")
    assert sorted(sizes(round_)) == [1, 3, 4]
    assert [str(one.code) for one in conflicts_of(fresh(round_))] == ["spare_bye"]
    move_player(round=round_, entry=mover, match=match_at(round_, 1), actor=desk, reason="here now")
    assert sizes(round_) == [4, 4]


def test_a_table_that_was_emptied_comes_back(desk: Actor) -> None:
    event = pod_event(12)
    round_ = drafted(event, desk)
    people = [entry(event, number) for number in numbers_in(match_at(round_, 2))]
    for mover in people[:3]:
        move_player(round=round_, entry=mover, match=match_at(round_, 1), actor=desk, reason="the hall is small")
    bye = Seat.objects.get(round=round_, entry=people[3]).match
    assert (bye.kind, bye.table) == ("bye", None)
    assert sorted(sizes(round_)) == [1, 4, 7]

    assert move_player(round=round_, entry=people[0], match=bye, actor=desk, reason="a larger hall") == 2
    assert [match.table for match in round_.matches.order_by("table")] == [1, 2, 3]
    for mover in people[1:3]:
        move_player(round=round_, entry=mover, match=match_at(round_, 2), actor=desk, reason="a larger hall")
    assert numbers_in(match_at(round_, 2)) == [people[at].number for at in (3, 0, 1, 2)]
    assert match_at(round_, 2).starter == 0
    assert conflicts_of(fresh(round_)) == ()
    assert check_draw(fresh(round_)).changes[3].numbers == (people[0].number, people[3].number)
    assert publish_round(round=round_, actor=desk).status == RoundStatus.PUBLISHED


def test_a_player_does_not_sit_down_at_an_own_bye(desk: Actor) -> None:
    event = pod_event(5)
    round_ = drafted(event, desk)
    seat = Seat.objects.get(round=round_, match__kind="bye")
    with pytest.raises(Refused) as refused:
        move_player(round=round_, entry=seat.entry, match=seat.match, actor=desk, reason="alone")
    assert (refused.value.code, refused.value.parameter) == ("has_bye", "match")


@pytest.mark.parametrize("least", [3, 2])
def test_while_the_tables_play_a_new_one_opens_only_where_two_may_sit(client: Client, desk: Actor, least: int) -> None:
    event = pod_event(
        9 if least == 2 else 5, game="bank" if least == 2 else "bankrupt", rest="byes", size=4, least=least
    )
    round_ = publish_round(round=drafted(event, desk), actor=desk)
    start_clock(round=round_, actor=desk)
    bye = round_.matches.get(kind="bye")
    late = EntryFactory(event=event, number=20, entered_round=2)
    client.force_login(staff(event, Role.ORGANISER))
    page, act = f"/e/{event.slug}/desk/rounds/1/1/", f"/e/{event.slug}/desk/round/{round_.pk}/move/"
    form = client.get(page).context["move_form"]
    byes = {seat.entry_id for seat in bye.seats.all()}
    assert {pk for pk, _ in form.fields["player"].choices} == {late.pk} | byes
    assert (bye.pk in dict(form.fields["table"].choices)) is (least == 2)
    seated = match_at(round_, 1).seats.first()
    assert seated is not None
    sent = {"player": seated.entry_id, "table": 0, "reason": "late", "submission": form["submission"].value()}
    assert "only late arrivals" in client.post(act, sent).content.decode()
    if least > 2:
        sent = {"player": late.pk, "table": bye.pk, "reason": "late", "submission": form["submission"].value()}
        refused_page = client.post(act, sent)
        assert refused_page.status_code == 422
        assert "This table cannot be chosen now. Choose another." in refused_page.content.decode()
        with pytest.raises(Refused) as refused:
            move_player(round=round_, entry=late, match=bye, actor=desk, reason="late")
        assert refused.value.code == "table_too_small"
    else:
        assert move_player(round=round_, entry=late, match=bye, actor=desk, reason="late") == 3


def test_a_move_that_cannot_be_is_refused(subtests: pytest.Subtests, desk: Actor) -> None:
    for wrong in ["same", "full", "out"]:
        with subtests.test(wrong=wrong), undone():
            event = pod_event(8, game="bank", size=4)
            round_ = drafted(event, desk)
            one, other = match_at(round_, 1), match_at(round_, 2)
            mover = entry(event, numbers_in(one)[0])
            if wrong == "out":
                Entry.objects.filter(pk=mover.pk).update(status=EntryStatus.DROPPED)
            code = {"same": "same_table", "full": "table_full", "out": "not_checked_in"}[wrong]
            with pytest.raises(Refused) as refused:
                move_player(
                    round=round_,
                    entry=mover,
                    match=one if wrong == "same" else other,
                    actor=desk,
                    reason="space",
                )
            assert refused.value.code == code


def test_a_move_takes_a_reason_once_players_have_seen_the_round(desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    mover = entry(event, numbers_in(match_at(round_, 1))[0])
    move_player(round=round_, entry=mover, match=match_at(round_, 2), actor=desk)
    round_ = publish_round(round=round_, actor=desk)
    with pytest.raises(Refused) as refused:
        move_player(round=round_, entry=mover, match=match_at(round_, 1), actor=desk)
    assert (refused.value.code, refused.value.parameter) == ("reason_missing", "reason")


def test_a_late_arrival_fills_a_short_table_while_the_tables_play(desk: Actor) -> None:
    event = pod_event(7)
    round_ = publish_round(round=drafted(event, desk), actor=desk)
    start_clock(round=round_, actor=desk)
    late = EntryFactory(event=event, number=8, entered_round=2)
    short = next(match for match in round_.matches.all() if match.seats.count() == 3)
    with pytest.raises(Refused, match="Play has started"):
        move_player(
            round=round_, entry=entry(event, numbers_in(match_at(round_, 1))[0]), match=short, actor=desk, reason="x"
        )
    move_player(round=round_, entry=late, match=short, actor=desk, reason="late")
    assert sizes(round_) == [4, 4]
    late.refresh_from_db()
    assert late.entered_round == 1
    assert Match.objects.get(pk=short.pk).changed_at is not None


def test_two_alone_are_no_table_where_three_must_sit(desk: Actor) -> None:
    event = pod_event(4)
    round_ = drafted(event, desk)
    first, second = (EntryFactory(event=event, number=number) for number in (5, 6))
    with pytest.raises(Refused) as refused:
        make_table(round=round_, first=first, second=second, actor=desk, reason="late")
    assert refused.value.code == "table_too_small"


def test_those_who_stay_play_on_when_a_player_leaves_a_draft(desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    gone = numbers_in(match_at(round_, 1))[0]
    Entry.objects.filter(event=event, number=gone).update(status=EntryStatus.DROPPED)
    remove_players_gone(round=round_, actor=desk)
    assert sizes(round_) == [3, 4]
    assert publish_round(round=round_, actor=desk).status == RoundStatus.PUBLISHED


def test_the_draft_is_edited_on_its_page_and_by_the_api(client: Client, desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    user = staff(event, Role.ORGANISER)
    client.force_login(user)
    page, act = f"/e/{event.slug}/desk/rounds/1/1/", f"/e/{event.slug}/desk/round/{round_.pk}/move/"
    text = client.get(page).content.decode()
    assert "Seat a player at another table" in text
    assert "Points at this table: 0, 0, 0, 0." in text
    mover = numbers_in(match_at(round_, 1))[3]
    there = match_at(round_, 2)
    key = client.get(page).context["move_form"]["submission"].value()
    sent = {"player": entry(event, mover).pk, "table": 0, "reason": "", "submission": key}
    assert client.post(act, {**sent, "table": "x"}).status_code == 422
    assert client.post(act, {**sent, "table": there.pk}).status_code == 302
    assert sizes(round_) == [3, 5]
    api = APIClient()
    api.force_login(user)
    url = f"/api/v1/events/{event.slug}/rounds/1/1/"
    back = api.post(f"{url}move/", {"player": mover, "table": 1, "reason": "back"}, format="json")
    assert back.status_code == 200, back.json()
    assert sizes(round_) == [4, 4]
    wrong = api.post(f"{url}move/", {"player": mover, "table": 77, "reason": "back"}, format="json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no_table")


def test_a_new_table_is_opened_on_the_page_and_by_the_api(client: Client, desk: Actor) -> None:
    event = pod_event(8)
    round_ = drafted(event, desk)
    alone, other, third = (entry(event, number) for number in numbers_in(match_at(round_, 1))[:3])
    move_player(round=round_, entry=alone, match=None, actor=desk, reason="more room")
    user = staff(event, Role.ORGANISER)
    client.force_login(user)
    page, act = f"/e/{event.slug}/desk/rounds/1/1/", f"/e/{event.slug}/desk/round/{round_.pk}/move/"
    assert f"New table with {alone.player.name} (#{alone.number}, has the bye)" in client.get(page).content.decode()
    bye = round_.matches.get(kind="bye")
    key = client.get(page).context["move_form"]["submission"].value()
    sent = {"player": other.pk, "table": bye.pk, "reason": "more room", "submission": key}
    told = client.post(act, sent, follow=True).content.decode()
    assert f"{other.player.name} sits at table 3." in told
    assert sizes(round_) == [2, 4, 2]

    api = APIClient()
    api.force_login(user)
    url = f"/api/v1/events/{event.slug}/rounds/1/1/move/"
    told = api.post(url, {"player": other.number, "table": None, "reason": "x"}, format="json")
    assert told.status_code == 200, told.json()
    for body, status, code, field in (
        ({"table": None, "beside": third.number}, 422, "has_no_bye", "beside"),
        ({"table": 2, "beside": alone.number}, 422, "table_and_beside", "table"),
        ({"player": alone.number, "table": None, "beside": alone.number}, 409, "has_bye", "beside"),
    ):
        refused = api.post(url, {"player": third.number, "reason": "x", **body}, format="json")
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert refused.json()["field"] == field
    back = api.post(url, {"player": third.number, "table": None, "beside": alone.number, "reason": "x"}, format="json")
    assert back.status_code == 200, back.json()
    assert numbers_in(match_at(round_, 1)) == [alone.number, third.number]


def test_pairing_makes_as_many_queries_for_any_number_of_tables(
    desk: Actor, django_assert_num_queries: Callable[..., object]
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for players in (8, 32):
        with CaptureQueriesContext(connection) as queries:
            drafted(pod_event(players), desk)
        counts.append(len(queries) - players * 2)
    assert counts[0] == counts[1]


def test_players_who_are_not_to_sit_together_do_not(desk: Actor) -> None:
    event = pod_event(12, apart="1-2-3 4-5 1-99")
    round_ = drafted(event, desk)
    for seed in range(2, 9):
        round_ = repair_round(round=round_, actor=desk, seed=seed)
        for match in round_.matches.all():
            seated = set(numbers_in(match))
            assert len(seated & {1, 2, 3}) <= 1
            assert not {4, 5} <= seated
    event.options["pods"]["apart"] = ""
    event.save()
    assert verify_round(fresh(round_)) == []


def test_a_hand_change_that_seats_them_together_is_a_conflict(desk: Actor) -> None:
    event = pod_event(8, apart="1-2")
    round_ = drafted(event, desk)
    table = Seat.objects.get(round=round_, entry__number=2).match
    other = next(number for number in numbers_in(table) if number != 2)
    swap_players(round=round_, first=entry(event, 1), second=entry(event, other), actor=desk, reason="a request")
    found = [one for one in conflicts_of(fresh(round_)) if one.code == "kept_apart"]
    assert [one.players for one in found] == [("000001", "000002")]
