"""An event with a match that is played live, and what each kind of visitor is sent at each address."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator

import msgspec
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.layers import Layer
from judging.broadcast.services import feature_match
from judging.broadcast.stream_services import make_stream_key
from judging.models import Frame, TurnRecord
from judging.recorder.services import chances
from judging.recorder.services.frames import add_frame
from judging.recorder.services.rivals import part_of
from matches.audit.services import audited_change, raise_versions
from matches.enums import Role, RoundStatus
from matches.live.queries import WATCH_PART
from matches.models import Job
from matches.people.services.links import make_player_link
from matches.walls import scenes
from matches.walls.services import set_wall
from rules_engine import games
from rules_engine.record import NO_EXTRAS, GameRecord
from rules_engine.record.writing import to_mapping
from tests.factories import EntryFactory, MatchFactory
from tests.judging.conftest import make_floor

DELAY = 15
"""Minutes: longer than a match takes here, so that none of its frames comes due by itself."""
NOT_STAFF = ("visitor", "at the table", "elsewhere", "judge of another event")
SHORT = NOT_STAFF[:2]
"""Whose pages differ."""
MOVING = (Layer.MATCH, Layer.COMMENTARY)
"""Layers that a card changes."""
Seen = dict[tuple[str, bool], tuple[int, bytes]]
"""By address, and whether it was asked for as a part: the status, and the bytes of a page that is there."""


class Scene:
    """An event with a match that is played live, its two kinds of players, a judge from elsewhere and its staff.

    ``few``: only the addresses that show the match are read, as a visitor and as a player at the table. ``read`` counts
    requests and bytes.
    """

    def __init__(self, key: str, record: GameRecord, *, few: bool = False) -> None:
        self.game, self.few, self.read = games.get(key), few, Counter[str]()
        self.floor = floor = make_floor(2)
        event, seats = floor.event, self.game.view(self.game.opening(record)).seats
        event.game, event.rules, event.published = key, dict(record.rules), True
        event.options = {
            **event.options, "live_delay": DELAY, "live_chances": True, "publish_records": True, "odds_in_match": True
        }  # fmt: skip
        event.save()
        floor.round.status = RoundStatus.RUNNING
        floor.round.save()
        entries = EntryFactory.create_batch(len(seats), event=event)
        self.match = MatchFactory(round=floor.round, table=7, entries=entries)
        feature_match(match=self.match, actor=floor.head)
        self.key = make_stream_key(event=event, actor=floor.actor(Role.ORGANISER))
        set_wall(event=event, actor=floor.actor(Role.ORGANISER), name="Live", shows=[scenes.Scene.LIVE])
        self.own, self.other = entries[0], floor.player
        self.tokens: dict[str, str] = {}
        self.clients = dict(self._clients())

    def _clients(self) -> Iterator[tuple[str, Client]]:
        yield "visitor", Client()
        for role, entry in (("at the table", self.own), ("elsewhere", self.other)):
            client = Client()
            link = make_player_link(actor=self.floor.actor(Role.ORGANISER), entry=entry)
            assert client.get(reverse("matches:me", args=[link.token])).status_code == 200
            self.tokens[role] = link.token
            yield role, client
        for role, user in (
            ("judge of another event", make_floor(1).user(Role.HEAD_JUDGE)),
            ("staff", self.floor.user(Role.SCOREKEEPER)),
        ):
            client = Client()
            client.force_login(user)
            yield role, client

    @property
    def slug(self) -> str:
        return self.floor.event.slug

    @property
    def page(self) -> str:
        """The page of the match."""
        return reverse("watch:match", args=[self.slug, self.match.pk])

    @property
    def roles(self) -> tuple[str, ...]:
        """Who looks while the match is played."""
        return SHORT if self.few else NOT_STAFF

    def watched(self) -> list[str]:
        """Where the match itself is shown."""
        at = [self.slug, self.match.pk]
        shown = MOVING if self.few else tuple(Layer)
        layers = [f"{reverse('stream:layer', args=[self.key, layer])}?table=7" for layer in shown]
        wall = reverse("matches:wall_numbered", args=[self.slug, 2])
        return [reverse("watch:watch", args=at[:1]), self.page, reverse("share:match", args=at), wall, *layers]

    def versions(self) -> list[str]:
        live = reverse("matches:live", args=[self.slug])
        also = (f"?watch=1&match={self.match.pk}", "?table=7&watch=1", "?table=7 turns&watch=1", "")
        return [live + query for query in (also[::2] if self.few else also)]

    def addresses(self, role: str) -> list[str]:
        slug, match, api = self.slug, self.match, f"/api/v1/events/{self.slug}"
        found = [
            *self.watched(),
            *self.versions(),
            reverse("watch:chances", args=[slug, match.pk]),
            reverse("records:replay", args=[slug, match.pk]),
        ]
        if self.few:
            return found
        found += [
            reverse("records:records", args=[slug]),
            f"{api}/rounds/",
            f"{api}/matches/{match.key}/turns/",
            *(reverse(f"judging:{name}", args=[slug]) for name in ("worker", "kept", "featured")),
            reverse("judging:kept_tables", args=[slug, 0]),
        ]
        if role in self.tokens:
            found += [reverse(f"matches:{name}", args=[self.tokens[role]]) for name in ("me", "my_worker", "my_app")]
            found.append(reverse("judging:mine", args=[slug, self.tokens[role]]))
        if role != "visitor":
            return found
        names = ("public", "standings", "players", "schedule", "wall", "find", "announcements", "about")
        cards = ("event", "standings")
        return [
            *found,
            *(reverse(f"matches:{name}", args=[slug]) for name in names),
            *(reverse(f"share:{name}", args=[slug]) for name in cards),
            "/",
            reverse("matches:player", args=[slug, self.own.number]),
            *(f"{api}/{name}" for name in ("", "results/", "standings/", "entries/", "live/")),
        ]

    def seen(self, role: str, addresses: list[str]) -> Seen:
        """What addresses give, whole and as a part, made anew and from its copy."""
        found = {}
        for address in addresses:
            for part in (False, True) if "/watch/" in address and not address.endswith(".png") else (False,):
                headers = {"HX-Request": "true"} if part else {}
                answer = self.clients[role].get(address, headers=headers)
                self.read.update(requests=1, bytes=len(answer.content))
                if part and not address.endswith("/chances/") and not (self.few and role != "visitor"):
                    again = self.clients[role].get(address, headers=headers)
                    assert plain(answer.content) == plain(again.content), (role, address)
                content = plain(answer.content) if answer.status_code == 200 else b""
                found[address, part] = answer.status_code, re.sub(rb"\d", b"", content) if address == "/" else content
        return found

    def write(self, record: GameRecord) -> None:
        """One tap: the record as it is now."""
        row = TurnRecord.objects.get(match=self.match)
        row.data = to_mapping(msgspec.structs.replace(record, seats={}))
        row.revision += 1
        row.save()
        with audited_change("write_token", event_id=self.floor.event.pk, actor=self.floor.judge) as change:
            change.touch(part_of(row))
            add_frame(change, row)

    def work_out(self) -> None:
        """A worker works out the chances of all frames."""
        chances.run_chances(Job(kind=chances.KIND, params={"match": self.match.pk}), lambda _done, _all: None)

    def show_alone(self, record: GameRecord, *, chances_too: bool = True) -> None:
        """This record is what all may see now, with its chances, and there is no other frame."""
        Frame.objects.filter(match=self.match).delete()
        data = to_mapping(msgspec.structs.replace(record, seats={}, extra=NO_EXTRAS))
        Frame.objects.create(match=self.match, data=data, due_at=timezone.now(), shown=True)
        if chances_too:
            self.work_out()
        raise_versions({(self.floor.event.pk, WATCH_PART)})


def plain(content: bytes) -> bytes:
    """Without what is of the moment or of one request: tokens and numbers of forms, the server's clock."""
    text = re.sub(rb'(name="(csrfmiddlewaretoken|submission|record)" value|nonce)="[^"]*"', b"", content)
    return re.sub(rb'(name="server-time" content="\d+"|data-now="[^"]*"|data-(left|seconds|at)="[^"]*")', b"", text)


def differing(one: bytes, two: bytes) -> list[str]:
    """The words that only one of two pages has."""
    words = [page.decode("utf-8", "replace").split() for page in (one, two)]
    return [word for word in difflib.unified_diff(*words, lineterm="", n=0) if word[0] in "+-"][2:]


def comparable(content: bytes, key: str) -> bytes:
    """For Bankout without sentences of single cards, because a Jack that a Queen in hand has answered is settled one
    token earlier where the record names the Queen (see test_commentary), and without the chances, of which a record
    that names less may tell too little (see test_chances).
    """
    text = re.sub(rb"data-live-version=\"[^\"]*\"", b"", content)
    if key != "bankout":
        return text
    text = re.sub(rb'<section class="section" aria-labelledby="chances-head">.*?</section>', b"", text, flags=re.DOTALL)
    text = re.sub(rb'<p><a class="button" href="[^"]*/chances/">.*?</p>', b"", text)
    text = re.sub(rb'<p class="layer-line">.*?</p>', b"", text)
    return re.sub(rb'<li data-detail="[34]">.*?</li>', b"", text)
