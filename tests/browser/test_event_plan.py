"""Events that are only a bracket or only a round robin, in real Chromium: from the form to the last result."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from matches.audit.services import verify_audit
from matches.enums import EntryStatus, RoundStatus, StageKind
from matches.models import Event, Match, Result, Round
from tests.browser.test_desk import enter_as
from tests.factories import EntryFactory, RoundFactory, UserFactory
from tests.rules_engine.toy_game import toy_game

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAYERS = ["Ada Okafor", "Bo Lindqvist", "山本 さくら", "محمد الحسن"]
SWISS = "Swiss rounds: opponents with similar scores"
ROBIN = "Round robin: everyone meets everyone"
SINGLE = "Single elimination: out after one loss"
DOUBLE = "Double elimination: out after two losses"
RESET = "Play the grand final again"


def plan_event(page: Page, server: str, kind: str) -> Event:
    """A new event of that kind, planned on the form; with four players, checked in, seeded in their order."""
    enter_as(page.context, UserFactory(is_superuser=True), server)
    page.goto("/events/new/")
    page.get_by_label("Name", exact=True).fill("Hall Cup")
    page.get_by_label(kind).check()
    page.get_by_role("button", name="Create event").click()
    page.wait_for_url("**/e/hall-cup/desk/people/**")
    event = Event.objects.get(slug="hall-cup")
    for seed, name in enumerate(PLAYERS, start=1):
        EntryFactory(event=event, number=seed, seed=seed, player__name=name, status=EntryStatus.CHECKED_IN)
    page.goto("/e/hall-cup/desk/settings/")
    page.get_by_role("button", name="Open the public page").click()
    expect(page.get_by_text("The public page is now open to everyone.")).to_be_visible()
    return event


def pair_next(page: Page) -> Round:
    page.goto("/e/hall-cup/desk/")
    page.get_by_role("button", name=re.compile("^Pair ")).click()
    page.wait_for_url("**/desk/rounds/*/*/")
    return Round.objects.get(status=RoundStatus.DRAFT)


def play(page: Page, round_: Round, upset: bool = False) -> None:
    """From the draft to the closed round. The better seed wins, with ``upset`` the other."""
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Call time")).to_be_visible()
    page.goto("/e/hall-cup/desk/results/")
    field = page.get_by_label("Result", exact=False).first
    for match in Match.objects.filter(round=round_, table__isnull=False).order_by("table"):
        first, second = match.seats.order_by("index").values_list("entry__seed", flat=True)
        field.fill(f"{match.table} {'2-1' if (first < second) != upset else '1-2'}")
        field.press("Enter")
        expect(page.locator("[data-outcomes] li").first).to_contain_text(f"Table {match.table}:")
        expect(field).to_have_value("")
    page.goto("/e/hall-cup/desk/")
    page.get_by_role("button", name="Close the round").click()
    page.wait_for_url("**/desk/rounds/*/*/")


def test_the_form_shows_what_belongs_to_the_way_to_play(server: str, page: Page) -> None:
    enter_as(page.context, UserFactory(), server)
    page.goto("/events/new/")
    page.get_by_text("Pairing, late players, names, reports").click()
    names = ("Rounds", "Cut", "The cut is played as", "Play for third place", RESET)
    more = (
        "Pair the last Swiss round",
        "Balance who starts",
        "Rounds missed by a late player",
        "Allow intentional draws",
    )
    fields = {name: page.get_by_label(name, exact=name in names[:3]) for name in (*names, *more)}

    def shown() -> set[str]:
        return {name for name, field in fields.items() if field.is_visible()}

    assert shown() == {"Rounds", "Cut", *more}
    fields["Cut"].select_option("8")
    assert shown() == {"Rounds", "Cut", "The cut is played as", "Play for third place", *more}
    fields["The cut is played as"].select_option("double_elimination")
    assert shown() == {"Rounds", "Cut", "The cut is played as", RESET, *more}
    page.get_by_label(ROBIN).check()
    assert shown() == {"Cut", "The cut is played as", RESET, "Allow intentional draws"}
    page.get_by_label(SINGLE).check()
    assert shown() == {"Play for third place"}
    page.get_by_label(DOUBLE).check()
    assert shown() == {RESET}
    page.get_by_label(SWISS).check()
    assert fields["Cut"].input_value() == "8"


def test_settings_suggest_rounds_and_locked_rules_stay_when_the_venue_changes(server: str, page: Page) -> None:
    event = plan_event(page, server, SWISS)
    rounds, follow = page.get_by_label("Rounds", exact=True), page.get_by_label("Follow the suggestion")
    page.goto("/e/hall-cup/desk/settings/")
    expect(rounds).to_have_value("3")
    expect(follow).to_be_checked()
    rounds.fill("5")
    expect(follow).not_to_be_checked()
    expect(page.get_by_text("3 rounds are enough for all signed-up players")).to_be_visible()
    page.get_by_text("Points, tie-breaks, floors").click()
    page.locator("#id_bye_points").fill("2")
    page.get_by_label("Place 1").select_option("head_to_head")
    page.get_by_label("Place 2").select_option("lot")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    expect(page.get_by_label("Place 2")).to_have_value("lot")
    event.refresh_from_db()
    assert (event.options["points"]["bye"], event.options["standings"]["order"]) == (2, ["head_to_head", "lot"])
    assert event.stages.get().rounds_planned == 5
    follow.check()
    expect(rounds).to_have_value("3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(follow).to_be_checked()
    assert event.stages.get().rounds_planned == 3
    locked_rules_stay_when_the_venue_changes(page, event)


def locked_rules_stay_when_the_venue_changes(page: Page, event: Event) -> None:
    rules = {
        "edition": "complete",
        "format": "blitz",
        "variants": ["short_blitz"],
        "options": {"deck_out": "immediate"},
    }
    Event.objects.update(preset="custom", rules=rules, late_policy="byes")
    RoundFactory(stage=event.stages.get(), status=RoundStatus.CLOSED)
    page.goto("/e/hall-cup/desk/settings/")
    expect(page.get_by_label("Format", exact=True)).to_be_disabled()
    expect(page.get_by_label("Rounds missed by a late player count as")).to_be_disabled()
    page.get_by_label("Venue").fill("Hall 7")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    event.refresh_from_db()
    assert (event.venue, event.rules, event.late_policy) == ("Hall 7", rules, "byes")


@pytest.mark.long
def test_a_double_elimination_of_four_is_planned_and_played_to_its_winner(server: str, page: Page) -> None:
    event = plan_event(page, server, DOUBLE)
    stage = event.stages.get()
    assert (stage.kind, stage.cut_to, stage.options) == (
        StageKind.DOUBLE_ELIMINATION,
        None,
        {"grand_final_reset": True},
    )
    page.goto("/e/hall-cup/desk/rounds/")
    expect(page.get_by_text("seeded when its first round is paired")).to_be_visible()

    keys: list[list[str]] = []
    while not Event.objects.get(pk=event.pk).finished_at:
        round_ = pair_next(page)
        keys.append([match.bracket_key for match in round_.matches.order_by("table")])
        assert len(keys) < 9
        play(page, round_, upset=len(keys) == 4)
    # The losers play beside the winners; the grand final is played again since its winner had a loss.
    assert [len(found) for found in keys] == [2, 2, 1, 1, 1]

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/e/hall-cup/desk/")
    over = page.get_by_text("The event is over").bounding_box()
    assert over is not None
    assert over["width"] > 4 * over["height"], "on one line of a phone"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("link", name="Final standings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")
    expect(page.locator(".champion b")).to_have_text(PLAYERS[0])
    expect(page.locator("#standings tbody tr").first).to_contain_text(PLAYERS[0])
    page.get_by_role("link", name="The bracket").click()
    expect(page.locator(".champion b")).to_have_text(PLAYERS[0])
    expect(page.get_by_text("Grand final reset").first).to_be_visible()
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.locator(".champion b")).to_have_text(PLAYERS[0])
    final = Match.objects.get(bracket_key=keys[-1][0])
    assert Result.objects.get(match=final, status="confirmed").lines.get(outcome="win").seat.entry.seed == 1
    assert verify_audit(event) is None


@pytest.mark.long
def test_a_round_robin_of_four_is_planned_and_played_to_its_standings(server: str, page: Page) -> None:
    event = plan_event(page, server, ROBIN)
    for number in range(1, 4):
        round_ = pair_next(page)
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Round robin, round {number}")
        play(page, round_)
    assert Event.objects.get(pk=event.pk).finished_at is not None
    pairs = {frozenset(m.seats.values_list("entry__seed", flat=True)) for m in Match.objects.filter(table__gt=0)}
    assert len(pairs) == 6

    page.goto("/e/hall-cup/desk/")
    page.get_by_role("link", name="Final standings").click()
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(4)
    for place, (name, points) in enumerate(zip(PLAYERS, (9, 6, 3, 0), strict=True)):
        expect(rows.nth(place)).to_contain_text(name)
        expect(rows.nth(place)).to_contain_text(str(points))
    page.goto("/e/hall-cup/desk/settings/")
    page.get_by_label("Reason").first.fill("A look at the settings")
    page.get_by_role("button", name="Reopen event").click()
    expect(page.get_by_text("Cannot be changed after a round is paired.")).to_be_visible()
    expect(page.get_by_label(DOUBLE)).to_be_disabled()
    assert verify_audit(event) is None


def test_the_rules_of_the_chosen_game_are_shown_and_sent(server: str, page: Page, tmp_path: Path) -> None:
    enter_as(page.context, UserFactory(), server)
    with toy_game(tmp_path):
        page.goto("/events/new/")
        expect(page.get_by_label("Spectacle")).to_be_visible()
        expect(page.get_by_label("Format", exact=True)).to_be_hidden()
        expect(page.get_by_label("Long (Goal: 20, 20 minutes)")).to_be_hidden()
        page.get_by_role("button", name="Toy race").click()
        expect(page.get_by_label("Spectacle")).to_be_hidden()
        page.get_by_label("Custom rules").and_(page.locator(":visible")).check()
        page.get_by_label("Goal", exact=True).fill("15")
        page.get_by_text("More rules").and_(page.locator(":visible")).click()
        page.get_by_label("Above the goal").select_option("loses_turn")
        page.get_by_label("Name", exact=True).fill("Toy Cup")
        page.get_by_label("Time cap in minutes").fill("10")
        page.get_by_role("button", name="Create event").click()
        page.wait_for_url("**/e/toy-cup/desk/people/**")
        event = Event.objects.get(slug="toy-cup")
        assert (event.game, event.rules) == ("toy", {"goal": 15, "options": {"overshoot": "loses_turn"}})
