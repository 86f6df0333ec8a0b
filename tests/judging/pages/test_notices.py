"""A floor judge is shown what the head judge decided, until it is read."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from judging.appeals.services import decide_appeal, file_appeal
from judging.calls.services import call_judge, claim_call, escalate_call, resolve_call
from judging.enums import AppealState
from judging.models import JudgeNotice
from judging.pages.notice_views import notices_shown
from judging.records.notice_queries import NOTED
from judging.rulings.services.rulings import log_ruling
from matches.audit.services import Actor
from matches.enums import Role
from tests.judging.conftest import Floor, make_floor

pytestmark = pytest.mark.django_db


def notices(floor: Floor, role: Role = Role.FLOOR_JUDGE, name: str = "log") -> list[Any]:
    client = Client()
    client.force_login(floor.user(role))
    return list(client.get(reverse(f"judging:{name}", args=[floor.event.slug])).context["notices"])


def appealed(floor: Floor, state: AppealState = AppealState.UPHELD, comment: str = "") -> Any:
    infraction = floor.infraction()
    appeal = file_appeal(event=floor.event, of=infraction, actor=floor.deputy, statement="no")
    decide_appeal(appeal=appeal, state=state, actor=floor.head, comment=comment)
    return infraction


def test_who_ruled_and_who_filed_are_shown_the_decision_and_nobody_else(floor: Floor) -> None:
    infraction = appealed(floor, comment="The count was right.")
    for role in (Role.FLOOR_JUDGE, Role.DEPUTY_HEAD):
        [notice] = notices(floor, role)
        assert notice.text == f"Appeal at table 1: the decision stands ({floor.head.user})."
        assert notice.comment == "The count was right."
        assert notice.url == reverse("judging:infraction", args=[floor.event.slug, infraction.pk])
    assert notices(floor, Role.HEAD_JUDGE) == []
    assert notices(floor, Role.SCOREKEEPER) == []


def test_an_overturned_decision_says_so(floor: Floor) -> None:
    appealed(floor, AppealState.CHANGED, comment="It was the other player.")
    assert notices(floor)[0].text == f"Appeal at table 1: overturned ({floor.head.user})."


def test_a_call_that_was_passed_on_comes_back_with_what_was_logged(floor: Floor) -> None:
    call = call_judge(match=floor.match, actor=Actor(entry=floor.player))
    claim_call(call=call, actor=floor.judge)
    escalate_call(call=call, actor=floor.judge, about="a bent card")
    claim_call(call=call, actor=floor.head)
    ruling = log_ruling(event=floor.event, actor=floor.head, match=floor.match, matter="other", outcome="new sleeve")
    resolve_call(call=call, actor=floor.head)
    [notice] = notices(floor)
    assert "table 1 that you passed on and logged a decision" in notice.text
    assert notice.url == reverse("judging:ruling", args=[floor.event.slug, ruling.pk])


def test_without_an_entry_it_leads_to_the_table(floor: Floor) -> None:
    call = call_judge(match=floor.match, actor=floor.judge)
    escalate_call(call=call, actor=floor.judge)
    resolve_call(call=call, actor=floor.head)
    [notice] = notices(floor)
    assert notice.url == reverse("judging:table", args=[floor.event.slug, floor.match.pk])


def test_a_call_that_the_judge_resolved_alone_is_no_news(floor: Floor) -> None:
    call = call_judge(match=floor.match, actor=floor.judge)
    escalate_call(call=call, actor=floor.judge)
    resolve_call(call=call, actor=floor.judge)
    assert notices(floor) == []
    plain = call_judge(match=floor.matches[1], actor=floor.judge)
    resolve_call(call=plain, actor=floor.head)
    assert notices(floor) == []


def test_it_stays_until_it_is_read_by_this_judge(floor: Floor) -> None:
    appealed(floor)
    [notice] = notices(floor)
    client = Client()
    client.force_login(floor.user(Role.DEPUTY_HEAD))
    assert client.post(notice.read_url).status_code == 404
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    client.get(notice.read_url)
    assert len(notices(floor, name="calls_waiting")) == 1
    client.post(notice.read_url)
    assert notices(floor) == notices(floor, name="calls_waiting") == []
    assert len(notices(floor, Role.DEPUTY_HEAD)) == 1


def test_an_event_without_notices_is_not_asked(django_assert_num_queries: Any) -> None:
    floor = make_floor()
    judge = floor.user(Role.FLOOR_JUDGE)
    with django_assert_num_queries(0):
        assert notices_shown(floor.event, judge) == []
    appealed(floor)
    floor.event.refresh_from_db()
    assert floor.event.options[NOTED]
    assert JudgeNotice.objects.count() == 2
