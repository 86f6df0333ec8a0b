"""Events: listed, made from a preset, changed, opened and closed."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from matches.enums import Role, StageKind
from matches.models import Event
from rules_engine import games
from tests.factories import EventFactory, EventRoleFactory, RoundFactory, UserFactory
from tests.matches.conftest import Hall, make_event
from tests.undone import undone

pytestmark = pytest.mark.django_db

URL = "/api/v1/events/"
NEW = {"name": "Spring Open", "date": "2027-04-03", "preset": "competitive"}


def slugs(client: APIClient, **query: object) -> list[str]:
    response = client.get(URL, query)
    assert response.status_code == 200, response.data
    return [row["slug"] for row in response.data["results"]]


def test_the_list_is_what_is_open_and_ones_own() -> None:
    EventFactory(slug="open", date="2027-01-02")
    hidden = EventFactory(slug="hidden", published=False, date="2027-01-01")
    own = EventFactory(slug="own", published=False, date="2027-01-03")
    worker = EventRoleFactory(event=own, role=Role.FLOOR_JUDGE).user
    clients = [APIClient(), APIClient(), APIClient()]
    clients[1].force_authenticate(worker)
    clients[2].force_authenticate(UserFactory(is_superuser=True))
    assert [slugs(client) for client in clients] == [["open"], ["own", "open"], ["own", "open", "hidden"]]
    assert slugs(clients[1], mine="true") == ["own"]
    assert slugs(clients[0], mine="true") == []
    roles = {row["slug"]: row["roles"] for row in clients[1].get(URL).data["results"]}
    assert roles == {"own": ["floor_judge"], "open": []}
    assert hidden.pk


def test_filters_and_order() -> None:
    EventFactory(slug="a", name="Winter Cup", date="2027-01-02")
    EventFactory(slug="b", name="Autumn Cup", date="2027-10-02")
    client = APIClient()
    assert slugs(client, q="cup") == ["b", "a"]
    assert slugs(client, q="winter") == ["a"]
    assert slugs(client, since="2027-05-01") == ["b"]
    assert slugs(client, until="2027-05-01") == ["a"]
    assert slugs(client, order="name") == ["b", "a"]
    assert slugs(client, order="date") == ["a", "b"]
    assert slugs(client, finished="true") == []
    assert slugs(client, game=games.all_games()[0].key) == ["b", "a"]
    bad = client.get(URL, {"since": "spring", "game": "chess", "order": "size"})
    assert (bad.status_code, set(bad.data["errors"])) == (400, {"since", "game", "order"})


def test_an_event_is_made_from_a_preset_and_is_its_makers(account: APIClient) -> None:
    response = account.post(URL, {**NEW, "rounds": 6, "cut": 8})
    assert response.status_code == 201
    assert response.headers["Location"] == "/api/v1/events/spring-open/"
    made = response.data
    assert (made["slug"], made["published"], made["roles"]) == ("spring-open", False, ["organiser"])
    assert (made["cap_minutes"], made["rounds"], made["cut"], made["power_pair_last"]) == (20, 6, 8, True)
    assert made["score"]["unit"] == "money"
    stages = account.get("/api/v1/events/spring-open/stages/").data
    assert [stage["kind"] for stage in stages] == [StageKind.SWISS, StageKind.SINGLE_ELIMINATION]


def test_own_rules_need_the_preset_custom(account: APIClient) -> None:
    rules = {"format": "blitz", "jokers": True}
    body = {**NEW, "rules": rules, "cap_minutes": 22}
    refused = account.post(URL, body)
    assert refused.data["errors"] == {"rules": ["Custom rules need the preset “custom”."]}
    made = account.post(URL, {**body, "preset": "custom"})
    assert (made.status_code, made.data["rules"]) == (201, rules)


def test_a_rule_that_the_game_does_not_have_is_refused(account: APIClient) -> None:
    body = {**NEW, "preset": "custom", "rules": {"formt": "blitz"}, "cap_minutes": 22}
    refused = account.post(URL, body)
    assert (refused.status_code, refused.data["errors"]) == (400, {"rules": ['There is no rule "formt".']})
    account.post(URL, {**body, "rules": {"format": "blitz"}})
    refused = account.patch("/api/v1/events/spring-open/", {"rules": {"jokrs": True}})
    assert (refused.status_code, refused.data["errors"]) == (400, {"rules": ['There is no rule "jokrs".']})


def test_rules_that_do_not_fit_are_all_named(account: APIClient) -> None:
    rules = {"format": "chess", "jokers": "many"}
    refused = account.post(URL, {**NEW, "preset": "custom", "rules": rules, "cap_minutes": 22})
    assert (refused.status_code, refused.data["code"], refused.data["field"]) == (422, "rules_invalid", "rules")
    assert len(refused.data["details"]) == 2


@pytest.mark.database
@pytest.mark.parametrize("rules", ['{"a": "\\u0000"}', '{"a": "' + "x" * 10_001 + '"}'])
def test_rules_that_no_database_holds_are_refused(account: APIClient, rules: str) -> None:
    body = '{"name": "X", "date": "2027-04-03", "preset": "custom", "cap_minutes": 22, "rules": ' + rules + "}"
    assert account.post(URL, body, content_type="application/json").data["field"] == "rules"


def test_a_cap_outside_the_games_limits_needs_its_reason(account: APIClient) -> None:
    assert account.post(URL, {**NEW, "cap_minutes": 40}).data["code"] == "cap_needs_override"
    assert account.post(URL, {**NEW, "cap_minutes": 40, "cap_override": True}).data["code"] == "cap_needs_reason"
    reason = {"cap_override": True, "cap_reason": "A long hall"}
    made = account.post(URL, {**NEW, "cap_minutes": 40, **reason})
    assert (made.status_code, made.data["cap_minutes"], made.data["cap_reason"]) == (201, 40, "A long hall")


def test_settings_are_changed_one_by_one() -> None:
    hall = make_event(cap_minutes=40, cap_reason="A long hall")
    client = hall.client()
    changed = client.patch(hall.url("event"), {"venue": "Hall 3", "name_display": "initial"})
    assert changed.status_code == 200, changed.data
    assert (changed.data["venue"], changed.data["name_display"]) == ("Hall 3", "initial")
    # The cap that was allowed once stays; another preset brings its own.
    assert (changed.data["cap_minutes"], changed.data["rounds"], changed.data["cut"]) == (40, 2, 2)
    other = client.patch(hall.url("event"), {"preset": "competitive", "rounds": 4})
    assert (other.data["cap_minutes"], other.data["rounds"], other.data["score"]["unit"]) == (20, 4, "money")


def test_own_rules_start_from_the_current_rules() -> None:
    hall = make_event()
    assert hall.client().patch(hall.url("event"), {"rules": {}}).status_code == 400
    changed = hall.client().patch(hall.url("event"), {"preset": "custom"})
    assert changed.data["rules"] == hall.event.rules


def test_locked_settings_are_refused_at_their_field(hall: Hall) -> None:
    response = hall.client().patch(hall.url("event"), {"preset": "competitive"})
    assert (response.status_code, response.data["code"], response.data["field"]) == (422, "settings_locked", "preset")


def test_published_and_closed_again() -> None:
    hall = make_event(published=False)
    anonymous = hall.client(None)
    assert anonymous.get(hall.url("event")).status_code == 404
    assert hall.post("event-publish").data["published"] is True
    assert anonymous.get(hall.url("event")).status_code == 200
    assert hall.post("event-unpublish").data["published"] is False
    assert anonymous.get(hall.url("event")).status_code == 404


def test_an_event_is_finished_and_reopened() -> None:
    hall = make_event()
    assert hall.post("event-finish").data["finished"] is True
    assert hall.post("event-finish").data["code"] == "already_finished"
    assert hall.post("event-reopen").data["errors"] == {"reason": ["This field is required."]}
    assert hall.post("event-reopen", reason="One more round").data["finished"] is False


def test_the_round_of_the_hall_hides_the_draft(draft: Hall) -> None:
    assert draft.get("event").data["current_round"]["status"] == "draft"
    assert draft.get("event", role=None).data["current_round"]["number"] == 1
    assert [stage["rounds"] for stage in draft.get("stages", role=None).data] == [[1], []]
    assert [stage["rounds"] for stage in draft.get("stages").data] == [[1, 2], []]


def test_presets_are_those_of_the_games() -> None:
    presets = APIClient().get("/api/v1/presets/").data
    assert [row["preset"] for row in presets] == [p.key for game in games.seating(2) for p in game.presets]


def test_the_reason_for_a_cap_is_only_for_the_staff(hall: Hall) -> None:
    Event.objects.filter(pk=hall.event.pk).update(cap_reason="The heating fails at nine")
    assert hall.get("event", role=None).data["cap_reason"] is None
    assert hall.get("event", role=Role.FLOOR_JUDGE).data["cap_reason"] == "The heating fails at nine"


def test_every_way_to_play_is_planned_and_read_back(subtests: pytest.Subtests, account: APIClient) -> None:
    for choices, stages in [
        ({"kind": "round_robin"}, [("round_robin", None, False, None)]),
        (
            {"kind": "round_robin", "cut": 4, "cut_kind": "double_elimination", "grand_final_reset": False},
            [("round_robin", None, False, None), ("double_elimination", 4, False, False)],
        ),
        ({"kind": "single_elimination", "third_place": True}, [("single_elimination", None, True, None)]),
        ({"kind": "double_elimination"}, [("double_elimination", None, False, True)]),
        (
            {"rounds": 3, "cut": 2, "cut_kind": "double_elimination"},
            [("swiss", None, False, None), ("double_elimination", 2, False, True)],
        ),
    ]:
        with subtests.test(choices=choices, stages=stages), undone():
            made = account.post(URL, {**NEW, **choices})
            assert made.status_code == 201, made.data
            for name, value in choices.items():
                assert made.data[name] == value
            shown = account.get("/api/v1/events/spring-open/stages/").data
            keys = ("kind", "cut_to", "third_place", "grand_final_reset")
            assert [tuple(stage[key] for key in keys) for stage in shown] == stages
            # What was read can be sent back, and changes nothing.
            same = {name: made.data[name] for name in SETTINGS}
            again = account.patch("/api/v1/events/spring-open/", same)
            assert (again.status_code, {name: again.data[name] for name in SETTINGS}) == (200, same)


SETTINGS = (
    "kind", "rounds", "cut", "cut_kind", "third_place", "grand_final_reset", "power_pair_last", "balance_starts",
)  # fmt: skip


def test_contradictory_settings_are_refused(subtests: pytest.Subtests, account: APIClient) -> None:
    for choices, code, field in [
        ({"kind": "single_elimination", "cut": 8}, "cut_needs_rounds", "cut"),
        ({"kind": "double_elimination", "third_place": True}, "third_place_needs_single", "third_place"),
        ({"kind": "single_elimination", "grand_final_reset": True}, "reset_needs_double", "grand_final_reset"),
        ({"kind": "round_robin", "power_pair_last": True}, "power_needs_swiss", "power_pair_last"),
        ({"kind": "round_robin", "balance_starts": True}, "balance_needs_swiss", "balance_starts"),
        ({"rounds": 0}, "rounds_out_of_range", "rounds"),
    ]:
        with subtests.test(choices=choices, code=code, field=field), undone():
            refused = account.post(URL, {**NEW, **choices})
            assert (refused.status_code, refused.data["code"], refused.data["field"]) == (422, code, field)
            unknown = account.post(URL, {**NEW, "kind": "ladder", "cut_kind": "swiss"})
            assert (unknown.status_code, set(unknown.data["errors"])) == (400, {"kind", "cut_kind"})
            assert not Event.objects.exists()


def test_changing_the_kind_drops_settings_that_no_longer_apply(account: APIClient) -> None:
    account.post(URL, {**NEW, "rounds": 3, "cut": 4, "third_place": True, "balance_starts": True})
    url = "/api/v1/events/spring-open/"
    changed = account.patch(url, {"kind": "double_elimination"})
    assert changed.status_code == 200, changed.data
    assert [changed.data[name] for name in SETTINGS] == [
        "double_elimination", 0, 0, "single_elimination", False, True, False, False,
    ]  # fmt: skip
    assert account.patch(url, {"kind": "swiss"}).data["field"] == "rounds"
    back = account.patch(url, {"kind": "swiss", "rounds": 3, "cut": 2})
    assert [back.data[name] for name in SETTINGS] == ["swiss", 3, 2, "single_elimination", False, None, True, False]


def test_how_it_is_played_stays_once_a_round_was_paired(account: APIClient) -> None:
    account.post(URL, NEW)
    RoundFactory(stage=Event.objects.get().stages.get())
    refused = account.patch("/api/v1/events/spring-open/", {"kind": "round_robin"})
    assert (refused.status_code, refused.data["code"], refused.data["field"]) == (422, "stage_begun", "kind")


def test_a_preset_that_is_not_there_is_answered_with_those_that_are(account: APIClient) -> None:
    for refused in (
        account.post(URL, {**NEW, "preset": "quick"}),
        account.post(URL, {**NEW, "game": "bank", "preset": "competitive"}),
    ):
        assert (refused.status_code, refused.data["code"], refused.data["field"]) == (422, "preset_unknown", "preset")
    own = [preset.key for preset in games.get("bank").presets]
    assert f"It has: {', '.join(own)}, custom." in refused.data["detail"]
