"""Drafts edited on the page: swaps, kept pairs and tables."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.draws.services.drafts import swap_players
from matches.enums import EntryStatus, MatchKind, Role, RoundStatus
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, Match, Round
from matches.rounds.services.attempts import back_to_draft
from matches.rounds.services.rounds import pair_round, publish_round
from tests.factories import staff
from tests.matches.playing import entry, event_of, fresh, match_at, numbers_in, played, stage_of
from tests.matches.rounds.pages import act_url, offered, once, page_of, text_of
from tests.told import error_codes
from tests.undone import undone

pytestmark = pytest.mark.django_db


def line_url(match: Match, name: str) -> str:
    return reverse("matches:match_act", args=[match.round.stage.event.slug, match.pk, name])


def drop(event: Event, number: int) -> None:
    Entry.objects.filter(event=event, number=number).update(status=EntryStatus.DROPPED)


def test_a_draft_whose_player_left_offers_only_to_pair_again(
    organiser: Client, event: Event, draft_round: Round
) -> None:
    drop(event, 4)
    assert offered(organiser, draft_round) == (["Pair again"], ["Withdraw …"])
    page = " ".join(text_of(organiser, draft_round).split())
    assert "since this draft was made: <bdi>Player 004</bdi>" in page
    answer = organiser.post(act_url(draft_round, "publish"), follow=True)
    assert "since it was made: Player 004" in answer.content.decode()
    assert fresh(draft_round).status == RoundStatus.DRAFT
    organiser.post(act_url(draft_round, "repair"))
    again = Round.objects.get(stage=draft_round.stage, status=RoundStatus.DRAFT)
    assert again.attempt == 2
    organiser.post(act_url(again, "publish"))
    assert fresh(again).status == RoundStatus.PUBLISHED


def test_a_conflict_is_named_and_leads_to_its_row(organiser: Client, event: Event, desk: Actor) -> None:
    first = played(event, desk)
    draft_round = pair_round(stage=stage_of(event), actor=desk)
    met = numbers_in(match_at(first, 1))
    line = Match.objects.get(round=draft_round, seats__entry__number=met[0])
    (opponent,) = [number for number in numbers_in(line) if number != met[0]]
    swap_players(
        round=draft_round, first=entry(event, opponent), second=entry(event, met[1]), actor=desk, reason="a try"
    )
    context = organiser.get(page_of(draft_round)).context
    conflict = next(c for c in context["conflicts"] if "met before" in c.text)
    assert [shown.pk for shown in conflict.lines] == [line.pk]
    assert next(shown for shown in context["matches"] if shown.pk == line.pk).chips == ["Met before"]
    assert f'href="#line-{line.pk}"' in text_of(organiser, draft_round)


def test_two_marked_players_change_seats(organiser: Client, event: Event, draft_round: Round) -> None:
    one, two = (numbers_in(match_at(draft_round, table))[0] for table in (1, 2))
    sent = {**once(), "player": [entry(event, one).pk, entry(event, two).pk], "reason": "brothers"}
    organiser.post(act_url(draft_round, "swap"), sent)
    again = organiser.post(act_url(draft_round, "swap"), sent, follow=True)
    assert "Nothing changed" in again.content.decode()
    assert numbers_in(match_at(draft_round, 1))[0] == two
    assert AuditRow.objects.get(act="swap_players").reason == "brothers"
    assert "Kept" in text_of(organiser, draft_round)


def test_a_swap_that_cannot_be_is_said_in_the_form_and_the_marks_stay(
    subtests: pytest.Subtests, organiser: Client, event: Event, draft_round: Round
) -> None:
    for marked, reason, code in [
        ((), "x", "required"),
        ((1,), "x", "not_two"),
        ((1, 2, 3), "x", "not_two"),
        ((1, 99), "x", "invalid_choice"),
    ]:
        with subtests.test(marked=marked, reason=reason, code=code), undone():
            first = {1: 1, 2: 2, 3: 3}
            ids = [
                entry(event, numbers_in(match_at(draft_round, first[n]))[0]).pk if n in first else 999_999
                for n in marked
            ]
            answer = organiser.post(act_url(draft_round, "swap"), {**once(), "player": ids, "reason": reason})
            assert answer.status_code == 422
            page = answer.content.decode()
            assert error_codes(answer, "swap_form") == {"player": [code]}
            assert len(re.findall(r"\schecked\s*>", page)) == len([pk for pk in ids if pk != 999_999])
            assert not AuditRow.objects.filter(act="swap_players").exists()


def test_a_draft_that_players_never_saw_takes_a_swap_without_a_reason_and_one_taken_back_does_not(
    organiser: Client, event: Event, desk: Actor, draft_round: Round
) -> None:
    ids = [entry(event, numbers_in(match_at(draft_round, table))[0]).pk for table in (1, 2)]
    assert "(optional)" in text_of(organiser, draft_round).split('id="swap-form"')[1]
    assert organiser.post(act_url(draft_round, "swap"), {**once(), "player": ids, "reason": ""}).status_code == 302
    assert AuditRow.objects.get(act="swap_players").reason == ""
    again = back_to_draft(round=publish_round(round=draft_round, actor=desk), actor=desk, reason="wrong sheet")
    assert "(optional)" not in text_of(organiser, again).split('id="swap-form"')[1]
    answer = organiser.post(act_url(again, "swap"), {**once(), "player": ids, "reason": ""})
    assert (answer.status_code, error_codes(answer, "swap_form")) == (422, {"reason": ["required"]})
    with pytest.raises(Refused) as refused:
        swap_players(round=again, first=entry(event, 1), second=entry(event, 2), actor=desk)
    assert refused.value.code == "reason_missing"


def test_two_of_one_table_cannot_change_seats(organiser: Client, event: Event, draft_round: Round) -> None:
    ids = [entry(event, number).pk for number in numbers_in(match_at(draft_round, 1))]
    answer = organiser.post(act_url(draft_round, "swap"), {**once(), "player": ids, "reason": "x"})
    assert answer.status_code == 422
    assert "same_table" in str(error_codes(answer, "swap_form"))


def test_a_bye_moves_by_a_swap(organiser: Client, desk: Actor) -> None:
    event = event_of(5)
    draft_round = pair_round(stage=stage_of(event), actor=desk)
    organiser.force_login(staff(event, Role.SCOREKEEPER))
    bye = Match.objects.get(round=draft_round, kind=MatchKind.BYE)
    resting, other = numbers_in(bye)[0], numbers_in(match_at(draft_round, 1))[1]
    sent = {**once(), "player": [entry(event, resting).pk, entry(event, other).pk], "reason": "comes late"}
    organiser.post(act_url(draft_round, "swap"), sent)
    assert numbers_in(bye) == [other]
    organiser.post(act_url(draft_round, "repair"))
    again = Match.objects.get(round__status=RoundStatus.DRAFT, round__stage__event=event, kind=MatchKind.BYE)
    assert numbers_in(again) == [other]


def test_a_pair_is_kept_and_let_go_and_leads_back_to_its_row(organiser: Client, draft_round: Round) -> None:
    match = match_at(draft_round, 2)
    answer = organiser.post(line_url(match, "keep"))
    assert answer["Location"] == f"{page_of(draft_round)}#line-{match.pk}"
    assert match_at(draft_round, 2).locked
    organiser.post(line_url(match, "free"))
    assert not match_at(draft_round, 2).locked


def test_a_table_that_cannot_be_is_said_at_its_field(
    subtests: pytest.Subtests, organiser: Client, draft_round: Round
) -> None:
    for typed, said in [("", "table number"), ("x", "table number"), ("0", "1 to 99,999")]:
        with subtests.test(typed=typed, said=said), undone():
            match = match_at(draft_round, 2)
            answer = organiser.post(line_url(match, "table"), {"table": typed})
            assert answer.status_code == 422
            page = answer.content.decode()
            assert said in page.split(f'id="line-{match.pk}"')[1].split("</tr>")[0]
            assert match_at(draft_round, 2).pk == match.pk


def test_a_table_is_given_and_traded(organiser: Client, draft_round: Round) -> None:
    match, other = match_at(draft_round, 2), match_at(draft_round, 1)
    organiser.post(line_url(match, "table"), {"table": "1"})
    assert (match_at(draft_round, 1).pk, match_at(draft_round, 2).pk) == (match.pk, other.pk)


def test_judges_see_the_draft_and_no_field_in_it(client: Client, draft_round: Round) -> None:
    client.force_login(staff(draft_round.stage.event, Role.HEAD_JUDGE))
    page = text_of(client, draft_round)
    assert re.search(r"<bdi\s*>Player 001</bdi>", page)
    assert 'name="player"' not in page
    assert 'name="table"' not in page
