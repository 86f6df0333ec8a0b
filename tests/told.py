"""What a page told by its facts: levels of messages, codes of refusals and of fields' errors. The words stay free."""

from __future__ import annotations

from typing import Any


def levels(page: Any) -> list[str]:
    """The level of each message on top of the page, such as ``success``."""
    return [message.level_tag for message in page.context["messages"]]


def refusals(page: Any) -> list[str]:
    """The codes of the refusals on top of the page."""
    return [message.extra_tags for message in page.context["messages"] if message.level_tag == "error"]


def error_codes(page: Any, name: str = "form") -> dict[str, list[str]]:
    """The codes of a form's errors, by field."""
    return {
        field: [error.code or "" for error in found] for field, found in page.context[name].errors.as_data().items()
    }
