"""Entries: what each may see, sign-up, changes, and every act about a player."""

from __future__ import annotations

import pytest

from matches.enums import EntryStatus, NameDisplay, Role
from matches.models import Entry
from matches.people.services.allowances import set_fixed_table
from tests.matches.conftest import Hall, make_event, names
from tests.undone import undone

pytestmark = pytest.mark.django_db


def test_the_public_sees_who_is_in_and_nothing_of_the_staffs(hall: Hall) -> None:
    rows = hall.get("entries", role=None).data["results"]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5]
    assert all(set(row) == {"number", "name", "status", "struck", "staff"} and row["staff"] is None for row in rows)
    assert hall.get("entry", 6, role=None).status_code == 404
    assert hall.get("entry", 6).data["staff"]["email"] == "late@a.example"


def test_every_member_of_the_staff_sees_the_rest(subtests: pytest.Subtests, hall: Hall) -> None:
    for role in Role:
        with subtests.test(role=role), undone(hall):
            set_fixed_table(actor=hall.actor(), entry=entry(hall, 1), table=7, reason="Wheelchair")
            row = hall.get("entry", 1, role=role).data
            assert (row["staff"]["fixed_table"], row["staff"]["fixed_table_reason"]) == (7, "Wheelchair")
            assert "Wheelchair" not in hall.get("entry", 1, role=None).content.decode()
            assert "a.example" not in hall.get("entries", role=None).content.decode()


def entry(hall: Hall, number: int) -> Entry:
    return hall.event.entries.get(number=number)


@pytest.mark.parametrize(("display", "name"), [(NameDisplay.INITIAL, "Ada L."), (NameDisplay.NUMBER, "#1")])
def test_names_are_as_the_event_lets_the_public_see_them(display: int, name: str) -> None:
    hall = make_event(name_display=display)
    assert hall.get("entry", 1, role=None).data["name"] == name
    assert hall.get("entry", 1).data["name"] == "Ada Lovelace1"


def test_a_hidden_name_is_not_found_by_guessing_nor_by_order() -> None:
    hall = make_event(name_display=NameDisplay.NUMBER)
    assert names(hall.get("entries", role=None, q="Lovelace1")) == []
    assert names(hall.get("entries", role=None, order="-name")) == ["#1", "#2", "#3", "#4", "#5"]
    assert names(hall.get("entries", q="Lovelace1")) == ["Ada Lovelace1"]
    assert names(hall.get("entries", order="-name"))[0] == "Late Comer"


def test_one_hidden_name_among_open_ones_is_not_found_either(hall: Hall) -> None:
    Entry.objects.filter(event=hall.event, number=2).update(name_display=NameDisplay.NUMBER)
    assert "#2" not in names(hall.get("entries", role=None, q="Ada"))
    assert len(names(hall.get("entries", role=None, q="Ada"))) == 4
    assert names(hall.get("entries", role=None, order="-name"))[0] == "Ada Lovelace1"


def test_accents_neither_hide_nor_move_a_name_for_programs(hall: Hall) -> None:
    for number, name in ((1, "Évan Ost"), (2, "Eve Ann"), (3, "Zoë Berg")):
        entry = hall.event.entries.get(number=number)
        entry.player.name = name
        entry.player.save()
    for role in (None, Role.SCOREKEEPER):
        assert names(hall.get("entries", role=role, q="evan")) == ["Évan Ost"]
        assert names(hall.get("entries", role=role, q="ZOE")) == ["Zoë Berg"]
        ordered = names(hall.get("entries", role=role, order="name"))
        assert [name for name in ordered if name[0] in "ÉEZ"] == ["Évan Ost", "Eve Ann", "Zoë Berg"]


@pytest.mark.database
def test_filters_and_order(hall: Hall) -> None:
    assert names(hall.get("entries", status="registered")) == ["Late Comer"]
    assert names(hall.get("entries", role=None, status="registered")) == []
    assert names(hall.get("entries", role=None, order="-name"))[0] == "Ada Lovelace5"
    assert names(hall.get("entries", q=f"{hall.event.slug}-3")) == ["Ada Lovelace3"]
    assert hall.get("entries", status="gone").data["field"] == "status"
    assert hall.get("entries", q="\x00").status_code == 400


def test_a_walk_in_is_signed_up() -> None:
    hall = make_event()
    response = hall.post("entries", name="Zoe Zander", checked_in=True, seed=3, email="zoe@z.example")
    assert response.status_code == 201
    assert response.headers["Location"] == hall.url("entry", 7)
    assert (response.data["status"], response.data["staff"]["seed"]) == ("checked_in", 3)


def test_a_known_name_has_to_be_confirmed(hall: Hall) -> None:
    asked = hall.post("entries", **{"name": "Late Comer"})
    assert (asked.status_code, asked.data["code"], asked.data["field"]) == (422, "name_known", "name")
    assert hall.post("entries", **{"name": "Late Comer", "sure": True}).status_code == 201


