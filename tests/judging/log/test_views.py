"""The log of an event, of a player, and as a file."""

import csv
import io
import json

import pytest
from django.urls import reverse

from judging.models import Record
from judging.policies.queries import rules_of
from judging.rulings.services import log_ruling
from judging.rulings.takeback_services import rescind_penalty
from matches.audit.services import row_hash
from matches.enums import Role

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
    assert [(row["code"], row["status"]) for row in rows] == [("TE-OUTSIDE", "provisional"), ("GP-HAND", "rescinded")]
    assert [row["code"] for row in log(head, floor, show="rescinded").context["rows"]] == ["GP-HAND"]
    assert [tab["count"] for tab in log(head, floor).context["tabs"]] == [2, 1, 1]


def test_empty(head, floor):
    assert "No infractions yet" in log(head, floor).content.decode()


@pytest.mark.parametrize("query", [{"page": "x"}, {"page": "99"}, {"show": "all of it"}])
def test_nonsense_in_the_address(head, floor, query):
    floor.infraction()
    assert len(log(head, floor, **query).context["rows"]) == 1


def test_a_player_s_log_is_the_player_s(head, floor):
    floor.infraction()
    floor.infraction("GP-DRAW", entry=floor.opponent)
    answer = head.get(reverse("judging:player_log", args=[floor.event.slug, floor.player.number]))
    assert ([row["code"] for row in answer.context["rows"]], answer.context["standing"]) == (["GP-HAND"], 1)


def test_the_log_costs_the_same_for_one_line_and_for_three(head, floor, django_assert_num_queries):
    counts = []
    for _ in range(3):
        floor.infraction(comment="again")
        rules_of(floor.event)
        with django_assert_num_queries(counts[0] if counts else 10) as counted:
            log(head, floor)
        counts.append(len(counted))


def export(client, floor, kind):
    return client.get(reverse("judging:export", args=[floor.event.slug, kind]))


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
        ("penalty", "", str(floor.judge.user)),
    ]
    assert rows[0]["comment"] == "'=HYPERLINK(1)"
    assert rows[1]["penalty"] == "W"


def test_an_export_in_an_unknown_format_is_not_found(head, floor):
    answer = export(head, floor, "xls")
    assert (answer.status_code, answer.headers.get("Content-Disposition")) == (404, None)
    assert "This page is not here" in answer.content.decode()


def test_the_desk_s_page_of_a_player_tells_what_is_on_record(head, floor):
    floor.infraction()
    first = floor.infraction("TE-OUTSIDE", "ML", comment="asked")
    rescind_penalty(infraction=first, reason="wrong", actor=floor.head)
    answer = head.get(reverse("matches:person", args=[floor.event.slug, floor.player.number]))
    notes = answer.context["player_notes"]
    assert [(note.label, note.struck) for note in notes] == [("Round 1", False), ("Round 1", True)]
    assert ": " in notes[0].text, "the fault and its penalty"
