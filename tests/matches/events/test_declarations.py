"""A setting is declared once: on the form, stored, in the API and in the audit row without another line."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.enums import ForecastFor, LatePolicy, RoundStatus
from matches.events.declarations.catalogue import SETTINGS, added, all_settings
from matches.events.declarations.reading import option_types, options_of
from matches.events.declarations.setting import (
    ROUND_PUBLISHED,
    SWISS_ONLY,
    EventSetting,
    SettingKind,
    SettingSection,
    Storage,
)
from matches.events.services.plans import EventPlan
from matches.models import Event
from tests.factories import RoundFactory
from tests.matches.setup.test_views import NEW, event, given, organiser, settings_url, user  # noqa: F401

pytestmark = pytest.mark.django_db

QUIET = EventSetting(
    key="quiet_hall",
    label="Ask for silence",
    help="The wall shows it.",
    kind=SettingKind.BOOLEAN,
    section=SettingSection.MORE,
    storage=Storage.OPTIONS,
    default=False,
    lock=ROUND_PUBLISHED,
    applies=SWISS_ONLY,
    applies_hint="For Swiss rounds only.",
    write_help="Ask for silence.",
)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[EventSetting]:
    with added(QUIET) as setting:
        yield setting


def test_it_is_on_the_form_stored_and_in_the_audit_row(organiser: Client) -> None:  # noqa: F811
    assert "Ask for silence" in organiser.get(NEW).content.decode()
    assert organiser.post(NEW, given(quiet_hall="on")).status_code == 302

    event = Event.objects.get()  # noqa: F811
    assert event.options["quiet_hall"] is True
    assert event.audit_rows.get().details["quiet_hall"] is True
    assert organiser.get(settings_url(event)).context["form"]["quiet_hall"].value() is True
    organiser.post(settings_url(event), given())
    event.refresh_from_db()
    row = event.audit_rows.last()
    assert row is not None
    assert (event.options["quiet_hall"], row.details["changed"]) == (False, ["quiet_hall"])


def test_the_api_creates_reads_and_patches_it(account: APIClient) -> None:
    body = {"name": "Spring Open", "date": "2027-04-03", "preset": "competitive"}
    made = account.post("/api/v1/events/", {**body, "quiet_hall": True})
    assert (made.status_code, made.data["quiet_hall"]) == (201, True)
    Event.objects.update(options={"quiet_hall": True, "standings": {"floor": 3}})

    url = "/api/v1/events/spring-open/"
    assert account.patch(url, {"venue": "Hall 3"}).data["quiet_hall"] is True
    assert account.patch(url, {"quiet_hall": False}).data["quiet_hall"] is False
    assert account.get(url).data["quiet_hall"] is False
    assert Event.objects.get().options == {"quiet_hall": False, "standings": {"floor": 3}}
    assert account.patch(url, {"quiet_hall": "perhaps"}).data["field"] == "quiet_hall"


def test_its_lock_is_in_force(organiser: Client, event: Event) -> None:  # noqa: F811
    RoundFactory(stage=event.stages.first(), status=RoundStatus.CLOSED)
    page = organiser.post(settings_url(event), given(quiet_hall="on"))
    assert page.context["form"].errors.keys() == {"quiet_hall"}


def test_an_event_from_before_the_setting_has_the_value_of_a_new_one(organiser: Client, event: Event) -> None:  # noqa: F811
    Event.objects.update(options={})
    assert organiser.get(settings_url(event)).context["form"]["quiet_hall"].value() is False
    organiser.post(settings_url(event), given())
    row = event.audit_rows.last()
    assert row is not None
    assert row.details["changed"] == []


def test_what_the_page_does_not_ask_stays(organiser: Client, event: Event) -> None:  # noqa: F811
    Event.objects.update(options={"quiet_hall": True}, late_policy=LatePolicy.BYES)
    sent = given(kind="single_elimination", cut="0")
    for name in ("late_policy", "rounds", "cut", "cut_kind"):
        del sent[name]
    assert organiser.post(settings_url(event), sent).status_code == 302
    event.refresh_from_db()
    assert (event.options, event.late_policy) == ({"quiet_hall": True}, LatePolicy.BYES)


def test_a_plan_takes_known_settings_only() -> None:
    plan = EventPlan(name="Open", quiet_hall=True)
    assert (plan.quiet_hall, plan.changed(name="Cup").quiet_hall, plan.rounds) == (True, True, None)
    with pytest.raises(TypeError, match="There is no setting weather"):
        EventPlan(weather="fair")
    with pytest.raises(AttributeError):
        _ = plan.weather


def test_every_option_is_read_with_its_type(event: Event) -> None:  # noqa: F811
    """Code reads it by ``options_of``, so that mypy finds a wrong name; groups have readers of their own."""
    own = [one for one in all_settings() if one.storage is Storage.OPTIONS and not one.option and one is not QUIET]
    declared = {one.key: one for one in own}
    assert declared.keys() == option_types().keys()
    for key, kind in option_types().items():
        plain = int if declared[key].kind is SettingKind.NUMBER else bool
        assert kind is (declared[key].choices or plain), key
    Event.objects.filter(pk=event.pk).update(options={})
    event.refresh_from_db()
    read = options_of(event)
    assert all(getattr(read, key) == declared[key].new_value() for key in declared)
    event.options = {"no_round_end": True, "forecast_for": "everyone"}
    assert (options_of(event).no_round_end, options_of(event).forecast_for) == (True, ForecastFor.EVERYONE)


def test_every_key_is_used_once() -> None:
    assert len({one.key for one in all_settings()}) == len(all_settings())
    with pytest.raises(ValueError, match="already"), added(QUIET):
        pass


def test_the_names_that_code_reads_from_a_plan_are_settings() -> None:
    """They are declared for the type check, which then finds a name that is misspelt."""
    source = ast.parse(inspect.getsource(EventPlan))
    declared = [
        node.target.id
        for node in ast.walk(source)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id != "values"
    ]
    assert declared
    assert set(declared) <= set(SETTINGS)
    with pytest.raises(AttributeError):
        EventPlan().attendence  # noqa: B018 - a name that is no setting
