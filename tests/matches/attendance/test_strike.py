"""A player who leaves a round robin before half of their matches: the results are struck, or kept."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from judging.papers.queries import PaperTerms
from judging.papers.standings_builders import standings_sheet
from matches.attendance.services import disqualify_entry, drop_entry, return_entry
from matches.attendance.strike_services import restore_results, strike_results
from matches.audit.services import Actor
from matches.enums import EntryStatus, LeaverResults, MatchKind, Role, Source, StageKind
from matches.errors import Refused
from matches.history import Kind, RoundPlayed
from matches.models import AuditRow, Entry, Event, Match, Round, Seat, Stage, StageEntry
from matches.pairing.round_robin import played_half, schedule
from matches.people.services.links import make_player_link
from matches.reporting.correction_queries import preview_strike
from matches.results.services.results import correct_result, report_result
from matches.rounds.services.rounds import close_round
from matches.snapshots.history_queries import player_key
from matches.snapshots.place_views import place_context
from matches.snapshots.queries import latest_snapshot, standings_settings
from matches.snapshots.struck_queries import robin_player, struck_players
from matches.standings import compute
from matches.tables.outcome import Outcome
from matches.tables.score import Duel
from tests.factories import any_organiser, staff
from tests.matches.lines import line_of
from tests.matches.playing import TWO_ONE, entry, event_of, fresh, numbers_in, played, report, running, stage_of
from tests.undone import undone

pytestmark = pytest.mark.django_db

NO_SHOW = Duel(winner=0, decided_by="no_show")


@pytest.fixture
def desk() -> Actor:
    return any_organiser()


@pytest.fixture
def robin() -> Event:
    return event_of(6, kind=StageKind.ROUND_ROBIN)


def ranks(event: Event) -> dict[int, tuple[int, int]]:
    """Rank and points by number, as the newest standings have them."""
    snapshot = latest_snapshot(stage_of(event))
    assert snapshot is not None
    return {row["number"]: (row["rank"], row["points"]) for row in snapshot.rows}


def struck_matches_of(event: Event) -> set[int]:
    return set(Match.objects.filter(round__stage__event=event, struck=True).values_list("pk", flat=True))


def test_half_is_half() -> None:
    assert [played_half(played, 5) for played in range(6)] == [False, False, False, True, True, True]
    assert not played_half(1, 4)
    assert played_half(2, 4)


def test_who_leaves_early_is_struck_in_one_act(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    rows = AuditRow.objects.count()
    drop_entry(actor=desk, entry=entry(robin, 1))
    assert AuditRow.objects.count() == rows + 1
    row = AuditRow.objects.latest("pk")
    assert (row.act, row.details["struck"], row.details["played"], row.details["planned"]) == ("drop_entry", 1, 1, 5)
    assert 1 not in ranks(robin)
    [match] = Match.objects.filter(seats__entry__number=1, struck=True)
    opponent = next(number for number in numbers_in(match) if number != 1)
    assert ranks(robin)[opponent][1] == 0, "neither the win nor the loss against a struck player counts"


def test_the_byes_that_stand_for_a_struck_player_do_not_count(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    drop_entry(actor=desk, entry=entry(robin, 1))
    second = played(robin, desk)
    bye = Match.objects.get(round=second, kind=MatchKind.BYE)
    assert bye.struck
    [number] = numbers_in(bye)
    assert ranks(robin)[number][1] in (0, 3)
    assert set(ranks(robin)) == {2, 3, 4, 5, 6}
    kept_players = [row for row in ranks(robin).values() if row[1] == 6]
    assert len(kept_players) < 3


def test_results_can_be_kept(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    before = ranks(robin)
    drop_entry(actor=desk, entry=entry(robin, 1), results=LeaverResults.KEEP)
    assert not struck_matches_of(robin)
    assert ranks(robin) == before


def test_the_stage_says_what_holds_where_nobody_is_asked(robin: Event, desk: Actor) -> None:
    Stage.objects.filter(event=robin).update(options={"leaver_results": "keep"})
    played(robin, desk)
    drop_entry(actor=Actor(entry=entry(robin, 1)), entry=entry(robin, 1))
    assert not struck_matches_of(robin)
    Stage.objects.filter(event=robin).update(options={"leaver_results": "strike"})
    drop_entry(actor=Actor(entry=entry(robin, 2)), entry=entry(robin, 2))
    assert [player.entry.number for player in struck_players(stage_of(robin))] == [2]


def test_half_of_the_matches_count(robin: Event, desk: Actor) -> None:
    for _ in range(3):
        played(robin, desk)
    before = ranks(robin)
    with pytest.raises(Refused) as refused:
        drop_entry(actor=desk, entry=entry(robin, 1), results=LeaverResults.STRIKE)
    assert (refused.value.code, refused.value.parameter) == ("half_played", "results")
    drop_entry(actor=desk, entry=entry(robin, 1))
    assert ranks(robin) == before
    with pytest.raises(Refused) as refused:
        strike_results(actor=desk, entry=entry(robin, 1))
    assert refused.value.code == "half_played"


def test_who_did_not_appear_has_not_played(robin: Event, desk: Actor) -> None:
    first = running(robin, desk)
    match = Match.objects.filter(round=first).order_by("table").first()
    assert match is not None
    report_result(match=match, score=NO_SHOW, actor=desk, source=Source.DESK)
    absent = numbers_in(match)[1]
    report(first, desk)
    close_round(round=first, actor=desk)
    gone = entry(robin, absent)
    assert gone.status == EntryStatus.DROPPED
    player = robin_player(gone)
    assert player is not None
    assert (player.played, player.planned, player.struck) == (0, 5, True)
    assert AuditRow.objects.filter(act="close_round").latest("pk").details["struck"] == [absent]
    assert absent not in ranks(robin)
    snapshot = latest_snapshot(stage_of(robin))
    assert snapshot is not None
    assert snapshot.version == 1, "the standings of the round are stored once"


def test_a_no_show_that_was_corrected_was_played(robin: Event, desk: Actor) -> None:
    first = running(robin, desk)
    match = Match.objects.filter(round=first).order_by("table").select_related("round__stage__event").first()
    assert match is not None
    report_result(match=match, score=NO_SHOW, actor=desk, source=Source.DESK)
    correct_result(match=match, score=TWO_ONE, actor=desk, source=Source.DESK, reason="was at another table")
    player = robin_player(entry(robin, numbers_in(match)[0]))
    assert player is not None
    assert player.played == 1


def test_return_and_restoring_let_the_results_count_again(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    before = ranks(robin)
    drop_entry(actor=desk, entry=entry(robin, 1))
    return_entry(actor=desk, entry=entry(robin, 1))
    assert ranks(robin) == before
    assert not struck_matches_of(robin)
    drop_entry(actor=desk, entry=entry(robin, 1))
    restore_results(actor=desk, entry=entry(robin, 1))
    assert ranks(robin) == before
    assert entry(robin, 1).status == EntryStatus.DROPPED
    strike_results(actor=desk, entry=entry(robin, 1))
    assert 1 not in ranks(robin)


def test_a_disqualified_player_is_struck_by_an_act_of_its_own(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    before = ranks(robin)
    disqualify_entry(actor=desk, entry=entry(robin, 1), reason="marked cards")
    assert ranks(robin) == before
    strike_results(actor=desk, entry=entry(robin, 1))
    assert 1 not in ranks(robin)


def test_two_who_are_struck_and_one_who_returns(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    [pair] = [numbers_in(match) for match in Match.objects.filter(seats__entry__number=1)]
    for number in pair:
        drop_entry(actor=desk, entry=entry(robin, number))
    return_entry(actor=desk, entry=entry(robin, pair[0]))
    [match] = struck_matches_of(robin)
    assert set(numbers_in(Match.objects.get(pk=match))) == set(pair), "it is a match of the other one too"


REFUSALS = {
    "not_out": lambda event, desk: strike_results(actor=desk, entry=entry(event, 2)),
    "already_struck": lambda event, desk: strike_results(actor=desk, entry=entry(event, 1)),
    "not_struck": lambda event, desk: restore_results(actor=desk, entry=entry(event, 2)),
}


def test_what_is_refused(subtests: pytest.Subtests, robin: Event, desk: Actor) -> None:
    for code in REFUSALS:
        with subtests.test(code=code), undone():
            played(robin, desk)
            drop_entry(actor=desk, entry=entry(robin, 1))
            with pytest.raises(Refused) as refused:
                REFUSALS[code](robin, desk)
            assert refused.value.code == code


def test_swiss_rounds_strike_nobody(desk: Actor) -> None:
    swiss = event_of(6)
    played(swiss, desk)
    before = ranks(swiss)
    drop_entry(actor=desk, entry=entry(swiss, 1))
    assert ranks(swiss) == before
    with pytest.raises(Refused) as refused:
        strike_results(actor=desk, entry=entry(swiss, 1))
    assert refused.value.code == "no_round_robin"


def test_the_preview_is_what_comes(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    played(robin, desk)
    before = ranks(robin)
    player = robin_player(entry(robin, 1))
    assert player is not None
    preview = preview_strike(player)
    assert preview.results == 2
    assert ranks(robin) == before, "nothing is written"
    drop_entry(actor=desk, entry=entry(robin, 1))
    after = ranks(robin)
    moved = {number for number in after if after[number] != before[number]}
    assert {move.number for move in preview.change.moves} == moved
    assert all(after[move.number] == (move.rank[1], move.points[1]) for move in preview.change.moves)


SCORES = {
    Duel(rounds=(2, 0), winner=0): ((Outcome.WON, Outcome.LOST), (2, 0), 0),
    Duel(rounds=(1, 2), winner=1): ((Outcome.LOST, Outcome.WON), (1, 2), 0),
    Duel(rounds=(1, 1), decided_by="time"): ((Outcome.DRAWN, Outcome.DRAWN), (1, 1), 0),
}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), size=st.integers(4, 7), leaver=st.integers(1, 7), after=st.integers(1, 3))
def test_standings_are_those_of_the_round_robin_without_the_player(
    data: st.DataObject, size: int, leaver: int, after: int, desk: Actor
) -> None:
    leaver = (leaver - 1) % size + 1
    event = event_of(size, kind=StageKind.ROUND_ROBIN)
    stage, history = stage_of(event), []
    rounds = len(schedule(list(map(str, range(size)))))
    stop = data.draw(st.integers(after, rounds))
    for number in range(1, stop + 1):
        round_ = running(event, desk)
        history.append(_play(round_, desk, data, leaver))
        close_round(round=round_, actor=desk)
        if number == after and fresh(round_).stage.finished_at is None:
            drop_entry(actor=desk, entry=entry(event, leaver))
    player = robin_player(Entry.objects.get(event=event, number=leaver))
    assert player is not None
    assume(player.struck)
    snapshot = latest_snapshot(stage)
    assert snapshot is not None
    without = [player_key(number) for number in range(1, size + 1) if number != leaver]
    table = compute(without, history, standings_settings(stage))
    expected = [(row.rank, int(row.player), row.points, row.wins, row.byes, dict(row.tie_breaks)) for row in table.rows]
    kept = ("rank", "number", "points", "wins", "byes")
    stored = [  # by their keys: PostgreSQL keeps those of an object in an order of its own
        (*(row[key] for key in kept), {key: _exact(value) for key, value in row["tie_breaks"].items()})
        for row in snapshot.rows
    ]
    assert stored == expected


def _exact(value: str | int | None) -> Fraction | int | None:
    return Fraction(value) if isinstance(value, str) else value


def _play(round_: Round, desk: Actor, data: st.DataObject, leaver: int) -> RoundPlayed:
    """Play the round. Return it without the player, by the plan alone: who would have met the player has nothing."""
    field = list(StageEntry.objects.filter(stage=round_.stage).order_by("seed").values_list("entry__number", flat=True))
    planned = schedule([str(number) for number in field])[round_.number - 1]
    lines = []
    if planned.bye not in (None, str(leaver)):
        lines.append(line_of(seats=(player_key(int(planned.bye)),), outcomes=(Outcome.WON,), kind=Kind.BYE))
    for match in Match.objects.filter(round=round_, kind=MatchKind.PLAYED).select_related("round__stage__event"):
        score = data.draw(st.sampled_from(list(SCORES)))
        report_result(match=match, score=score, actor=desk, source=Source.DESK)
        keys = tuple(map(player_key, numbers_in(match)))
        outcomes, wins, drawn = SCORES[score]
        if player_key(leaver) not in keys:
            lines.append(line_of(seats=keys, outcomes=outcomes, wins=wins, drawn=drawn))
    return RoundPlayed(number=round_.number, matches=tuple(lines))


@pytest.fixture
def struck(robin: Event, desk: Actor) -> Event:
    """Two rounds were played; player 1 was struck after the first one."""
    played(robin, desk)
    drop_entry(actor=desk, entry=entry(robin, 1))
    played(robin, desk)
    return robin


def opponent_of_one(event: Event) -> int:
    match = Match.objects.get(round__stage__event=event, round__number=1, seats__entry__number=1)
    return next(number for number in numbers_in(match) if number != 1)


def bye_of(event: Event) -> int:
    return Seat.objects.get(match__round__stage__event=event, match__kind=MatchKind.BYE).entry.number


def test_pages_say_struck(struck: Event, client: Client) -> None:
    told = "after 1 of 5 matches. These results do not count."
    page = client.get(reverse("matches:standings", args=[struck.slug])).content.decode()
    assert told in page.replace("\u2068", "").replace("\u2069", "")
    results = client.get(reverse("matches:public_round", args=[struck.slug, 1, 1])).content.decode()
    assert results.count(">Struck</span>") == 1
    for number in (1, opponent_of_one(struck), bye_of(struck)):
        own = client.get(reverse("matches:player", args=[struck.slug, number])).content.decode()
        assert ">Struck</span>" in own, number
    assert "after 1 of 5 matches" in client.get(reverse("matches:player", args=[struck.slug, 1])).content.decode()


def test_the_desk_says_struck(struck: Event, client: Client) -> None:
    client.force_login(staff(struck, Role.SCOREKEEPER))
    page = client.get(reverse("matches:person", args=[struck.slug, 1])).content.decode()
    assert "Results struck" in page
    assert "Restore results" in page
    assert ">Struck</span>" in page
    assert "Results struck" in client.get(reverse("matches:people", args=[struck.slug])).content.decode()


def test_the_explanation_says_which_round_does_not_count(struck: Event) -> None:
    snapshot = latest_snapshot(stage_of(struck))
    against = place_context(struck, entry(struck, opponent_of_one(struck)), snapshot)["struck"]
    assert [text.replace("\u2068", "").replace("\u2069", "") for text in against] == [
        "Round 1 against Player 001 is struck: it does not count."
    ]
    [bye] = place_context(struck, entry(struck, bye_of(struck)), snapshot)["struck"]
    assert bye.startswith("The bye of round 2 is struck")


def test_paper_says_struck(struck: Event) -> None:
    sheet = standings_sheet(struck, PaperTerms(kind="standings"))
    assert any("after 1 of 5 matches" in line for line in sheet.legend)
    assert len(sheet.rows) == 5


def test_the_api_and_its_files_say_struck(struck: Event, client: Client) -> None:
    standings = reverse("api-standings", args=[struck.slug])
    answer = client.get(standings).json()
    assert [(row["number"], row["played"], row["planned"]) for row in answer["struck"]] == [(1, 1, 5)]
    assert len(answer["rows"]) == 5
    lines = client.get(standings, {"format": "csv"}).content.decode().splitlines()
    assert len(lines) == 7
    assert "struck" in lines[0].split(",")
    assert "true" in lines[-1]
    matches = client.get(reverse("api-matches", args=[struck.slug])).json()["results"]
    assert sum(match["struck"] for match in matches) == 2
    entries = client.get(reverse("api-entries", args=[struck.slug])).json()["results"]
    assert [row["number"] for row in entries if row["struck"]] == [1]
    place = client.get(reverse("api-place", args=[struck.slug, opponent_of_one(struck)])).json()
    assert [(row["round"], row["opponent"]["number"]) for row in place["struck"]] == [(1, 1)]
    gone = client.get(reverse("api-place", args=[struck.slug, 1]))
    assert gone.status_code == 404
    assert "struck" in gone.json()["detail"]


def test_dropping_at_the_desk_shows_what_changes_and_asks(robin: Event, desk: Actor, client: Client) -> None:
    played(robin, desk)
    client.force_login(staff(robin, Role.SCOREKEEPER))
    url = reverse("matches:person_act", args=[robin.slug, 1, "drop"])
    page = client.post(url)
    text = page.content.decode()
    assert "1 of 5 matches, less than half" in text
    assert page.context["form"]["results"].value() == "strike"
    seen = page.context["strike"].seen
    answer = {"confirmed": "1", "results": "strike", "reason": ""}
    stale = client.post(url, {**answer, "seen": "else"})
    assert stale.status_code == 409
    assert entry(robin, 1).status == EntryStatus.CHECKED_IN
    client.post(url, {**answer, "seen": seen})
    assert 1 not in ranks(robin)
    client.post(reverse("matches:person_act", args=[robin.slug, 1, "restore-results"]))
    assert 1 in ranks(robin)
    strike = reverse("matches:person_act", args=[robin.slug, 1, "strike"])
    asked = client.post(strike)
    assert asked.status_code == 200
    assert 1 in ranks(robin)
    client.post(strike, {"confirmed": "1", "seen": asked.context["strike"].seen})
    assert 1 not in ranks(robin)


def test_closing_a_round_says_first_whose_results_it_strikes(robin: Event, desk: Actor, client: Client) -> None:
    round_ = running(robin, desk)
    match = Match.objects.filter(round=round_).order_by("table").first()
    assert match is not None
    report_result(match=match, score=NO_SHOW, actor=desk, source=Source.DESK)
    report(round_, desk)
    absent = numbers_in(match)[1]
    client.force_login(staff(robin, Role.SCOREKEEPER))
    url = reverse("matches:round_act", args=[robin.slug, round_.pk, "close"])
    asked = client.post(url).content.decode()
    assert f"{entry(robin, absent).unique_name}" in asked
    assert "0 of 5 matches, less than half" in asked
    assert fresh(round_).closed_at is None
    client.post(url, {"confirmed": "1"})
    assert fresh(round_).closed_at is not None
    assert [player.entry.number for player in struck_players(stage_of(robin))] == [absent]


def test_the_api_closes_a_round_that_strikes_results_once_that_is_accepted(robin: Event, desk: Actor) -> None:
    round_ = running(robin, desk)
    match = Match.objects.filter(round=round_).order_by("table").first()
    assert match is not None
    report_result(match=match, score=NO_SHOW, actor=desk, source=Source.DESK)
    report(round_, desk)
    absent = numbers_in(match)[1]
    client = APIClient()
    client.force_authenticate(staff(robin, Role.SCOREKEEPER))
    url = reverse("api-round-close", args=[robin.slug, 1, round_.number])
    refused = client.post(url, {}, format="json")
    assert (refused.status_code, refused.data["code"]) == (409, "results_struck")
    assert [entry(robin, absent).unique_name in said for said in refused.data["details"]] == [True]
    assert fresh(round_).closed_at is None
    assert client.post(url, {"accept_struck": True}, format="json").status_code == 200
    assert [player.entry.number for player in struck_players(stage_of(robin))] == [absent]


def test_closing_a_round_asks_nothing_where_results_are_kept(robin: Event, desk: Actor, client: Client) -> None:
    Stage.objects.filter(event=robin).update(options={"leaver_results": "keep"})
    round_ = running(robin, desk)
    match = Match.objects.filter(round=round_).order_by("table").first()
    assert match is not None
    report_result(match=match, score=NO_SHOW, actor=desk, source=Source.DESK)
    report(round_, desk)
    client.force_login(staff(robin, Role.SCOREKEEPER))
    client.post(reverse("matches:round_act", args=[robin.slug, round_.pk, "close"]))
    assert fresh(round_).closed_at is not None


def test_the_wall_names_who_is_struck(struck: Event, client: Client) -> None:
    """Also the lot that decided who is first, where it did: those who read the wall see no other page."""
    page = client.get(reverse("matches:wall", args=[struck.slug]))
    assert page.context["scenes"][0].key == "standings"
    assert "These results do not count." in page.content.decode()


def test_the_desk_can_keep_the_results(robin: Event, desk: Actor, client: Client) -> None:
    played(robin, desk)
    client.force_login(staff(robin, Role.SCOREKEEPER))
    url = reverse("matches:person_act", args=[robin.slug, 1, "drop"])
    client.post(url, {"confirmed": "1", "results": "keep", "reason": ""})
    assert entry(robin, 1).status == EntryStatus.DROPPED
    assert 1 in ranks(robin)


def test_a_player_is_told_before_leaving(robin: Event, desk: Actor, client: Client) -> None:
    played(robin, desk)
    token = make_player_link(actor=desk, entry=entry(robin, 1)).token
    page = client.get(reverse("matches:me", args=[token]), {"drop": "1"}).content.decode()
    assert "your results do not count" in page
    Stage.objects.filter(event=robin).update(options={"leaver_results": "keep"})
    page = client.get(reverse("matches:me", args=[token]), {"drop": "1"}).content.decode()
    assert "your results do not count" not in page


def test_a_draft_made_before_the_strike_is_marked_too(robin: Event, desk: Actor) -> None:
    played(robin, desk)
    drop_entry(actor=desk, entry=entry(robin, 1), results=LeaverResults.KEEP)
    second = running(robin, desk)
    strike_results(actor=desk, entry=entry(robin, 1))
    assert Match.objects.get(round=second, kind=MatchKind.BYE).struck
    report(second, desk, TWO_ONE)
    close_round(round=fresh(second), actor=desk)
    assert 1 not in ranks(robin)
