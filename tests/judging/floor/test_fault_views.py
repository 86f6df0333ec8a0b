"""A ruling in three taps: button, player with infraction, confirm. And its undo."""

import re
import uuid
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from judging.enums import PenaltyStatus, RecordSource
from judging.floor.fault_views import _logged_text
from judging.models import Infraction, PenaltyEvent
from judging.policies.term_labels import PROVISIONAL_UNTIL
from judging.rulings.queries.penalties import penalty_state_of
from judging.rulings.services.rulings import log_ruling
from judging.rulings.services.takebacks import rescind_penalty
from matches.enums import Role, RoundStatus, Source
from matches.models import AuditRow, Event
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import RoundFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def url(floor, code="GP-HAND", query="", entry=None):
    number = (entry or floor.player).number
    return reverse("judging:fault", args=[floor.event.slug, floor.match.pk, code, number]) + query


def table_url(floor):
    return reverse("judging:table", args=[floor.event.slug, floor.match.pk])


def send(client, floor, penalty="W", *, query="", code="GP-HAND", **data):
    return client.post(url(floor, code, query), {"record": uuid.uuid4(), "penalty": penalty, **data})


def test_three_taps(judge, floor):
    sheet = judge.get(table_url(floor))
    first = next(button.url for button in sheet.context["buttons"] if button.label == "Hand limit")
    choice = judge.get(first)
    second = next(side.url for side in choice.context["choices"][0].sides if side.name == floor.player.player.name)
    page = judge.get(second)
    assert page.context["chosen"].penalty.code == "W"
    answer = judge.post(second, {"record": page.context["form"]["record"].value(), "penalty": "W"}, follow=True)
    assert answer.redirect_chain == [(table_url(floor), 302)]
    row = Infraction.objects.get()
    assert (row.entry, row.code, row.judge, penalty_state_of(row).penalty) == (
        floor.player,
        "GP-HAND",
        floor.judge.user,
        "W",
    )
    text = answer.content.decode()
    assert f"{floor.player.player.name}: Warning for Hand limit exceeded (GP-HAND)." in text
    assert reverse("judging:undo_infraction", args=[floor.event.slug, row.pk]) in text


def test_the_reason_of_the_suggestion_is_said(judge, floor):
    floor.infraction()
    why = judge.get(url(floor)).context["why"]
    assert why.startswith("Hand limit exceeded ")
    assert all(said in why for said in ("second", "event", ": W, W, RL, ML."))


def test_how_it_was_noticed(subtests: pytest.Subtests, judge, floor):
    for query, penalty, why in [
        (
            "?self=1",
            "RM",
            ("Hand limit exceeded", "first", "event", ": RM. "),
        ),
        ("?note=1", "NONE", ("note, no penalty",)),
        ("?self=0&note=2", "W", ("Hand limit exceeded", "first", "event")),
    ]:
        with subtests.test(query=query, penalty=penalty, why=why), undone(floor):
            context = judge.get(url(floor, query=query)).context
            assert context["chosen"].penalty.code == penalty
            assert context["why"].endswith(": W, W, RL, ML.")
            assert all(said in context["why"] for said in why)
            assert ("Hand limit exceeded" in context["why"]) == ("note=1" not in query)
            assert (": RM. " in context["why"]) == ("self=1" in query)
            send(judge, floor, penalty, query=query)
            row = Infraction.objects.get()
            assert (row.suggested, row.self_report, row.note_only) == (penalty, "self=1" in query, "note=1" in query)


def test_late_by_the_clock_or_by_the_address(judge, floor, monkeypatch):
    monkeypatch.setattr("judging.floor.fault_origin_views.timezone.now", lambda: floor.at(3.5))
    context = judge.get(url(floor, "TM-TARDY")).context
    assert (context["query"].late_seconds, context["chosen"].penalty.code) == (210, "RL")
    assert judge.get(url(floor, "TM-TARDY", "?late=30")).context["chosen"].penalty.code == "RM"
    send(judge, floor, "RM", query="?late=30", code="TM-TARDY")
    assert Infraction.objects.get().late_seconds == 30


