"""A new event, its settings, its public page, its end."""

from __future__ import annotations

import re
import uuid
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.enums import Role, RoundStatus, StageKind
from matches.models import Entry, Event, User
from rules_engine import games
from tests.factories import EntryFactory, RoundFactory, UserFactory, staff
from tests.matches.playing import event_of
from tests.told import levels
from tests.undone import undone

pytestmark = pytest.mark.django_db

GAME = games.all_games()[0]
FIRST, SECOND = (f"{GAME.key}:{preset.key}" for preset in GAME.presets[:2])
NEW = reverse("matches:event_new")


def given(**changes: Any) -> dict[str, Any]:
    plain = {
        "submission": uuid.uuid4(),
        "name": "Autumn Open",
        "date": "2026-11-21",
        "time_zone": "Europe/Berlin",
        "preset": FIRST,
        "kind": "swiss",
        "rounds": "6",
        "cut": "8",
        "cut_kind": "single_elimination",
        "leaver_results": "strike",
        "late_policy": "losses",
        "players_report": "on",
        "name_display": "0",
    }
    return {**plain, **changes}


@pytest.fixture
def user() -> User:
    return UserFactory()


@pytest.fixture
def organiser(client: Client, user: User) -> Client:
    client.force_login(user)
    return client


@pytest.fixture
def event(organiser: Client) -> Event:
    organiser.post(NEW, given())
    return Event.objects.get()


def settings_url(event: Event, name: str = "event_settings") -> str:
    return reverse(f"matches:{name}", args=[event.slug])


def test_an_event_publishes_records_only_if_it_says_so(organiser: Client, event: Event) -> None:
    assert event.options.get("publish_records", False) is False
    saved = organiser.post(settings_url(event), given(publish_records="on"))
    assert saved.status_code == 302
    event.refresh_from_db()
    assert event.options["publish_records"] is True


def test_an_event_is_made_from_a_preset_and_leads_to_its_players(organiser: Client, user: User) -> None:
    response = organiser.post(NEW, given())
    event = Event.objects.get()
    assert response["Location"] == reverse("matches:people", args=[event.slug])
    assert (event.preset, event.rules, event.cap_minutes) == (
        GAME.presets[0].key,
        GAME.presets[0].rules,
        GAME.presets[0].cap_minutes,
    )
    assert [stage.kind for stage in event.stages.all()] == [StageKind.SWISS, StageKind.SINGLE_ELIMINATION]
    assert event.roles.get().user == user


def test_the_form_offers_the_games_presets_and_the_recommendation(organiser: Client) -> None:
    page = organiser.get(NEW).content.decode()
    for preset in GAME.presets:
        assert preset.name in page
    for line in ("4–8", "227–409", "410 or more"):
        assert line in page


def test_own_rules_are_chosen_from_what_the_presets_differ_in(organiser: Client) -> None:
    own = given(
        preset=f"{GAME.key}:custom",
        cap_minutes="22",
        **{f"rule_{GAME.key}_format": GAME.presets[1].rules["format"], f"rule_{GAME.key}_jokers": "on"},
    )
    assert organiser.post(NEW, own).status_code == 302
    event = Event.objects.get()
    assert (event.preset, event.cap_minutes) == ("custom", 22)
    assert (event.rules["format"], event.rules["jokers"]) == (GAME.presets[1].rules["format"], True)


def test_own_rules_need_a_cap(organiser: Client) -> None:
    page = organiser.post(NEW, given(preset=f"{GAME.key}:custom", **{f"rule_{GAME.key}_format": "bankout"}))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["cap_minutes"]


def test_a_form_sent_twice_makes_one_event(organiser: Client) -> None:
    form = given()
    first, second = organiser.post(NEW, form), organiser.post(NEW, form)
    assert first["Location"] == second["Location"]
    assert Event.objects.count() == 1


def test_a_form_sent_again_with_other_values_says_that_nothing_was_created(organiser: Client) -> None:
    form = given()
    organiser.post(NEW, form)
    page = organiser.post(NEW, form | {"name": "Winter Open"}, follow=True)
    assert levels(page) not in ([], ["success"])
    assert Event.objects.get().name == "Autumn Open"


def test_a_rejected_form_keeps_everything_that_was_typed(organiser: Client) -> None:
    form = given(venue="Hall 2", cap_minutes="45", rounds="9", preset=SECOND)
    page = organiser.post(NEW, form)
    text = page.content.decode()
    assert page.status_code == 422
    assert "Tick the override to use a different cap." in text
    for kept in ("Hall 2", 'value="45"', 'value="9"', str(form["submission"]), f'value="{SECOND}"'):
        assert kept in text
    assert page.context["form"]["preset"].value() == SECOND
    assert not Event.objects.exists()
    form |= {"cap_override": "on", "cap_reason": "league final"}
    assert organiser.post(NEW, form).status_code == 302
    assert Event.objects.get().cap_minutes == 45


def test_what_cannot_be_read_is_said_at_its_field(subtests: pytest.Subtests, organiser: Client) -> None:
    for changes in [
        {"name": ""},
        {"date": "soon"},
        {"rounds": "0"},
        {"cut": "7.5"},
        {"preset": "chess:best"},
        {"time_zone": "Mars"},
    ]:
        with subtests.test(changes=changes), undone():
            page = organiser.post(NEW, given(**changes))
            assert page.status_code == 422
            assert page.context["form"].errors.keys() == changes.keys()


