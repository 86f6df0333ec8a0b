"""Late arrivals get the bye's seat or a new table; players who have left are taken out of a draft."""

from __future__ import annotations

import pytest

from matches.attendance.services import check_in, drop_entry
from matches.audit.services import Actor
from matches.clock.services import call_time
from matches.draws.queries.fields import draft_conflicts, waiting_players
from matches.draws.services.drafts import give_table
from matches.draws.services.tables import make_table, remove_players_gone
from matches.enums import EntryStatus, MatchKind, RoundStatus, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, Match, Round
from matches.people.services.entries import add_entry
from matches.rounds.forms import NOBODY, MakeTableForm
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from tests.factories import any_organiser
from tests.matches.playing import (
    entry,
    event_of,
    fresh,
    match_at,
    numbers_in,
    played,
    published,
    report,
    running,
    stage_of,
)

pytestmark = pytest.mark.django_db

WHY = "arrived during the round"


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


def arrive(event: Event, desk: Actor, name: str = "Late") -> Entry:
    late = add_entry(event=event, actor=desk, name=name)
    check_in(event=event, actor=desk, entries=[late])
    return Entry.objects.get(pk=late.pk)


def bye_of(round_: Round) -> Entry:
    return Entry.objects.get(seats__round=round_, seats__match__kind=MatchKind.BYE)


def test_a_late_arrival_gets_the_byes_seat_in_a_running_round(desk: Actor) -> None:
    event = event_of(5)
    played(event, desk)
    round_ = running(event, desk)
    before = {match.pk: numbers_in(match) for match in Match.objects.filter(round=round_, kind=MatchKind.PLAYED)}
    late, resting = arrive(event, desk), bye_of(round_)
    assert late.entered_round == 3
    assert [(one.entry, one.has_bye) for one in waiting_players(round_)] == [(late, False), (resting, True)]
    match = make_table(round=round_, first=late, second=resting, actor=desk, reason=WHY)
    assert (match.table, numbers_in(match), match.kind) == (3, [late.number, resting.number], MatchKind.PLAYED)
    assert match.changed_at is not None
    assert {pk: numbers_in(Match.objects.get(pk=pk)) for pk in before} == before
    assert not Match.objects.filter(round=round_, kind=MatchKind.BYE).exists()
    assert Entry.objects.get(pk=late.pk).entered_round == 2
    row = AuditRow.objects.get(event=event, act="make_table")
    assert (row.reason, row.details["table"], row.details["players"]) == (WHY, 3, [late.number, resting.number])
    report(round_, desk)
    assert close_round(round=fresh(round_), actor=desk).status == RoundStatus.CLOSED


def test_two_late_arrivals_get_a_new_table_at_the_number_asked_for(desk: Actor) -> None:
    event = event_of(4)
    round_ = published(event, desk)
    one, two = arrive(event, desk, "One"), arrive(event, desk, "Two")
    match = make_table(round=round_, first=one, second=two, actor=desk, reason=WHY, table=12)
    assert (match.table, numbers_in(match)) == (12, [5, 6])


def test_an_added_table_takes_the_lowest_number_that_is_free_or_a_fixed_one_of_the_two(desk: Actor) -> None:
    event = event_of(4)
    draft = pair_round(stage=stage_of(event), actor=desk)
    give_table(match=match_at(draft, 1), table=20, actor=desk)
    people = [arrive(event, desk, name) for name in ("One", "Two", "Three", "Four")]
    match = make_table(round=draft, first=people[0], second=people[1], actor=desk)
    assert match.table == 1
    Entry.objects.filter(pk=people[3].pk).update(fixed_table=12)
    assert make_table(round=draft, first=people[2], second=people[3], actor=desk).table == 12


def test_a_player_with_an_awarded_bye_is_seated_only_when_one_chooses_so(desk: Actor) -> None:
    event = event_of(4)
    Entry.objects.filter(event=event, number=4).update(awarded_byes=1)
    draft = pair_round(stage=stage_of(event), actor=desk)
    paired, awarded = sorted(waiting_players(draft), key=lambda one: one.awarded)
    assert (paired.entry.number != 4, awarded.entry.number) == (True, 4)
    form = MakeTableForm(waiting=waiting_players(draft))
    assert (form.initial["first"], form.initial["second"]) == (paired.entry.pk, "")
    assert dict(form.fields["second"].choices)[awarded.entry.pk].endswith("(#4, has an awarded bye)")
    late = arrive(event, desk)
    form = MakeTableForm(waiting=waiting_players(draft))
    assert (form.initial["first"], form.initial["second"]) == (late.pk, paired.entry.pk)
    make_table(round=draft, first=late, second=paired.entry, actor=desk)
    other = arrive(event, desk, "Later")
    form = MakeTableForm(waiting=waiting_players(draft))
    assert (form.initial["first"], form.initial["second"]) == (other.pk, NOBODY)


