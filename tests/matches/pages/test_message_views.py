"""Messages keep their undo address over the redirect, and nothing that a session holds can break a page."""

from __future__ import annotations

import pytest
from django.contrib import messages
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from matches.pages.message_views import PageMessage, PageMessageStorage, report_success

pytestmark = pytest.mark.django_db


def request_with(session: SessionStore) -> HttpRequest:
    request = HttpRequest()
    request.session = session
    request._messages = PageMessageStorage(request)  # type: ignore[attr-defined]
    return request


def after_a_redirect(request: HttpRequest) -> list[PageMessage]:
    """What the next request of the same session shows."""
    messages.get_messages(request).update(HttpResponse())  # type: ignore[union-attr]
    return list(messages.get_messages(request_with(request.session)))  # type: ignore[arg-type]


def test_a_message_keeps_its_level_text_and_undo_address() -> None:
    request = request_with(SessionStore())
    report_success(request, "Ada is checked in.", undo_url="/e/autumn/undo")
    messages.error(request, "Nothing was saved.")
    first, second = after_a_redirect(request)
    assert (first.level_tag, first.message, first.undo_url) == ("success", "Ada is checked in.", "/e/autumn/undo")
    assert (second.level_tag, second.message, second.undo_url) == ("error", "Nothing was saved.", "")


def test_the_page_offers_to_undo_and_escapes_the_text() -> None:
    request = request_with(SessionStore())
    report_success(request, "<b>Ada</b>", undo_url="/e/autumn/undo?a=1&b=2")
    html = render_to_string("components/messages.html", {"messages": after_a_redirect(request)})
    assert 'action="/e/autumn/undo?a=1&amp;b=2"' in html
    assert "&lt;b&gt;Ada&lt;/b&gt;" in html


def test_a_message_without_an_undo_address_has_no_button() -> None:
    request = request_with(SessionStore())
    report_success(request, "Saved.")
    assert "<form" not in render_to_string("components/messages.html", {"messages": after_a_redirect(request)})


def test_messages_that_another_version_stored_are_left_out() -> None:
    session = SessionStore()
    session[PageMessageStorage.session_key] = '[["__json_message", 0, 25, "Saved.", "undo:/x"]]'
    assert list(messages.get_messages(request_with(session))) == []


def test_a_page_that_is_kept_for_later_leaves_the_messages_to_the_page_that_is_seen() -> None:
    request = request_with(SessionStore())
    report_success(request, "Play resumed.")
    messages.get_messages(request).update(HttpResponse())  # type: ignore[union-attr]
    keeping = request_with(request.session)  # type: ignore[arg-type]
    keeping.META["HTTP_X_KEEPING"] = "1"
    assert list(messages.get_messages(keeping)) == []
    messages.get_messages(keeping).update(HttpResponse())  # type: ignore[union-attr]
    assert [str(row) for row in messages.get_messages(request_with(request.session))] == [("Play resumed.")]  # type: ignore[arg-type]
