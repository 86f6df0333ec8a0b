"""Every byte that leaves the site while a match is played live: nothing younger than the delay, nothing that lies face
down, and no chances for somebody who sits at the table. For every role, on pages, parts, in the API, on stream layers,
in version numbers and in the copies that are kept."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.layers import Layer
from judging.broadcast.services import feature_match
from judging.broadcast.stream_services import make_stream_key
from judging.broadcast.views import public
from judging.models import Frame, TurnRecord
from judging.recorder.services import chances
from judging.recorder.services.frames import add_frame, show_due_frames
from judging.recorder.services.recording import start_record
from judging.recorder.services.rivals import part_of
from matches.audit.services import audited_change
from matches.enums import Role, RoundStatus
from matches.models import Job
from matches.people.services.links import make_player_link
from matches.walls import scenes
from matches.walls.services import set_wall
from rules_engine import games
from rules_engine.bank.simulate.chances import public as bank_public
from rules_engine.bank.simulate.dealer import Dealer
from rules_engine.bank.simulate.players import greedy_player, random_player
from rules_engine.bankout.simulate import Sheet
from rules_engine.play.simulation import SimulationRun
from rules_engine.record import NO_EXTRAS, GameRecord
from rules_engine.record.writing import to_mapping
from rules_engine.stage.simulate import Sheet as StageSheet
from rules_engine.stage.simulate import simulate
from rules_engine.stage.simulate.chances import public as stage_public
from tests.factories import EntryFactory, MatchFactory
from tests.forms import in_form
from tests.judging.conftest import make_floor
from tests.judging.recorder.test_every_token import before, steps_of
from tests.rules_engine.bank.games import random_rules as bank_rules
from tests.rules_engine.bankout.simulate.cases import random_match
from tests.rules_engine.stage.games import random_rules as stage_rules
from tests.undone import undone

pytestmark = pytest.mark.django_db

MATCHES = in_form(gate=1, long=500)
"""Of each game."""
STEPS = in_form(gate=1, long=3)
"""Steps of a match after which every address is read in every role; at the others the versions are."""
MOST_STEPS = in_form(gate=5, long=1_000)
DELAY = 3
RUNS = 2


def bankout(seed: int) -> tuple[GameRecord, GameRecord]:
    found = []
    for sheet in (Sheet(), Sheet(unseen=True)):
        match = random_match(seed)
        match.sheet = sheet
        match.play()
        found.append(match.sheet.record(match.state, ("A", "B"), seed))
    return found[0], found[1]


def bank(seed: int) -> tuple[GameRecord, GameRecord]:
    rng = Random(seed)
    seen = Dealer(bank_rules(rng), 2, rng).play([greedy_player, random_player])
    return seen, bank_public(seen)


def bankrupt(seed: int) -> tuple[GameRecord, GameRecord]:
    """Nine at the table; nothing that lies face down is ever written."""
    game = games.get("bankrupt")
    assert game.simulation is not None
    run = SimulationRun(game.rule_set({"round_cap": 10, "fewest": 3}), ("careful",) * 9, seed=seed)
    seen = game.simulation.record(run)
    return seen, seen


def stage(seed: int) -> tuple[GameRecord, GameRecord]:
    seen = simulate(stage_rules(Random(seed), 2), ["thrifty"] * 2, seed, StageSheet(1.0, 1.0))
    return seen, stage_public(seen)


PLAYED = {"bank": bank, "bankout": bankout, "stage": stage, "bankrupt": bankrupt}
"""A match of each game as somebody writes it down who sees every card, and as one does who sees what all see."""


class Scene:
    """An event with a match that is played live, its two kinds of players, a judge from elsewhere and its staff."""

    def __init__(self, key: str, record: GameRecord) -> None:
        self.game = games.get(key)
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
        self.links: dict[str, str] = {}
        self.clients = dict(self._clients())

    def _clients(self) -> Iterator[tuple[str, Client]]:
        yield "visitor", Client()
        for role, entry in (("at the table", self.own), ("elsewhere", self.other)):
            client = Client()
            link = make_player_link(actor=self.floor.actor(Role.ORGANISER), entry=entry)
            address = reverse("matches:me", args=[link.token])
            assert client.get(address).status_code == 200
            self.links[role] = address
            yield role, client
        for role, user in (
            ("judge of another event", make_floor(1).user(Role.HEAD_JUDGE)),
            ("staff", self.floor.user(Role.SCOREKEEPER)),
        ):
            client = Client()
            client.force_login(user)
            yield role, client

    def watched(self) -> list[str]:
        """Where the match itself is shown."""
        at = [self.floor.event.slug, self.match.pk]
        layers = [f"{reverse('stream:layer', args=[self.key, layer])}?table=7" for layer in Layer]
        wall = reverse("matches:wall_numbered", args=[at[0], 2])
        return [reverse("watch:watch", args=at[:1]), reverse("watch:match", args=at), wall, *layers]

    def versions(self) -> list[str]:
        live = reverse("matches:live", args=[self.floor.event.slug])
        also = (f"?watch=1&match={self.match.pk}", "?table=7&watch=1", "?table=7 turns&watch=1", "")
        return [live + query for query in also]

    def addresses(self, role: str) -> list[str]:
        slug, match = self.floor.event.slug, self.match
        found = [
            *self.watched(),
            *self.versions(),
            reverse("watch:chances", args=[slug, match.pk]),
            reverse("records:records", args=[slug]),
            reverse("records:replay", args=[slug, match.pk]),
            f"/api/v1/events/{slug}/rounds/",
            *([self.links[role]] if role in self.links else []),
        ]
        if role != "visitor":
            return found
        names = ("public", "standings", "players", "schedule", "wall", "find", "announcements", "about")
        return [
            *found,
            *(reverse(f"matches:{name}", args=[slug]) for name in names),
            "/",
            reverse("matches:player", args=[slug, self.own.number]),
            *(f"/api/v1/events/{slug}/{name}" for name in ("", "results/", "standings/", "entries/", "live/")),
        ]

    def seen(self, role: str, addresses: list[str]) -> dict[tuple[str, bool], tuple[int, bytes]]:
        """What addresses give, whole and as a part, made anew and from its copy: the status, and the bytes of a page
        that is there.
        """
        found = {}
        for address in addresses:
            for part in (False, True) if "/watch/" in address else (False,):
                headers = {"HX-Request": "true"} if part else {}
                answer = self.clients[role].get(address, headers=headers)
                if part and not address.endswith("/chances/"):
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


def plain(content: bytes) -> bytes:
    """Without what is of the moment or of one request: tokens of forms, the server's clock."""
    text = re.sub(rb'(name="csrfmiddlewaretoken" value|name="submission" value|nonce)="[^"]*"', b"", content)
    return re.sub(rb'(name="server-time" content="\d+"|data-now="[^"]*"|data-(left|seconds|at)="[^"]*")', b"", text)


