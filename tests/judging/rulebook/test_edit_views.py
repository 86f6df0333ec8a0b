"""The policy editor: any value until the first record, with a preview, and its differences on pages and paper."""

from __future__ import annotations

import pytest
from django.urls import reverse

from judging.models import EventPolicy
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from judging.policies.shipped_queries import default_data
from judging.policy import resolve
from judging.policy.editing import editable_values, value_at
from matches.enums import Role
from tests.judging.paper import reading
from tests.undone import undone

pytestmark = pytest.mark.django_db

PATH = "infractions.GP-HAND.path"


@pytest.fixture
def organiser(client, floor):
    client.force_login(floor.user(Role.ORGANISER))
    return client


def url(floor, query=""):
    return reverse("judging:edit_policy", args=[floor.event.slug]) + query


def fields(client, floor, query="", **changed):
    """What the form shows, as it would be sent, with some values changed."""
    form = client.get(url(floor, query)).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in {**sent, **changed}.items() if value is not None}


def texts(answer):
    return " ".join(answer.content.decode().split())


def test_a_preview_says_what_changes_and_stores_nothing(organiser, floor):
    sent = fields(organiser, floor, **{PATH: "W, RL, RL, ML", "time.decision_timebox_seconds": "45"}, preview="1")
    answer = organiser.post(url(floor, "?profile=competitive"), sent)
    assert answer.context["preview"] == [
        "Time, Decision timebox seconds: 45 (profile: 30)",
        "Hand limit exceeded (GP-HAND), second time: Round loss (profile: Warning)",
    ]
    assert "Profile: W, W, RL, ML" in texts(answer)
    assert not EventPolicy.objects.exists()


def test_saved_values_judge_the_event_and_are_marked(organiser, floor):
    sent = fields(organiser, floor, **{PATH: "w rl"}, save="1")
    assert organiser.post(url(floor, "?profile=competitive"), sent).url == reverse(
        "judging:rules", args=[floor.event.slug]
    )
    assert EventPolicy.objects.get().overrides == {PATH: ["W", "RL"]}
    assert rules_of(floor.event).policy.infraction("GP-HAND").path == ("W", "RL")
    page = texts(organiser.get(reverse("judging:rules", args=[floor.event.slug])))
    assert "Hand limit exceeded (GP-HAND), second time: Round loss (profile: Warning)" in page
    printed = organiser.get(reverse("paper:document", args=[floor.event.slug, "fallback"])).content
    assert reading.has(printed, "Differences from the competitive profile")


def test_another_profile_keeps_the_own_values(organiser, floor):
    start_policy(event=floor.event, profile="competitive", overrides={"hand_limit.keep": 3}, actor=floor.head)
    sent = fields(organiser, floor, "?profile=blitz", save="1")
    organiser.post(url(floor, "?profile=blitz"), sent)
    row = EventPolicy.objects.get()
    assert (row.profile, row.overrides) == ("blitz", {"hand_limit.keep": 3})


def test_a_value_that_is_the_profile_s_is_no_difference(organiser, floor):
    sent = fields(organiser, floor, save="1")
    organiser.post(url(floor, "?profile=learning"), fields(organiser, floor, "?profile=learning", save="1"))
    assert sent
    assert EventPolicy.objects.get().overrides == {}


def test_any_other_value_by_its_path(organiser, floor):
    sent = fields(organiser, floor, other='infractions.GP-HAND.name = "Too many cards"', save="1")
    organiser.post(url(floor, "?profile=competitive"), sent)
    assert rules_of(floor.event).policy.infraction("GP-HAND").name == "Too many cards"
    assert "Too many cards" in fields(organiser, floor)["other"]


def test_what_makes_no_policy_is_said_at_its_field_and_kept(subtests: pytest.Subtests, organiser, floor):
    for changed, field, said in [
        ({PATH: "W, XX"}, PATH, "Unknown penalty: XX"),
        ({PATH: "RL, W"}, PATH, "a step is milder than the one before it"),
        ({PATH: ""}, PATH, "Fill this in."),
        ({"time.decision_timebox_seconds": "soon"}, "time.decision_timebox_seconds", "Enter a whole number."),
        ({"infractions.GP-HAND.window": "year"}, "infractions.GP-HAND.window", "“year”"),
        ({"other": "no equals sign"}, "other", "Cannot read"),
        ({"other": "nowhere.at.all = 1"}, "__all__", "nothing is called nowhere.at.all"),
    ]:
        for button in ["preview", "save"]:
            with subtests.test(changed=changed, field=field, said=said, button=button), undone(floor):
                answer = organiser.post(
                    url(floor, "?profile=competitive"), fields(organiser, floor, **changed, **{button: "1"})
                )
                assert answer.status_code == 422
                assert said in " ".join(answer.context["form"].errors[field])
                for name, value in changed.items():
                    assert answer.context["form"][name].value() == value
                assert not EventPolicy.objects.exists()


def test_closed_with_the_first_record(organiser, floor):
    floor.infraction()
    assert organiser.get(url(floor)).url == reverse("judging:rules", args=[floor.event.slug])
    assert url(floor) not in texts(organiser.get(reverse("judging:rules", args=[floor.event.slug])))


def test_every_value_that_is_offered_can_be_overridden_with_itself(subtests: pytest.Subtests):
    for profile in ["competitive", "learning", "blitz"]:
        with subtests.test(profile=profile), undone():
            data = default_data("bankout")
            base = resolve(data, profile)
            values = editable_values(base)
            assert len(values) > 80
            assert [value.path for value in values if value_at(base, value.path) != value.value] == []
            assert resolve(data, profile, {value.path: value.value for value in values}) == base
