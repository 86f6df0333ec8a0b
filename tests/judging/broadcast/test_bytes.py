"""Every byte that leaves the site while a match is played live: nothing younger than the delay, nothing that lies face
down, and no chances for somebody who sits at the table. For every role, on pages, parts, in the API, on stream layers,
in version numbers and in the copies that are kept. ``python -m benchmarks.watched_bytes`` looks at thousands.
"""

from __future__ import annotations

from random import Random

import pytest

from judging.broadcast.views import public
from judging.recorder.services import chances
from tests.forms import in_form
from tests.judging.broadcast.byte_scan import chosen, play_and_look
from tests.judging.broadcast.live_scene import Scene
from tests.judging.broadcast.played_live import PLAYED
from tests.undone import undone

pytestmark = pytest.mark.django_db

MATCHES = in_form(gate=1, long=25)
"""Of each game."""
LOOKS = in_form(gate=0, long=3)
"""Steps of a match beside the first after which every address is read in every role; at the others the versions are."""
MOST_STEPS = in_form(gate=5, long=1_000)
RUNS = 2


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", PLAYED)
def test_nothing_leaves_before_its_time_and_nothing_hidden_at_all(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "RUNS", RUNS)
    monkeypatch.setattr(public, "MOST_SENTENCES", 100_000)  # else two records end with different sentences
    for seed in range(MATCHES):
        with undone():
            records, rng = PLAYED[key](seed), Random(seed)
            steps_chosen = chosen(records[0], rng, looks=LOOKS, most=MOST_STEPS)
            play_and_look(Scene(key, records[0]), records, steps_chosen)
