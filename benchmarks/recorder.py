"""How soon a tap on the recorder is on screen: ``python -m benchmarks.recorder [--taps N]``.

Real Chromium against the embedded server, as a tablet of 820 × 1180 with touch, once as fast as this machine and once
with its processor slowed down four times, as a cheap tablet is. A tap is a finger that goes down and up at once. The
page itself takes the times: from the browser's event for the finger going down until the frame with the change was
painted. Writes the table to docs/measurements/recorder.md.
"""

from __future__ import annotations

import argparse
import platform
import statistics
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import hall

TABLE = Path(__file__).resolve().parent.parent / "docs" / "measurements" / "recorder.md"
CHROMIUM = "/usr/bin/chromium"
SPEEDS = {1: "this machine", 4: "processor four times slower"}
WATCH = """
window.taps = { at: 0, mark: null, board: null };
const painted = (name) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { taps[name] ??= performance.now() - taps.at; };
  port2.postMessage("");
});
const down = (event) => { Object.assign(taps, { at: event.timeStamp, mark: null, board: null }); };
addEventListener("pointerdown", down, true);
new MutationObserver(() => { if (!document.querySelector("[data-recorder-kept]").hidden) painted("mark"); })
  .observe(document.querySelector("[data-recorder-kept]"), { attributes: true, childList: true, subtree: true });
new MutationObserver(() => painted("board")).observe(document.querySelector("[data-recorder]"), { childList: true });
"""
SETTLED = """() => taps.mark && taps.board && document.querySelector("[data-sync]").dataset.unsent === "0"
  && document.querySelector("[data-recorder-kept]").hidden"""


class Times(NamedTuple):
    """Milliseconds of each tap: until its mark was painted, and until the board with it was."""

    mark: list[float]
    board: list[float]


def fill() -> str:
    """An event with a round that is played, whose first table has a record; the address of its recorder."""
    from django.core.management import call_command
    from django.utils import timezone

    from judging.recorder.services.recording import start_record
    from matches.audit.services import Actor
    from matches.clock.services import start_clock
    from matches.enums import Role
    from matches.models import Entry, Event, EventRole, Match, Player, Stage, User
    from matches.rounds.services.rounds import pair_round, publish_round

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    user = User.objects.create_superuser("bench", password="bench bench bench")  # noqa: S106 - lives for a minute
    event = Event.objects.create(
        slug="bench", name="Bench", date=timezone.localdate(), game="bankout", cap_minutes=25, seed=7, published=True,
        rules={"format": "bankout"}, created_by=user,
    )  # fmt: skip
    EventRole.objects.create(event=event, user=user, role=Role.SCOREKEEPER)
    stage = Stage.objects.create(event=event, order=1, kind="swiss", rounds_planned=3)
    for number in range(1, 9):
        player = Player.objects.create(name=f"Player Number {number}")
        Entry.objects.create(event=event, player=player, number=number, status="checked_in")
    actor = Actor(user=user)
    round_ = pair_round(stage=stage, actor=actor, seed=1)
    publish_round(round=round_, actor=actor)
    start_clock(round=round_, actor=actor)
    match = Match.objects.filter(round=round_, kind="played").select_related("round__stage__event").get(table=1)
    start_record(match=match, actor=actor, first="A", device="")
    return f"/e/bench/judge/table/{match.pk}/turns/"


def measure(browser: Any, base: str, address: str, taps: int, slower: int) -> Times:
    """Tap so many cards, one after another, each when the one before it is stored."""
    context = browser.new_context(base_url=base, viewport={"width": 820, "height": 1180}, has_touch=True)
    page = context.new_page()
    page.goto("/login/")
    page.fill("[name=username]", "bench")
    page.fill("[name=password]", "bench bench bench")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda url: "/login/" not in url)
    page.goto(address)
    page.locator('form[action$="/take-over/"] button').click()
    page.wait_for_selector(".recorder-keys")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.evaluate(WATCH)
    found = Times([], [])
    for number in range(taps):
        key = page.locator(f'.recorder-keys button[value="{"B" if number % 3 == 2 else "4"}"]')
        (key if key.count() else page.locator(".recorder-hand button.big-button--primary").first).tap()
        page.wait_for_function(SETTLED)
        found.mark.append(page.evaluate("taps.mark"))
        found.board.append(page.evaluate("taps.board"))
    context.close()
    return found


def line(what: str, times: list[float], limit: str) -> str:
    """A row of the table."""
    often = statistics.quantiles(times, n=20)[-1]
    return f"| {what} | {len(times)} | {statistics.median(times):.0f} | {often:.0f} | {max(times):.0f} | {limit} |"


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=120)
    taps = parser.parse_args().taps
    rows = []
    with hall.scratch() as data:
        hall.configure(data)
        address = fill()
        with hall.served(data) as (port, _process), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for slower, name in SPEEDS.items():
                times = measure(browser, f"http://127.0.0.1:{port}", address, taps, slower)
                rows.append(line(f"{name}: the tap's token is on screen", times.mark, "50 ms"))
                rows.append(line(f"{name}: the board with it, judged by the server", times.board, ""))
            browser.close()
    _write(rows)


def _write(rows: list[str]) -> None:
    lines = [
        "# A tap on the recorder, measured",
        "",
        f"Made by `python -m benchmarks.recorder` on Python {platform.python_version()}, SQLite: the embedded server",
        "and real Chromium on the same two cores, a tablet of 820 × 1180 with touch. Milliseconds from the browser’s",
        "event for the finger going down until the frame with the change was painted. Each tap waits until the one",
        "before it is stored.",
        "",
        "| what | taps | median | 95 of 100 | worst | to reach |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        "Before a tap was shown without waiting until the device had kept it, the same command gave 52 and 81 ms here,",
        "and 73 and 150 ms with the slower processor. The machine did other work then (a load of eight on two",
        "cores).",
        "",
    ]
    TABLE.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
