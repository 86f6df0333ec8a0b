"""Two people who act at the same moment in two browsers: one act counts, and the other one is shown whose."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_playwright import CreateContextCallback

from judging.calls.services import call_judge
from judging.enums import CallState
from judging.models import Call, CallStep
from matches.audit.services import Actor, verify_audit
from matches.enums import ResultStatus, Role
from matches.halls.services.days import HallTerms, create_hall_day
from matches.halls.services.events import add_to_hall_day
from matches.halls.services.staff import grant_hall_role
from matches.models import Event, Match, Result, Round
from tests.browser.rounds import event_with_round
from tests.browser.test_desk import enter_as
from tests.factories import EventRoleFactory, UserFactory, staff
from tests.matches.playing import match_at
from tests.patience import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.database]
TABLET = {"width": 820, "height": 1180}


def at_once(*acts: tuple[Page, str, Callable[[Page], None]]) -> None:
    """Have each page send its act, hold all of them back until the last one is there, and let them go together."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:  # a part of the page that is fetched again
            route.continue_()

    for page, address, act in acts:
        page.route(address, hold)
        with page.expect_request(lambda request: request.method == "POST"):
            act(page)
    # A page that waits for its answer evaluates nothing; its context answers, and what has come is heard meanwhile.
    wait_until(lambda: [page.context.cookies() for page, *_ in acts] and len(held) == len(acts), problem=lambda: held)
    with ExitStack() as answers:
        for page, _address, _act in acts:
            answers.enter_context(page.expect_response(lambda answer: answer.request.method == "POST"))
        for route in held:
            route.continue_()
    for page, address, _act in acts:
        page.unroute(address)


def pressing(name: str) -> Callable[[Page], None]:
    """Press the first button of this name without waiting for what comes of it."""
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click(no_wait_after=True)


def hall_of_two() -> tuple[Event, Event, Round]:
    """A hall day with two events; Jo and Kim are floor judges of both. The running round is of the first."""
    (main, round_), (side, _other) = event_with_round(8), event_with_round(4)
    olga = UserFactory(username="olga")
    for event in (main, side):
        EventRoleFactory(event=event, user=olga)
    hall = create_hall_day(actor=Actor(user=olga), terms=HallTerms(name="Autumn Con", date=main.date, tables="1-40"))
    for event in (main, side):
        add_to_hall_day(event=event, hall_day=hall, actor=Actor(user=olga))
    for name in ("jo", "kim"):
        UserFactory(username=name, name=name.title())
        grant_hall_role(hall_day=hall, actor=Actor(user=olga), username=name, role=Role.FLOOR_JUDGE)
    return main, side, round_


def of_role(event: Event, name: str, role: Role, server: str, new_context: CreateContextCallback) -> Page:
    user = UserFactory(username=name, name=name.title())
    EventRoleFactory(event=event, user=user, role=role)
    context = new_context()
    enter_as(context, user, server)
    return context.new_page()


@pytest.mark.parametrize("where", ["hall", "event"])
def test_two_judges_take_one_call(server: str, new_context: CreateContextCallback, where: str) -> None:
    main, _side, round_ = hall_of_two()
    call = call_judge(match=match_at(round_, 2), actor=Actor(user=staff(main, Role.SCOREKEEPER)))
    judges = {role.user.name: role.user for role in main.roles.filter(role=Role.FLOOR_JUDGE).select_related("user")}
    pages = {}
    for name, user in judges.items():
        context = new_context()
        enter_as(context, user, server)
        pages[name] = context.new_page()
        pages[name].set_viewport_size(TABLET)
        pages[name].goto("/halls/autumn-con/calls/" if where == "hall" else f"/e/{main.slug}/judge/calls/")
    take = f"**/judge/calls/{call.pk}/claim/"
    at_once(*((page, take, pressing("Take call")) for page in pages.values()))
    step = CallStep.objects.get(call=call, step=CallState.CLAIMED)
    winner = str(step.judge)
    (loser,) = pages.keys() - {winner}
    pages[winner].wait_for_url(f"**/e/{main.slug}/judge/table/**")
    expect(pages[loser].get_by_text(f"{winner} is on the way to table 2.")).to_be_visible()
    expect(pages[loser]).to_have_url(f"{server}/e/{main.slug}/judge/calls/")
    expect(pages[loser].locator(".queue-item")).to_contain_text(winner)
    expect(pages[winner].get_by_text("is on the way to")).to_have_count(0)
    for page in pages.values():
        page.goto("/halls/autumn-con/calls/")
        expect(page.locator(".queue-item")).to_contain_text(winner)
        expect(page.get_by_role("button", name="Take call")).to_have_count(0)
    assert Call.objects.count() == 1
    assert verify_audit(main) is None


def confirmed_at(match: Match) -> list[Result]:
    return list(Result.objects.filter(match=match, status=ResultStatus.CONFIRMED))


@pytest.mark.parametrize("second", ["2-1", "0-2"], ids=["same", "different"])
def test_two_desks_type_one_tables_result(server: str, new_context: CreateContextCallback, second: str) -> None:
    event, round_ = event_with_round(8)
    pages = [of_role(event, name, Role.SCOREKEEPER, server, new_context) for name in ("dana", "pat")]
    for page, score in zip(pages, ("2-1", second), strict=True):
        page.goto(f"/e/{event.slug}/desk/results/")
        page.get_by_label("Result", exact=False).first.fill(f"3 {score}")
    address = f"**/e/{event.slug}/desk/results/"
    at_once(*((page, address, lambda page: page.keyboard.press("Enter")) for page in pages))
    lines = [page.get_by_label("Result", exact=False).first for page in pages]
    (stored,) = confirmed_at(match_at(round_, 3))
    first = ["Dana", "Pat"].index(str(stored.reported_by_user))
    expect(lines[first]).to_have_value("")
    if second == "2-1":
        expect(lines[1 - first]).to_have_value("")
        expect(pages[1 - first].get_by_text("Table 3:")).to_be_visible()
    else:
        error = pages[1 - first].locator("#result-error")
        expect(error).to_contain_text(f"{stored.reported_by_user} saved it at")
        expect(error).to_contain_text("Your result was not saved.")
        expect(lines[1 - first]).to_have_value(f"3 {('2-1', second)[1 - first]}")
    assert Result.objects.count() == 1
    assert verify_audit(event) is None


@pytest.mark.parametrize("second", ["2–1", "0–2"], ids=["same", "different"])
def test_two_desks_tap_one_tables_result(server: str, new_context: CreateContextCallback, second: str) -> None:
    event, round_ = event_with_round(8)
    pages = [of_role(event, name, Role.SCOREKEEPER, server, new_context) for name in ("dana", "pat")]
    address = f"**/e/{event.slug}/desk/results/open/{match_at(round_, 3).pk}/"
    for page in pages:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(address.removeprefix("**"))
    at_once(*((page, address, pressing(score)) for page, score in zip(pages, ("2–1", second), strict=True)))
    (stored,) = confirmed_at(match_at(round_, 3))
    first = ["Dana", "Pat"].index(str(stored.reported_by_user))
    expect(pages[first].get_by_role("button", name="Undo")).to_be_visible()
    if second == "2–1":
        expect(pages[1 - first].get_by_role("button", name="Undo")).to_be_visible()
    else:
        expect(pages[1 - first].get_by_role("alert")).to_contain_text(f"{stored.reported_by_user} saved it at")
    assert Result.objects.count() == 1
    assert verify_audit(event) is None
