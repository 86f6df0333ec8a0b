"""Stream layers: pages with a transparent background, with a key in their address and the delay of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.broadcast.commentary_labels import commentary, result_of
from judging.broadcast.layers import Layer, theme_of
from judging.broadcast.queries import featured_matches, public_view, watched
from judging.models import StreamKey
from judging.recorder.queries.recorded import RecordedMatch
from matches.colours import CHARCOAL, ink_on
from matches.course.labels import round_label
from matches.course.queries import current_round, stages_of
from matches.enums import RoundStatus
from matches.frame.public_views import PublicContext, public_context
from matches.live.queries import event_versions
from matches.models import Event, Match
from matches.pages.access_views import in_time_zone
from matches.people.labels.names import name_of
from matches.people.services.links import token_hash
from matches.snapshots.labels import has_record, points_text, record_text
from matches.snapshots.queries import latest_snapshot
from matches.standings.formats import plural_of
from matches.walls.scenes import Scene
from matches.walls.views.rounds import running_round
from matches.walls.views.scenes import SceneShown, moment_of, scenes_of
from rules_engine.record import SEATS
from rules_engine.table import View
from rules_engine.views.drawing import amount_text, card, felt, owned_texts
from rules_engine.views.drawn import Drawing, DrawnCard, DrawnSeat
from rules_engine.views.translation import translated
from rules_engine.whole_numbers import whole_number

SCENES = {
    Layer.STANDINGS: Scene.STANDINGS,
    Layer.BRACKET: Scene.BRACKET,
    Layer.PAIRINGS: Scene.PAIRINGS,
}
"""Layers that show a scene of the wall."""


@dataclass(frozen=True, slots=True)
class OnStream:
    """A player of the match: the name, what the first Bank holds, whether it is their turn, what else is said of them
    (rounds won; the dealer), and the cards before them on the table. ``piece`` is what stands for them on a board.
    """

    name: str
    has: str
    acts: bool
    notes: Sequence[str] = ()
    cards: Sequence[DrawnCard] = ()
    piece: str = ""


def layer(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """``/stream/KEY/LAYER/``: a layer; ``?table=7`` for a match of its own choice, ``?theme=light`` for
    another look. 404 without a valid key."""
    stored = StreamKey.objects.select_related("event").filter(token_hash=token_hash(token)).first()
    if stored is None or key not in set(Layer):
        raise Http404
    event = stored.event
    with in_time_zone(event):
        frame, chosen = _frame(event), Layer(key)
        context = {
            **frame,
            **NOTHING,
            "layer": key,
            **_look(request, frame["event_colour"]),
            "part_url": request.get_full_path(),
            "live_url": reverse("matches:live", args=[event.slug]) + "?watch=1" if event.published else "",
            **_shown(event, stored, request, chosen, frame),
        }
        template = (
            "judging/broadcast/_layer.html" if request.headers.get("HX-Request") else "judging/broadcast/layer.html"
        )
        response = render(request, template, context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _look(request: HttpRequest, colour: str) -> dict[str, object]:
    """The theme, and whether letters on the event's colour are dark."""
    return {
        "theme": theme_of(request.GET.get("theme", ""), colour),
        "dark_ink": bool(colour) and ink_on(colour) == CHARCOAL,
    }


NOTHING: Mapping[str, object] = {
    "players": (), "result": "", "line": "", "loot": "", "fallen": (), "marks": (), "board": (), "scene": None,
    "third": None,
}  # fmt: skip
"""What a layer shows that has nothing to show."""


def _frame(event: Event) -> PublicContext:
    round_ = current_round(event, public_only=True)
    return public_context(event, frozenset(), "", round_, event_versions(event))


def _shown(
    event: Event, stored: StreamKey, request: HttpRequest, layer: Layer, frame: PublicContext
) -> dict[str, object]:
    if layer == Layer.CLOCK:
        return _clock(event, frame)
    return _scene(event, frame, SCENES[layer]) if layer in SCENES else _match(event, stored, request, layer)


def _clock(event: Event, frame: PublicContext) -> dict[str, object]:
    """The clock of a round, also of a bracket's. Between rounds the template counts down to what is next."""
    round_, clock = current_round(event, public_only=True), frame["round_clock"]
    if round_ is None or clock is None or round_.status not in RoundStatus.takes_results():
        return {}
    content = {**running_round(round_, clock), "matches": []}
    return {"scene": SceneShown("clock", round_label(round_), content)}


def _scene(event: Event, frame: PublicContext, scene: Scene) -> dict[str, object]:
    round_, stages = current_round(event, public_only=True), stages_of(event)
    moment = moment_of(event, round_, frame["round_clock"], stages)
    return {"scene": next((one for one in scenes_of(moment, scene) if one.key != "empty"), None)}


