"""What a phone fetches on its first visit to the pairings of 208 players: ``python -m benchmarks.first_visit``.

In Chromium, with nothing kept, and in two runs: names in Latin letters of all Europe and Vietnam, and the same with
Cyrillic and Greek names between them. First paint is at 400 kbit/s with 400 ms latency. Beside it the same for a page
that says hello.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks import hall

PLAYERS = 208
ROUNDS = 1
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-headless-shell") or ""
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
EUROPE = [
    "Łukasz Żółć",
    "Zoë Ó Súilleabháin",
    "Nguyễn Thị Minh Khai",
    "Çağla Gökçe",
    "Ada Lovelace",
    "Jan van der Berg",
]
ALL = [*EUROPE, "Иван Петров", "Ελένη Παππά"]
SIZES = """() => {
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const of = (list) => list.reduce((sum, one) => sum + one.transferSize, 0);
  return [of(entries), of(entries.filter((one) => one.name.endsWith(".woff2")))];
}"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def rename(names: list[str]) -> None:
    from matches.models import LiveVersion, Player

    players = list(Player.objects.order_by("pk"))
    for number, player in enumerate(players):
        player.name = f"{names[number % len(names)]} {number + 1}"
    Player.objects.bulk_update(players, ["name"])
    for version in LiveVersion.objects.all():
        version.version += 1
        version.save()


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM or None, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


def visit(chromium: Any, address: str, *, slow: bool = False) -> tuple[float, float, float]:
    """A first visit: kilobytes in all, kilobytes of fonts, first paint in milliseconds."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    if slow:
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    page.goto(address, wait_until="load", timeout=120_000)
    page.wait_for_timeout(3_000 if not slow else 500)  # fonts come after the first paint
    whole, fonts = page.evaluate(SIZES)
    paint = page.evaluate(PAINT)
    context.close()
    return whole / 1000, fonts / 1000, paint


def main() -> None:
    with hall.scratch() as data:
        hall.configure(data)
        hall.PLAYERS, hall.ROUNDS = PLAYERS, ROUNDS
        hall.fill()
        rows = []
        for label, names in (("Latin letters", EUROPE), ("with Cyrillic and Greek", ALL)):
            rename(names)
            with hall.served(data) as (port, _process), browser() as chromium:
                whole, fonts, _paint = visit(chromium, f"http://127.0.0.1:{port}/e/bench/")
                _whole, _fonts, paint = visit(chromium, f"http://127.0.0.1:{port}/e/bench/", slow=True)
                _whole, _fonts, hello = visit(chromium, f"http://127.0.0.1:{port}/hello/", slow=True)
            rows.append((label, whole, fonts, paint, hello))
    print("| names | in all | of it fonts | first paint at 400 kbit/s | a page that says hello |")
    print("|---|---:|---:|---:|---:|")
    for label, whole, fonts, paint, hello in rows:
        print(f"| {label} | {whole:.0f} KB | {fonts:.0f} KB | {paint / 1000:.1f} s | {hello / 1000:.1f} s |")


if __name__ == "__main__":
    main()
