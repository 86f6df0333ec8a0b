"""Text of twice the size on the smallest phone: no page moves sideways, and what scrolls is in reach of the keyboard.

The size is set on the page, as a browser or an extension does that makes text larger and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import Page

from judging.rulings.services.infractions import Fault, log_infraction
from matches.audit.services import Actor
from matches.enums import Role, StageKind
from matches.models import Event, Match, Player
from matches.people.services.links import make_player_link
from tests.browser.test_access import OUT_OF_REACH
from tests.browser.test_desk import enter_as
from tests.factories import EventRoleFactory, any_organiser, staff
from tests.matches.playing import entry, event_of, played, report, running

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SMALLEST = {"width": 320, "height": 640}
LARGE = """async () => {
  document.documentElement.style.fontSize = "200%";
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
WIDER = """() => {
  const wider = document.documentElement.scrollWidth - innerWidth;
  const beyond = [...document.querySelectorAll("main *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  return wider > 0 ? [wider, ...beyond.map((one) => one.outerHTML.slice(0, 90)).slice(-3)] : [];
}"""


def check(page: Page, places: Iterable[str]) -> None:
    """Open each page with text of twice the size and hold that it fits."""
    page.set_viewport_size(SMALLEST)
    found: dict[str, object] = {}
    for place in places:
        answer = page.goto(place)
        assert answer is not None
        assert answer.ok, place
        page.evaluate(LARGE)
        if wrong := page.evaluate(WIDER) + page.evaluate(OUT_OF_REACH):
            found[place] = wrong
    assert found == {}


def day() -> tuple[Event, Actor, Match]:
    """An event in its second round, with tables of three digits, a ruling, a long name and an Arabic one."""
    event, desk = event_of(8, rounds=3, cut=4), any_organiser()
    for number, name in ((1, "Maximiliane Hohenlohe-Schillingsfürst-Waldburg"), (2, "عبد الرحمن محمد الحسن")):
        Player.objects.filter(entries__event=event, entries__number=number).update(name=name)
    played(event, desk)
    round_ = running(event, desk)
    match = round_.matches.get(seats__entry__number=1)
    report(round_, desk, tables=[2 if match.table == 1 else 1])
    one = match.seats.select_related("entry__player").get(index=0).entry
    judge = Actor(user=staff(event, Role.HEAD_JUDGE))
    log_infraction(event=event, actor=judge, fault=Fault(entry=one, code="GP-HAND", match=match), penalty="W")
    Match.objects.filter(pk=match.pk).update(table=128)
    return event, desk, match


def test_everybodys_pages(server: str, page: Page) -> None:
    event, desk, _match = day()
    knock_out = event_of(16, kind=StageKind.DOUBLE_ELIMINATION)
    played(knock_out, desk)
    running(knock_out, desk)
    own = f"/p/{make_player_link(actor=desk, entry=entry(event, 1)).token}/"
    public = f"/e/{event.slug}/"
    check(
        page,
        [
            *("/", "/events/", "/login/", "/plan/", "/lab/"),
            *(own, f"{own}?drop=1", f"{own}what-if/", f"{own}code/"),
            *(public, f"{public}standings/", f"{public}players/", f"{public}players/1/", f"{public}about/"),
            *(f"{public}find/?name=max", f"{public}find/?name=player", f"{public}standings/1/1/1/"),
            f"/e/{knock_out.slug}/bracket/",
        ],
    )


def test_the_games_and_their_rules(server: str, page: Page) -> None:
    games = ("bankout", "bank", "stage", "bankrupt")
    check(
        page,
        [
            *(f"/practice/?game={game}" for game in games),
            *(f"/rules/learn/?game={game}" for game in games),
            *("/rules/", "/rules/BO-5.1/", "/rules/odds/", "/rules/drill/", "/rules/learn/lesson/1/"),
            *("/rules/check/", "/rules/check/example/ten-faults/?step=8", "/rules/learn/advice/risk/"),
        ],
    )
    page.goto("/practice/?game=bankout")
    page.get_by_role("button", name="Start").click()
    check(page, ["/practice/"])


def test_the_judges_pages(server: str, page: Page) -> None:
    event, _desk, match = day()
    enter_as(page.context, staff(event, Role.HEAD_JUDGE), server)
    judge = f"/e/{event.slug}/judge/"
    table = f"{judge}table/{match.pk}/"
    at_table = ("", "turns/", "stopwatch/", "time/", "result/", "note/", "deck/", "sheet/", "incident/", "rule/other/")
    floor = ("", "?density=tight", "?show=all", "calls/", "head/", "log/", "log/?show=everything", "rota/", "rules/")
    check(page, [*(f"{judge}{place}" for place in (*floor, "player/1/", "sheet/")), *(table + one for one in at_table)])


def test_the_desks_pages(server: str, page: Page) -> None:
    event, _desk, match = day()
    organiser = staff(event, Role.ORGANISER)
    EventRoleFactory(event=event, user=organiser, role=Role.SCOREKEEPER)
    enter_as(page.context, organiser, server)
    places = (
        *("", "people/", "people/1/", "people/add/", "people/import/", "people/links/", "people/sign-ups/"),
        *("results/", "results/?show=all", "results/open/", f"results/open/{match.pk}/", f"table/{match.pk}/"),
        *("rounds/", "rounds/1/2/", "standings/", "walls/", "walls/new/", "staff/", "plan/", "prizes/", "schedule/"),
        *("announcements/", "log/", "forecast/", "settings/", "settings/finish/", "settings/copy/", "settings/delete/"),
    )
    check(page, [*(f"/e/{event.slug}/desk/{place}" for place in places), f"/e/{event.slug}/print/", "/events/new/"])
