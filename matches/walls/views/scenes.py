"""The scenes of a wall: what each shows, read when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.announcements.labels import announcement_shown
from matches.announcements.queries import showing
from matches.brackets.drawn import DrawnBracket
from matches.brackets.views.drawing import drawn_bracket
from matches.brackets.views.public import last_bracket
from matches.clock.queries import RoundClock
from matches.course.labels import round_label
from matches.enums import Audience, RoundStatus
from matches.final.prize_queries import prize_table
from matches.final.queries import FinalRanking, final_ranking
from matches.final.views import final_context
from matches.hall_pages.views.plan import drawn_plan
from matches.models import Event, Round, Stage
from matches.pages.components import StandingsRow
from matches.prizes.labels import prize_rows
from matches.ranking.views import standings_context
from matches.results.queries.results import confirmed, matches_of_round
from matches.schedule.labels import schedule_of
from matches.snapshots.queries import latest_snapshot
from matches.walls.scenes import Scene
from matches.walls.turning import NAMES, PLACES, WHOLE, Share, part_of_names
from matches.walls.views.brackets import bracket_lines, tree_of
from matches.walls.views.rounds import (
    TableClock,
    extended_tables,
    open_matches,
    running_round,
    seated_people,
    watched_matches,
)

MOST_LAST = 2
"""The semifinals, or the final and the match for third place: so few that each may fill the wall."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event as its walls show it: its current round with the clock, its stages, and its ranking once it is over. A
    wall shows the first ``places`` of the standings, and its ``share`` of long lists.
    """

    event: Event
    round: Round | None
    clock: RoundClock | None
    stages: Sequence[Stage]
    ranking: FinalRanking | None
    places: int | None = None
    share: Share = WHOLE


@dataclass(frozen=True, slots=True)
class SceneShown:
    """A scene: its key, by which a wall stays at it while its content changes, the heading with what is below it, the
    ``content`` for its template, and of a list shared with other walls which part this is (``Ada – Ike``).
    """

    key: str
    heading: str
    content: Mapping[str, object]
    notes: Sequence[str] = ()
    part: str = ""

    @property
    def template(self) -> str:
        return f"matches/walls/scenes/{self.key}.html"


def moment_of(event: Event, round_: Round | None, clock: RoundClock | None, stages: Sequence[Stage]) -> Moment:
    return Moment(event, round_, clock, stages, final_ranking(event, list(stages)))


def shown_scenes(moment: Moment, chosen: Sequence[str]) -> list[SceneShown]:
    """The chosen scenes that have something to show; what the event is at if none is chosen, or none has anything."""
    scenes: list[SceneShown] = []
    for scene in chosen:
        scenes += [made for made in scenes_of(moment, Scene(scene)) if made.key not in {one.key for one in scenes}]
    return scenes or list(_now(moment))


def scenes_of(moment: Moment, scene: Scene) -> list[SceneShown]:
    """A scene as it is now; nothing if it has nothing to show."""
    return list(SCENES[scene](moment))


def _now(moment: Moment) -> Iterator[SceneShown]:
    round_ = moment.round
    if moment.ranking is not None:
        yield from _end(moment)
    elif round_ is None or moment.clock is None:
        yield SceneShown("empty", moment.event.name, {})
    elif round_.status == RoundStatus.CLOSED:
        yield from _bracket(moment) if round_.stage.is_bracket else _standings(moment)
    elif round_.status == RoundStatus.PUBLISHED:
        yield from _pairings(moment)
    else:
        yield from _running(moment, round_)


def _running(moment: Moment, round_: Round) -> Iterator[SceneShown]:
    """The clock; of the last matches of a bracket first the tables that everybody can watch, and of a final alone no
    more than that.
    """
    playing = open_matches(round_) if round_.stage.is_bracket and moment.event.shows_live else []
    live = list(_live(moment)) if len(playing) <= MOST_LAST else []
    yield from live
    if not live or len(playing) > 1:
        yield from _clock(moment)


def _pairings(moment: Moment) -> Iterator[SceneShown]:
    if moment.round is not None and moment.ranking is None:
        people = seated_people(moment.event, moment.round)
        part = part_of_names([person.key for person in people], moment.share)
        content = {"players": moment.share.of(people), "pace": NAMES}
        yield SceneShown("seats", round_label(moment.round), content, part=part)


def _clock(moment: Moment) -> Iterator[SceneShown]:
    round_, clock = moment.round, moment.clock
    if round_ is None or clock is None or round_.status not in RoundStatus.takes_results():
        return
    drawn = drawn_bracket(moment.event, round_.stage, staff=False) if round_.stage.is_bracket else None
    tree = _tree(moment, round_.stage, drawn) if drawn is not None else None
    yield tree or SceneShown("clock", round_label(round_), {**running_round(round_, clock)})


def _standings(moment: Moment) -> Iterator[SceneShown]:
    if moment.ranking is not None:
        yield list(_end(moment))[-1]
        return
    stage = next((known for known in reversed(moment.stages) if not known.is_bracket), None)
    snapshot = latest_snapshot(stage) if stage else None
    context = standings_context(moment.event, snapshot, list(moment.stages), staff=False)
    heading, notes = round_label(moment.round) if moment.round else moment.event.name, list(context["struck"])
    if context["after"]:
        heading = _("Standings after %(round)s") % {"round": context["after"]}
    if context["rows"]:
        cut_lot = [context["cut_lot"]] if context["cut_lot"] else []
        yield _places(moment, "standings", heading, context["rows"], [*cut_lot, *notes])
    else:
        yield SceneShown("empty", heading, {})


def _places(moment: Moment, key: str, heading: str, rows: Sequence[StandingsRow], notes: Sequence[str]) -> SceneShown:
    """As many places as the wall shows, at least those that make the cut or win a prize, and of these its part."""
    places = len(rows) if moment.places is None else moment.places
    shown = rows[: max([places, *(at for at, row in enumerate(rows, start=1) if row.last_in or row.prize)])]
    if len(shown) < len(rows):
        top = _("The first %(shown)d of %(all)d places. All of them are on the event’s page.")
        notes = [top % {"shown": len(shown), "all": len(rows)}, *notes]
    own = moment.share.of(shown)
    part = f"{own[0].rank} – {own[-1].rank}" if moment.share.count > 1 and own else ""
    return SceneShown(key, heading, {"rows": own, "pace": PLACES}, notes, part)


def _bracket(moment: Moment) -> Iterator[SceneShown]:
    stage = last_bracket(moment.event)
    drawn = drawn_bracket(moment.event, stage, staff=False) if stage else None
    if stage is None or drawn is None:
        return
    tree = _tree(moment, stage, drawn)
    if tree is not None:
        yield tree
    else:
        content = {"matches": bracket_lines(drawn.rounds), "champion": drawn.champion}
        yield SceneShown("bracket", _bracket_heading(moment), content)


def _bracket_heading(moment: Moment) -> str:
    """The round that is played; between two rounds what is shown is of both, each under its own name."""
    if moment.round is None:
        return moment.event.name
    return round_label(moment.round) if moment.round.status in RoundStatus.takes_results() else _("Bracket")


def _tree(moment: Moment, stage: Stage, drawn: DrawnBracket) -> SceneShown | None:
    """The tree of a bracket from its quarterfinals to its semifinals, when there is room for its names."""
    round_, clock = moment.round, moment.clock
    tree = tree_of(stage, drawn) if moment.ranking is None else None
    if tree is None or round_ is None or round_.stage_id != stage.pk:
        return None
    extensions: list[TableClock] = []
    if clock is not None and clock.extensions and round_.status in RoundStatus.takes_results():
        matches = [match for match in matches_of_round(round_) if confirmed(match) is None]
        extensions = extended_tables(matches, clock, timezone.now())
    return SceneShown("tree", _bracket_heading(moment), {"tree": tree, "extensions": extensions})


def _live(moment: Moment) -> Iterator[SceneShown]:
    """The matches that everybody can watch."""
    if moment.round is not None and moment.clock is not None and moment.ranking is None:
        matches = watched_matches(moment.round, moment.clock)
        if matches:
            yield SceneShown("live", round_label(moment.round), {"matches": matches})


def _end(moment: Moment) -> Iterator[SceneShown]:
    """Who has won, if somebody has, and the final standings."""
    ranking = moment.ranking
    if ranking is None:
        return
    context = final_context(ranking, staff=False)
    if context["winner"]:
        content = {"winner": context["winner"], "several": context["winner_count"] > 1}
        notes = [context["winner_lot"]] if context["winner_lot"] else []
        yield SceneShown("winner", ranking.event.name, content, notes)
    yield _places(moment, "final", _("Final standings"), context["rows"], context["struck"])


def _announcements(moment: Moment) -> Iterator[SceneShown]:
    rows = showing(moment.event, timezone.now()).filter(audience=Audience.EVERYONE)
    texts = [announcement_shown(row) for row in rows]
    if texts:
        yield SceneShown("announcements", _("Announcements"), {"announcements": texts})


def _schedule(moment: Moment) -> Iterator[SceneShown]:
    items = [item for item in schedule_of(moment.event) if not item.is_over]
    if items:
        yield SceneShown("schedule", _("Schedule"), {"items": items})


def _plan(moment: Moment) -> Iterator[SceneShown]:
    hall_day = moment.event.hall_day
    drawn = drawn_plan(hall_day.plan) if hall_day is not None else None
    if drawn is not None:
        yield SceneShown("plan", _("Plan of the hall"), {"drawn": drawn})


def _prizes(moment: Moment) -> Iterator[SceneShown]:
    rows = prize_rows(prize_table(moment.event))
    if rows:
        yield SceneShown("prizes", _("Prizes"), {"rows": rows})


SCENES: Mapping[Scene, Callable[[Moment], Iterator[SceneShown]]] = {
    Scene.NOW: _now,
    Scene.PAIRINGS: _pairings,
    Scene.CLOCK: _clock,
    Scene.STANDINGS: _standings,
    Scene.BRACKET: _bracket,
    Scene.LIVE: _live,
    Scene.ANNOUNCEMENTS: _announcements,
    Scene.SCHEDULE: _schedule,
    Scene.PLAN: _plan,
    Scene.PRIZES: _prizes,
}
