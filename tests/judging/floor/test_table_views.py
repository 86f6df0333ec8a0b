"""The table sheet and its acts of one button."""

import pytest
from django.urls import reverse

from judging.calls.queries import open_calls
from judging.enums import TableAct
from judging.extensions.services import mark_table
from judging.models import Call, Record, TableEvent
from judging.policies.queries import rules_of
from judging.rulings.services.rulings import log_ruling, withdraw_ruling
from judging.rulings.services.takebacks import rescind_penalty
from matches.enums import Role, RoundStatus
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def url(floor, act=""):
    args = [floor.event.slug, floor.match.pk]
    return reverse("judging:table_act", args=[*args, act]) if act else reverse("judging:table", args=args)


def test_both_players_side_by_side_with_what_stands_against_them(judge, floor):
    floor.infraction()
    taken_back = floor.infraction("GP-DRAW")
    floor.infraction("TE-OUTSIDE", "ML", comment="asked", entry=floor.opponent)
    rescind_penalty(infraction=taken_back, reason="wrong", actor=floor.head)
    first, second = judge.get(url(floor)).context["faces"]
    assert [(line.penalty.code, line.penalty.struck) for line in first.penalties] == [("W", True), ("W", False)]
    assert [(line.penalty.code, line.provisional) for line in second.penalties] == [("ML", True)]


def test_the_sheet_says_that_its_match_is_not_in_play(subtests: pytest.Subtests, judge, floor):
    for status, said in [
        (RoundStatus.RUNNING, None),
        (RoundStatus.WITHDRAWN, "Round 1 was withdrawn. This match will not be played."),
        (RoundStatus.CLOSED, "Round 1 is closed. The players may be at another table now."),
    ]:
        with subtests.test(status=status, said=said), undone(floor):
            floor.round.status = status
            floor.round.save()
            page = judge.get(url(floor), headers={"HX-Request": "true"}).content.decode()
            assert ("message--warning" in page) == (said is not None)
            assert said is None or said in page


def test_the_buttons_are_the_policy_s_in_the_sheet_s_order(judge, floor):
    labels = [button.label for button in judge.get(url(floor)).context["buttons"]]
    assert labels == ["Hand limit", "Slow play", "Counter-Joker", "Other"]


def test_the_desk_sees_the_sheet_but_does_not_rule(client, floor):
    client.force_login(floor.user(Role.SCOREKEEPER))
    context = client.get(url(floor)).context
    assert context["buttons"] == []
    assert [tool.label for tool in context["tools"]] == ["Record turns", "Result"]


def test_the_table_s_log_is_newest_first_and_struck_where_taken_back(judge, floor):
    kept = log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="played on")
    gone = log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="replayed")
    withdraw_ruling(ruling=gone, reason="wrong table", actor=floor.head)
    rows = judge.get(url(floor)).context["rows"]
    assert [(row.text, row.struck) for row in rows] == [
        ("Other: Rescinded", False),
        ("Other: replayed", True),
        ("Other: played on", False),
    ]
    assert kept.corrected_by.count() == 0


def test_marks(subtests: pytest.Subtests, judge, floor):
    for name, act in [
        ("cover", TableAct.COVERED),
        ("leave", TableAct.LEFT),
        ("pause", TableAct.PAUSED),
        ("resume", TableAct.RESUMED),
    ]:
        with subtests.test(name=name, act=act), undone(floor):
            assert judge.post(url(floor, name)).url == url(floor)
            assert TableEvent.objects.get().act == act


def test_the_sheet_says_who_is_there_and_that_play_stands(judge, floor):
    assert judge.get(url(floor)).context["judge"] is None
    mark_table(match=floor.match, act=TableAct.COVERED, actor=floor.judge)
    mark_table(match=floor.match, act=TableAct.PAUSED, actor=floor.judge, at=floor.at(3))
    context = judge.get(url(floor)).context
    assert (context["judge"], context["is_here"], context["paused"]) == (floor.judge.user, True, floor.at(3))


def test_asking_for_the_head_judge(judge, floor):
    answer = judge.post(url(floor, "head"), follow=True)
    assert "The head judge has been called to table 1." in answer.content.decode()
    (now,) = open_calls(floor.event)
    assert now.state == "escalated"
    judge.post(url(floor, "head"))
    assert Call.objects.count() == 1


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_the_desk_calls_a_judge_but_does_not_cover(client, floor, role):
    client.force_login(floor.user(role))
    assert client.post(url(floor, "call"), {"about": "spilled drink"}).status_code == 302
    assert Call.objects.get().about == "spilled drink"
    assert client.post(url(floor, "cover")).status_code == 403


def test_an_unknown_action_is_not_found_and_logs_nothing(judge, floor):
    assert judge.post(url(floor, "dance")).status_code == 404
    assert Record.objects.count() == 0


def test_the_sheet_costs_the_same_for_one_record_and_for_three(judge, floor, django_assert_num_queries):
    counts = []
    for _ in range(3):
        floor.infraction(comment="again")
        floor.infraction(comment="again", entry=floor.opponent)
        rules_of(floor.event)
        with django_assert_num_queries(counts[0] if counts else 20) as counted:
            judge.get(url(floor))
        counts.append(len(counted))
