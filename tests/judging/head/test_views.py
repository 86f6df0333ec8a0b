"""The head judge's page and an infraction's own, with their acts."""

import uuid
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from judging.appeals.services import file_appeal
from judging.enums import PenaltyStatus
from judging.policies.queries import rules_of
from judging.policies.services import delegate_to_deputy
from judging.policies.term_labels import WAITING_FOR
from judging.rulings.queries.penalties import penalty_state_of
from matches.enums import ResultStatus, Role, RoundStatus, Source
from matches.models import Result
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import MatchFactory, RoundFactory
from tests.told import levels
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def head(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    return client


@pytest.fixture
def loss(floor):
    return floor.infraction("TE-OUTSIDE", "ML", comment="asked a spectator")


def page(client, floor):
    return client.get(reverse("judging:head", args=[floor.event.slug]))


def send(client, floor, name, row, **data):
    url = reverse(f"judging:{name}", args=[floor.event.slug, row.pk])
    return client.post(url, {"record": uuid.uuid4(), **data})


def test_nothing_waits(head, floor):
    assert "Nothing needs your decision." in page(head, floor).content.decode()


def test_a_provisional_loss_is_confirmed_from_the_page(head, floor, loss):
    (case,) = page(head, floor).context["provisional"]
    assert (case.player, case.penalty.code, case.judge) == (
        floor.player.player.name,
        "ML",
        str(floor.judge.user),
    )
    assert head.get(case.confirm_url).context["heading"] == "Confirm: Match loss"
    assert head.post(case.confirm_url, {"record": uuid.uuid4()}).status_code == 302
    assert penalty_state_of(loss).status == PenaltyStatus.CONFIRMED
    assert Result.objects.get(match=floor.match, status=ResultStatus.CONFIRMED).decided_by == "penalty"


def test_what_is_for_the_head_the_deputy_sees_without_the_button(client, floor):
    floor.infraction("GP-HAND", "RM", comment="first event")
    client.force_login(floor.user(Role.DEPUTY_HEAD))
    (case,) = page(client, floor).context["deviations"]
    assert (case.confirm_url, case.needs) == ("", WAITING_FOR["head"])


def test_a_deviation_shows_what_was_suggested(head, floor):
    floor.infraction("GP-HAND", "RM", comment="first event")
    (case,) = page(head, floor).context["deviations"]
    assert (case.penalty.code, case.suggested.code, case.comment) == ("RM", "W", "first event")


def test_a_disqualification_is_confirmed_with_its_statements(head, floor):
    row = floor.infraction("UC-CHEAT", "DQ", comment="marked cards")
    url = reverse("judging:confirm", args=[floor.event.slug, row.pk])
    assert "statement_player" in head.get(url).context["form"].fields
    assert head.post(url, {"record": uuid.uuid4()}).status_code == 422
    told = {"statement_player": "No.", "statement_judge": "Yes.", "prize_decision": "without_prize"}
    assert head.post(url, {"record": uuid.uuid4(), **told}).status_code == 302
    assert floor.player.status == "disqualified"


def test_change_and_take_back(head, floor):
    row = floor.infraction()
    assert send(head, floor, "change", row, penalty="RM", reason="reported it").status_code == 302
    assert penalty_state_of(row).penalty == "RM"
    assert send(head, floor, "rescind", row, reason="wrong player").status_code == 302
    assert penalty_state_of(row).status == PenaltyStatus.RESCINDED
    again = send(head, floor, "rescind", row, reason="again")
    assert again.status_code == 422
    assert "has already been rescinded" in again.content.decode()


def test_what_is_missing_is_said_at_its_field(subtests: pytest.Subtests, head, floor):
    for name, data, field in [
        ("change", {"penalty": "RM", "reason": ""}, "reason"),
        ("change", {"penalty": "XX", "reason": "x"}, "penalty"),
        ("change", {"penalty": "W", "reason": "x"}, "penalty"),
        ("rescind", {"reason": " "}, "reason"),
    ]:
        with subtests.test(name=name, data=data, field=field), undone(floor):
            answer = send(head, floor, name, floor.infraction(), **data)
            assert (answer.status_code, field in answer.context["form"].errors) == (422, True)


def acts(client, floor, row):
    shown = client.get(reverse("judging:infraction", args=[floor.event.slug, row.pk])).context["case_acts"]
    return [act.label for act in shown]


ASK = "Ask the head judge to rescind it"


def test_what_each_may_do_with_a_penalty(subtests: pytest.Subtests, client, floor, loss):
    for role, issued, provisional in [
        (Role.FLOOR_JUDGE, [ASK], [ASK]),
        (Role.DEPUTY_HEAD, [ASK], ["Confirm", ASK]),
        (Role.HEAD_JUDGE, ["Change", "Rescind"], ["Confirm", "Change", "Rescind"]),
        (Role.SCOREKEEPER, [], []),
        (Role.ORGANISER, [], []),
    ]:
        with subtests.test(role=role, issued=issued, provisional=provisional), undone(client, floor):
            row = floor.infraction()
            client.force_login(floor.user(role))
            assert acts(client, floor, row) == issued
            assert acts(client, floor, loss) == provisional


def test_with_the_head_s_delegation_the_deputy_changes(client, floor):
    row = floor.infraction()
    delegate_to_deputy(event=floor.event, delegated=True, actor=floor.head)
    client.force_login(floor.user(Role.DEPUTY_HEAD))
    assert acts(client, floor, row) == ["Change", ASK]


def test_an_infraction_s_page_tells_every_step(head, floor, loss):
    send(head, floor, "confirm", loss)
    context = head.get(reverse("judging:infraction", args=[floor.event.slug, loss.pk])).context
    assert [row.text for row in context["rows"]][:2] == ["Match loss confirmed", "Match loss (provisional)"]
    assert context["why"].startswith("Outside assistance ")
    assert context["why"].endswith(": ML, DQ.")


STATED = {"statement_player": "I found it so.", "statement_judge": "Marked Ace.", "prize_decision": "without_prize"}
LINES = ["Player’s statement: I found it so.", "Judge’s statement: Marked Ace.", "Without prize"]


def test_what_was_stated_with_a_disqualification_is_on_its_page_and_in_the_log(
    subtests: pytest.Subtests, client, floor
):
    for role, shown in [(Role.FLOOR_JUDGE, LINES), (Role.ORGANISER, LINES), (Role.SCOREKEEPER, [])]:
        with subtests.test(role=role, shown=shown), undone(client, floor):
            given = {"comment": "a marked Ace", "actor": floor.head, "statements": STATED}
            row = floor.infraction("UC-CHEAT", "DQ", **given)
            client.force_login(floor.user(role))
            own = client.get(reverse("judging:infraction", args=[floor.event.slug, row.pk])).context
            assert own["stated"] == shown
            assert [line in own["rows"][0].detail for line in LINES] == [bool(shown)] * 3
            log = reverse("judging:log", args=[floor.event.slug])
            assert client.get(log).context["rows"][0].stated == shown
            details = [item.line.detail for item in client.get(log, {"show": "everything"}).context["rows"]]
            assert any(LINES[0] in detail for detail in details) == bool(shown)
            file = client.get(reverse("matches:export", args=[floor.event.slug, "rulings", "csv"])).content.decode()
            assert ("Marked Ace." in file) == bool(shown)


def test_a_disqualification_that_waits_shows_what_was_stated(head, floor):
    row = floor.infraction("UC-CHEAT", "DQ", comment="a marked Ace", statements=STATED)
    (case,) = page(head, floor).context["provisional"]
    assert case.stated == LINES
    send(head, floor, "change", row, penalty="W", reason="no intent", comment="")
    assert head.get(reverse("judging:infraction", args=[floor.event.slug, row.pk])).context["stated"] == []


def test_a_fault_logged_without_a_penalty_gets_one(head, floor):
    row = floor.infraction(penalty=None)
    assert acts(head, floor, row)[0] == "Issue a penalty"
    assert send(head, floor, "issue", row, penalty="W").status_code == 302
    assert penalty_state_of(row).penalty == "W"


def test_possible_duplicates_one_taken_back_or_both_kept(head, floor):
    floor.infraction(at=floor.at(1))
    second = floor.infraction(at=floor.at(2), actor=floor.deputy)
    assert len(page(head, floor).context["duplicates"]) == 1
    assert send(head, floor, "keep_both", second).status_code == 302
    assert page(head, floor).context["duplicates"] == []


def test_a_loss_that_waited_is_carried_out(head, floor, loss):
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    send(head, floor, "confirm", loss)
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    later = RoundFactory(stage=floor.round.stage, number=2, status=RoundStatus.PUBLISHED)
    match = MatchFactory(round=later, table=7, entries=[floor.player, floor.opponent])
    (case,) = page(head, floor).context["waiting"]
    answer = head.post(case.apply_url, follow=True)
    assert levels(answer) == ["success"]
    assert Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).exists()


