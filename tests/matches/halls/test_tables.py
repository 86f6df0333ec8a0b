"""Tables in a hall: rounds are seated at the event's own, and never at one where another event plays."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from matches.audit.services import verify_audit
from matches.draws.labels import conflict_text
from matches.draws.queries.pods import conflicts_of
from matches.draws.services.checks import verify_round
from matches.draws.services.drafts import give_table
from matches.draws.services.tables import make_table
from matches.enums import EntryStatus, StageKind, TableProperty
from matches.errors import Refused
from matches.halls.queries.days import strays
from matches.halls.queries.tables import free_tables, tables_of_event
from matches.halls.services.days import HallTerms, update_hall_day
from matches.halls.services.events import add_to_hall_day, set_event_tables
from matches.halls.services.tables import set_hall_table
from matches.models import HallTable, Match, Round
from matches.people.services.allowances import set_fixed_table
from matches.rounds.services.rounds import pair_round, publish_round
from matches.snapshots.history_queries import player_key
from tests.factories import EntryFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.playing import event_of, match_at, played, published, report, stage_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def tables_in(round_: Round) -> list[int | None]:
    return list(Match.objects.filter(round=round_).order_by("table").values_list("table", flat=True))


def broken(con: Convention, *numbers: int) -> None:
    for number in numbers:
        set_hall_table(hall_day=con.day, actor=con.desk, number=number, properties=[TableProperty.BROKEN])


def test_a_round_is_seated_at_the_event_s_tables_and_drawn_again_the_same() -> None:
    con = convention(main="21-30", side="")
    round_ = published(con.main, con.desk)
    assert tables_in(round_) == [21, 22]
    assert verify_round(round_) == []
    set_event_tables(event=con.main, actor=con.desk, tables="31-40")
    assert verify_round(round_) == []  # the round keeps the tables that it was drawn for


@pytest.mark.parametrize("kind", [StageKind.ROUND_ROBIN, StageKind.SINGLE_ELIMINATION, StageKind.SCORE_ATTACK])
def test_every_kind_of_stage_keeps_to_them(kind: StageKind) -> None:
    con = convention(side="")
    event = event_of(4, kind=kind)
    add_to_hall_day(event=event, hall_day=con.day, actor=con.desk, tables="31-40")
    round_ = pair_round(stage=stage_of(event), actor=con.desk)
    assert tables_in(round_)[0] == 31


def test_a_broken_table_is_left_out() -> None:
    con = convention(main="1-8")
    broken(con, 1)
    assert tables_in(pair_round(stage=stage_of(con.main), actor=con.desk)) == [2, 3]


def test_an_event_without_its_own_tables_leaves_those_of_others_to_the_last() -> None:
    con = convention(main="1-8", side="", hall="1-9", players=4)
    draft = pair_round(stage=stage_of(con.side), actor=con.desk)
    assert tables_in(draft) == [1, 9]
    assert verify_round(draft) == []
    [stray] = strays([con.main, con.side])
    assert (stray.event, stray.owner, stray.tables) == (con.side, con.main, ((1, 1),))


def test_where_the_hall_has_no_list_they_are_behind_those_of_others() -> None:
    con = convention(main="1-8", side="", hall="")
    assert tables_in(pair_round(stage=stage_of(con.side), actor=con.desk)) == [9, 10]
    assert strays([con.main, con.side]) == []


def test_where_all_are_broken_the_draft_is_made_and_cannot_be_published() -> None:
    con = convention(main="1-2")
    broken(con, 1, 2)
    draft = pair_round(stage=stage_of(con.main), actor=con.desk)
    assert tables_in(draft) == [1, 2]
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=con.desk)
    assert refused.value.code == "tables_in_use"
    assert len(refused.value.details) == 1
    assert refused.value.details[0].endswith("are broken.")
    assert "  " not in refused.value.message


def test_a_table_that_another_event_plays_at_is_refused_and_free_ones_are_offered() -> None:
    con = convention(main="", side="")
    published(con.main, con.desk)
    draft = pair_round(stage=stage_of(con.side), actor=con.desk)
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=con.desk)
    assert (refused.value.code, refused.value.conflict) == ("tables_in_use", True)
    assert refused.value.details == ["Tables 1–2: Main Event is playing there."]
    assert "Free now: 3–4." in refused.value.message
    assert Round.objects.get(pk=draft.pk).status == "draft"


def test_a_table_is_free_once_its_result_is_in() -> None:
    con = convention(main="", side="")
    round_ = published(con.main, con.desk)
    draft = pair_round(stage=stage_of(con.side), actor=con.desk)
    report(round_, con.desk, tables=[1])
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=con.desk)
    assert [line.split(":")[0] for line in refused.value.details] == ["Table 2"]
    report(round_, con.desk)
    publish_round(round=draft, actor=con.desk)


def test_a_table_that_is_not_the_event_s_is_refused() -> None:
    con = convention(main="1-8")
    draft = pair_round(stage=stage_of(con.main), actor=con.desk)
    give_table(match=match_at(draft, 1), table=30, actor=con.desk)
    with pytest.raises(Refused) as refused:
        publish_round(round=draft, actor=con.desk)
    assert [line.split(" is ")[0] for line in refused.value.details] == ["Table 30"]
    assert "1–8" in refused.value.details[0]


def test_more_matches_than_tables_are_drafted_behind_them_and_refused() -> None:
    con = convention(main="1", players=4)
    draft = pair_round(stage=stage_of(con.main), actor=con.desk)
    assert tables_in(draft) == [1, 2]
    with pytest.raises(Refused):
        publish_round(round=draft, actor=con.desk)


def test_a_table_that_is_added_to_a_played_round_is_one_that_nobody_uses() -> None:
    con = convention(main="", side="")
    published(con.main, con.desk)
    set_event_tables(event=con.side, actor=con.desk, tables="3-4, 1-2, 7")
    draft = pair_round(stage=stage_of(con.side), actor=con.desk)
    for seat, table in ((0, 3), (1, 4)):
        give_table(match=Match.objects.filter(round=draft).order_by("pk")[seat], table=table, actor=con.desk)
    round_ = publish_round(round=draft, actor=con.desk)
    late = [EntryFactory(event=con.side, number=90 + k, status=EntryStatus.CHECKED_IN) for k in range(2)]
    with pytest.raises(Refused) as refused:
        make_table(round=round_, first=late[0], second=late[1], actor=con.desk, table=1, reason="late")
    assert refused.value.code == "tables_in_use"
    match = make_table(round=round_, first=late[0], second=late[1], actor=con.desk, reason="late")
    assert match.table == 7


def test_free_tables_are_nobody_s_not_broken_and_not_in_use() -> None:
    con = convention(main="1-8", side="", hall="1-20")
    published(con.main, con.desk)
    broken(con, 12)
    assert free_tables(con.side) == ((9, 11), (13, 20))
    assert free_tables(con.main) == ((1, 11), (13, 20))


def test_outside_a_hall_day_nothing_limits_tables(django_assert_num_queries) -> None:
    event = event_of(2)
    with django_assert_num_queries(0):
        assert tables_of_event(event) == ()


@pytest.mark.parametrize("text", ["x", "9-4", "1-8, 5"])
def test_a_list_that_cannot_be_read_is_refused_at_its_field(text: str) -> None:
    con = convention()
    with pytest.raises(Refused) as refused:
        set_event_tables(event=con.main, actor=con.desk, tables=text)
    assert (refused.value.code, refused.value.parameter) == ("tables_unreadable", "tables")


def test_tables_that_the_hall_does_not_have_are_named() -> None:
    con = convention(hall="1-40")
    with pytest.raises(Refused) as refused:
        set_event_tables(event=con.main, actor=con.desk, tables="35-45")
    assert refused.value.code == "tables_not_in_hall"
    assert "41–45" in refused.value.message


def test_a_property_goes_when_nothing_is_special_any_more() -> None:
    con = convention()
    set_hall_table(hall_day=con.day, actor=con.desk, number=3, label="Window", properties=[TableProperty.QUIET])
    assert list(HallTable.objects.values_list("number", "label", "quiet", "broken")) == [(3, "Window", True, False)]
    assert set_hall_table(hall_day=con.day, actor=con.desk, number=3) is None
    assert not HallTable.objects.exists()


@pytest.mark.parametrize(
    ("values", "parameter"),
    [
        ({"number": 0}, "number"),
        ({"number": 41}, "number"),
        ({"number": 3, "label": "x" * 31}, "label"),
        ({"number": 3, "properties": ["wobbly"]}, "properties"),
    ],
)
def test_what_a_table_cannot_be(values: dict, parameter: str) -> None:
    con = convention(hall="1-40")
    with pytest.raises(Refused) as refused:
        set_hall_table(hall_day=con.day, actor=con.desk, **values)
    assert refused.value.parameter == parameter


def test_the_hall_can_be_changed() -> None:
    con = convention()
    terms = HallTerms(name="Winter Con", date=con.day.date, venue="Town Hall", tables="1-50, 60")
    update_hall_day(hall_day=con.day, actor=con.desk, terms=terms)
    con.day.refresh_from_db()
    assert (con.day.name, con.day.venue, con.day.tables) == ("Winter Con", "Town Hall", [[1, 50], [60, 60]])
    assert con.day.acts.first().details["changed"] == ["name", "tables", "venue"]


def test_the_logs_of_the_events_hold() -> None:
    con = convention()
    played(con.main, con.desk)
    set_event_tables(event=con.main, actor=con.desk, tables="")
    assert verify_audit(con.main) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_events_that_publish_at_once_one_is_refused() -> None:
    con = convention(main="", side="")
    drafts = [pair_round(stage=stage_of(event), actor=con.desk) for event in (con.main, con.side)]
    start = threading.Barrier(2)

    def publish(draft: Round) -> str:
        start.wait()
        try:
            publish_round(round=draft, actor=con.desk)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "published"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(publish, drafts)) == ["published", "tables_in_use"]


def wants(con: Convention, number: int, kind: TableProperty) -> None:
    set_fixed_table(
        actor=con.desk, entry=con.main.entries.get(number=number), table=None, wanted=kind, reason="mobility"
    )


@pytest.mark.parametrize("kind", [StageKind.SWISS, StageKind.ROUND_ROBIN, StageKind.SINGLE_ELIMINATION])
def test_who_needs_a_kind_of_table_is_seated_at_one(kind: StageKind) -> None:
    con = convention(main="1-8")
    con.main.stages.update(kind=kind)
    for number in (5, 7):
        set_hall_table(hall_day=con.day, actor=con.desk, number=number, properties=[TableProperty.STEP_FREE])
    broken(con, 5)
    set_hall_table(
        hall_day=con.day, actor=con.desk, number=5, properties=[TableProperty.STEP_FREE, TableProperty.BROKEN]
    )
    wants(con, 2, TableProperty.STEP_FREE)
    round_ = pair_round(stage=stage_of(con.main), actor=con.desk)
    assert Match.objects.get(round=round_, seats__entry__number=2).table == 7
    if kind == StageKind.SWISS:
        assert verify_round(round_) == []


def test_without_such_a_table_the_player_sits_anywhere() -> None:
    con = convention(main="1-8")
    wants(con, 2, TableProperty.QUIET)
    assert tables_in(pair_round(stage=stage_of(con.main), actor=con.desk)) == [1, 2]


def kinds(con: Convention, number: int, *properties: TableProperty) -> None:
    set_hall_table(hall_day=con.day, actor=con.desk, number=number, properties=properties)


def sentences(round_: Round) -> list[str]:
    names = {player_key(entry.number): f"P{entry.number}" for entry in round_.stage.event.entries.all()}
    return [conflict_text(conflict, names) for conflict in conflicts_of(round_)]


def drawn_for_two_kinds(con: Convention) -> Round:
    """Player 1 needs a step-free table and player 2 a quiet one, and they are paired with each other."""
    wants(con, 1, TableProperty.STEP_FREE)
    wants(con, 2, TableProperty.QUIET)
    return pair_round(stage=stage_of(con.main), actor=con.desk)


def test_two_who_need_different_kinds_are_offered_a_table_that_is_both() -> None:
    con = convention(main="1-8", players=2)
    kinds(con, 4, TableProperty.STEP_FREE)
    kinds(con, 5, TableProperty.QUIET)
    round_ = drawn_for_two_kinds(con)
    assert sentences(round_) == ["Table needed for P1 and P2: Quiet, Step-free. No free table of this event fits."]
    kinds(con, 6, TableProperty.STEP_FREE, TableProperty.QUIET, TableProperty.BROKEN)
    kinds(con, 7, TableProperty.STEP_FREE, TableProperty.QUIET)
    assert sentences(round_) == ["Table needed for P1 and P2: Quiet, Step-free. Table 7 fits: move them there."]
    give_table(match=round_.matches.get(), table=7, actor=con.desk)
    assert sentences(round_) == []


def test_a_fixed_table_that_is_not_what_the_opponent_needs_is_named() -> None:
    con = convention(main="1-8", players=2)
    kinds(con, 5, TableProperty.QUIET)
    fixed = {"entry": con.main.entries.get(number=1), "table": 4, "reason": "mobility"}
    set_fixed_table(actor=con.desk, **fixed)
    wants(con, 2, TableProperty.QUIET)
    round_ = pair_round(stage=stage_of(con.main), actor=con.desk)
    assert sentences(round_) == ["Table needed for P1 and P2: table 4, Quiet. No free table of this event fits."]
    kinds(con, 4, TableProperty.QUIET)
    assert sentences(round_) == []


def test_two_who_need_the_same_kind_have_no_conflict_at_either_table() -> None:
    con = convention(main="1-8", players=2)
    for number in (4, 5):
        kinds(con, number, TableProperty.QUIET)
    for number in (1, 2):
        wants(con, number, TableProperty.QUIET)
    assert sentences(pair_round(stage=stage_of(con.main), actor=con.desk)) == []


def test_a_player_who_needs_a_kind_that_is_taken_by_hand_is_sent_to_a_free_one() -> None:
    con = convention(main="1-8")
    kinds(con, 4, TableProperty.QUIET)
    wants(con, 1, TableProperty.QUIET)
    round_ = pair_round(stage=stage_of(con.main), actor=con.desk)
    give_table(match=round_.matches.get(seats__entry__number=1), table=8, actor=con.desk)
    assert sentences(round_) == ["Table needed for P1: Quiet. Table 4 fits: move them there."]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"wanted": "broken"}, "property_unknown"),
        ({"wanted": "quiet", "table": 4}, "table_and_kind"),
        ({"wanted": "quiet", "reason": ""}, "reason_missing"),
    ],
)
def test_a_kind_that_cannot_be_wanted(values: dict, code: str) -> None:
    con = convention()
    with pytest.raises(Refused) as refused:
        set_fixed_table(
            **{"actor": con.desk, "entry": con.main.entries.first(), "table": None, "reason": "mobility", **values}
        )
    assert refused.value.code == code


def test_outside_a_hall_day_no_table_has_a_kind() -> None:
    con = convention()
    event = event_of(2)
    with pytest.raises(Refused) as refused:
        set_fixed_table(actor=con.desk, entry=event.entries.first(), table=None, wanted="quiet", reason="noise")
    assert refused.value.code == "no_hall_day"