NOT_STAFF = ("visitor", "at the table", "elsewhere", "judge of another event")


def chosen_steps(record: GameRecord, rng: Random) -> set[int]:
    """The first step and others; of Bankout the ends of turns, where the referee has settled what a Queen answers."""
    steps = steps_of(games.get(record.game), record)
    numbers = list(range(1, len(steps) + 1))
    if record.game == "bankout":
        numbers = [number for number in numbers if number == len(steps) or not steps[number][0].action]
    return {1, *rng.sample(numbers[:MOST_STEPS], min(STEPS, len(numbers), MOST_STEPS))}


def worked_out(scene: Scene) -> None:
    """A worker has worked out all chances."""
    chances.run_chances(Job(kind=chances.KIND, params={"match": scene.match.pk}), lambda _done, _all: None)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", PLAYED)
def test_nothing_leaves_before_its_time_and_nothing_hidden_at_all(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "RUNS", RUNS)
    monkeypatch.setattr(public, "MOST_SENTENCES", 100_000)  # else two records end with different sentences
    for seed in range(MATCHES):
        with undone():
            play_and_look(key, seed)


def play_and_look(key: str, seed: int) -> None:
    record, unnamed = PLAYED[key](seed)
    scene, rng = Scene(key, record), Random(seed)
    cache.clear()
    looked = chosen_steps(record, rng)
    before_all = {role: scene.seen(role, scene.addresses(role)) for role in NOT_STAFF}
    versions = {address: scene.clients["visitor"].get(address).content for address in scene.versions()}
    began = timezone.now()
    start_record(match=scene.match, actor=scene.floor.judge, first=record.rounds[0].first, device="tablet")
    steps = steps_of(scene.game, record)
    for number, (at, _token) in enumerate(steps[: max(looked)], 1):
        scene.write(whole(record, at))
        show_due_frames(began + timedelta(minutes=DELAY) - timedelta(seconds=1))
        assert {one: scene.clients["visitor"].get(one).content for one in versions} == versions, (seed, number)
        if number in looked:
            for role in NOT_STAFF:
                now = scene.seen(role, scene.addresses(role))
                changed = [address for address, content in now.items() if content != before_all[role][address]]
                assert not changed, (seed, number, role)
    last = steps[max(looked) - 1][0]
    shown_in_time(scene, whole(record, last), whole(unnamed, last), seed)


def whole(record: GameRecord, at: object) -> GameRecord:
    """The record up to a token, with it."""
    return before(record, msgspec.structs.replace(at, action=(at.action or 0) + 1))  # type: ignore[attr-defined, type-var]


def shown_in_time(scene: Scene, record: GameRecord, unnamed: GameRecord, seed: int) -> None:
    """Once its time has come, the table is shown as somebody sees it who never saw what lies face down, and the one who
    sits at it is shown no chances.
    """
    looks = []
    for shown in (record, unnamed):
        Frame.objects.filter(match=scene.match).delete()
        data = to_mapping(msgspec.structs.replace(shown, seats={}, extra=NO_EXTRAS))
        Frame.objects.create(match=scene.match, data=data, due_at=timezone.now(), shown=True)
        worked_out(scene)
        cache.clear()
        looks.append({role: scene.seen(role, scene.watched()) for role in ("visitor", "at the table", "staff")})
    for role, look in looks[0].items():
        for address, (status, content) in look.items():
            other = looks[1][role][address]
            assert status == other[0], (seed, role, address)
            assert not differing(comparable(content, scene.game.key), comparable(other[1], scene.game.key)), (
                seed,
                role,
            )
            assert role != "at the table" or b'class="chances"' not in content, (seed, address)
    apart = reverse("watch:chances", args=[scene.floor.event.slug, scene.match.pk])
    assert scene.clients["at the table"].get(apart).status_code == 403


def differing(one: bytes, two: bytes) -> list[str]:
    """The words that only one of two pages has."""
    words = [page.decode().split() for page in (one, two)]
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