def test_an_appeal_is_decided(head, floor):
    row = floor.infraction()
    appeal = file_appeal(event=floor.event, of=row, entry=floor.player, actor=floor.judge, statement="two cards")
    (shown,) = page(head, floor).context["appeals"]
    assert (shown.player, shown.statement, shown.first_judge) == (
        floor.player.player.name,
        "two cards",
        str(floor.judge.user),
    )
    parts = shown.about.split(" · ")
    assert parts[1:] == [
        "Warning",
        f"{row.server_time.astimezone(ZoneInfo(floor.event.time_zone)):%H:%M}",
        str(floor.judge.user),
    ]
    assert send(head, floor, "decide", appeal, state="changed", comment="").status_code == 422
    assert send(head, floor, "decide", appeal, state="changed", comment="miscounted", penalty="").status_code == 302
    assert penalty_state_of(row).status == PenaltyStatus.RESCINDED
    assert send(head, floor, "decide", appeal, state="upheld").status_code == 422


def test_an_appeal_without_a_penalty_asks_for_no_penalty(head, floor):
    appeal = file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="whose turn")
    url = reverse("judging:decide", args=[floor.event.slug, appeal.pk])
    assert "penalty" not in head.get(url).context["form"].fields


def test_delegation(head, floor):
    url = reverse("judging:delegate", args=[floor.event.slug])
    floor.infraction()
    head.post(url, {"delegated": "1"})
    assert rules_of(floor.event).delegated
    head.post(url, {"delegated": "0"})
    assert not rules_of(floor.event).delegated