def test_no_player_is_late_before_the_clock_starts(judge, floor, monkeypatch):
    monkeypatch.setattr("judging.floor.fault_origin_views.timezone.now", lambda: floor.at(-2))
    assert judge.get(url(floor, "TM-TARDY")).context["query"].late_seconds == 0


@pytest.mark.parametrize("late", ["abc", "-5", "1e9", "99999999999"])
def test_nonsense_about_how_late_is_read_as_the_clock_or_the_most(judge, floor, late, monkeypatch):
    monkeypatch.setattr("judging.floor.fault_origin_views.timezone.now", lambda: floor.at(3.5))
    context = judge.get(url(floor, "TM-TARDY", f"?late={late}")).context
    assert context["query"].late_seconds == (21_600 if late == "99999999999" else 210)


def test_a_round_loss_says_that_it_waits(judge, floor):
    floor.infraction("GP-CTRNONE", "W")
    page = judge.get(url(floor, "GP-CTRNONE"))
    assert page.context["chosen"].waits == PROVISIONAL_UNTIL["deputy_head"]
    answer = send(judge, floor, "RL", code="GP-CTRNONE", comment="claimed it twice")
    assert answer.status_code == 302
    assert penalty_state_of(Infraction.objects.last()).status == PenaltyStatus.PROVISIONAL