def test_the_settings_show_what_is_set_and_store_what_is_changed(organiser: Client, event: Event) -> None:
    form = organiser.get(settings_url(event)).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    assert (shown["name"], shown["preset"], shown["rounds"], shown["cut"]) == ("Autumn Open", FIRST, 6, 8)
    assert shown["power_pair_last"] == ""
    response = organiser.post(
        settings_url(event), given(name="Winter Open", rounds="5", cut="0", power_pair_last="yes")
    )
    assert response.status_code == 302
    event.refresh_from_db()
    assert (event.name, event.stages.get().rounds_planned, event.stages.get().power_pair_last) == (
        "Winter Open",
        5,
        True,
    )
    assert organiser.get(settings_url(event)).context["form"]["power_pair_last"].value() == "yes"


def test_stored_unchanged_settings_change_nothing(organiser: Client, event: Event) -> None:
    form = organiser.get(settings_url(event)).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    unchanged = {name: value for name, value in sent.items() if value is not None and value is not False}
    assert organiser.post(settings_url(event), unchanged).status_code == 302
    row = event.audit_rows.last()
    assert row is not None
    assert row.details["changed"] == []


def test_locked_settings_are_refused_and_the_rest_stays_typed(organiser: Client, event: Event) -> None:
    RoundFactory(stage=event.stages.first(), status=RoundStatus.CLOSED)
    page = organiser.post(settings_url(event), given(preset=SECOND, venue="Hall 7"))
    assert page.status_code == 422
    assert "A round is published" in page.content.decode()
    assert "Hall 7" in page.content.decode()


def test_the_recommendation_counts_who_is_signed_up(organiser: Client, event: Event) -> None:
    EntryFactory.create_batch(40, event=event)
    page = organiser.get(settings_url(event))
    assert page.context["recommendation"].shape.rounds == 6
    assert "40 players signed up: 6 Swiss rounds, " in " ".join(page.content.decode().split())


def test_the_public_page_opens_and_closes(organiser: Client, event: Event) -> None:
    organiser.post(settings_url(event, "event_publish"), {"on": "1"})
    event.refresh_from_db()
    assert event.published
    organiser.post(settings_url(event, "event_publish"))
    event.refresh_from_db()
    assert not event.published


def test_the_settings_are_shown_to_staff_of_the_event_alone(organiser: Client, event: Event, client: Client) -> None:
    client.force_login(UserFactory())
    refused = client.get(settings_url(event))
    assert refused.status_code == 403
    assert event.name not in refused.content.decode()
    client.force_login(staff(event, Role.SCOREKEEPER))
    assert event.name in client.get(settings_url(event)).content.decode()


def test_awarded_byes_do_not_count_as_players_who_signed_up(client: Client) -> None:
    event = event_of(5)
    Entry.objects.filter(event=event, number=1).update(awarded_byes=2)
    client.force_login(staff(event, Role.ORGANISER))
    page = " ".join(client.get(reverse("matches:event_settings", args=[event.slug])).content.decode().split())
    assert "5 players signed up: 3 Swiss rounds." in page
    assert "count as 8." in page


def test_a_zone_that_is_offered_no_more_is_chosen_again(organiser: Client, event: Event) -> None:
    page = organiser.get(NEW).content.decode()
    assert "data-browser-zone" in page
    assert 'value="Factory"' not in page
    assert 'value="localtime"' not in page
    settings = reverse("matches:event_settings", args=[event.slug])
    assert "data-browser-zone" not in organiser.get(settings).content.decode()
    Event.objects.filter(pk=event.pk).update(time_zone="Factory")
    assert '<option value="">' in organiser.get(settings).content.decode()
    assert organiser.post(settings, given(time_zone="")).status_code == 422
    assert organiser.post(settings, given(time_zone="Asia/Tokyo")).status_code == 302
    assert Event.objects.get().time_zone == "Asia/Tokyo"


class _Fields(HTMLParser):
    """The fields and buttons of a page's forms that can be changed or pressed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.off: list[bool] = []
        self.usable: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "fieldset":
            self.off.append("disabled" in values)
        usable = tag in ("input", "select", "textarea", "button") and values.get("type") != "hidden"
        if usable and "disabled" not in values and not any(self.off):
            self.usable.append(values.get("name") or values.get("data-game") or tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "fieldset":
            self.off.pop()


def test_who_may_only_look_at_the_settings_can_change_none(client: Client) -> None:
    event = event_of(2)
    url = reverse("matches:event_settings", args=[event.slug])
    client.force_login(staff(event, Role.SCOREKEEPER))
    [form] = re.findall(r"<form[^>]*data-event-form.*?</form>", client.get(url).text, re.DOTALL)
    assert _Fields(form).usable == []
    client.force_login(staff(event, Role.ORGANISER))
    [form] = re.findall(r"<form[^>]*data-event-form.*?</form>", client.get(url).text, re.DOTALL)
    assert {"sign_up_questions-1-label", GAME.key, "name"} <= set(_Fields(form).usable)


def test_no_other_game_is_offered_once_the_rules_are_locked(client: Client) -> None:
    event = RoundFactory(status=RoundStatus.PUBLISHED, stage=event_of(2).stages.get()).stage.event
    client.force_login(staff(event, Role.ORGANISER))
    page = client.get(reverse("matches:event_settings", args=[event.slug]))
    usable = _Fields(page.text).usable
    assert not {game.key for game in games.all_games()} & set(usable)
    assert "name" in usable