def test_the_page_costs_the_same_for_one_case_and_for_three(head, floor, django_assert_num_queries):
    counts = []
    for n in range(3):
        floor.infraction("TE-OUTSIDE", "ML", comment="asked", at=floor.at(5 * n))
        rules_of(floor.event)
        with django_assert_num_queries(counts[0] if counts else 16) as counted:
            page(head, floor)
        counts.append(len(counted))


def said(answer):
    return (list(answer.context["lines"]), answer.context["irreversible"])


def test_what_a_confirmation_will_do_is_said_first(head, floor, loss):
    url = reverse("judging:confirm", args=[floor.event.slug, loss.pk])
    opponent, name = floor.opponent.player.name, floor.player.player.name
    [[line], irreversible] = said(head.get(url))
    assert all(part in line for part in ("Table 1", "0–2", opponent))
    assert irreversible == ""
    cheating = floor.infraction("UC-CHEAT", "DQ", comment="marked cards", at=floor.at(9))
    page = head.get(reverse("judging:confirm", args=[floor.event.slug, cheating.pk]))
    assert said(page)[0][-1].startswith(f"{name} ")
    assert "round 2" in said(page)[0][-1]
    assert said(page)[1].startswith("This cannot be undone")
    assert "button--danger" in page.content.decode()
    assert all(page.context["form"].fields[field].required for field in ("statement_player", "statement_judge"))


def test_what_a_change_or_its_taking_back_will_do_is_said_first(head, floor, loss):
    change = head.get(reverse("judging:change", args=[floor.event.slug, loss.pk]))
    labels = dict(change.context["form"].fields["penalty"].choices)
    assert labels["ML"].startswith("ML Match loss. Table 1 ")
    assert all(part in labels["ML"] for part in ("0–2", floor.opponent.player.name))
    assert labels["W"] == "W Warning"
    send(head, floor, "confirm", loss)
    back = head.get(reverse("judging:rescind", args=[floor.event.slug, loss.pk]))
    [[line], irreversible] = said(back)
    assert all(part in line for part in ("Table 1", "undecided"))
    assert irreversible == ""


def test_a_change_to_a_disqualification_needs_its_statements(head, floor):
    row = floor.infraction()
    answer = send(head, floor, "change", row, penalty="DQ", reason="cheated")
    assert {"statement_player", "statement_judge", "prize_decision"} <= set(answer.context["form"].errors)