def test_the_head_judge_s_counts_at_once(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    assert client.get(url(floor, "TE-OUTSIDE")).context["chosen"].waits == ""


def test_a_comment_is_asked_for_at_its_field_and_nothing_typed_is_lost(judge, floor):
    record = uuid.uuid4()
    answer = judge.post(url(floor), {"record": record, "penalty": "RL", "comment": " "})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["comment"]
    assert answer.context["chosen"].penalty.code == "RL"  # the one that was tapped stays the main one
    assert answer.context["form"]["record"].value() == str(record)
    assert not Infraction.objects.exists()
    assert judge.post(url(floor), {"record": record, "penalty": "RL", "comment": "deliberate"}).status_code == 302


@pytest.mark.parametrize(
    ("code", "offered"),
    [
        ("GP-HAND", True),
        ("GP-CTRNONE", True),
        ("GP-ARITH", True),
        ("UC-CHEAT", False),
        ("UC-STALL", False),
        ("UC-MAJOR", False),
        ("TE-OUTSIDE", False),
        ("OT-NOTE", False),
    ],
)
def test_what_is_done_on_purpose_is_grave_or_is_a_note_already_is_no_note(judge, floor, code, offered):
    answer = judge.get(url(floor, code, "?note=1"))
    assert ("note=1" in answer.content.decode()) == offered
    assert answer.context["query"].note_only == offered


def test_the_remedy_stands_above_what_is_filled_in(judge, floor):
    kept = judge.get(reverse("judging:kept_fault", args=[floor.event.slug])).content.decode()
    pages = [judge.get(url(floor)).content.decode(), *kept.split("<template")[1:]]
    assert len(pages) > 20
    for text in pages:
        assert text.index("Remedy</h2>") < text.index('name="comment"') < text.index('name="penalty"')


def test_the_hand_comes_down_as_the_event_s_rules_say(subtests: pytest.Subtests, judge, floor):
    for rules, remedy in [
        ({}, "Discard down to the hand limit at once by age, oldest card first"),
        ({"options": {"overhand_default": "random"}}, "Discard down to the hand limit at once by lot"),
    ]:
        with subtests.test(rules=rules, remedy=remedy), undone(floor):
            Event.objects.filter(pk=floor.event.pk).update(rules=rules)
            assert remedy in judge.get(url(floor)).context["remedy"]
            kept = judge.get(reverse("judging:kept_fault", args=[floor.event.slug])).context["faults"]
            assert remedy in next(fault.remedy for fault in kept if fault.rule.code == "GP-HAND")
            (gameplay, *_others) = judge.get(reverse("judging:rules", args=[floor.event.slug])).context["tracks"]
            assert remedy in gameplay.infractions[0].remedy


def test_a_disqualification_asks_the_head_for_its_statements(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    first = send(client, floor, "DQ", code="UC-CHEAT", comment="marked cards")
    assert first.status_code == 422
    assert "statement_player" in first.context["form"].errors
    told = {"statement_player": "No.", "statement_judge": "Marked.", "prize_decision": "without_prize"}
    assert send(client, floor, "DQ", code="UC-CHEAT", comment="marked cards", **told).status_code == 302
    assert PenaltyEvent.objects.get().statements == told


def test_a_form_sent_twice_logs_once(judge, floor):
    data = {"record": uuid.uuid4(), "penalty": "W"}
    first, second = judge.post(url(floor), data), judge.post(url(floor), data)
    assert (first.url, first.status_code) == (second.url, second.status_code)
    assert (Infraction.objects.count(), AuditRow.objects.count()) == (1, 1)


def test_what_the_device_says_is_kept(judge, floor):
    send(judge, floor, device="a1b2", device_number="7", device_time="2026-11-21T12:01:02.5Z", source="paper")
    row = Infraction.objects.get()
    assert (row.device, row.device_number, row.source) == ("a1b2", 7, RecordSource.PAPER)
    assert row.device_time.isoformat() == "2026-11-21T12:01:02.500000+00:00"


@pytest.mark.database
def test_bad_input_is_answered_and_logs_nothing(subtests: pytest.Subtests, judge, floor):
    for data in [
        {"penalty": "XX"},
        {"penalty": ""},
        {"record": "nonsense"},
        {"record": ""},
        {"comment": "x" * 2001},
        {"device_time": "yesterday"},
        {"source": "dream"},
        {"device_number": "-1"},
        {"comment": "\x00"},
    ]:
        with subtests.test(data=data), undone(floor):
            answer = judge.post(url(floor), {"record": uuid.uuid4(), "penalty": "W", **data})
            assert answer.status_code == 422
            assert answer.context["form"].errors
            assert not Infraction.objects.exists()


@pytest.mark.parametrize("part", ["code", "player"])
def test_an_address_with_an_unknown_code_or_player_is_not_found_and_logs_nothing(judge, floor, part):
    args = [floor.event.slug, floor.match.pk, "GP-HAND", floor.player.number]
    args[2 if part == "code" else 3] = "GP-NOPE" if part == "code" else floor.matches[1].seats.first().entry.number
    address = reverse("judging:fault", args=args)
    for answer in (judge.get(address), judge.post(address, {"record": uuid.uuid4(), "penalty": "W"})):
        assert answer.status_code == 404
        assert "Page not found" in answer.content.decode()
    assert not Infraction.objects.exists()


def test_after_a_ruling_the_infraction_points_at_it(judge, floor):
    ruling = log_ruling(
        event=floor.event, actor=floor.judge, match=floor.match, matter="counter_joker", outcome="no_joker_swap_stands"
    )
    send(judge, floor, code="GP-CTRNONE", query=f"?ruling={ruling.pk}")
    assert Infraction.objects.get().ruling == ruling


def test_an_unknown_ruling_is_left_out_of_the_infraction(subtests: pytest.Subtests, judge, floor):
    for ruling in ["x", "", "6c762188-d6ab-4a42-bb36-cd2c1d47d55f"]:
        with subtests.test(ruling=ruling), undone(floor):
            assert send(judge, floor, query=f"?ruling={ruling}").status_code == 302
            assert Infraction.objects.get().ruling is None


def undo_url(floor, row):
    return reverse("judging:undo_infraction", args=[floor.event.slug, row.pk])


def test_undo(judge, floor):
    send(judge, floor)
    row = Infraction.objects.get()
    answer = judge.post(undo_url(floor, row), follow=True)
    assert "GP-HAND removed." in answer.content.decode()
    assert penalty_state_of(row).status == PenaltyStatus.RESCINDED
    assert re.search(r"<del\s*>", answer.content.decode())  # struck through in the table's log


def test_undo_by_script_answers_in_json(judge, floor):
    send(judge, floor)
    row = Infraction.objects.get()
    accept = {"accept": "application/json"}
    assert judge.post(undo_url(floor, row), headers=accept).json() == {"text": "GP-HAND removed."}
    again = judge.post(undo_url(floor, row), headers=accept)
    assert (again.status_code, again.json()["code"]) == (409, "too_late")


def test_too_late_to_undo_is_said(judge, floor):
    row = floor.infraction(at=timezone.now() - timedelta(seconds=16))
    answer = judge.post(undo_url(floor, row), follow=True)
    assert "ten seconds to undo this are over" in answer.content.decode()
    assert penalty_state_of(row).status == PenaltyStatus.ISSUED


def test_where_a_fault_may_lead_on(subtests: pytest.Subtests, judge, floor):
    for code, labels in [
        ("GP-HAND", ["Cheating"]),
        ("GP-ARITH", ["Cheating", "{opponent}"]),
        ("TM-TARDY", []),
    ]:
        with subtests.test(code=code, labels=labels), undone(floor):
            links = judge.get(url(floor, code)).context["elsewhere"]
            for link, label in zip(links, labels, strict=True):
                assert link.label.endswith(label.format(opponent=floor.opponent.player.name))


def test_a_missed_card_is_tracked_on_the_opponent_as_a_note(judge, floor):
    (_purpose, other) = judge.get(url(floor, "GP-QUEEN")).context["elsewhere"]
    assert other.url == url(floor, "GP-QUEEN", "?note=1", entry=floor.opponent)


def consequences_of(answer):
    return answer.context["chosen"].consequences


def test_before_a_match_loss_its_score_and_winner_are_said(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    said = consequences_of(client.get(url(floor, "TE-OUTSIDE")))
    assert len(said) == 1
    assert all(part in said[0] for part in ("Table 1", "0–2", floor.opponent.player.name, "match"))
    assert floor.player.player.name not in said[0]
    others = {other.penalty.code: other.consequences for other in client.get(url(floor)).context["others"]}
    assert len(others["RL"]) == 1
    assert all(part in others["RL"][0] for part in ("Table 1", floor.opponent.player.name, "round"))
    assert "0–2" not in others["RL"][0]
    assert others["ML"] == said
    assert others["RM"] == []


def test_a_loss_without_an_undecided_match_is_said_to_wait_before_and_after(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    [said] = consequences_of(client.get(url(floor, "TE-OUTSIDE")))
    assert said.startswith(floor.player.player.name)
    assert said.endswith("next match.")
    answer = send(client, floor, "ML", code="TE-OUTSIDE", comment="asked a spectator")
    text = client.get(answer.url).content.decode()
    assert "next match" in text
    page = client.get(reverse("judging:infraction", args=[floor.event.slug, Infraction.objects.get().pk]))
    assert "applies to the next match" in page.content.decode()


def test_a_disqualification_is_considered_before_it_is_given(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    record = str(uuid.uuid4())
    answer = client.post(url(floor), {"record": record, "consider": "DQ", "comment": "marked cards"})
    form, chosen = answer.context["form"], answer.context["chosen"]
    assert (answer.status_code, chosen.penalty.code, Infraction.objects.count()) == (200, "DQ", 0)
    assert (form["comment"].value(), form["record"].value()) == ("marked cards", record)
    assert all(form.fields[name].required for name in form.STATEMENTS)
    name = floor.player.player.name
    assert chosen.consequences[-1].startswith(f"{name} ")
    assert "round 2" in chosen.consequences[-1]
    assert chosen.irreversible.startswith("This cannot be undone: ")
    missing = send(client, floor, "DQ", comment="marked cards")
    assert set(missing.context["form"].errors) == set(form.STATEMENTS)


def test_a_floor_judge_may_leave_the_statements_to_the_head_judge(judge, floor):
    answer = judge.post(url(floor), {"record": uuid.uuid4(), "consider": "DQ", "comment": "marked cards"})
    assert not any(answer.context["form"].fields[name].required for name in answer.context["form"].STATEMENTS)
    assert send(judge, floor, "DQ", comment="marked cards").status_code == 302


def test_an_unknown_penalty_to_consider_is_ignored(judge, floor):
    answer = judge.post(url(floor), {"record": uuid.uuid4(), "consider": "XX"})
    assert (answer.status_code, answer.context["chosen"].penalty.code) == (200, "W")


def test_a_fault_that_another_judge_just_logged_is_said_before_it_is_stored(judge, floor):
    floor.infraction(actor=floor.deputy, at=timezone.now() - timedelta(seconds=70))
    (doubt,) = judge.get(url(floor)).context["doubts"]
    assert doubt == f"{floor.deputy.user} logged this infraction for {floor.player.player.name} 1 minute ago."
    answer = send(judge, floor)
    assert (answer.status_code, Infraction.objects.count()) == (422, 1)
    assert send(judge, floor, anyway="1").status_code == 302
    assert Infraction.objects.count() == 2


def test_several_in_one_minute_are_said_once(judge, floor):
    for seconds in (70, 65):
        floor.infraction(actor=floor.deputy, at=timezone.now() - timedelta(seconds=seconds))
    assert len(judge.get(url(floor)).context["doubts"]) == 1


def test_no_twin_no_question(subtests: pytest.Subtests, judge, floor):
    for why in ["own", "old", "rescinded", "other player", "other fault"]:
        with subtests.test(why=why), undone(floor):
            given = {"actor": floor.deputy, "at": timezone.now() - timedelta(seconds=70)}
            given |= {
                "own": {"actor": floor.judge},
                "old": {"at": timezone.now() - timedelta(seconds=190)},
                "other player": {"entry": floor.opponent},
                "other fault": {"code": "GP-ARITH", "penalty": None},
            }.get(why, {})
            row = floor.infraction(**given)
            if why == "rescinded":
                rescind_penalty(infraction=row, reason="wrong table", actor=floor.head)
            assert judge.get(url(floor)).context["doubts"] == []


def test_a_match_that_is_over_is_said_at_the_form_and_asked_about(subtests: pytest.Subtests, judge, floor):
    for status, text in [
        (RoundStatus.CLOSED, "Round 1 is closed."),
        (RoundStatus.WITHDRAWN, "Round 1 was withdrawn."),
        (RoundStatus.DRAFT, "Round 1 is a draft again."),
    ]:
        with subtests.test(status=status, text=text), undone(floor):
            floor.round.status = status
            floor.round.save()
            args = [floor.event.slug, floor.match.pk]
            note, matter = reverse("judging:note", args=args), reverse("judging:matter", args=[*args, "counter_joker"])
            for address in (url(floor), note, matter):
                assert text in judge.get(address).context["doubts"][0]
                assert text in judge.get(address).content.decode()
            assert send(judge, floor).status_code == 422
            data = {"record": uuid.uuid4(), "outcome": "moved on"}
            assert judge.post(note, data).status_code == 422
            assert judge.post(note, {**data, "anyway": "1"}).status_code == 302
            assert send(judge, floor, anyway="1").status_code == 302


def test_a_match_of_the_old_pairings_is_said(judge, floor):
    floor.round.status = RoundStatus.WITHDRAWN
    floor.round.save()
    RoundFactory(stage=floor.round.stage, number=1, attempt=2)
    assert judge.get(url(floor)).context["doubts"] == [
        "Round 1 was paired again. This match belongs to the old pairings."
    ]


def test_a_time_penalty_that_waits_is_not_called_a_loss(floor):
    row = floor.infraction("TM-SLOW", "TP", match=None, actor=floor.head, comment="between the rounds")
    said = _logged_text(floor.event, floor.player, "TM-SLOW", row)
    assert said.endswith("The time penalty will apply to the next match.")
