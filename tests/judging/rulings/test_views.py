"""A ruling first where the matter has outcomes, then whose fault and which."""

import uuid

import pytest
from django.urls import reverse

from judging.models import Infraction, Ruling
from judging.policies.queries import rules_of
from matches.enums import Role
from matches.models import Event
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def url(floor, button="counter_joker", query=""):
    return reverse("judging:matter", args=[floor.event.slug, floor.match.pk, button]) + query


def rule(client, floor, outcome="no_joker_swap_stands", **more):
    return client.post(url(floor), {"record": uuid.uuid4(), "outcome": outcome, **more})


def test_a_counter_is_ruled_on_and_then_perhaps_a_fault(judge, floor):
    page = judge.get(url(floor))
    assert [label for _key, label in page.context["form"].fields["outcome"].choices] == [
        "Valid counter",
        "Window cut short, reopened",
        "Late counter, the swap stands",
        "No Joker, the swap stands",
        "Countered in Round 2, the swap stands",
        "King or Queen effect countered, the effect stands",
        "Illegal swap, undone",
        "No effect named, the player names one now",
        "Joker kept in Round 2, the holder names an effect now",
        "Other",
    ]
    answer = rule(judge, floor, comment="claimed")
    ruling = Ruling.objects.get()
    assert (ruling.matter, ruling.outcome, ruling.rule) == ("counter_joker", "no_joker_swap_stands", "BO-5.24")
    assert answer.url == url(floor, query=f"?then={ruling.pk}")
    then = judge.get(answer.url)
    codes = [choice.rule.code for choice in then.context["choices"]]
    assert codes == ["GP-SWAP", "GP-CTRLATE", "GP-CTRNONE", "GP-R2JOKER"]
    assert then.context["choices"][0].sides[0].url.endswith(f"?ruling={ruling.pk}")
    assert reverse("judging:undo_ruling", args=[floor.event.slug, ruling.pk]) in then.content.decode()


def test_straight_to_a_fault(judge, floor):
    assert judge.get(url(floor, query="?then=")).context["ruled"] is None


@pytest.mark.parametrize("then", ["x", "6c762188-d6ab-4a42-bb36-cd2c1d47d55f"])
def test_an_unknown_ruling_is_ignored(judge, floor, then):
    assert judge.get(url(floor, query=f"?then={then}")).context["ruled"] is None


def test_what_a_fault_would_bring_each_player_is_shown_beside_it(judge, floor):
    floor.infraction()
    floor.infraction()
    (choice,) = judge.get(url(floor, "hand_limit")).context["choices"]
    assert [side.penalty.code for side in choice.sides] == ["RL", "W"]


def test_buttons_without_a_ruling_lead_to_faults_at_once(subtests: pytest.Subtests, judge, floor):
    for button, count in [("hand_limit", 1), ("slow_play", 2), ("other", 14)]:
        with subtests.test(button=button, count=count), undone(floor):
            choices = judge.get(url(floor, button)).context["choices"]
            assert len([choice for choice in choices if not choice.elsewhere]) == count


def test_an_unknown_button_is_not_found_and_logs_nothing(judge, floor):
    sent = {"record": uuid.uuid4(), "outcome": "other", "comment": "x"}
    for answer in (judge.get(url(floor, "small_talk")), judge.post(url(floor, "small_talk"), sent)):
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_bad_input_is_said_at_its_field(subtests: pytest.Subtests, judge, floor):
    for data, field in [
        ({"outcome": ""}, "outcome"),
        ({"outcome": "draw"}, "outcome"),
        ({"outcome": "other"}, "comment"),
        ({"record": "x"}, "record"),
    ]:
        with subtests.test(data=data, field=field), undone(floor):
            answer = judge.post(url(floor), {"record": uuid.uuid4(), "outcome": "valid_counter", **data})
            assert answer.status_code == 422
            assert field in answer.context["form"].errors
            assert not Ruling.objects.exists()


def test_sent_twice_rules_once(judge, floor):
    record = uuid.uuid4()
    for _ in range(2):
        assert rule(judge, floor, record=record).status_code == 302
    assert Ruling.objects.count() == 1


def test_a_ruling_in_words_without_an_infraction(judge, floor):
    note = reverse("judging:note", args=[floor.event.slug, floor.match.pk])
    assert judge.get(url(floor, "other")).context["note_url"] == note
    judge.post(note, {"record": uuid.uuid4(), "outcome": "deck reshuffled", "comment": "a card was face up"})
    assert (Ruling.objects.get().outcome, Infraction.objects.count()) == ("deck reshuffled", 0)
    assert judge.post(note, {"record": uuid.uuid4(), "outcome": ""}).status_code == 422


def test_undo_of_a_ruling(judge, floor):
    rule(judge, floor)
    ruling = Ruling.objects.get()
    answer = judge.post(reverse("judging:undo_ruling", args=[floor.event.slug, ruling.pk]), follow=True)
    assert "Ruling removed." in answer.content.decode()
    assert ruling.corrected_by.count() == 1