def test_a_line_is_changed_and_the_rest_stays(hall: Hall) -> None:
    client, url = hall.client(), hall.url("entry", 1)
    changed = client.patch(url, {"email": "new@a.example", "name_display": "number"})
    assert changed.status_code == 200
    assert (changed.data["name"], changed.data["staff"]["email"]) == ("Ada Lovelace1", "new@a.example")
    assert changed.data["staff"]["external_id"] == f"{hall.event.slug}-1"
    assert hall.get("entry", 1, role=None).data["name"] == "#1"
    assert client.patch(url, {"name_display": None}).data["staff"]["name_display"] is None


def test_only_a_player_who_was_never_paired_is_removed(hall: Hall) -> None:
    assert hall.client().delete(hall.url("entry", 6)).status_code == 204
    assert hall.get("entry", 6).data["code"] == "not_found"
    refused = hall.client().delete(hall.url("entry", 1))
    assert (refused.status_code, refused.data["code"]) == (422, "already_paired")


def test_checked_in_one_several_or_all() -> None:
    hall = make_event()
    Entry.objects.filter(event=hall.event).update(status=EntryStatus.REGISTERED, checked_in_at=None)
    assert hall.post("entry-check-in", 1).data["status"] == "checked_in"
    assert hall.post("entries-check-in", numbers=[1, 2, 99]).data == {"checked_in": 1}
    assert hall.post("entries-check-in", all=True).data == {"checked_in": 4}
    assert hall.post("entry-undo-check-in", 1).data["status"] == "registered"
    assert hall.post("entries-check-in", numbers=[99]).data == {"checked_in": 0}


def test_dropped_and_back(hall: Hall) -> None:
    dropped = hall.post("entry-drop", 1, role=Role.FLOOR_JUDGE, reason="Home")
    assert (dropped.data["status"], dropped.data["staff"]["dropped_after"]) == ("dropped", 2)
    assert hall.get("entry", 1, role=None).data["status"] == "dropped"
    assert hall.post("entry-drop", 1).data["code"] == "already_out"
    assert hall.post("entry-return", 1).data["status"] == "checked_in"


def test_disqualified_with_a_reason_and_back_with_one(hall: Hall) -> None:
    assert hall.post("entry-disqualify", 1).data["field"] == "reason"
    gone = hall.post("entry-disqualify", 1, reason="Cheating", keeps_place=False)
    assert (gone.data["status"], gone.data["staff"]["keeps_place"]) == ("disqualified", False)
    assert "Cheating" not in hall.get("entry", 1, role=None).content.decode()
    assert hall.post("entry-return", 1).data["code"] == "reason_missing"
    assert hall.post("entry-return", 1, reason="A mistake").data["status"] == "checked_in"


def test_byes_and_tables() -> None:
    hall = make_event()
    assert hall.post("entry-byes", 1, rounds=2).data["staff"]["awarded_byes"] == 2
    assert hall.post("entry-byes", 1, rounds=4).data["field"] == "rounds"
    fixed = hall.post("entry-table", 1, table=3, reason="Wheelchair")
    assert fixed.data["staff"]["fixed_table"] == 3
    assert hall.post("entry-table", 2, table=3, reason="Near the door").data["code"] == "table_taken"
    assert hall.post("entry-table", 1, table=None).data["staff"]["fixed_table"] is None


def test_numbers_beyond_any_column_are_not_there(hall: Hall) -> None:
    assert hall.get("entry", 10**30).data["code"] == "not_found"
    assert hall.post("entries-check-in", numbers=[10**30]).data["field"] == "numbers.0"


def test_an_act_on_a_player_who_is_not_there_names_what_is_missing(subtests: pytest.Subtests, hall: Hall) -> None:
    for act in ["drop", "return", "disqualify", "check-in", "undo-check-in", "byes", "table"]:
        with subtests.test(act=act), undone(hall):
            client = hall.client()
            for refused in (client.post(hall.url(f"entry-{act}", 99)), client.get(hall.url("entry", 99))):
                assert (refused.status_code, refused.data["code"]) == (404, "not_found")
                assert refused.data["detail"] == "There is no player with this number in this event."


def test_what_else_is_not_there_says_so_without_speaking_of_addresses(hall: Hall) -> None:
    missing = "11111111-1111-4111-8111-111111111111"
    for answer in (
        hall.client(Role.HEAD_JUDGE).post(hall.url("rulings-undo", missing)),
        hall.client(Role.HEAD_JUDGE).post(hall.url("calls-claim", missing)),
        hall.client(Role.HEAD_JUDGE).post(hall.url("infractions-undo", missing)),
    ):
        assert (answer.status_code, answer.data["code"]) == (404, "not_found")
        assert "nothing with this number or key" in answer.data["detail"]
