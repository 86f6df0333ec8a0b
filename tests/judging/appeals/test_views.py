"""Filing an appeal at a table."""

import uuid
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from judging.appeals.services import acknowledge_result, file_appeal
from judging.models import Appeal
from judging.paper import Written
from judging.papers.log_builders import log_sheet
from judging.papers.queries import PaperTerms
from judging.rulings.services.rulings import log_ruling
from matches.audit.services import Actor
from matches.enums import EntryStatus, ResultStatus, Role, Source
from matches.models import Entry, Result
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.factories import any_organiser
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def appeal(client, floor, **data):
    url = reverse("judging:appeal", args=[floor.event.slug, floor.match.pk])
    given = {"record": uuid.uuid4(), "player": floor.player.number, "statement": "two cards", "of": "", **data}
    return client.post(url, given)


def test_an_appeal_about_a_record_of_this_table(judge, floor):
    row = floor.infraction()
    floor.infraction(match=floor.matches[1], entry=floor.matches[1].seats.first().entry)
    page = judge.get(reverse("judging:appeal", args=[floor.event.slug, floor.match.pk]))
    assert [key for key, _label in page.context["form"].fields["of"].choices] == [str(row.pk), ""]
    assert appeal(judge, floor, of=row.pk).status_code == 302
    assert (Appeal.objects.get().of_id, Appeal.objects.get().entry) == (row.pk, floor.player)


def test_what_can_be_appealed_names_penalty_time_and_judge(judge, floor):
    row = floor.infraction(at=floor.at(3))
    page = judge.get(reverse("judging:appeal", args=[floor.event.slug, floor.match.pk]))
    (_key, label), _other = page.context["form"].fields["of"].choices
    at = row.server_time.astimezone(ZoneInfo(floor.event.time_zone))
    assert label == f"{floor.player.unique_name}: Hand limit exceeded (GP-HAND) · Warning · {at:%H:%M} · {row.judge}"


def test_an_appeal_about_something_else(judge, floor):
    appeal(judge, floor)
    assert Appeal.objects.get().of is None


def test_what_stood_on_paper_is_asked_last_and_folded(judge, floor):
    page = judge.get(reverse("judging:appeal", args=[floor.event.slug, floor.match.pk])).content.decode()
    assert page.index('name="of"') < page.rindex("<details") < page.index('name="written_at"')
    assert page.count('name="written_at"') == page.count('name="record"') == 1


def test_an_appeal_that_cannot_be(subtests: pytest.Subtests, judge, floor):
    for data in [{"statement": ""}, {"player": "999999"}, {"of": str(uuid.uuid4())}]:
        with subtests.test(data=data), undone(floor):
            answer = appeal(judge, floor, **data)
            assert (answer.status_code, set(answer.context["form"].errors)) == (422, set(data))


def test_the_head_s_word_is_final(judge, floor):
    row = floor.infraction(actor=floor.head)
    answer = appeal(judge, floor, of=row.pk)
    assert "cannot be appealed" in answer.content.decode()
    assert answer.status_code == 422


def test_a_result_changed_on_appeal_is_struck_through_on_the_sheet_and_on_paper(client, floor):
    report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)
    row = file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="mine")
    client.force_login(floor.user(Role.HEAD_JUDGE))
    url = reverse("judging:decide", args=[floor.event.slug, row.pk])
    page = client.get(url)
    appealed = page.context["appealed"]
    assert appealed.result == "2–1"
    said = " ".join(page.content.decode().split())
    time = Result.objects.get().reported_at
    assert (
        f'<span class="soft">{time:%H:%M}</span> · <bdi>{floor.user(Role.HEAD_JUDGE)}</bdi>' in said
    )  # when, and by whom
    wrong = client.post(url, {"record": uuid.uuid4(), "state": "changed", "comment": "seen", "score": "9-9"})
    assert (wrong.status_code, "score" in wrong.context["form"].errors) == (422, True)
    changed = {"record": uuid.uuid4(), "state": "changed", "comment": "seen", "score": "1-2"}
    asked = client.post(url, changed)
    [(seen, label)] = asked.context["form"].fields["sure"].choices
    assert (asked.status_code, label.split()[0]) == (422, "Only")
    client.post(url, {**changed, "sure": seen})
    sheet = client.get(reverse("judging:table", args=[floor.event.slug, floor.match.pk]))
    assert (sheet.context["old_scores"], sheet.context["match"].score) == (["2–1"], "1–2")
    (line,) = [
        line for line in log_sheet(floor.event, PaperTerms(kind="log")).entries if line.matter.startswith("Result")
    ]
    assert line.outcome == Written("1-2", ("2-1",))


def test_the_win_of_a_player_who_was_disqualified_is_asked_about(client, floor):
    row = file_appeal(event=floor.event, match=floor.match, actor=floor.judge, statement="mine")
    Entry.objects.filter(pk=floor.opponent.pk).update(status=EntryStatus.DISQUALIFIED)
    client.force_login(floor.user(Role.HEAD_JUDGE))
    url = reverse("judging:decide", args=[floor.event.slug, row.pk])
    changed = {"record": uuid.uuid4(), "state": "changed", "comment": "seen", "score": "1-2"}
    asked = client.post(url, changed)
    [(code, _label)] = asked.context["form"].fields["sure"].choices
    assert (asked.status_code, code, Result.objects.exists()) == (422, "winner_disqualified", False)
    assert client.post(url, {**changed, "sure": code}).status_code == 302
    assert Result.objects.get(match=floor.match).status == ResultStatus.CONFIRMED


def test_a_ruling_changed_on_appeal_is_struck_through(client, floor):
    ruling = log_ruling(
        event=floor.event, actor=floor.judge, match=floor.match, matter="counter_joker", outcome="no_joker_swap_stands"
    )
    row = file_appeal(event=floor.event, of=ruling, actor=floor.judge, statement="in time")
    client.force_login(floor.user(Role.HEAD_JUDGE))
    url = reverse("judging:decide", args=[floor.event.slug, row.pk])
    choices = [key for key, _label in client.get(url).context["form"].fields["outcome"].choices]
    assert choices[:3] == ["valid_counter", "window_reopened", "late_counter_swap_stands"]
    assert choices[-2:] == ["other", "withdrawn"]
    assert "no_joker_swap_stands" not in choices
    client.post(url, {"record": uuid.uuid4(), "state": "changed", "comment": "seen", "outcome": "valid_counter"})
    sheet = client.get(reverse("judging:table", args=[floor.event.slug, floor.match.pk]))
    struck = [line.text for line in sheet.context["rows"] if line.struck]
    assert struck == ["Counter-Joker: No Joker, the swap stands"]
    printed = [
        line for line in log_sheet(floor.event, PaperTerms(kind="log")).entries if line.matter == "Counter-Joker"
    ]
    assert [(line.outcome.struck, line.status) for line in printed] == [
        (("No Joker, the swap stands",), "Overturned"),
        ((), ""),
    ]


def test_a_result_under_protest_reads_so(client, floor):
    result = report_result(match=floor.match, score=Duel(rounds=(2, 1), winner=0), actor=floor.head, source=Source.DESK)
    player = Actor(entry=floor.opponent)
    acknowledge_result(result=result, entry=floor.opponent, actor=player, under_protest=True)
    token = make_player_link(entry=floor.opponent, actor=any_organiser()).token
    page = client.get(reverse("judging:mine", args=[floor.event.slug, token])).content.decode()
    assert "under protest. The head judge decides" in page
    assert "accepted" not in page
