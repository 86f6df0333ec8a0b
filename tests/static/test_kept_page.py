"""What a test leaves in the page of a worker is not there for the next one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Error

from tests.kept_page import KeptPages

pytestmark = pytest.mark.browser

FILL = """async () => {
  localStorage.setItem("mine", "1");
  sessionStorage.setItem("mine", "1");
  document.cookie = "mine=1; path=/";
  await caches.open("mine");
  await new Promise((done) => { indexedDB.open("mine").onsuccess = done; });
}"""
FOUND = """async () => [
  ...[localStorage, sessionStorage].map((one) => one.getItem("mine")),
  ...await caches.keys(),
  ...(await indexedDB.databases()).map((one) => one.name),
  document.cookie,
].filter(Boolean)"""


def test_a_page_is_left_as_a_new_one_is(browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = KeptPages(browser)
    heard: list[str] = []
    kept = pages.get({"base_url": address})
    with monkeypatch.context() as patch:
        page = kept.lend(patch)
        page.on("console", lambda said: heard.append(said.text))
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("/login")
        page.evaluate(FILL)
        assert len(page.evaluate(FOUND)) == 5
        with page.expect_popup():
            page.evaluate("() => { open('/login'); }")
    pages.take_back(kept)
    with monkeypatch.context() as patch:
        again = pages.get({"base_url": address}).lend(patch)
        assert again == page
        assert again.context.pages == [again]
        assert again.viewport_size != {"width": 390, "height": 844}
        again.goto("/login")
        again.evaluate("console.log('said')")
        assert again.evaluate(FOUND) == []
        assert "said" not in heard
        again.add_init_script("window.mine = 1")
    pages.take_back(kept)
    new = pages.get({"base_url": address})
    assert new.page != page
    new.page.goto("/login")
    monkeypatch.setattr("tests.kept_page.STILL", ":no-address")
    with pytest.raises(Error):
        pages.take_back(new)
    assert pages.there == {}
