"""Lists imported: all or nothing, unless the organiser says so."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.audit.services import Actor, verify_audit
from matches.enums import EntryStatus, Role, RoundStatus
from matches.errors import Refused
from matches.imports import Decision, Weight
from matches.models import AuditRow, Event, Player
from matches.people.labels.imports import finding_text
from matches.people.services.entries import add_entry
from matches.people.services.imports import import_entries, preview_import
from matches.prizes.services import set_prizes
from tests.factories import EntryFactory, PlayerFactory, RoundFactory, StageFactory, entry_elsewhere, staff
from tests.forms import in_form

pytestmark = [pytest.mark.django_db, pytest.mark.database]

GOOD = "name,id,seed,email,byes\nAda Lovelace,A1,1,ada@example.org,1\nBo Derek,,2,,\n"


@pytest.fixture
def event() -> Event:
    return StageFactory().event


@pytest.fixture
def desk(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def refusal(code: str, field: str | None = None):
    return pytest.raises(Refused, check=lambda refused: (refused.code, refused.parameter) == (code, field))


def test_a_good_list_is_signed_up_in_its_order_with_one_row_in_the_log(event: Event, desk: Actor) -> None:
    EntryFactory(event=event, number=5)
    ada, bo = import_entries(event=event, actor=desk, data=GOOD.encode())
    assert (ada.number, ada.seed, ada.awarded_byes, ada.player.external_id) == (6, 1, 1, "A1")
    assert (bo.number, bo.seed, bo.status, bo.player.name) == (7, 2, EntryStatus.REGISTERED, "Bo Derek")
    row = AuditRow.objects.get(event=event)
    assert (row.act, row.details) == ("import_entries", {"count": 2, "first": 6, "last": 7, "left_out": 0})


def test_nothing_is_imported_when_one_line_is_bad(event: Event, desk: Actor) -> None:
    with pytest.raises(Refused) as caught:
        import_entries(event=event, actor=desk, data=GOOD + "=1+1,,,,\nCy,,0,,\n")
    assert caught.value.code == "list_has_problems"
    assert [detail[:6] for detail in caught.value.details] == ["Line 4", "Line 5"]
    assert not event.entries.exists()
    assert not Player.objects.exists()
    assert not AuditRow.objects.exists()


def test_the_good_lines_are_imported_when_the_organiser_says_so(event: Event, desk: Actor) -> None:
    made = import_entries(event=event, actor=desk, data=GOOD + "=1+1,,,,\n", only_good=True, expected=2)
    assert len(made) == 2
    assert AuditRow.objects.get(event=event).details["left_out"] == 1


def test_questions_are_left_out_or_taken_along(event: Event, desk: Actor) -> None:
    EntryFactory(event=event, player__name="Bo Derek")
    with refusal("list_has_problems", "data"):
        import_entries(event=event, actor=desk, data=GOOD)
    assert len(import_entries(event=event, actor=desk, data=GOOD, questions=True)) == 2


def test_the_same_person_gets_what_the_list_knows_more(event: Event, desk: Actor) -> None:
    known = EntryFactory(event=event, player__name="Bo Derek", player__email="").player
    data = "first name,last name,email\nBo,Derek,bo@example.org\nAda,Lovelace,\n"
    [ada] = import_entries(event=event, actor=desk, data=data, only_good=True, decisions={2: Decision.SAME})
    known.refresh_from_db()
    assert (known.email, known.last_name, known.sort_name) == ("bo@example.org", "Derek", "derek bo derek")
    assert (ada.player.last_name, ada.player.sort_name) == ("Lovelace", "lovelace ada lovelace")


def test_name_and_email_find_a_player_of_another_event(event: Event, desk: Actor) -> None:
    known = entry_elsewhere(desk, name="Ada Lovelace", email="Ada@example.org").player
    data = "name,email\nada lovelace,ada@example.org\nAda Lovelace,other@example.org\n"
    made = import_entries(event=event, actor=desk, data=data, only_good=True, decisions={3: Decision.ADD})
    assert [entry.player == known for entry in made] == [True, False]


def test_a_list_imported_twice_makes_each_entry_once(event: Event, desk: Actor) -> None:
    data = "name,id\nAda,A1\nBo,B2\n"
    import_entries(event=event, actor=desk, data=data)
    with refusal("nothing_to_import", "data"):
        import_entries(event=event, actor=desk, data=data, only_good=True)
    assert event.entries.count() == 2


def test_a_list_is_not_imported_when_the_event_changed_since_it_was_shown(event: Event, desk: Actor) -> None:
    EntryFactory(event=event, player__name="Bo Derek")
    with refusal("list_changed"):
        import_entries(event=event, actor=desk, data=GOOD, only_good=True, expected=2)
    assert event.entries.count() == 1


def test_players_of_earlier_events_are_found_by_their_id(event: Event, desk: Actor) -> None:
    there = entry_elsewhere(desk, name="ADA LOVELACE", external_id="a1", email="")
    known, earlier = there.player, there.event
    PlayerFactory(name="Bo Derek")
    ada, bo = import_entries(event=event, actor=desk, data=GOOD)
    assert ada.player == known
    assert bo.player.entries.count() == 1
    known.refresh_from_db()
    assert (known.name, known.email) == ("ADA LOVELACE", "ada@example.org")
    assert earlier.live_versions.filter(part="people").exists()


@pytest.mark.parametrize("stored", ["Ä1", "ä1"])
def test_ids_are_found_whatever_their_case(event: Event, desk: Actor, stored: str) -> None:
    known = entry_elsewhere(desk, name="Ada", external_id=stored).player
    [entry] = import_entries(event=event, actor=desk, data=f"name,id\nAda,{stored}\n")
    assert entry.player == known


def test_an_id_under_another_name_is_a_question(event: Event, desk: Actor) -> None:
    entry_elsewhere(desk, name="Grace Hopper", external_id="A1")
    [finding] = preview_import(event=event, actor=desk, data=GOOD).findings
    assert (finding.line, finding.code, finding.weight) == (2, "id_elsewhere", Weight.QUESTION)


def test_a_list_during_the_event_brings_late_entries(event: Event, desk: Actor) -> None:
    RoundFactory(stage=event.stages.get(), number=1, status=RoundStatus.CLOSED)
    entries = import_entries(event=event, actor=desk, data="Ada\nBo\n", checked_in=True)
    assert {(entry.entered_round, entry.status) for entry in entries} == {(2, EntryStatus.CHECKED_IN)}


def test_a_list_that_cannot_be_read_is_refused_in_words(event: Event, desk: Actor) -> None:
    with refusal("list_not_text", "data"):
        import_entries(event=event, actor=desk, data=b"PK\x03\x04")
    with pytest.raises(Refused, match="name, id, seed, email"):
        preview_import(event=event, actor=desk, data=b"Ada,Lovelace,7\n")


def queries_for(event: Event, desk: Actor, count: int, start: int) -> int:
    lines = "".join(f"Player {n},P{n},{n},\n" for n in range(start, start + count))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        import_entries(event=event, actor=desk, data="name,id,seed,email\n" + lines)
    return len(queries)


def test_one_line_and_sixty_cost_the_same_number_of_queries(event: Event, desk: Actor) -> None:
    queries_for(event, desk, 1, 1)
    assert queries_for(event, desk, 1, 10) == queries_for(event, desk, 60, 100) < 25


def test_a_long_list_is_imported_in_batches(event: Event, desk: Actor) -> None:
    count = in_form(gate=3_000, long=10_000)
    # SQLite takes 999 values a statement, so that the batches are small there; PostgreSQL needs about thirty queries.
    assert queries_for(event, desk, count, 1) < 250
    assert event.entries.count() == count
    assert Player.objects.filter(external_id__startswith="P").count() == count


def test_a_list_marks_who_is_in_a_category(event: Event, desk: Actor) -> None:
    set_prizes(event=event, actor=desk, lines="1: 100\nUnder 16: 50\nNewcomer: 20")
    event.refresh_from_db()
    text = "name,id,category\nAda,A1,newcomer; Under 16\nBo,,\nCy,,Seniors\n"
    reading = preview_import(event=event, actor=desk, data=text)
    assert [finding_text(finding) for finding in reading.findings] == [
        "There is no prize for the category “Seniors”. Correct it, or add it to the prizes."
    ]
    import_entries(event=event, actor=desk, data=text, only_good=True, questions=True)
    assert list(event.entries.order_by("number").values_list("categories", flat=True)) == [
        ["Under 16", "Newcomer"],
        [],
        [],
    ]
    assert verify_audit(event) is None


def test_a_player_is_added_with_categories(event: Event, desk: Actor) -> None:
    set_prizes(event=event, actor=desk, lines="Under 16: 50\nNewcomer: 20")
    entry = add_entry(event=event, actor=desk, name="Ada", categories=["Newcomer"])
    assert entry.categories == ["Newcomer"]
    with refusal("category_unknown", "categories"):
        add_entry(event=event, actor=desk, name="Bo", categories=["Seniors"])
