"""The log of an event, of a player, and as a file."""

import csv
import io
import json

import pytest
from django.db.models.signals import post_init
from django.urls import reverse

from judging.appeals.services import file_appeal
from judging.calls.services import call_judge
from judging.extensions.services import extend_time, time_decision
from judging.log import views
from judging.models import Infraction, Record, Ruling
from judging.policies.queries import rules_of
from judging.rulings.queries.cases import cases_of
from judging.rulings.services.penalties import confirm_penalty
from judging.rulings.services.rulings import log_ruling
from judging.rulings.services.takebacks import rescind_penalty
from matches.audit.services import row_hash
from matches.enums import Role
from matches.models import Entry
from tests.factories import EventRoleFactory
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def head(client, floor):
    client.force_login(floor.user(Role.HEAD_JUDGE))
    return client


def log(client, floor, **query):
    return client.get(reverse("judging:log", args=[floor.event.slug]), query)


def test_newest_first_with_the_state_of_each(head, floor):
    first = floor.infraction()
    floor.infraction("TE-OUTSIDE", "ML", comment="asked", entry=floor.opponent)
    rescind_penalty(infraction=first, reason="wrong", actor=floor.head)
    rows = log(head, floor).context["rows"]
    assert [(row.code, row.status) for row in rows] == [("TE-OUTSIDE", "provisional"), ("GP-HAND", "rescinded")]
    assert [row.code for row in log(head, floor, show="rescinded").context["rows"]] == ["GP-HAND"]
    assert [tab.count for tab in log(head, floor).context["tabs"]] == [2, 1, 1, 5]


def test_empty(head, floor):
    assert "No infractions yet" in log(head, floor).content.decode()


def test_nonsense_in_the_address(subtests: pytest.Subtests, head, floor):
    for query in [{"page": "x"}, {"page": "99"}, {"show": "all of it"}]:
        with subtests.test(query=query), undone(floor):
            floor.infraction()
            assert len(log(head, floor, **query).context["rows"]) == 1


def test_a_player_s_log_is_the_player_s(head, floor):
    floor.infraction()
    floor.infraction("GP-DRAW", entry=floor.opponent)
    answer = head.get(reverse("judging:player_log", args=[floor.event.slug, floor.player.number]))
    assert ([row.code for row in answer.context["rows"]], answer.context["standing"]) == (["GP-HAND"], 1)


def test_the_log_costs_the_same_for_one_line_and_for_three(head, floor, django_assert_num_queries):
    counts = []
    for _ in range(3):
        floor.infraction(comment="again")
        rules_of(floor.event)
        with django_assert_num_queries(counts[0] if counts else 18) as counted:
            log(head, floor)
        counts.append(len(counted))


def export(client, floor, kind):
    return client.get(reverse("matches:export", args=[floor.event.slug, "rulings", kind]))


def test_json_lines_prove_themselves(head, floor):
    floor.infraction()
    log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="größer")
    answer = export(head, floor, "jsonl")
    lines = [json.loads(line) for line in answer.content.decode("utf-8").splitlines()]
    assert len(lines) == Record.objects.filter(event=floor.event).count() == 3
    previous = ""
    for line in lines:
        stored, before = line.pop("hash"), line.pop("previous_hash")
        assert before == previous
        assert stored == row_hash(before, line)
        previous = stored
    assert floor.player.player.name not in answer.content.decode("utf-8")


def test_csv_has_names_and_runs_no_formula(head, floor):
    floor.infraction(comment="=HYPERLINK(1)")
    content = export(head, floor, "csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [(row["kind"], row["player"], row["judge"]) for row in rows] == [
        ("infraction", floor.player.player.name, str(floor.judge.user)),
        ("penalty", floor.player.player.name, str(floor.judge.user)),
    ]
    assert rows[0]["comment"] == "'=HYPERLINK(1)"
    assert rows[1]["penalty"] == "W"


