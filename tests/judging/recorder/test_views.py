"""The recorder's pages: beginning a record, taps and their answers, the report, a finding on its way to a ruling."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.appeals.services import file_appeal
from judging.models import FindingMark, Infraction, TurnRecord
from judging.papers.queries import short_code
from judging.recorder.findings import name_of
from judging.recorder.queries.recorded import RecordedMatch, recorded
from judging.recorder.services.recording import read_in_record, start_record
from judging.recorder.views.board import fault_shown
from judging.rulings.services.rulings import log_incident, log_ruling
from matches.enums import EntryStatus, NameDisplay, Role, Source
from matches.models import Entry, Result
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.tables.outcome import Outcome
from matches.tables.score import Duel
from rules_engine.record.report import Finding
from rules_engine.text import EMPTY, PlayerAt, Text
from tests.judging.conftest import Floor
from tests.judging.recorder.sheets import finished
from tests.undone import undone

pytestmark = pytest.mark.django_db


def page(floor: Floor, name: str, *more: str) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk, *more])


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def found(floor: Floor) -> RecordedMatch:
    row = recorded(floor.event, floor.match)
    assert row is not None
    return row


def begin(judge: Client, floor: Floor, first: str = "A") -> HttpResponse:
    return judge.post(page(floor, "recorder_start"), {"first": first, "record": uuid.uuid4()}, follow=True)


def tap(judge: Client, floor: Floor, token: str = "", act: str = "write", **more: object) -> HttpResponse:
    row = found(floor).row
    data = {"token": token, "revision": row.revision, "step": uuid.uuid4(), **more}
    return judge.post(page(floor, "recorder_tap", act), data, headers={"HX-Request": "true"})


def said(answer: HttpResponse) -> str:
    """The text of a page, without marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_table_s_sheet_leads_to_the_recorder(judge: Client, floor: Floor) -> None:
    sheet = judge.get(page(floor, "table")).content.decode()
    assert page(floor, "recorder") in sheet
    start = said(judge.get(page(floor, "recorder")))
    assert "Who starts?" in start
    assert "Import a record" in start


def test_both_pages_have_a_key_for_each_kind_of_act_without_a_network(judge: Client, floor: Floor) -> None:
    for _page in ("begin", "recorder"):
        content = judge.get(page(floor, "recorder")).content.decode()
        stand_in = content.partition("<template data-recorder-stand-in>")[2].partition("</template>")[0]
        keys = re.findall(r'name="token"\s+value="([^"]*)"', stand_in)
        usual = {"2", "10", "J", "X", "B", "E", "&gt;Q", "&gt;K", "^X", "^S", "-Q", "T", "?"}
        assert usual <= set(keys), usual - set(keys)
        assert len(keys) - keys.count("") == len(set(keys) - {""})
        assert "No answer" in content
        assert re.findall(r'name="first" value="([AB])"', content)[-2:] == ["A", "B"]
        begin(judge, floor)


