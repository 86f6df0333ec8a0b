"""How an event is played, on the form: what goes together, what does not and why, and what is typed stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.enums import RoundStatus, StageKind
from matches.events.declarations.pods import POD_SETTINGS
from matches.events.declarations.ranking import RANKING_SETTINGS
from matches.models import Event, User
from tests.factories import RoundFactory, UserFactory
from tests.forms import sample
from tests.matches.setup.test_views import NEW, given, settings_url
from tests.undone import undone

pytestmark = pytest.mark.django_db

SWISS, ROBIN = StageKind.SWISS.value, StageKind.ROUND_ROBIN.value
SINGLE, DOUBLE = StageKind.SINGLE_ELIMINATION.value, StageKind.DOUBLE_ELIMINATION.value
STAGES = (
    "kind", "rounds", "cut", "cut_kind", "third_place", "grand_final_reset", "power_pair_last", "balance_starts",
    "leaver_results",
)  # fmt: skip


def sent(*left_out: str, **choices: Any) -> dict[str, Any]:
    """A form as a page with JavaScript sends it: without the fields that it does not show (``left_out``)."""
    return {name: value for name, value in given(cut="0", **choices).items() if name not in left_out}


@pytest.fixture
def organiser(client: Client) -> Client:
    user: User = UserFactory()
    client.force_login(user)
    return client


def planned(organiser: Client, **choices: Any) -> Event:
    assert organiser.post(NEW, given(**{"cut": "0", **choices})).status_code == 302
    return Event.objects.get()


IN_FULL = [
    ({"kind": SWISS, "rounds": "4"}, [(SWISS, 4, None)]),
    ({"kind": SWISS, "rounds": "4", "cut": "8", "cut_kind": DOUBLE}, [(SWISS, 4, None), (DOUBLE, 0, 8)]),
    ({"kind": SWISS, "cut": "2", "third_place": "on"}, [(SWISS, 6, None), (SINGLE, 0, 2)]),
    ({"kind": ROBIN}, [(ROBIN, 0, None)]),
    ({"kind": ROBIN, "cut": "4"}, [(ROBIN, 0, None), (SINGLE, 0, 4)]),
    ({"kind": ROBIN, "cut": "4", "leaver_results": "keep"}, [(ROBIN, 0, None), (SINGLE, 0, 4)]),
    ({"kind": SINGLE, "third_place": "on"}, [(SINGLE, 0, None)]),
    ({"kind": DOUBLE, "grand_final_reset": "on"}, [(DOUBLE, 0, None)]),
    # The box is ticked by itself: where there is no grand final it does not count.
    ({"kind": SINGLE, "grand_final_reset": "on"}, [(SINGLE, 0, None)]),
]


def test_every_field_sent_makes_the_stages_of_the_chosen_way(subtests: pytest.Subtests, organiser: Client) -> None:
    for choices, stages in sample(3, IN_FULL):
        with subtests.test(choices=choices, stages=stages), undone():
            event = planned(organiser, **choices)
            assert [(stage.kind, stage.rounds_planned, stage.cut_to) for stage in event.stages.all()] == stages
            final = event.stages.last()
            assert final is not None
            assert final.third_place == ("third_place" in choices)
            assert final.options == (
                {"grand_final_reset": "grand_final_reset" in choices} if final.kind == DOUBLE else {}
            )


BRACKET_ONLY = ("rounds", "cut", "cut_kind", "power_pair_last", "balance_starts", "late_policy")


def test_fields_that_the_page_does_not_show_need_not_be_sent(subtests: pytest.Subtests, organiser: Client) -> None:
    for left_out, choices in [
        (("cut_kind", "third_place"), {"kind": SWISS}),
        (("rounds", "cut_kind", "late_policy"), {"kind": ROBIN}),
        (BRACKET_ONLY, {"kind": SINGLE}),
        (BRACKET_ONLY, {"kind": DOUBLE}),
    ]:
        with subtests.test(left_out=left_out, choices=choices), undone():
            assert organiser.post(NEW, sent(*left_out, **choices)).status_code == 302
            assert Event.objects.get().stages.get().kind == choices["kind"]


def test_what_does_not_go_together_is_said_at_its_fields_and_stays_typed(
    subtests: pytest.Subtests, organiser: Client
) -> None:
    for choices, wrong, said in sample(
        3,
        [
            ({"kind": ""}, {"kind"}, "Choose one."),
            ({"kind": "ladder"}, {"kind"}, "“ladder”"),
            ({"kind": SWISS, "rounds": ""}, {"rounds"}, "Fill this in."),
            ({"kind": SWISS, "rounds": "31"}, {"rounds"}, "Enter 30 or less."),
            ({"kind": SWISS, "cut": "4", "cut_kind": ROBIN}, {"cut_kind"}, f"“{ROBIN}”"),
            ({"kind": SWISS, "third_place": "on"}, {"third_place"}, "Only single elimination has"),
            (
                {"kind": SWISS, "cut": "4", "cut_kind": DOUBLE, "third_place": "on"},
                {"third_place"},
                "Only single elimination has",
            ),
            ({"kind": DOUBLE, "third_place": "on"}, {"third_place"}, "Only single elimination has"),
            ({"kind": SINGLE, "cut": "8"}, {"cut"}, "choose no cut"),
            ({"kind": SWISS, "leaver_results": "keep"}, {"leaver_results"}, "Only in a round robin"),
            (
                {"kind": ROBIN, "power_pair_last": "yes"},
                {"power_pair_last"},
                "Only Swiss rounds can be paired by standings",
            ),
            (
                {"kind": DOUBLE, "cut": "8", "third_place": "on", "power_pair_last": "yes", "balance_starts": "on"},
                {"cut", "third_place", "power_pair_last", "balance_starts"},
                "4 things to correct",
            ),
        ],
    ):
        with subtests.test(choices=choices, wrong=wrong, said=said), undone():
            form = given(**{"cut": "0", "venue": "Hall 2", **choices})
            page = organiser.post(NEW, form)
            assert page.status_code == 422
            assert set(page.context["form"].errors) == wrong
            assert said in page.content.decode()
            kept = {name: page.context["form"][name].value() for name in (*STAGES, "venue")}
            assert kept == {name: name in form if name in BOXES else form.get(name) for name in kept}
            assert not Event.objects.exists()


BOXES = {"third_place", "grand_final_reset", "balance_starts"}


def test_the_settings_show_the_plan_and_stored_unchanged_they_change_nothing(
    subtests: pytest.Subtests, organiser: Client
) -> None:
    for choices in [choices for choices, _stages in IN_FULL]:
        with subtests.test(choices=choices), undone():
            event = planned(organiser, **choices)
            before = list(event.stages.values())
            form = organiser.get(settings_url(event)).context["form"]
            shown = {name: form[name].value() for name in form.fields}
            for name, value in choices.items():
                assert str(shown[name]).replace("True", "on") == value
            unchanged = {name: value for name, value in shown.items() if value is not None and value is not False}
            assert organiser.post(settings_url(event), unchanged).status_code == 302
            assert list(event.stages.values()) == before
            row = event.audit_rows.last()
            assert row is not None
            assert row.details["changed"] == []


def test_what_has_begun_is_said_and_locked_at_the_field(subtests: pytest.Subtests, organiser: Client) -> None:
    for kind in [SWISS, ROBIN, SINGLE, DOUBLE]:
        with subtests.test(kind=kind), undone():
            event = planned(organiser, kind=kind)
            assert "after a round is paired" not in organiser.get(settings_url(event)).content.decode()
            RoundFactory(stage=event.stages.get(), status=RoundStatus.DRAFT)
            page = organiser.get(settings_url(event)).content.decode()
            assert page.count("after a round is paired") == 1
            assert page.count('name="kind"') == len(StageKind)
            locked = [part.split(">")[0].count("disabled") for part in page.split('name="kind"')[1:]]
            assert locked.count(1) == len(StageKind) - 1
            # A page that was opened before sends another kind all the same.
            other = ROBIN if kind == SWISS else SWISS
            refused = organiser.post(settings_url(event), given(kind=other, cut="0", venue="Hall 7"))
            assert refused.status_code == 422
            assert "format" in str(refused.context["form"].errors["kind"])
            assert "Hall 7" in refused.content.decode()
            assert event.stages.get().kind == kind


def test_a_cut_that_has_begun_is_said_at_the_field(organiser: Client) -> None:
    event = planned(organiser, cut="4")
    RoundFactory(stage=event.stages.get(order=2), status=RoundStatus.CLOSED)
    form = organiser.get(settings_url(event)).context["form"]
    for name in ("cut", "cut_kind", "third_place", "grand_final_reset"):
        assert "after the bracket starts" in form[name].help_text
    refused = organiser.post(settings_url(event), given(cut="4", cut_kind=DOUBLE))
    assert list(refused.context["form"].errors) == ["cut_kind"]
    assert "bracket" in str(refused.context["form"].errors["cut_kind"])


def test_a_page_without_javascript_says_what_belongs_where(organiser: Client) -> None:
    page = organiser.get(NEW).content.decode()
    for hint in ("For Swiss rounds only.", "For Swiss rounds or a round robin.", "Only with a cut."):
        assert f'<noscript><p class="field-help">{hint}</p></noscript>' in page
    assert page.count("data-when=") == len(STAGES) - 1 + len(
        ("late_policy", "bracket_start", "intentional_draws", "forecast_for", "forecast_strength")
    ) + len(RANKING_SETTINGS) + len(POD_SETTINGS)
