"""The page of the judging policy, and the choice of its profile."""

import pytest
from django.urls import reverse

from judging.models import EventPolicy
from judging.policies.queries import rules_of
from judging.policies.services import start_policy
from matches.enums import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def head(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    return client


def choose(client, floor, profile):
    return client.post(reverse("judging:rules", args=[floor.event.slug]), {"profile": profile})


def test_the_profile_is_chosen_until_the_first_record(head, floor):
    assert choose(head, floor, "learning").status_code == 302
    assert EventPolicy.objects.get().profile == "learning"
    floor.infraction(penalty="RM")
    page = head.get(reverse("judging:rules", args=[floor.event.slug]))
    assert page.context["form"] is None
    answer = choose(head, floor, "competitive")
    assert "the policy can no longer be changed" in answer.content.decode()
    assert choose(head, floor, "dream").status_code == 422


@pytest.mark.parametrize("profile", ["competitive", "learning"])
def test_choosing_a_profile_keeps_the_overridden_values_of_the_event(head, floor, profile):
    overrides = {"time.decision_timebox_seconds": 45}
    start_policy(event=floor.event, profile="competitive", overrides=overrides, actor=floor.head)
    assert choose(head, floor, profile).status_code == 302
    policy = EventPolicy.objects.get()
    assert (policy.profile, policy.overrides) == (profile, overrides)
    assert rules_of(floor.event).policy.time.decision_timebox_seconds == 45


def test_the_rules_say_what_the_policy_holds(head, floor):
    choose(head, floor, "blitz")
    text = head.get(reverse("judging:rules", args=[floor.event.slug])).content.decode()
    assert "RL after 1.5 min" in text
    assert "count down 10 s" in text
    assert "Discard down to the hand limit at once by age, oldest card first" in text
    assert "note_only" not in text