def _match(event: Event, stored: StreamKey, request: HttpRequest, layer: Layer) -> dict[str, object]:
    chosen = _chosen(request.GET.get("table", ""), featured_matches(event), stored)
    if chosen is None:
        return {}
    if layer == Layer.PLAYER:
        return {"third": _third(event, chosen, whole_number(request.GET.get("seat", "")) or 1)}
    record = watched(event, chosen)
    if layer == Layer.COMMENTARY:
        return {"line": _line(record)}
    if record is None:
        return {"players": _players(event, chosen, None, None)}
    view = public_view(record)
    drawn = felt(view, record.names).table
    shown: dict[str, object] = {"players": _players(event, chosen, view, drawn), "board": drawn.board}
    if result := result_of(record.game, record.record, record.names):
        return {**shown, "result": result}
    return {
        **shown,
        "loot": _loot(view),
        "fallen": _fallen(view),
        "marks": [mark.label for mark in drawn.marks if mark.on == "yes"],
    }


def _chosen(table: str, found: Iterable[Match], stored: StreamKey) -> Match | None:
    """The match at the table that the address asks for, of the latest round; None while that table is not shown live,
    because a layer of table 7 never shows another one. Without a table the match that the desk chose, else the first.
    """
    matches = list(found)
    if not table:
        return next((match for match in matches if match.pk == stored.match_id), matches[0] if matches else None)
    number = whole_number(table)
    there = [match for match in matches if number is not None and match.table == number]
    return max(there, key=lambda match: (match.round.stage.order, match.round.number), default=None)


@dataclass(frozen=True, slots=True)
class LowerThird:
    """A player of the match: the name, the record, the points and the place, as far as they are known."""

    name: str
    record: str
    points: str
    place: str


def _third(event: Event, match: Match, number: int) -> LowerThird | None:
    """The player on the first seat of the match, or on another one."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.index)
    if not 1 <= number <= len(seats):
        return None
    entry = seats[number - 1].entry
    ranked = next((stage for stage in reversed(stages_of(event)) if not stage.is_bracket), None)
    snapshot = latest_snapshot(ranked) if ranked is not None else None
    row = next((one for one in snapshot.rows if one["number"] == entry.number), None) if snapshot is not None else None
    name = name_of(entry, staff=False, event=event)
    if row is None or ranked is None:
        return LowerThird(name, "", "", "")
    points = ngettext("%(points)s point", "%(points)s points", plural_of(Fraction(row["points"])))
    return LowerThird(
        name=name,
        record=record_text(row) if has_record(ranked) else "",
        points=points % {"points": points_text(row)},
        place=_("Place %(place)s") % {"place": row["rank"]},
    )


def _players(event: Event, match: Match, view: View | None, table: Drawing | None) -> Sequence[OnStream]:
    drawn = {seat.seat: seat for seat in table.seats} if table is not None else {}
    owned = owned_texts(view) if view is not None else {}
    acting = view.to_move if view is not None and not view.turn_over else None
    return [
        OnStream(
            name=name_of(seat.entry, staff=False, event=event),
            has=owned.get(letter, ""),
            acts=letter == acting,
            notes=_notes(view, drawn[letter]) if view is not None and letter in drawn else (),
            cards=_lying(drawn[letter]) if letter in drawn else (),
            piece=letter if table is not None and table.board else "",
        )
        for seat in match.seats.all()
        for letter in (SEATS[seat.index],)
    ]


def _notes(view: View, seat: DrawnSeat) -> Sequence[str]:
    """What is said of a player; where more than two play, without the numbers beside the Bank, for which there is no
    room.
    """
    labels = [translated(label.text) for label in view.labels if label.seat == seat.seat]
    notes = [note.text for note in seat.notes] if len(view.seats) == 2 else labels
    return [text for text in (*notes, *(mark.label for mark in seat.marks if mark.on == "yes")) if text]


def _fallen(view: View) -> Sequence[DrawnCard]:
    """What lies open on top of the piles that belong to nobody: the card that fell last."""
    return [card(one.token) for pile in view.piles if pile.seat is None and pile.row is None for one in pile.cards[-1:]]


def _lying(seat: DrawnSeat) -> Sequence[DrawnCard]:
    """The cards that lie on the table before a seat; what is held is not shown."""
    return [one for row in seat.rows if not row.is_hand for one in row.cards]


def _loot(view: View) -> str:
    """The counter that is drawn large."""
    first = next((one for one in view.counters if one.seat is None), None)
    if first is None:
        return ""
    return _("%(label)s %(amount)s") % {
        "label": translated(first.label),
        "amount": amount_text(first.value, first.unit),
    }


def _line(record: RecordedMatch | None) -> str:
    if record is None:
        return ""
    sentences = commentary(record.game, record.record, record.names)
    return sentences[-1].text if sentences else ""
