"""The page that a test in a browser begins with: one that earlier tests used, left as a new one is.

A new page is a new process, which loads, compiles and lays out everything for the first time; that costs more than
many a test does. A worker keeps one page for each server, with the style sheets and scripts it has loaded. A test that
gave its page what cannot be taken back (a script, a route) closes it. In the long form each test has a new page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, ViewportSize

from tests.patience import BROWSER_PATIENCE

STILL = "/static/img/favicon.svg"
"""A page without scripts, on which a kept page waits for the next test."""
FOR_GOOD = (
    *("add_init_script", "expose_binding", "expose_function", "route", "route_from_har", "route_web_socket"),
    *("set_extra_http_headers", "emulate_media", "once", "set_offline", "grant_permissions", "set_geolocation"),
    "new_cdp_session",
)
"""What a test may ask of its page or context that is not taken back."""
CLOCK_FOR_GOOD = ("install", "pause_at", "set_fixed_time", "set_system_time")
OUTSIDE = (-10, -10)


def patient(context: BrowserContext) -> BrowserContext:
    """With the patience of the tests for every click and every page."""
    context.set_default_timeout(BROWSER_PATIENCE * 1000)
    return context


class KeptPage:
    """One page in a context of its own, and whether the next test may have it."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context = patient(browser.new_context(**options))
        self.page = self.context.new_page()
        self.origin: str = options["base_url"]
        self.size: ViewportSize | None = self.page.viewport_size
        self.chromium: CDPSession = self.context.new_cdp_session(self.page)
        self.heard: list[tuple[Any, str, Callable[..., Any]]] = []
        self.spent = False

    def lend(self, patch: pytest.MonkeyPatch) -> Page:
        """The page for one test, in which it is noted what the test asks of it."""
        for target in (self.page, self.context):
            for name in FOR_GOOD:
                if hasattr(target, name):
                    patch.setattr(target, name, self._spending(getattr(target, name)))
            patch.setattr(target, "on", self._listening(target, target.on))
        for name in CLOCK_FOR_GOOD:
            patch.setattr(self.page.clock, name, self._spending(getattr(self.page.clock, name)))
        return self.page

    def _spending(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def spending(*args: Any, **given: Any) -> Any:
            self.spent = True
            return method(*args, **given)

        return spending

    def _listening(self, target: Page | BrowserContext, on: Callable[..., Any]) -> Callable[..., Any]:
        def listening(event: Any, heard: Callable[..., Any]) -> None:
            self.heard.append((target, event, heard))
            on(event, heard)

        return listening

    def leave(self) -> None:
        """Make it as a new page is."""
        if self.page.is_closed() or not self.page.url.startswith(self.origin):
            self.spent = True  # its storage is out of reach
        if self.spent:
            return
        for other in self.context.pages:
            if other != self.page:
                other.close()
        for target, event, heard in self.heard:
            target.remove_listener(event, heard)
        self.heard = []
        self.page.goto(self.origin + STILL)
        self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self.chromium.send("Storage.clearDataForOrigin", {"origin": self.origin, "storageTypes": "all"})
        self.page.mouse.move(*OUTSIDE)
        if self.size and self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)


class KeptPages:
    """The kept pages of a worker, one for each way to open it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.there: dict[str, KeptPage] = {}

    def get(self, options: dict[str, Any]) -> KeptPage:
        key = str(options)
        if key not in self.there:
            self.there[key] = KeptPage(self.browser, options)
        return self.there[key]

    def take_back(self, kept: KeptPage) -> None:
        """Leave a page for the next test, or let that have another: also where this one cannot be left."""
        try:
            kept.leave()
        except BaseException:
            kept.spent = True
            raise
        finally:
            if kept.spent:
                self.there = {key: one for key, one in self.there.items() if one is not kept}
                kept.context.close()
