"""The streams of four kinds of devices and the kept copies, looked at while a match is played live.

``python -m benchmarks.watched_bytes`` uses it.
"""

from __future__ import annotations

import re
from collections import Counter

from benchmarks.watched_site import Site, Stream, wait_for
from matches.audit.services import SYSTEM, audited_change
from tests.judging.broadcast.byte_scan import Beside
from tests.judging.broadcast.live_scene import SHORT, Scene, Seen, plain

SIGN = "clock"
"""What is changed to learn that all before it has come along the streams."""


class Streams(Beside):
    """What devices hear, and what the site has kept."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.streams: dict[str, Stream] = {}
        self.kept: dict[tuple[str, bool], bytes] = {}
        self.read: Counter[str] = Counter()

    def begin(self, scene: Scene) -> None:
        self.scene = scene
        self.cookies = {
            role: "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
            for role, client in scene.clients.items()
        }
        for role in scene.roles:
            self.streams[role] = self.site.stream(scene.versions()[0], self.cookies[role])
        self.kept = self._kept()

    def unchanged(self) -> None:
        found = self._kept()
        assert found == self.kept, [at for at, content in found.items() if content != self.kept[at]]

    def over(self) -> None:
        """Nothing has come along any stream."""
        with audited_change("scan", event_id=self.scene.floor.event.pk, actor=SYSTEM) as change:
            change.touch(SIGN)
        for role, stream in self.streams.items():
            wait_for(lambda stream=stream: f'"{SIGN}"'.encode() in stream.text)
            assert re.fullmatch(rb'data: {"clock": \d+}\n\n', stream.without_beats()), (role, stream.text)
            stream.text = b""

    def shown(self, look: dict[str, Seen]) -> None:
        """Along the streams come the pages of this look, to each device its own; the copies are those pages as well."""
        self.kept = self._kept()
        for role in self.streams.keys() & look.keys():
            self._came(role, self.streams[role], plain(look[role][self.scene.page, True][1]).decode())
        for role in SHORT:
            if role in look:
                for part in (False, True):
                    assert self.kept[role, part] == look[role][self.scene.page, part][1], (role, part)

    def _came(self, role: str, stream: Stream, page: str) -> None:
        if role == "judge of another event":  # signed in: hears the version
            wait_for(lambda: b'"watch"' in stream.text)
            assert not stream.parts(), role
        else:
            wait_for(lambda: stream.text.endswith(b"\n\n") and page in map(_plain, stream.parts()))
            assert role != "at the table" or 'class="chances"' not in "".join(stream.parts()), "chances along a stream"
            self.read["parts"] += len(stream.parts())
        assert not stream.over, role
        stream.text = b""

    def _kept(self) -> dict[tuple[str, bool], bytes]:
        """The page of the match, whole and as a part, as the site answers those who get a kept copy."""
        found = {}
        for role in SHORT:
            for part in (False, True):
                answer = self.site.fetch(self.scene.page, self.cookies[role], part=part)
                self.read.update(requests=1, bytes=len(answer.body))
                found[role, part] = plain(answer.body)
        return found

    def end(self) -> None:
        for stream in self.streams.values():
            stream.leave()


def _plain(page: str) -> str:
    return plain(page.encode()).decode()
