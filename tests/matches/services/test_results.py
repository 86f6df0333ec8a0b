"""Reports: agreeing, differing, the desk over them, and taking back."""

from __future__ import annotations

import pytest

from matches.enums import ResultStatus, Source
from matches.errors import Refused
from matches.models import Match, Result, Round
from matches.queries.results import differs, reports, with_results
from matches.scores import Score
from matches.services.acts import Actor
from matches.services.results import correct_result, report_result, take_back_result
from tests.factories import UserFactory
from tests.matches.playing import ONE_TWO, TWO_NIL, TWO_ONE, event_of, match_at, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Actor:
    return Actor(user=UserFactory())


@pytest.fixture
def round_(desk: Actor) -> Round:
    return running(event_of(4), desk)


def players(match: Match) -> list[Actor]:
    return [Actor(entry=seat.entry) for seat in match.seats.select_related("entry__player").order_by("index")]


def tell(match: Match, actor: Actor, score: Score) -> Result:
    return report_result(match=match, score=score, actor=actor, source=Source.PLAYER)


def statuses(match: Match) -> list[str]:
    return list(match.results.order_by("version").values_list("status", flat=True))


def loaded(match: Match) -> Match:
    return with_results(Match.objects.filter(pk=match.pk)).get()


def test_two_equal_reports_confirm(round_: Round) -> None:
    match = match_at(round_, 1)
    first, second = players(match)
    assert tell(match, first, TWO_ONE).status == ResultStatus.REPORTED
    assert tell(match, second, TWO_ONE).status == ResultStatus.CONFIRMED
    assert statuses(match) == [ResultStatus.SUPERSEDED, ResultStatus.CONFIRMED]


def test_a_difference_stays_until_one_of_them_changes_the_report(round_: Round) -> None:
    match = match_at(round_, 1)
    first, second = players(match)
    tell(match, first, TWO_ONE)
    tell(match, second, ONE_TWO)
    assert differs(loaded(match))
    assert tell(match, second, TWO_ONE).status == ResultStatus.CONFIRMED
    assert statuses(match).count(ResultStatus.CONFIRMED) == 1


def test_the_same_report_sent_twice_is_one(round_: Round) -> None:
    match = match_at(round_, 1)
    first, _second = players(match)
    assert tell(match, first, TWO_ONE).pk == tell(match, first, TWO_ONE).pk
    assert Result.objects.filter(match=match).count() == 1


def test_the_desk_is_told_what_the_players_reported_and_may_store_over_it(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    first, second = players(match)
    tell(match, first, TWO_ONE)
    tell(match, second, ONE_TWO)
    terms = {"match": match, "actor": desk, "source": Source.DESK}
    with pytest.raises(Refused) as refused:
        report_result(**terms, score=TWO_NIL, over_reports=False)
    assert refused.value.code == "report_differs"
    names = [actor.entry.player.name for actor in (first, second) if actor.entry]
    assert refused.value.details == [f"{names[0]} reported 2-1.", f"{names[1]} reported 1-2."]
    assert ResultStatus.CONFIRMED not in statuses(match)
    assert report_result(**terms, score=TWO_NIL).status == ResultStatus.CONFIRMED


def test_the_desk_confirms_an_equal_report_without_a_question(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    tell(match, players(match)[0], TWO_ONE)
    result = report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK, over_reports=False)
    assert result.status == ResultStatus.CONFIRMED


def test_taking_back_a_staff_result_lets_the_players_reports_stand_again(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    first, second = players(match)
    tell(match, first, TWO_ONE)
    tell(match, second, ONE_TWO)
    report_result(match=match, score=TWO_NIL, actor=desk, source=Source.DESK)
    take_back_result(match=match, actor=desk)
    assert statuses(match) == [ResultStatus.REPORTED, ResultStatus.REPORTED, ResultStatus.SUPERSEDED]
    assert differs(loaded(match))


def test_taking_back_what_the_players_agreed_on_leaves_no_report(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    for actor in players(match):
        tell(match, actor, TWO_ONE)
    take_back_result(match=match, actor=desk)
    assert reports(loaded(match)) == []


def test_a_report_that_was_changed_before_does_not_come_back(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    first, _second = players(match)
    tell(match, first, ONE_TWO)
    tell(match, first, TWO_ONE)
    report_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK)
    take_back_result(match=match, actor=desk)
    assert [r.version for r in reports(loaded(match))] == [2]


def test_an_undo_after_a_correction_brings_back_no_confirmed_version(round_: Round, desk: Actor) -> None:
    match = match_at(round_, 1)
    for actor in players(match):
        tell(match, actor, TWO_ONE)
    correct_result(match=match, score=ONE_TWO, actor=desk, source=Source.DESK, reason="misread")
    take_back_result(match=match, actor=desk)
    assert set(statuses(match)) == {ResultStatus.SUPERSEDED}
