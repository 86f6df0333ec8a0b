"""A table's page: reports, decisions and corrections."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.audit.services import Actor
from matches.enums import ResultStatus, Role, StageKind
from matches.models import AuditRow, Event, Round, Stage
from matches.prizes.services import set_prizes
from matches.rounds.services.rounds import close_round, pair_round
from matches.snapshots.queries import snapshot_after
from tests.factories import staff
from tests.matches.playing import ONE_TWO, TWO_ONE, event_of, match_at, names_at, played, report, stage_of
from tests.matches.results.addresses import correct, table_url, tell
from tests.told import error_codes
from tests.undone import undone

pytestmark = pytest.mark.django_db


def test_the_reports_of_a_difference_are_stored_with_one_button(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    tell(match, 1, ONE_TWO)
    context = scorekeeper.get(table_url(match)).context
    assert [(offer.score, offer.line) for offer in context["offered"]] == [("2–1", "2-1"), ("1–2", "1-2")]
    scorekeeper.post(table_url(match), {"score": "1-2"})
    assert match.results.get(status=ResultStatus.CONFIRMED).lines.get(outcome="win").seat.index == 1


def test_every_version_is_on_the_tables_page(scorekeeper: Client, round_: Round) -> None:
    match = match_at(round_, 1)
    tell(match, 0, TWO_ONE)
    scorekeeper.post(table_url(match), {"score": "2-0"})
    correct(scorekeeper, table_url(match), score="0-2", reason="Slip misread")
    versions = scorekeeper.get(table_url(match)).context["versions_of_result"]
    assert [(line.version, line.score, line.standing) for line in versions] == [
        (3, "0–2", "confirmed"),
        (2, "2–0", "superseded"),
        (1, "2–1", "superseded"),
    ]
    assert versions[0].reason == "Slip misread"


def test_a_correction_that_cannot_be_is_said_at_its_field(
    subtests: pytest.Subtests, scorekeeper: Client, round_: Round, desk: Actor
) -> None:
    for sent, field, code in [
        ({"score": "", "reason": "x"}, "score", "required"),
        ({"score": "5-0", "reason": "x"}, "score", "too_many_wins"),
        ({"score": "2-1", "reason": "x"}, "score", "unchanged"),
        ({"score": "0-2", "reason": ""}, "reason", "required"),
    ]:
        with subtests.test(sent=sent, field=field, code=code), undone():
            report(round_, desk)
            answer = scorekeeper.post(table_url(match_at(round_, 1)), sent)
            assert answer.status_code == 422
            assert error_codes(answer) == {field: [code]}
            assert not AuditRow.objects.filter(act="correct_result").exists()


def test_a_correction_in_a_closed_round_is_shown_before_it_is_done(
    scorekeeper: Client, event: Event, round_: Round, desk: Actor
) -> None:
    report(round_, desk)
    close_round(round=round_, actor=desk)
    pair_round(stage=stage_of(event), actor=desk)
    match = match_at(round_, 1)
    before = snapshot_after(round_)
    asked = scorekeeper.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    assert asked.templates[0].name == "matches/results/preview.html"
    preview = asked.context["preview"]
    assert {move.name for move in preview.moves} >= set(names_at(round_, 1))
    assert "change place or points." in preview.sentences[0]
    assert snapshot_after(round_) == before
    assert not AuditRow.objects.filter(act="correct_result").exists()
    sent = {"score": "0-2", "reason": "Slip misread", "seen": asked.context["seen"]}
    assert scorekeeper.post(table_url(match), sent).status_code == 302
    after = snapshot_after(round_)
    assert after is not None
    assert before is not None
    assert after.version == before.version + 1
    ranks = {row["number"]: row["rank"] for row in after.rows}
    shown = {move.name: move.rank[1] for move in preview.moves}
    assert {f"Player {number:03d}": ranks[number] for number in ranks if f"Player {number:03d}" in shown} == shown


def test_what_changed_since_one_looked_is_shown_again(
    scorekeeper: Client, event: Event, round_: Round, desk: Actor
) -> None:
    report(round_, desk)
    close_round(round=round_, actor=desk)
    match = match_at(round_, 1)
    sent = {"score": "0-2", "reason": "Slip misread"}
    seen = scorekeeper.post(table_url(match), sent).context["seen"]
    played(event, desk)
    asked = scorekeeper.post(table_url(match), {**sent, "seen": seen})
    assert "Something changed since you looked." in asked.content.decode()
    assert not AuditRow.objects.filter(act="correct_result").exists()


def test_a_bracket_correction_names_the_results_that_fall(client: Client, desk: Actor) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    client.force_login(staff(event, Role.HEAD_JUDGE))
    semi = played(event, desk)
    final = played(event, desk)
    match = match_at(semi, 1)
    asked = client.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    fallen = [line.match.pk for line in asked.context["preview"].fallen]
    assert fallen == [match_at(final, 1).pk]
    assert "1 later result" in asked.content.decode()
    client.post(table_url(match), {"score": "0-2", "reason": "Slip misread", "seen": asked.context["seen"]})
    final.refresh_from_db()
    assert final.status == "withdrawn"
    assert "this table no longer counts" in client.get(table_url(match_at(final, 1))).content.decode()


@pytest.mark.parametrize(
    ("key", "sentence"), [("final", "becomes the winner."), ("third", "moves from place 4 to place 3.")]
)
def test_a_corrected_final_or_third_place_names_the_places_before_it_is_stored(
    client: Client, desk: Actor, key: str, sentence: str
) -> None:
    event = event_of(4, kind=StageKind.SINGLE_ELIMINATION)
    Stage.objects.filter(event=event).update(third_place=True)
    client.force_login(staff(event, Role.HEAD_JUDGE))
    played(event, desk)
    last = played(event, desk)
    match = last.matches.get(bracket_key="W2-1" if key == "final" else "T1-1")
    loser = match.seats.get(index=1).entry.player.name
    asked = client.post(table_url(match), {"score": "0-2", "reason": "Slip misread"})
    assert f"{loser} {sentence}" in asked.context["preview"].sentences
    assert not AuditRow.objects.filter(act="correct_bracket_result").exists()
    client.post(table_url(match), {"score": "0-2", "reason": "Slip misread", "seen": asked.context["seen"]})
    assert AuditRow.objects.filter(act="correct_bracket_result").count() == 1


def test_a_correction_that_changes_nothing_else_says_so(scorekeeper: Client, round_: Round, desk: Actor) -> None:
    report(round_, desk)
    asked = scorekeeper.post(table_url(match_at(round_, 1)), {"score": "2-0", "reason": "Slip misread"})
    assert asked.context["preview"].sentences == ["Only this result changes."]
    assert not AuditRow.objects.filter(act="correct_result").exists()


def test_a_floor_judge_reports_and_does_not_correct(client: Client, event: Event, round_: Round, desk: Actor) -> None:
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    match = match_at(round_, 1)
    assert client.post(table_url(match), {"score": "2-0"}).status_code == 302
    page = client.get(table_url(match))
    assert page.context["form"] is None
    assert client.post(table_url(match), {"score": "0-2", "reason": "x"}).status_code == 403


def test_a_correction_after_the_end_says_that_the_prizes_change(client: Client, desk: Actor) -> None:
    event = event_of(4, rounds=1)
    set_prizes(event=event, actor=desk, lines="1: €100\n2: €50")
    round_ = played(event, desk)
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = table_url(match_at(round_, 1))
    sent = {"score": "0-2", "reason": "Slip misread"}
    asked = client.post(url, sent)
    assert "The event is finished: its prizes follow the new places." in asked.context["preview"].sentences
    client.post(url, {**sent, "seen": asked.context["seen"]})
    [told] = client.get(url).context["messages"]
    assert str(told).startswith("Result corrected. What ")
    assert str(told).endswith(" players win has changed: print the prizes again.")
    asked = client.post(url, {"score": "0-1", "reason": "Slip misread again"})
    client.post(url, {"score": "0-1", "reason": "Slip misread again", "seen": asked.context["seen"]})
    assert [str(told) for told in client.get(url).context["messages"]] == ["Result corrected."]