def test_a_tap_for_a_match_without_a_record_is_not_taken_for_stored(judge: Client, floor: Floor) -> None:
    data = {"token": "7", "revision": 0, "step": uuid.uuid4()}
    answer = judge.post(page(floor, "recorder_tap", "write"), data, headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert judge.post(page(floor, "recorder_tap", "write"), data).status_code == 302


def test_the_first_tap_names_the_revision_of_a_record_without_one(judge: Client, floor: Floor) -> None:
    content = begin(judge, floor).content.decode()
    form = re.search(rf'<form[^>]*action="{page(floor, "recorder_tap", "write")}".*?</form>', content, re.DOTALL)
    assert form is not None
    sent = dict(re.findall(r'name="(step|revision)"\s+value="([^"]*)"', form[0]))
    assert sent["revision"] == "0"
    assert judge.post(page(floor, "recorder_tap", "write"), {**sent, "token": "7"}).status_code == 302
    assert found(floor).row.revision == 1


def test_keys_say_what_they_lead_to(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    for token in ("7", "J", "J"):
        answer = tap(judge, floor, token)
    html = answer.content.decode()
    jack = re.search(r'value="J"\s*>(.*?)</button>', html, re.DOTALL)
    assert jack is not None
    assert "Bust" in jack[1]
    assert "$7 to" in said(answer)
    assert f"{floor.player.unique_name} to act." in said(answer)


def tokens_in(html: str) -> list[str]:
    """What the keys of a board write."""
    return re.findall(r'name="token"\s+value="([^"]*)"', html)


# Record.md 5.3 and 5.11: with a Queen that was seen, and with one that nobody has seen.
def test_a_queen_that_is_played_automatically_has_one_key(
    subtests: pytest.Subtests, judge: Client, floor: Floor
) -> None:
    for tokens in [("Q", "A", "J"), ("7", "?", "A", "J")]:
        with subtests.test(tokens=tokens), undone(floor):
            begin(judge, floor)
            for token in tokens:
                answer = tap(judge, floor, token)
            keys = tokens_in(answer.content.decode())
            assert (keys.count("*Q"), keys.count("&gt;Q")) == (1, 0)
            assert "automatic Queen" in said(answer)
            assert tap(judge, floor, ">Q").status_code == 200, "a sheet may write it so"


def test_without_a_script_a_card_is_tapped_with_what_happens_to_it(judge: Client, floor: Floor) -> None:
    floor.event.game, floor.event.rules = "bank", {"preset": "simple"}
    floor.event.save()
    begin(judge, floor)
    assert tap(judge, floor, "7", suit="h").status_code == 200
    assert tap(judge, floor, "4", mark="-").status_code == 422, "without its suit"
    whole = tap(judge, floor, "K", mark="B3:", suit="h")
    assert whole.status_code == 422
    assert "such as B3:Ac+Ad." in said(whole)
    assert tap(judge, floor, "4", mark="-", suit="c").status_code == 200
    actions = [token for token in found(floor).record.rounds[0].turns[0].actions if "@" not in token]
    assert actions == ["7h", "-4c"]


def test_what_cannot_be_is_refused_with_the_reason_also_where_no_key_stands_for_it(judge: Client, floor: Floor) -> None:
    floor.event.game, floor.event.rules = "bank", {"preset": "simple"}
    floor.event.save()
    begin(judge, floor)
    early = tap(judge, floor, "B2:Kh")
    assert early.status_code == 422
    assert "BK-6.1" in said(early)
    tap(judge, floor, "?")
    assert "BK-2.7" in said(tap(judge, floor, "B3:Kh+Kh"))
    assert tap(judge, floor, "B3:Kh+Qs").status_code == 200


def test_after_a_turn_the_next_player_is_marked(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    marked = r'data-mark="turn-(\w)" data-on="yes"'
    assert re.findall(marked, tap(judge, floor, "7").content.decode()) == ["A"]
    assert re.findall(marked, tap(judge, floor, "B").content.decode()) == ["B"]


def test_a_tap_behind_which_others_wait_is_answered_without_the_board(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    address, headers = page(floor, "recorder_tap", "write"), {"HX-Request": "true", "X-Entry-Mode": "followed"}
    data = {"token": "7", "revision": 0, "step": uuid.uuid4()}
    assert judge.post(address, data, headers=headers).content == b'<i data-revision="1"></i>'
    refused = judge.post(address, {**data, "step": uuid.uuid4()}, headers=headers)
    assert refused.status_code == 409
    assert "recorder-board" in refused.content.decode(), "what is wrong is shown beside the board"


def test_what_may_not_be_done_says_why_and_can_be_recorded_all_the_same(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    answer = tap(judge, floor, ">Q")
    assert answer.status_code == 422
    assert "Record it anyway" in said(answer)
    assert found(floor).row.revision == 0
    answer = tap(judge, floor, ">Q", insist="1")
    assert answer.status_code == 200
    assert "Illegal play of a card" in said(answer)


def test_without_a_script_a_tap_leads_back_to_the_recorder(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    data = {"token": "7", "revision": 0, "step": uuid.uuid4()}
    answer = judge.post(page(floor, "recorder_tap", "write"), data, follow=True)
    assert answer.redirect_chain[-1][0] == page(floor, "recorder")
    assert found(floor).record.rounds[0].turns[0].actions[0] == "7"


def test_an_incomplete_tap_is_refused_in_words(subtests: pytest.Subtests, judge: Client, floor: Floor) -> None:
    for data in [{}, {"step": "x", "revision": 0}, {"step": uuid.uuid4()}, {"revision": -1}]:
        with subtests.test(data=data), undone(floor):
            begin(judge, floor)
            answer = judge.post(page(floor, "recorder_tap", "write"), data, headers={"HX-Request": "true"})
            assert answer.status_code == 422
            assert "incomplete" in said(answer)


def test_another_device_reads_along_and_takes_over(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    tap(judge, floor, "7")
    other = Client()
    other.force_login(floor.user(Role.HEAD_JUDGE))
    assert "You are watching" in said(other.get(page(floor, "recorder")))
    refused = tap(other, floor, "8")
    assert refused.status_code == 409
    taken = other.post(page(floor, "recorder_tap", "take-over"), headers={"HX-Request": "true"})
    assert 'class="recorder-keys' in taken.content.decode()
    assert tap(other, floor, "8").status_code == 200
    assert tap(judge, floor, "9").status_code == 409


def test_an_earlier_token_is_corrected_on_the_page(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    for token in ("7", "4"):
        tap(judge, floor, token)
    place = {"place": 1, "turn": 1, "action": 1}
    assert tap(judge, floor, "9", "correct", how="change", **place).status_code == 200
    assert tap(judge, floor, "", "correct", how="change", **place).status_code == 422
    assert tap(judge, floor, "", "correct", how="remove", **place).status_code == 200
    actions = [token for token in found(floor).record.rounds[0].turns[0].actions if "@" not in token]
    assert actions == ["4"]


def test_a_correction_that_is_refused_stays_open_with_what_was_typed(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    tap(judge, floor, "7")
    tap(judge, floor, "4")
    [first, second] = re.findall(r'id="(t1-1-\d+)"', judge.get(page(floor, "recorder")).content.decode())
    wrong = tap(judge, floor, "7 4", "correct", how="change", place=1, turn=1, action=second.rpartition("-")[2])

    assert wrong.status_code == 422
    shown = wrong.content.decode()
    assert [re.search(rf'id="{name}"\s+open', shown) is not None for name in (first, second)] == [False, True]
    assert re.findall(r'name="token"\s+value="(.*?)"\s+maxlength', shown) == ["7", "7 4", ""]
    assert f'id="refused-{second}"' in shown


def test_turns_that_are_no_longer_shown_can_be_corrected_as_well(judge: Client, floor: Floor) -> None:
    turns = "\n".join(f"{'AB'[number % 2]}: {token} B" for number, token in enumerate("2345678"))
    read_in_record(match=floor.match, actor=floor.judge, text=f"Round 1, A first\n{turns}", device="")
    judge.post(page(floor, "recorder_tap", "take-over"))
    recorder = page(floor, "recorder")
    assert 'id="t1-1-1"' not in judge.get(recorder).content.decode()
    address, links = recorder, 0
    while 'id="t1-1-1"' not in (shown := judge.get(address).content.decode()):
        link = re.search(r'href="(\?until=[\d.]+)"', shown)
        assert link is not None
        address, links = recorder + link[1], links + 1
    assert links <= 2
    assert "Latest turns" in shown
    jumped = judge.get(recorder, {"round": "1", "turn": "3"})
    assert [turn.number for turn in jumped.context["turns"]] == [1, 2, 3]
    assert "3. " in said(jumped)
    assert (jumped.context["jump"].turn, jumped.context["jump"].most) == (3, 7)
    assert judge.get(recorder, {"round": "1", "turn": "99"}).context["jump"].turn == 7
    for odd in ({"round": "1"}, {"turn": "2"}, {"round": "x", "turn": "1"}, {"round": "1", "turn": "0"}):
        assert judge.get(recorder, odd).status_code == 200
    for odd in ("x", "1", "0.0", "9.9", "1.99999999", "-1.2"):
        assert judge.get(recorder, {"until": odd}).status_code == 200
    assert tap(judge, floor, "9", "correct", how="change", place=1, turn=1, action=1).status_code == 200
    assert found(floor).record.rounds[0].turns[0].actions[0] == "9"


def test_a_sheet_that_cannot_be_read_stays_in_the_field_with_every_bad_place(judge: Client, floor: Floor) -> None:
    text = "Round 1, A first\nA: 7 Z B\nB: 9 Y"
    answer = judge.post(page(floor, "recorder_read"), {"text": text, "record": uuid.uuid4()})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "A: 7 Z B" in html
    assert "line 2, column 6" in html
    assert "line 3, column 6" in html
    assert not TurnRecord.objects.exists()
    empty = judge.post(page(floor, "recorder_read"), {"text": " ", "record": uuid.uuid4()})
    assert (empty.status_code, list(empty.context["read_form"].errors)) == (422, ["text"])


def test_a_finding_opens_a_filled_in_infraction_and_is_marked(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    html = tap(judge, floor, ">Q", insist="1").content.decode()
    link = re.search(r'href="([^"]+/fault/GP-PLAY/[^"]+)"', html)
    assert link is not None
    form = judge.get(link[1].replace("&amp;", "&"))
    assert "Round 1, turn 1, action 1" in form.content.decode()
    data = {"penalty": "W", "comment": "Round 1, turn 1", "record": uuid.uuid4()}
    answer = judge.post(link[1].replace("&amp;", "&"), data, follow=True)
    assert answer.status_code == 200
    assert FindingMark.objects.get().infraction == Infraction.objects.get()
    assert "Infraction logged" in said(judge.get(page(floor, "record_report")))


def test_a_finding_names_its_player_once_where_the_sentence_does(
    subtests: pytest.Subtests, judge: Client, floor: Floor
) -> None:
    for text, shown in [
        ("{player} drew {token}.", "<b><bdi>&lt;i&gt;Nia</bdi></b> drew &lt;7."),
        ("The sheet has {player} draw.", "The sheet has <b><bdi>&lt;i&gt;Nia</bdi></b> draw."),
        ("{token} can't be.", "<b><bdi>&lt;i&gt;Nia</bdi></b> &lt;7 can&#x27;t be."),
    ]:
        with subtests.test(text=text, shown=shown), undone(floor):
            begin(judge, floor)
            match = found(floor)
            match.names = {"A": "<i>Nia", "B": "Bo"}
            message = Text(text, {"player": PlayerAt("A"), "token": "<7"})
            finding = Finding("no_token", "illegal", "BO-1", 1, 1, None, "A", message, EMPTY)
            assert fault_shown(match, finding).message == shown


def test_a_finding_is_dismissed(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    html = tap(judge, floor, ">Q", insist="1").content.decode()
    name = re.search(r'name="finding"\s+value="([^"]+)"', html)
    assert name is not None
    judge.post(page(floor, "record_dismiss"), {"finding": name[1]})
    assert "Reviewed: no infraction" in said(judge.get(page(floor, "record_report")))


def test_a_proposed_win_of_a_player_who_has_dropped_is_asked_about(judge: Client, floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text=finished(floor.event), device="")
    proposal = found(floor).proposal
    assert proposal is not None
    winner = proposal.outcomes.index(Outcome.WON)
    Entry.objects.filter(seats__match=floor.match, seats__index=winner).update(status=EntryStatus.DROPPED)
    asked = judge.post(page(floor, "record_result"))
    assert (asked.status_code, Result.objects.exists()) == (422, False)
    assert 'value="winner_dropped"' in asked.content.decode()
    assert judge.post(page(floor, "record_result"), {"sure": "winner_dropped"}).status_code == 302
    assert Result.objects.get(match=floor.match).source == Source.RECORD


def test_a_finished_record_proposes_the_result_and_one_tap_confirms_it(judge: Client, floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text=finished(floor.event), device="")
    proposal = found(floor).proposal
    assert proposal is not None
    confirm = f"Confirm {proposal.rounds[0]}–{proposal.rounds[1]}"
    for name in ("record_report", "recorder"):
        assert confirm in said(judge.get(page(floor, name)))
    assert "proposed: " in said(judge.get(page(floor, "table")))
    judge.post(page(floor, "record_result"))
    for name in ("record_report", "recorder"):
        assert confirm not in said(judge.get(page(floor, name))), "the match has this result"
    assert "proposes" not in said(judge.get(page(floor, "table")))
    result = Result.objects.get(match=floor.match)
    assert (result.source, result.decided_by) == (Source.RECORD, proposal.decided_by)
    assert tuple(line.rounds_won for line in result.lines.order_by("seat__index")) == proposal.rounds
    assert page(floor, "record_result") not in judge.get(page(floor, "recorder")).content.decode()


def test_a_finished_record_with_a_wrong_amount_leads_to_the_result_page(judge: Client, floor: Floor) -> None:
    text = re.sub(r"B\(\d+\)", "B(1)", finished(floor.event), count=1)
    read_in_record(match=floor.match, actor=floor.judge, text=text, device="")
    shown = judge.get(page(floor, "recorder"))
    assert "Review each finding below" in said(shown)
    assert page(floor, "result") in shown.content.decode()
    (finding,) = found(floor).open_findings()
    judge.post(page(floor, "record_dismiss"), {"finding": name_of(finding)})
    assert found(floor).proposal is not None
    assert "Confirm" in said(judge.get(page(floor, "recorder")))


def test_no_card_can_be_tapped_when_the_match_is_over(judge: Client, floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text=finished(floor.event), device="")
    judge.post(page(floor, "recorder_tap", "take-over"))
    board = judge.get(page(floor, "recorder"), headers={"HX-Request": "true"}).content.decode()
    assert "Undo" in board
    assert "recorder-pad" not in board


def test_a_proposal_that_leaves_out_a_round_loss_asks_for_the_reason(judge: Client, floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text=finished(floor.event, seed=1), device="")
    proposal = found(floor).proposal
    assert proposal is not None
    assert 0 in proposal.rounds, "one of the two has won every round"
    winner = floor.opponent if proposal.rounds[0] == 0 else floor.player
    floor.infraction("GP-CTRNONE", "RL", actor=floor.head, entry=winner, comment="on purpose")
    asked = judge.post(page(floor, "record_result"))
    assert asked.status_code == 422
    assert "give a reason" in str(asked.context["form"].errors["reason"])
    assert not Result.objects.exists()
    judge.post(page(floor, "record_result"), {"reason": "played before the ruling"})
    assert Result.objects.get().reason == "played before the ruling"


def test_the_record_is_a_file_in_both_forms(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    tap(judge, floor, "7")
    text = judge.get(page(floor, "record_file", "txt"))
    assert f'[A "{floor.player.unique_name}"]' in text.content.decode()
    assert "attachment" in text.headers["Content-Disposition"]
    data = judge.get(page(floor, "record_file", "json")).json()
    assert data["rounds"][0]["turns"][0]["actions"][0] == "7"
    assert judge.get(page(floor, "record_file", "exe")).status_code == 404


def test_a_step_of_the_report_is_an_address(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    for token in ("7", "4", "B"):
        tap(judge, floor, token)
    assert "Draws 4" in said(judge.get(page(floor, "record_report") + "?step=2"))


def test_the_sheet_and_the_infraction_lead_to_the_record(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    tap(judge, floor, "7")
    html = tap(judge, floor, ">Q", insist="1").content.decode()
    assert "1 finding to review" in said(judge.get(page(floor, "table")))
    link = re.search(r'href="([^"]+/fault/GP-PLAY/[^"]+)"', html)
    assert link is not None
    judge.post(link[1].replace("&amp;", "&"), {"penalty": "W", "comment": "seen", "record": uuid.uuid4()})
    shown = judge.get(
        reverse("judging:infraction", args=[floor.event.slug, Infraction.objects.get().pk])
    ).content.decode()
    replay = re.search(r'href="([^"]+/turns/report/[^"]+)"', shown)
    assert replay is not None
    assert replay[1].endswith("#table"), "also on a phone the move is in view"
    assert "Plays a Queen" in said(judge.get(replay[1].replace("&amp;", "&")))


def test_players_see_their_own_record_after_the_match(client: Client, floor: Floor) -> None:
    floor.event.name_display = NameDisplay.NUMBER
    floor.event.save()
    token = make_player_link(actor=floor.actor(Role.ORGANISER), entry=floor.player).token
    own = reverse("judging:mine_turns", args=[floor.event.slug, token, floor.match.pk])
    read_in_record(match=floor.match, actor=floor.judge, text="Round 1, A first\nA: 7 B", device="")
    read_in_record(match=floor.matches[1], actor=floor.judge, text="Round 1, A first\nA: 7 B", device="")
    assert client.get(own).status_code == 404
    for match in floor.matches:
        report_result(match=match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    mine = client.get(reverse("judging:mine", args=[floor.event.slug, token])).content.decode()
    assert own in mine
    shown = client.get(own)
    assert shown.status_code == 200
    assert floor.opponent.player.name not in shown.content.decode()
    other = reverse("judging:mine_turns", args=[floor.event.slug, token, floor.matches[1].pk])
    assert client.get(other).status_code == 404


@pytest.fixture
def over(floor: Floor) -> Floor:
    """Two tables with turns on record; the first one's match is over."""
    for match in floor.matches:
        read_in_record(match=match, actor=floor.judge, text="Round 1, A first\nA: 7 B", device="")
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    return floor


def test_the_same_person_goes_on_after_signing_in_again_on_the_device(client: Client, floor: Floor) -> None:
    user, other = floor.user(Role.FLOOR_JUDGE), floor.user(Role.HEAD_JUDGE)
    client.force_login(user)
    client.get(page(floor, "recorder"))
    begin(client, floor)
    tap(client, floor, "7")
    client.post(reverse("matches:logout"))
    client.force_login(other)
    assert "You are watching" in said(client.get(page(floor, "recorder"))), "somebody else"
    client.post(reverse("matches:logout"))
    client.force_login(user)
    assert tap(client, floor, "4").status_code == 200
    assert "You are watching" not in said(client.get(page(floor, "recorder")))
    elsewhere = Client()
    elsewhere.force_login(user)
    assert "You are watching" in said(elsewhere.get(page(floor, "recorder"))), "another device"


def test_suits_are_a_second_row_of_keys_where_the_event_records_them(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    assert "Hearts" not in said(judge.get(page(floor, "recorder")))
    floor.event.options = {**floor.event.options, "record_suits": True}
    floor.event.save()
    assert "Hearts" in said(judge.get(page(floor, "recorder")))
    tap(judge, floor, "7", suit="h")
    tap(judge, floor, "4", suit="")
    tap(judge, floor, "B", suit="s")  # a suit belongs to a card that is drawn
    tokens = [token for turn in found(floor).record.rounds[0].turns for token in turn.actions if token[0] != "@"]
    assert tokens == ["7h", "4", "B"]
    assert (
        tap(
            judge,
            floor,
            "7",
            suit="z",
        ).status_code
        == 422
    )
    assert tap(judge, floor, "7", suit="h").status_code == 200, "what happened is written, and judged"
    assert "7h" in said(judge.get(page(floor, "record_report")))


def publish_records(floor: Floor) -> None:
    floor.event.options = {**floor.event.options, "publish_records": True}
    floor.event.save()


def test_an_event_may_publish_the_records_of_matches_that_are_over(client: Client, over: Floor) -> None:
    listed = reverse("records:records", args=[over.event.slug])
    first, second = (reverse("records:replay", args=[over.event.slug, match.pk]) for match in over.matches)
    public = reverse("matches:public", args=[over.event.slug])
    assert client.get(first).status_code == 404
    closed = said(client.get(listed))
    assert first not in closed
    assert "appears here" not in closed
    assert "Open one to replay" not in closed, "nothing that the setting forbids is promised"
    assert listed not in client.get(public).content.decode()
    over.event.name_display = NameDisplay.NUMBER
    over.event.save()
    publish_records(over)
    assert listed in client.get(public).content.decode()
    shown = client.get(listed).content.decode()
    assert first in shown
    assert second not in shown, "hands of a running match stay hidden"
    assert client.get(second).status_code == 404
    replay = client.get(first)
    assert "Draws 7" in said(client.get(f"{first}?step=1"))
    for page_ in (shown, replay.content.decode()):
        assert over.player.player.name not in page_
    assert "Analyse the decisions" in replay.content.decode()


def test_the_decisions_of_a_match_are_analysed_once_it_is_over(client: Client, over: Floor) -> None:
    client.force_login(over.user(Role.FLOOR_JUDGE))
    first, second = (reverse("judging:record_report", args=[over.event.slug, match.pk]) for match in over.matches)
    shown = client.get(first).content.decode()
    analysed = shown.split('<textarea name="record" hidden>')[1].split("</textarea>")[0]
    assert over.player.player.name not in analysed
    running = client.get(second).content.decode()
    for act in ("Analyse the decisions", "Drill these decisions"):
        assert act in shown
        assert act not in running
    drill = client.get(re.search(r'href="(/rules/drill/r/[^"]+)"', shown)[1])  # type: ignore[index]
    assert drill.status_code == 200
    assert over.player.player.name not in drill.content.decode()


def test_what_was_written_beside_the_turns_is_for_the_staff(client: Client, floor: Floor) -> None:
    name = floor.opponent.player.name
    sheet = f'[scorekeeper "{name}"]\n; {name} came late\nRound 1, A first  ; {name} waits\nA: 7 B  ; {name} is warned'
    read_in_record(match=floor.match, actor=floor.judge, text=sheet, device="")
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    floor.event.name_display = NameDisplay.NUMBER
    floor.event.save()
    publish_records(floor)
    token = make_player_link(actor=floor.actor(Role.ORGANISER), entry=floor.player).token
    for name_of_page, *more in (("records:replay",), ("judging:mine_turns", token)):
        address = reverse(name_of_page, args=[floor.event.slug, *more, floor.match.pk])
        assert name not in client.get(address).content.decode(), name_of_page
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    assert f"{name} is warned" in said(client.get(page(floor, "record_report")))


def test_a_code_opens_the_replay_for_everybody_where_it_is_public(client: Client, over: Floor) -> None:
    first, second = (reverse("paper:open", args=[over.event.slug, short_code(match)]) for match in over.matches)
    login = reverse("matches:login")
    assert client.get(first).headers["Location"].startswith(login)
    publish_records(over)
    replay = reverse("records:replay", args=[over.event.slug, over.match.pk])
    assert client.get(first).headers["Location"] == replay
    assert client.get(second).headers["Location"].startswith(login)
    client.force_login(over.user(Role.SCOREKEEPER))
    assert client.get(first).headers["Location"] == reverse("matches:table", args=[over.event.slug, over.match.pk])
    client.force_login(over.user(Role.FLOOR_JUDGE))
    assert client.get(first).headers["Location"] == page(over, "record_report")
    assert "/judge/table/" in client.get(second).headers["Location"]


def test_an_appeal_leads_to_the_turns_on_record(client: Client, floor: Floor) -> None:
    read_in_record(match=floor.match, actor=floor.judge, text="Round 1, A first\nA: 7 B", device="")
    appeal = file_appeal(event=floor.event, match=floor.match, entry=floor.player, actor=floor.judge, statement="no")
    client.force_login(floor.user(Role.HEAD_JUDGE))
    shown = client.get(reverse("judging:decide", args=[floor.event.slug, appeal.pk])).content.decode()
    assert page(floor, "record_report") in shown


def test_what_was_ruled_while_turns_were_tapped_leads_to_the_move_at_that_time(client: Client, floor: Floor) -> None:
    row = start_record(match=floor.match, actor=floor.judge, first="A", device="")
    row.started_at = timezone.now() - timedelta(seconds=100)
    row.data["rounds"][0]["turns"] = [{"seat": "A", "actions": ["7", "@10", "4", "@50", "J", "@900"]}]
    row.save()
    fault = floor.infraction("GP-HAND", "W", at=timezone.now())
    at_table = {"event": floor.event, "match": floor.match, "actor": floor.judge}
    appeal = file_appeal(**at_table, entry=floor.player, statement="no")
    ruling = log_ruling(**at_table, matter="counter_joker", outcome="valid_counter")
    incident = log_incident(**at_table, summary="a card on the floor")
    client.force_login(floor.user(Role.HEAD_JUDGE))
    shown_on = {"infraction": fault, "decide": appeal, "ruling": ruling, "incident": incident}
    for name, record in shown_on.items():
        shown = client.get(reverse(f"judging:{name}", args=[floor.event.slug, record.pk])).content.decode()
        assert "record=1&amp;step=2#table" in shown, name


# Tokens as on a sheet


def test_a_token_is_written_as_on_a_sheet_and_what_cannot_be_read_stays_typed(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    assert 'id="typed-token"' in judge.get(page(floor, "recorder")).content.decode()
    tap(judge, floor, " 7H ", typed="1", insist="1")
    tap(judge, floor, "B", typed="1", insist="1")
    wrong = tap(judge, floor, "Bank 7", typed="1", insist="1")
    empty = tap(judge, floor, " ", typed="1", insist="1")
    tokens = [token for turn in found(floor).record.rounds[0].turns for token in turn.actions if token[0] != "@"]

    assert tokens == ["7h", "B"]
    assert (wrong.status_code, empty.status_code) == (422, 422)
    assert 'value="Bank 7"' in wrong.content.decode()
    assert wrong.context["refused"].message != empty.context["refused"].message


def test_a_typed_token_that_is_too_long_is_refused_and_kept(judge: Client, floor: Floor) -> None:
    begin(judge, floor)
    long = tap(judge, floor, "B" * 61, typed="1", insist="1")

    assert long.status_code == 422
    assert f'value="{"B" * 61}"' in long.content.decode()


@pytest.fixture
def bank(floor: Floor) -> Floor:
    floor.event.game, floor.event.preset, floor.event.rules = "bank", "simple", {"preset": "simple", "thieves": "both"}
    floor.event.save()
    return floor


def written(floor: Floor) -> list[str]:
    """The turns of the record, without the readings of the clock."""
    turns = found(floor).record.rounds[0].turns
    return [" ".join([turn.seat, *(token for token in turn.actions if token[0] != "@")]) for turn in turns]


def test_cards_of_a_game_with_marks_are_tapped_by_mark_suit_and_face(judge: Client, bank: Floor) -> None:
    begin(judge, bank)
    shown = judge.get(page(bank, "recorder"))
    assert "Draw Take Discard Steal Pair Trio Quad Thief: hand Thief: bank" in said(shown)
    assert "No suit" not in said(shown)
    tap(judge, bank, "7", mark="", suit="h")
    tap(judge, bank, "?", mark="-", suit="c")  # a key of its own, whatever is chosen for a card
    tap(judge, bank, "B3:Kh+Qs", typed="1", insist="1")
    tap(judge, bank, "4", mark="-", suit="c")
    tap(judge, bank, "4", mark="<", suit="c")
    nameless = tap(judge, bank, "K", mark="-", suit="")

    assert written(bank) == ["A 7h ? B3:Kh+Qs -4c", "B <4c"]
    assert nameless.status_code == 422
    assert "suit first" in said(nameless)
    assert found(bank).standing.report.valid


def test_a_typed_token_of_bank_is_refused_in_the_words_of_its_reader(judge: Client, bank: Floor) -> None:
    begin(judge, bank)
    wrong = tap(judge, bank, "H>B:5c6d7h", typed="1", insist="1")

    assert "A thief is written H&gt;B:5c+6d+7h for a hand" in wrong.content.decode()
    assert 'value="H&gt;B:5c6d7h"' in wrong.content.decode()


def test_cards_of_a_known_hand_have_keys_of_their_own(judge: Client, bank: Floor) -> None:
    hand = ["2c", "2d", "4h", "5s", "6c", "7d", "8h"]
    text = f'[game "bank"] [deal_A "{" ".join(hand)}"]\nRound 1, A first\nA: 9s'
    read_in_record(match=bank.match, actor=bank.judge, text=text, device="api")
    judge.post(page(bank, "recorder_tap", "take-over"))
    html = judge.get(page(bank, "recorder")).content.decode()

    for card in [*hand, "9s"]:
        assert f'value="-{card}"' in html
    assert 'value="B2:2c"' in html
    assert 'value="10h"' not in html, "the pad writes a draw"