def test_the_choice_costs_the_same_for_one_offence_and_for_three(judge, floor, django_assert_num_queries):
    counts = []
    for _ in range(3):
        floor.infraction(comment="again")
        judge.get(url(floor, "other"))
        with django_assert_num_queries(counts[0] if counts else 13) as counted:
            judge.get(url(floor, "other"))
        counts.append(len(counted))


def test_a_ruling_picks_its_fault_and_who_broke_the_rule_is_asked_once(judge, floor):
    asked = judge.get(url(floor)).content.decode()
    answer = rule(judge, floor)
    then = judge.get(answer.url)
    assert f"{asked}{then.content.decode()}".count("Who broke the rule?") == 1
    assert "Which player is it about?" not in asked
    (picked,) = then.context["picked"]
    assert picked.rule.code == "GP-CTRNONE"
    assert [side.name for side in picked.sides] == [floor.player.unique_name, floor.opponent.unique_name]
    others = [choice.rule.code for _label, rows, _hidden in then.context["groups"] for choice in rows]
    assert others == ["GP-SWAP", "GP-CTRLATE", "GP-R2JOKER"]


def test_each_outcome_of_a_counter_names_its_rule_and_leads_to_its_fault(subtests: pytest.Subtests, judge, floor):
    """BO-5.21 to BO-5.25, with a fault that stands behind another button as well."""
    for outcome, fault, rule_id in [
        ("valid_counter", "", "BO-5.24"),
        ("window_reopened", "", "BO-5.24"),
        ("late_counter_swap_stands", "GP-CTRLATE", "BO-5.24"),
        ("round_two_swap_stands", "GP-PLAY", "BO-5.21"),
        ("effect_not_a_swap_stands", "GP-PLAY", "BO-5.25"),
        ("effect_named_now", "GP-PLAY", "BO-5.23"),
        ("round_two_joker_played_now", "GP-R2JOKER", "BO-5.20"),
        ("swap_was_illegal_rewind", "GP-SWAP", "BO-5.17"),
    ]:
        with subtests.test(outcome=outcome, fault=fault, rule_id=rule_id), undone(floor):
            then = judge.get(rule(judge, floor, outcome=outcome).url)
            assert Ruling.objects.get().rule == rule_id
            assert [choice.rule.code for choice in then.context["picked"]] == ([fault] if fault else [])
            assert (fault in then.content.decode()) or not fault


def test_the_rules_stand_beside_the_outcomes(judge, floor):
    page = judge.get(url(floor))
    assert [rule.id for rule in page.context["rules"]] == ["BO-5.17", *(f"BO-5.{number}" for number in range(20, 26))]
    assert "Only a swap can be countered." in page.content.decode()


def test_without_jokers_there_is_no_button_for_a_counter(judge, floor):
    Event.objects.filter(pk=floor.event.pk).update(rules={"jokers": False})
    sheet = judge.get(reverse("judging:table", args=[floor.event.slug, floor.match.pk]))
    assert [button.label for button in sheet.context["buttons"]] == ["Hand limit", "Slow play", "Other"]
    assert judge.get(url(floor)).status_code == 404
    assert "GP-SWAP" in found_by(judge, floor, "gp-swap")


def test_a_valid_counter_is_no_fault(judge, floor):
    assert judge.get(rule(judge, floor, outcome="valid_counter").url).context["picked"] == []


def found_by(judge, floor, words):
    """The infractions that the page of *Other* shows for a search, by code."""
    groups = judge.get(url(floor, "other", f"?q={words}")).context["groups"]
    return [choice.rule.code for _label, rows, _hidden in groups for choice in rows if not choice.hidden]


def test_other_faults_are_grouped_by_track_and_searched(judge, floor):
    groups = judge.get(url(floor, "other")).context["groups"]
    assert [str(label) for label, _rows, _hidden in groups][:2] == ["Game play error", "Tournament error"]
    assert found_by(judge, floor, "late+record") == ["TE-RECORD"]
    assert "No infractions match this search." in judge.get(url(floor, "other", "?q=zebra")).content.decode()


def test_the_search_behind_other_finds_what_stands_behind_any_button(judge, floor):
    policy = rules_of(floor.event).policy
    own = {rule.code for rule in policy.infractions_of(policy.button("other"))}
    assert "GP-HAND" not in own
    assert set(found_by(judge, floor, "")) == own
    assert found_by(judge, floor, "gp-hand") == ["GP-HAND"]
    page = judge.get(url(floor, "other")).content.decode()
    assert page.count("data-fault=") == len(policy.infractions)
    assert page.count("data-fault-elsewhere") == len(policy.infractions) - len(own)


def test_other_buttons_search_only_their_own(judge, floor):
    assert "data-fault-elsewhere" not in judge.get(url(floor, "hand_limit")).content.decode()
