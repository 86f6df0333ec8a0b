"""A floor judge at work on a tablet: a hand limit, a slow-play warning and a counter-Joker ruling."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def open_table(tablet: Page, slug: str, table: int) -> None:
    """Type the table's number, as one does at arm's length."""
    tablet.goto(f"/e/{slug}/judge/")
    field = tablet.locator("input[name=table]").first
    field.fill(str(table))
    field.press("Enter")
    expect(tablet.get_by_role("heading", level=1)).to_contain_text(f"Table {table}")


def rule_infraction(tablet: Page, button: str, code: str) -> str:
    """Three taps: what happened, who, and the suggested penalty. The penalty's words."""
    tablet.locator("a.big-button", has_text=button).first.click()
    tablet.locator(f"section.fault[aria-labelledby=rule-{code}]").locator("a.big-button").first.click()
    suggested = tablet.locator(".verdict-what b").inner_text()
    tablet.locator("button.big-button--primary").click()
    expect(tablet.get_by_role("heading", level=1)).to_contain_text("Table")
    return suggested


def rule_counter(tablet: Page, outcome: str) -> None:
    """A ruling on the counter, without an infraction."""
    tablet.locator("a.big-button", has_text="Counter-Joker").first.click()
    tablet.get_by_text(outcome).first.click()
    tablet.get_by_role("button", name="Log the ruling").click()
    tablet.get_by_role("link", name="Nobody, done").click()
    expect(tablet.get_by_role("heading", level=1)).to_contain_text("Table")


def log_three_rulings(tablet: Page, slug: str, table: int) -> list[str]:
    """At one table; the penalties that were suggested and given."""
    open_table(tablet, slug, table)
    given = [rule_infraction(tablet, "Hand limit", "GP-HAND")]
    given.append(rule_infraction(tablet, "Slow play", "TM-SLOW"))
    given.append(rule_infraction(tablet, "Slow play", "TM-SLOW"))
    rule_counter(tablet, "late")
    return given
