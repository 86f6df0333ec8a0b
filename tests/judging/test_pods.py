"""Judging at a table of more than two: a result by tapping, a match loss, a record that proposes the order."""

from __future__ import annotations

import pytest
from django.test import Client

from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import read_in_record
from judging.rulings.services.infractions import Fault, log_infraction
from matches.audit.services import Actor
from matches.enums import Role, Source
from matches.models import Event, Match
from matches.results.queries.results import score_of
from matches.results.queries.tables import read_score
from matches.results.services.results import report_result
from matches.tables.pod_line import places_text
from tests.factories import any_organiser, staff
from tests.matches.playing import match_at, running
from tests.matches.pods import pod_event

pytestmark = pytest.mark.django_db

RECORD = """
[game "bankrupt"] [start "20"]
[A "Ada"] [B "Bo"] [C "Cy"] [D "Di"] [event "Autumn Open"]

Round 1, D deals
A: R  B: H  C: F  D: H
A: O3  B: Y  D: N  B: P
A: S4+4  B: SQ+9  D: S8+2      = 34 11 19 16   ; 6 + 4 + centre 7

Round 2, A deals
B: H  C: R  D: H  A: H
B: SK+7  C: S9+5  D: SK+7  A: S10+2    = 34 11 19 16   ; dead

Round 3, B deals
B: LL  D: LL
C: H  D: H  A: R  B: H
C: O1  A: Y
C: SA+9  D: S8+2  A: SA+3  B: SJ+6 T   = 21 9 40 10   ; (3 + 6 + 1) x 2 + centre 2
"""


@pytest.fixture
def match() -> Match:
    event = pod_event(4)
    Event.objects.filter(pk=event.pk).update(rules={"start": 20})
    return match_at(running(event, any_organiser(), seed=1), 1)


def stored(match: Match) -> str:
    return places_text(score_of(match.results.get(status="confirmed")))


def test_a_judge_taps_the_order(client: Client, match: Match) -> None:
    event = match.round.stage.event
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    url = f"/e/{event.slug}/judge/table/{match.pk}/result/"
    assert "Tap the player in place 1:" in client.get(url).content.decode()
    assert "Tap the player in place 3:" in client.get(url, {"order": "C=A"}).content.decode()
    half = client.post(url, {"order": "C A"})
    assert half.status_code == 422
    assert client.post(url, {"order": "C A D -B"}).status_code == 302
    assert stored(match) == "C A D -B"


def desk_page(client: Client, event: Event) -> str:
    """The desk's first page."""
    client.force_login(staff(event, Role.SCOREKEEPER))
    return client.get(f"/e/{event.slug}/desk/").content.decode()


def test_a_match_loss_is_given_with_the_result_while_the_others_play_on(client: Client, match: Match) -> None:
    event = match.round.stage.event
    head = Actor(user=staff(event, Role.HEAD_JUDGE))
    entry = match.seats.get(index=1).entry
    row = log_infraction(
        event=event,
        actor=head,
        fault=Fault(match=match, entry=entry, code="TE-OUTSIDE", comment="asked for help"),
        penalty="ML",
    )
    assert row.penalty_events.get().effect["with_result"] is True
    assert not match.results.exists()
    assert "has a match loss. Type lB in the result." in desk_page(client, event)
    report_result(match=match, score=read_score(match, "C lB A D"), actor=head, source=Source.JUDGE)
    assert stored(match) == "C lB A D"
    assert "has a match loss" not in desk_page(client, event)


def test_where_the_heading_names_the_dealer_pages_say_who_deals(client: Client, match: Match) -> None:
    event = match.round.stage.event
    judge = staff(event, Role.FLOOR_JUDGE)
    client.force_login(judge)
    url = f"/e/{event.slug}/judge/table/{match.pk}/turns/"
    begin = client.get(url).content.decode()
    assert "Who deals?" in begin
    assert "Who starts?" not in begin
    second = match.seats.get(index=1).entry.player.name
    assert f"<small>{second} deals</small>" in begin
    assert '<span class="note">deals</span>' in client.get(f"/e/{event.slug}/").content.decode()
    text = RECORD.partition("Round 2")[0]
    read_in_record(match=match, actor=Actor(user=judge), text=text, device="tablet")
    first = match.seats.get(index=0).entry.player.name
    assert client.get(url).context["starters"] == [("A", f"{first} deals")]


def test_a_record_proposes_the_order_with_the_pieces(match: Match) -> None:
    event = match.round.stage.event
    judge = Actor(user=staff(event, Role.FLOOR_JUDGE))
    read_in_record(match=match, actor=judge, text=RECORD, device="tablet")
    found = recorded(event, match)
    assert found is not None
    proposal = found.proposal
    assert proposal is not None
    assert places_text(proposal) == "21 9 40 10"
    assert proposal.places == (2, 4, 1, 3)
    report_result(match=match, score=proposal, actor=judge, source=Source.RECORD)
    assert stored(match) == "21 9 40 10"
