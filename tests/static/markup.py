"""A small reader of HTML that says what a browser would silently repair: tags left open, ids twice, lone labels."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
FIELDS = {"input", "select", "textarea"}


class Markup(HTMLParser):
    """Feed it one document; ``problems()`` lists what is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []
        self.ids: Counter[str] = Counter()
        self.wanted: list[tuple[str, str]] = []
        self.fields: list[dict[str, str | None]] = []
        self.labelled: set[str] = set()
        self.headings = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look(tag, dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.found.append(f"</{tag}> at {self.getpos()} closes nothing")

    def _look(self, tag: str, attrs: dict[str, str | None]) -> None:
        if attrs.get("id") is not None:
            self.ids[attrs["id"] or ""] += 1
        for name in ("for", "aria-describedby", "aria-labelledby"):
            for wanted in (attrs.get(name) or "").split():
                self.wanted.append((f"{tag} {name}", wanted))
        if tag == "label":
            self.labelled.add(attrs.get("for") or "")
        if tag in FIELDS and attrs.get("type") not in ("hidden", "submit"):
            self.fields.append(attrs)
        if tag == "h1":
            self.headings += 1

    def problems(self) -> list[str]:
        """What is wrong, in words; empty for sound markup."""
        found = [*self.found, *(f"<{tag}> is not closed" for tag in self.open)]
        found += [f"id {name!r} {count} times" for name, count in self.ids.items() if count > 1 or not name]
        found += [f"{who} names {wanted!r}" for who, wanted in self.wanted if wanted not in self.ids]
        for field in self.fields:
            if field.get("id") not in self.labelled and not field.get("aria-label"):
                found.append(f"field {field.get('name')!r} has no label")
        if self.headings != 1:
            found.append(f"{self.headings} main headings")
        return found
