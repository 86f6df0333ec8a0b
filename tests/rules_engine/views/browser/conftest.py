"""Chromium and the running tool, as the browser tests of the whole product have them."""

from tests.browser.conftest import (
    _no_surprises,
    _uvicorn,
    browser_context_args,
    browser_type_launch_args,
    server,
)

__all__ = ["_no_surprises", "_uvicorn", "browser_context_args", "browser_type_launch_args", "server"]