def test_an_export_in_an_unknown_format_is_not_found(head, floor):
    answer = export(head, floor, "xls")
    assert (answer.status_code, answer.headers.get("Content-Disposition")) == (404, None)
    assert "Page not found" in answer.content.decode()


def test_the_desk_s_page_of_a_player_tells_what_is_on_record(head, floor):
    floor.infraction()
    first = floor.infraction("TE-OUTSIDE", "ML", comment="asked")
    rescind_penalty(infraction=first, reason="wrong", actor=floor.head)
    answer = head.get(reverse("matches:person", args=[floor.event.slug, floor.player.number]))
    notes = answer.context["player_notes"]
    assert [(note.label, note.struck) for note in notes] == [("Round 1", False), ("Round 1", True)]
    assert ": " in notes[0].text, "the fault and its penalty"


@pytest.fixture
def busy(floor):
    """A hand limit, a ruling, extra time, an appeal, a call and a timed decision at table 1; a fault at table 2."""
    fault = floor.infraction()
    log_ruling(event=floor.event, actor=floor.head, match=floor.match, matter="other", outcome="shuffled again")
    extend_time(match=floor.match, actor=floor.judge, seconds=60, at=floor.at(2))
    file_appeal(event=floor.event, of=fault, actor=floor.judge, statement="two cards")
    call_judge(match=floor.match, actor=floor.judge, about="counter?")
    time_decision(match=floor.match, entry=floor.opponent, seconds=41, actor=floor.judge)
    floor.infraction("GP-DRAW", match=floor.matches[1], entry=floor.matches[1].seats.get(index=0).entry)
    return floor


def kinds(answer):
    return [str(row.kind) for row in answer.context["rows"]]


def test_everything_shows_every_kind_newest_first(head, busy):
    answer = log(head, busy, show="everything")
    assert kinds(answer) == [
        "Penalty", "Infraction", "Table", "Call", "Appeal", "Extension", "Ruling", "Penalty", "Infraction",
    ]  # fmt: skip
    assert "Decision by" in answer.content.decode()


def test_everything_is_narrowed(subtests: pytest.Subtests, head, busy):
    for query, count in [
        ({"table": "2"}, 2),
        ({"code": "GP-HAND"}, 2),
        ({"table": "1", "code": "GP-DRAW"}, 0),
        ({"table": "99"}, 0),
    ]:
        with subtests.test(query=query, count=count), undone():
            assert len(kinds(log(head, busy, show="everything", **query))) == count


def test_by_judge_round_and_player(head, busy):
    assert kinds(log(head, busy, show="everything", judge=busy.head.user.pk)) == ["Ruling"]
    assert len(kinds(log(head, busy, show="everything", round=busy.round.pk))) == 9
    named = {"player": busy.opponent.player.name}
    assert kinds(log(head, busy, show="everything", **named)) == ["Table"]
    assert kinds(log(head, busy, show="everything", player=f"#{busy.opponent.number}")) == ["Table"]
    infractions = log(head, busy, player=busy.player.number).context["rows"]
    assert [row.code for row in infractions] == ["GP-HAND"]


def test_a_filter_that_makes_no_sense_says_so_and_keeps_it(head, busy):
    answer = log(head, busy, table="x", judge="0")
    assert "Enter a whole number." in answer.content.decode()
    assert 'value="x"' in answer.content.decode()
    assert len(answer.context["rows"]) == 2


def test_a_correction_by_another_judge_still_strikes(head, busy):
    rescind_penalty(infraction=Infraction.objects.get(code="GP-HAND"), reason="wrong", actor=busy.head)
    rows = log(head, busy, show="everything", code="GP-HAND", judge=busy.judge.user.pk).context["rows"]
    assert {row.line.struck for row in rows} == {True}


