"""The pages of a hall day."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.enums import Role
from matches.errors import Refused
from matches.halls.services.events import add_to_hall_day
from matches.halls.services.staff import grant_hall_role
from matches.models import Event, HallDay, HallTable, User
from matches.rounds.services.rounds import pair_round, publish_round, withdraw_round
from tests.factories import EntryFactory, EventRoleFactory, UserFactory
from tests.matches.halls.scenes import Convention, convention
from tests.matches.playing import event_of, published, report, stage_of
from tests.told import error_codes, levels

pytestmark = pytest.mark.django_db


@pytest.fixture
def con() -> Convention:
    return convention()


@pytest.fixture
def desk(con: Convention, client: Client) -> Client:
    client.force_login(con.desk.user)
    return client


def url(name: str, con: Convention, *args: object) -> str:
    return reverse(f"matches:{name}", args=[con.day.slug, *args])


def keys(con: Convention, **roles: Role) -> dict[str, User]:
    found = {}
    for username, role in roles.items():
        found[username] = UserFactory(username=username)
        grant_hall_role(hall_day=con.day, actor=con.desk, username=username, role=role)
    return found


def test_a_hall_day_is_made_and_an_event_added(client: Client) -> None:
    user = UserFactory()
    event = EventRoleFactory(user=user, event=event_of(2)).event
    client.force_login(user)
    form = client.get(reverse("matches:hall_new")).context["form"]
    values = {**form.initial, "name": "Winter Con", "tables": "1-20", "date": "2026-12-05"}
    answer = client.post(reverse("matches:hall_new"), values)
    assert answer.url == "/halls/winter-con/desk/"
    client.post(reverse("matches:hall_new"), values)  # sent twice
    assert HallDay.objects.count() == 1
    page = client.post("/halls/winter-con/desk/add/", {"event": event.pk, "tables": "1-8"}, follow=True)
    assert levels(page) == ["success"]
    assert [line.tables for line in page.context["lines"]] == ["1–8"]
    assert page.context["adding"] is None  # no other event to add


def test_what_cannot_be_read_stays_in_its_field(desk: Client, con: Convention) -> None:
    page = desk.post(url("hall_event_tables", con, con.main.slug), {"tables": "1-8, five"})
    assert page.status_code == 422
    line = next(line for line in page.context["lines"] if line.event == con.main)
    assert line.form["tables"].value() == "1-8, five"
    assert line.form.errors["tables"].as_data()[0].code == "tables_unreadable"
    assert desk.post(url("hall_event_tables", con, con.main.slug), {"tables": "3-6"}).status_code == 302
    con.main.refresh_from_db()
    assert con.main.tables == [[3, 6]]


def test_a_new_one_s_problems_stand_at_their_fields(desk: Client) -> None:
    address = reverse("matches:hall_new")
    values = {**desk.get(address).context["form"].initial, "name": "Con", "tables": "x", "date": "1777-01-01"}
    page = desk.post(address, values)
    assert (page.status_code, error_codes(page)) == (422, {"date": ["year_impossible"]})
    page = desk.post(address, {**values, "date": "2026-12-05"})
    assert (page.status_code, error_codes(page)) == (422, {"tables": ["tables_unreadable"]})


def test_events_with_tables_in_common_are_named(desk: Client, con: Convention) -> None:
    assert desk.get(url("hall_desk", con)).context["overlaps"] == []
    Event.objects.filter(pk=con.side.pk).update(tables=[[7, 12]])
    page = desk.get(url("hall_desk", con))
    found = page.context["overlaps"]
    assert [(one.first, one.second, one.tables) for one in found] == [("Main Event", "Blitz Side Event", "7–8")]
    assert "Main Event and Blitz Side Event both have tables 7–8." in " ".join(page.text.split())
    Event.objects.filter(pk=con.side.pk).update(tables=[[8, 12]])
    text = " ".join(desk.get(url("hall_desk", con)).text.split())
    assert "Main Event and Blitz Side Event both have table 8." in text


def test_an_event_that_sits_at_another_one_s_tables_is_named(desk: Client, con: Convention) -> None:
    Event.objects.filter(pk=con.side.pk).update(tables=[])
    HallDay.objects.update(tables=[[1, 9]])
    con.side.refresh_from_db()
    round_ = published(con.side, con.desk)
    page = desk.get(url("hall_desk", con))
    found = page.context["strays"]
    assert "uses table 1, which belongs to Main Event" in " ".join(page.text.split())
    assert [(one.event, one.owner, one.tables) for one in found] == [("Blitz Side Event", "Main Event", "1")]
    report(round_, con.desk)
    assert desk.get(url("hall_desk", con)).context["strays"] == []


def test_who_plays_in_two_events_is_named_with_both_tables(desk: Client, con: Convention) -> None:
    ada = con.main.entries.first().player
    for player in con.side.entries.select_related("player"):
        player.player.plain_name, player.player.name = "", f"Side {player.number}"
        player.player.save()
    assert desk.get(url("hall_desk", con)).context["people"] == []
    EntryFactory(event=con.side, number=50, player=ada)
    EntryFactory(event=con.side, number=51)
    published(con.main, con.desk)
    round_ = published(con.side, con.desk)
    [line] = desk.get(url("hall_desk", con)).context["people"]
    assert (line.name, line.sure, line.busy) == (ada.name, True, 2)
    assert [at.playing.table > 0 for at in line.events] == [True, True]
    report(round_, con.desk)
    [line] = desk.get(url("hall_desk", con)).context["people"]
    assert line.busy == 1


def test_the_board_shows_published_events_alone(client: Client, con: Convention) -> None:
    Event.objects.filter(pk=con.side.pk).update(published=False)
    published(con.main, con.desk)
    page = client.get(url("hall_board", con))
    assert [(line.name, line.left, line.tables) for line in page.context["lines"]] == [("Main Event", 2, 2)]
    Event.objects.filter(hall_day=con.day).update(published=False)
    assert client.get(url("hall_board", con)).status_code == 404
    client.force_login(con.desk.user)
    assert client.get(url("hall_board", con)).context["lines"] == []


def test_the_board_finds_people_by_the_name_that_is_shown(client: Client, con: Convention) -> None:
    player = con.main.entries.first().player
    player.name = "Ada Ökafor"
    player.save()
    published(con.main, con.desk)
    published(con.side, con.desk)
    found = client.get(url("hall_board", con), {"q": "okaf ada"}).context["found"]
    assert [(line.name, line.event) for line in found] == [("Ada Ökafor", "Main Event")]
    assert client.get(url("hall_board", con), {"q": "o"}).context["found"] == []


def test_the_board_tells_no_more_than_the_event_shows(client: Client, con: Convention) -> None:
    player = con.main.entries.first().player
    player.name = "Ada Okafor"
    player.save()
    Event.objects.filter(pk=con.main.pk).update(name_display=1)
    published(con.main, con.desk)
    assert client.get(url("hall_board", con), {"q": "okafor"}).context["found"] == []
    assert [line.name for line in client.get(url("hall_board", con), {"q": "ada o."}).context["found"]] == ["Ada O."]


def test_a_draft_is_not_on_the_board(client: Client, con: Convention) -> None:
    pair_round(stage=stage_of(con.main), actor=con.desk)
    assert [line.round for line in client.get(url("hall_board", con)).context["lines"]] == ["", ""]
    assert client.get(url("hall_board", con), {"q": "player"}).context["found"] == []


def test_staff_are_added_and_removed(desk: Client, con: Convention) -> None:
    UserFactory(username="judge")
    page = desk.post(url("hall_staff", con), {"username": "judge", "role": "floor_judge"}, follow=True)
    held = con.day.roles.get(user__username="judge")
    assert levels(page) == ["success"]
    assert desk.post(url("hall_staff_revoke", con, held.pk)).status_code == 302
    assert not con.day.roles.filter(pk=held.pk).exists()
    assert error_codes(desk.post(url("hall_staff", con), {"username": "nobody", "role": "floor_judge"})) == {
        "username": ["user_unknown"]
    }


def test_tables_are_described(desk: Client, con: Convention) -> None:
    values = {"number": "3", "label": "Window", "properties": ["quiet", "broken"]}
    assert desk.post(url("hall_tables", con), values).status_code == 302
    page = desk.get(url("hall_tables", con), {"table": "3"})
    assert [(row.number, row.label, row.broken) for row in page.context["rows"]] == [(3, "Window", True)]
    assert page.context["form"].initial["label"] == "Window"
    assert error_codes(desk.post(url("hall_tables", con), {"number": "41"})) == {"number": ["table_not_in_hall"]}
    assert desk.get(url("hall_tables", con), {"table": "²"}).status_code == 200


def test_settings_are_changed(desk: Client, con: Convention) -> None:
    form = desk.get(url("hall_settings", con)).context["form"]
    assert form.initial["tables"] == "1–40"
    assert desk.post(url("hall_settings", con), {**form.initial, "name": "New name"}).status_code == 302
    con.day.refresh_from_db()
    assert con.day.name == "New name"


def test_an_event_is_taken_out(desk: Client, con: Convention) -> None:
    round_ = published(con.side, con.desk)
    assert levels(desk.post(url("hall_remove_event", con, con.side.slug), follow=True)) == ["error"]
    withdraw_round(round=round_, actor=con.desk, reason="wrong")
    assert levels(desk.post(url("hall_remove_event", con, con.side.slug), follow=True)) == ["success"]
    assert list(con.day.events.all()) == [con.main]


def test_a_hall_day_without_events_is_removed_and_its_log_stays(desk: Client, con: Convention) -> None:
    remove = url("hall_remove", con)
    assert remove in desk.get(url("hall_settings", con)).content.decode()
    assert desk.get(remove).context["events"] == [con.main, con.side]
    assert levels(desk.post(remove, follow=True)) == ["error"]
    for event in (con.main, con.side):
        desk.post(url("hall_remove_event", con, event.slug))
    assert desk.get(remove).context["events"] == []
    page = desk.post(remove, follow=True)
    assert (levels(page), page.context["hall_days"]) == (["success"], [])
    for name in ["hall_board", "hall_plan", *READ]:
        assert desk.get(url(name, con)).status_code == 404
    assert "Autumn Con" not in desk.get(reverse("matches:site_halls")).content.decode()
    assert con.day.acts.first().act == "remove_hall_day"
    with pytest.raises(Refused) as refused:
        add_to_hall_day(event=con.main, hall_day=con.day, actor=con.desk)
    assert refused.value.code == "hall_day_removed"


READ = ["hall_desk", "hall_tables", "hall_staff", "hall_settings"]


def test_who_opens_what(client: Client, con: Convention) -> None:
    people = keys(con, keeper=Role.SCOREKEEPER, judge=Role.FLOOR_JUDGE, boss=Role.ORGANISER)
    people["stranger"] = UserFactory()
    may = {"boss": READ, "keeper": READ[:2], "judge": READ[:2], "stranger": []}
    for who, pages in may.items():
        client.force_login(people[who])
        for name in READ:
            assert client.get(url(name, con)).status_code == (200 if name in pages else 403), (who, name)
    client.logout()
    for name in [*READ, "hall_board"]:
        assert client.get(url(name, con)).status_code == (200 if name == "hall_board" else 302)


def test_who_writes_what(client: Client, con: Convention) -> None:
    people = keys(con, keeper=Role.SCOREKEEPER, judge=Role.HEAD_JUDGE)
    people["stranger"] = EventRoleFactory(event=con.main, role=Role.ORGANISER).user  # of one event only
    held = con.day.roles.first()
    posts = {
        url("hall_add_event", con): {"event": con.main.pk},
        url("hall_event_tables", con, con.main.slug): {"tables": "1"},
        url("hall_remove_event", con, con.main.slug): {},
        url("hall_staff", con): {"username": "keeper", "role": "organiser"},
        url("hall_staff_revoke", con, held.pk): {},
        url("hall_settings", con): {"name": "Mine"},
        url("hall_remove", con): {},
    }
    for user in people.values():
        client.force_login(user)
        for address, values in posts.items():
            assert client.post(address, values).status_code == 403, (user, address)
    client.force_login(people["judge"])
    client.post(url("hall_tables", con), {"number": "3", "label": "x"})
    assert not HallTable.objects.exists()
    client.force_login(people["keeper"])
    client.post(url("hall_tables", con), {"number": "3", "label": "x"})
    assert HallTable.objects.get().label == "x"


def test_a_key_of_another_hall_day_opens_nothing(desk: Client, con: Convention) -> None:
    other = convention()
    assert desk.post(url("hall_staff_revoke", con, other.day.roles.first().pk)).status_code == 404
    assert desk.post(url("hall_remove_event", con, other.main.slug)).status_code == 404
    assert desk.post(url("hall_event_tables", con, other.main.slug), {"tables": ""}).status_code == 404


def test_home_lists_one_s_own(client: Client, con: Convention) -> None:
    judge = keys(con, judge=Role.FLOOR_JUDGE)["judge"]
    client.force_login(judge)
    assert client.get("/").context["hall_days"] == [con.day]
    client.force_login(UserFactory())
    assert client.get("/").context["hall_days"] == []


def test_a_draft_warns_of_who_plays_elsewhere(desk: Client, con: Convention) -> None:
    for k, player in enumerate(con.side.entries.select_related("player")):
        player.player.name = "Namesake" if k == 1 else f"Side {k}"
        player.player.save()
    ada, namesake = con.main.entries.order_by("number")[:2]
    namesake.player.name = "Namesake"
    namesake.player.save()
    EntryFactory(event=con.side, number=50, player=ada.player)
    EntryFactory(event=con.side, number=51, player__name="Side 51")
    published(con.main, con.desk)
    draft = pair_round(stage=stage_of(con.side), actor=con.desk)
    address = reverse("matches:round", args=[con.side.slug, 1, 1])
    warnings = desk.get(address).context["elsewhere"]
    assert len(warnings) == 2
    assert ada.player.name in warnings[0]
    assert "Main Event" in warnings[0]
    assert warnings[1].startswith("Someone")
    round_ = publish_round(round=draft, actor=con.desk)
    assert len(desk.get(address).context["elsewhere"]) == 2  # a late show here is explained to this desk
    main = reverse("matches:round", args=[con.main.slug, 1, 1])
    assert [ada.player.name in text for text in desk.get(main).context["elsewhere"]] == [True, False]
    report(round_, con.desk)
    assert [desk.get(page).context["elsewhere"] for page in (address, main)] == [[], []]


def test_the_plan_shows_the_way_and_the_state_of_each_table(desk: Client, con: Convention) -> None:
    assert desk.get(url("hall_plan", con)).context["drawn"] is None
    page = desk.get(url("hall_plan_edit", con))
    assert page.context["form"].initial["plan"].startswith("door\n1-10")
    refused = desk.post(url("hall_plan_edit", con), {"plan": "1-8 x\n8"})
    assert refused.status_code == 422
    assert refused.context["form"]["plan"].value() == "1-8 x\n8"
    assert [line.split(":")[0] for line in refused.context["form"].errors["plan"]] == ["Line 1", "Line 2"]
    assert desk.post(url("hall_plan_edit", con), {"plan": "1-8 . 9-16\ndoor"}).status_code == 302
    published(con.main, con.desk)
    page = desk.get(url("hall_plan_edit", con))
    states = {table.number: table.state for table in page.context["drawn"].tables}
    assert (states[1], states[2], states[3]) == ("playing", "playing", "")
    assert page.context["missing"][:2] == [17, 18]
    drawn = desk.get(url("hall_plan", con), {"table": "9"}).context["drawn"]
    assert (drawn.here, drawn.way != "") == (9, True)
    assert desk.get(url("hall_plan", con), {"table": "99"}).context["drawn"].here is None
    assert desk.get(url("hall_plan", con), {"table": "²"}).status_code == 200


def test_the_plan_is_for_all_and_changed_by_the_desk(client: Client, con: Convention) -> None:
    people = keys(con, keeper=Role.SCOREKEEPER, judge=Role.FLOOR_JUDGE)
    assert client.get(url("hall_plan", con)).status_code == 200
    client.force_login(people["judge"])
    assert client.get(url("hall_plan_edit", con)).context["form"] is None
    client.post(url("hall_plan_edit", con), {"plan": "1-8"})
    con.day.refresh_from_db()
    assert con.day.plan == ""
    client.force_login(people["keeper"])
    client.post(url("hall_plan_edit", con), {"plan": "1-8"})
    con.day.refresh_from_db()
    assert con.day.plan == "1-8"