def test_one_late_arrival_alone_gets_the_bye_and_the_next_one_is_seated_there(desk: Actor) -> None:
    event = event_of(4)
    round_ = running(event, desk)
    one = arrive(event, desk, "One")
    bye = make_table(round=round_, first=one, second=None, actor=desk, reason=WHY)
    assert (bye.kind, bye.table, numbers_in(bye), bye.starter) == (MatchKind.BYE, None, [5], None)
    with pytest.raises(Refused) as twice:
        make_table(round=round_, first=one, second=None, actor=desk, reason=WHY)
    assert twice.value.code == "has_bye"
    two = arrive(event, desk, "Two")
    match = make_table(round=round_, first=two, second=one, actor=desk, reason=WHY)
    assert (match.pk, match.kind, match.table) == (bye.pk, MatchKind.PLAYED, 3)
    report(round_, desk)
    assert close_round(round=fresh(round_), actor=desk).status == RoundStatus.CLOSED


def test_in_a_draft_the_new_table_is_marked_only_when_it_is_published(desk: Actor) -> None:
    event = event_of(5)
    draft = back_to_draft(round=published(event, desk), actor=desk, reason=WHY)
    late = arrive(event, desk)
    assert [conflict.code.value for conflict in draft_conflicts(draft)] == ["player_missing"]
    match = make_table(round=draft, first=late, second=bye_of(draft), actor=desk, reason=WHY)
    assert (match.changed_at, draft_conflicts(draft)) == (None, ())
    again = fresh(publish_round(round=draft, actor=desk))
    changed = Match.objects.filter(round=again, changed_at__isnull=False)
    assert [known.pk for known in changed] == [match.pk]


def test_players_who_cannot_be_seated_are_refused_at_their_field(desk: Actor) -> None:
    event = event_of(5)
    round_ = published(event, desk)
    late, resting = arrive(event, desk), bye_of(round_)
    playing = match_at(round_, 1).seats.get(index=0).entry
    stranger = entry(event_of(1), 1)
    absent = add_entry(event=event, actor=desk, name="Absent")

    def refusal(first: Entry, second: Entry, table: int | None = None, reason: str = WHY) -> tuple[str, str | None]:
        with pytest.raises(Refused) as refused:
            make_table(round=round_, first=first, second=second, actor=desk, reason=reason, table=table)
        return refused.value.code, refused.value.parameter

    assert refusal(late, playing) == ("has_opponent", "second")
    assert refusal(late, late) == ("same_player", "second")
    assert refusal(stranger, resting) == ("not_in_event", "first")
    assert refusal(absent, resting) == ("not_checked_in", "first")
    assert refusal(late, resting, table=1) == ("table_taken", "table")
    assert refusal(late, resting, table=0) == ("table_out_of_range", "table")
    assert refusal(late, resting, reason=" ") == ("reason_missing", "reason")
    assert waiting_players(round_)[0].entry == late


def test_no_table_is_added_after_time_or_to_a_bracket(desk: Actor) -> None:
    event = event_of(5)
    round_ = running(event, desk)
    late, resting = arrive(event, desk), bye_of(round_)
    call_time(round=round_, actor=desk)
    with pytest.raises(Refused) as refused:
        make_table(round=round_, first=late, second=resting, actor=desk, reason=WHY)
    assert (refused.value.code, refused.value.conflict) == ("round_over", True)
    bracket = published(event_of(4, kind=StageKind.SINGLE_ELIMINATION), desk)
    with pytest.raises(Refused) as refused:
        make_table(round=bracket, first=late, second=resting, actor=desk, reason=WHY)
    assert refused.value.code == "not_swiss"


def test_two_byes_become_one_table(desk: Actor) -> None:
    event = event_of(7)
    draft = back_to_draft(round=published(event, desk), actor=desk, reason=WHY)
    drop_entry(entry=match_at(draft, 1).seats.get(index=0).entry, actor=desk)
    remove_players_gone(round=draft, actor=desk)
    first, second = (one.entry for one in waiting_players(draft))
    make_table(round=draft, first=first, second=second, actor=desk, reason=WHY)
    assert not Match.objects.filter(round=draft, kind=MatchKind.BYE).exists()
    assert fresh(publish_round(round=draft, actor=desk)).status == RoundStatus.PUBLISHED


def test_players_who_left_are_taken_out_of_a_draft_and_all_others_stay(desk: Actor) -> None:
    event = event_of(8)
    draft = back_to_draft(round=published(event, desk), actor=desk, reason=WHY)
    before = {table: numbers_in(match_at(draft, table)) for table in (3, 4)}
    pair = list(Entry.objects.filter(seats__match=match_at(draft, 1)))
    one = match_at(draft, 2).seats.get(index=1).entry
    for gone in (*pair, one):
        drop_entry(entry=gone, actor=desk)
    assert {known.pk for known in remove_players_gone(round=draft, actor=desk)} == {one.pk, *(e.pk for e in pair)}
    assert {table: numbers_in(match_at(draft, table)) for table in (3, 4)} == before
    assert Match.objects.filter(round=draft).count() == 3
    assert bye_of(draft).status == EntryStatus.CHECKED_IN
    with pytest.raises(Refused) as refused:
        remove_players_gone(round=draft, actor=desk)
    assert refused.value.code == "nobody_gone"
    publish_round(round=draft, actor=desk)
    with pytest.raises(Refused) as refused:
        remove_players_gone(round=draft, actor=desk)
    assert refused.value.code == "round_not_draft"