def test_what_is_taken_back_on_another_page_is_struck(head, busy, monkeypatch):
    monkeypatch.setattr(views, "ROWS", 1)
    rescind_penalty(infraction=Infraction.objects.get(code="GP-HAND"), reason="wrong", actor=busy.head)
    rows = [row for page in range(1, 11) for row in log(head, busy, show="everything", page=page).context["rows"]]
    assert len({row.pk for row in rows}) == 10, "every record is on one page"
    assert [str(row.kind) for row in rows if row.line.struck] == ["Penalty", "Infraction"]


def test_only_the_records_of_the_page_are_read(head, busy, monkeypatch):
    monkeypatch.setattr(views, "ROWS", 2)
    for number in range(5):
        log_ruling(event=busy.event, actor=busy.head, match=busy.match, matter="other", outcome=f"ruling {number}")
    read = []

    def note(instance, **_kwargs):
        read.append(instance.outcome)

    post_init.connect(note, sender=Ruling)
    try:
        log(head, busy, show="everything")
    finally:
        post_init.disconnect(note, sender=Ruling)
    assert sorted(read) == ["ruling 3", "ruling 4"]


def test_a_player_s_history_reaches_across_the_events_of_the_asker(head, busy, other_floor):
    player = busy.player
    Entry.objects.filter(pk=other_floor.player.pk).update(player=player.player)
    other_floor.infraction("GP-PLAY")
    url = reverse("judging:player_log", args=[busy.event.slug, player.number])
    assert head.get(url).context["elsewhere"] == []
    EventRoleFactory(event=other_floor.event, user=busy.user(Role.HEAD_JUDGE), role=Role.FLOOR_JUDGE)
    (elsewhere,) = head.get(url).context["elsewhere"]
    assert [row.code for row in elsewhere.rows] == ["GP-PLAY"]
    assert "Other records" in head.get(url).content.decode()


def test_print_and_export_are_for_the_same_roles(subtests: pytest.Subtests, client, busy):
    for role in Role:
        with subtests.test(role=role), undone(client):
            client.force_login(busy.user(role))
            assert export(client, busy, "csv").status_code == 200
            printed = reverse("paper:document", args=[busy.event.slug, "log"])
            assert client.get(printed).status_code == 200
            page = log(client, busy).content.decode()
            assert printed in page
            assert reverse("matches:export", args=[busy.event.slug, "rulings", "csv"]) in page


def test_everything_is_shown_page_by_page(head, busy, monkeypatch):
    monkeypatch.setattr(views, "ROWS", 2)
    newest = list(Record.objects.filter(event=busy.event).order_by("-sequence").values_list("pk", flat=True))
    for number in (1, 2):
        shown = [row.pk for row in log(head, busy, show="everything", page=number).context["rows"]]
        assert shown == newest[2 * number - 2 : 2 * number]
    assert len(log(head, busy, page=1).context["rows"]) == 2


def test_the_database_tells_states_apart_as_the_log_does(subtests: pytest.Subtests, head, floor):
    """Issued, provisional, confirmed, changed and taken back."""
    for show in ["", "provisional", "rescinded"]:
        with subtests.test(show=show):
            floor.infraction("GP-DRAW", comment="asked")
            floor.infraction("TE-OUTSIDE", "ML", comment="asked", actor=floor.judge)
            confirmed = floor.infraction("TE-OUTSIDE", "ML", comment="asked", actor=floor.judge, entry=floor.opponent)
            confirm_penalty(infraction=confirmed, actor=floor.head)
            gone = floor.infraction("TE-OUTSIDE", "ML", comment="asked", entry=floor.opponent)
            rescind_penalty(infraction=gone, reason="wrong", actor=floor.head)
            cases = cases_of(floor.event)
            wanted = [case.infraction.pk for case in cases if not show or str(case.state.status) == show]
            answer = log(head, floor, show=show)
            assert [row.pk for row in answer.context["rows"]] == wanted[::-1]
            counts = {tab.label: tab.count for tab in answer.context["tabs"]}
            assert counts[{"": "Infractions", "provisional": "Provisional", "rescinded": "Rescinded"}[show]] == len(
                wanted
            )
