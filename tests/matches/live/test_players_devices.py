"""Which kept copy a device gets that has opened a player's page."""

from __future__ import annotations

import pytest

from matches.live.front_views import visit_of


@pytest.mark.parametrize(
    ("path", "cookie", "apart"),
    [
        ("/e/open/watch/3/", b"player=1:x", True),
        ("/e/open/watch/3/", b"theme=dark;  player =1:x", True),
        ("/e/open/watch/3/", b"theme=player", False),
        ("/e/open/standings/", b"player=1:x", False),
    ],
)
def test_a_page_with_chances_is_another_one_on_a_players_device(path: str, cookie: bytes, apart: bool) -> None:
    headers = [(b"host", b"localhost"), (b"cookie", cookie)]
    visit = visit_of({"type": "http", "method": "GET", "scheme": "http", "path": path, "headers": headers})
    assert visit is not None
    assert visit.key.player is apart
