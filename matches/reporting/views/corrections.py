"""A correction's consequences as sentences: who moves, which pairings would differ, which results become void."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.brackets.queries.changes import BracketChange
from matches.course.labels import round_label
from matches.final.labels import place_text
from matches.models import Entry, Event, Match
from matches.pages.components import MatchShown
from matches.reporting.correction_queries import Line, Move, OtherPairings, Preview
from matches.results.match_views import match_shown
from matches.results.queries.results import with_results
from matches.snapshots.carried_queries import stages_after
from matches.standings import POINTS, value_text
from rules_engine.text import isolated

Names = dict[int, str]


def seen_of(preview: Preview) -> str:
    """A fingerprint of a preview, so that a confirmation holds only for the preview that was shown."""
    bracket = preview.bracket
    facts = (
        preview.moves,
        [(other.round.pk, other.drawn, other.instead) for other in preview.pairings],
        preview.enters,
        preview.leaves,
        preview.cut,
        preview.pair_again.pk if preview.pair_again else None,
        [[m.pk for m in part] for part in (bracket.fallen, bracket.reseated, bracket.carried)] if bracket else [],
        bracket.places if bracket else (),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class MoveShown:
    """A player whose place or points change, each before and after; ``note`` says who crosses the line of the cut."""

    name: str
    rank: tuple[int, int]
    points: list[str]
    note: str


@dataclass(frozen=True, slots=True)
class PairingsShown:
    """The lines of a later round as they were drawn, and as they would have been."""

    label: str
    drawn: list[str]
    instead: list[str]


@dataclass(frozen=True, slots=True)
class FallenResult:
    """A result of a bracket that no longer stands, and its round."""

    round: str
    match: MatchShown


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewShown:
    """What a correction changes. ``shifts`` are the moves by one place only."""

    sentences: list[str]
    after: str
    moves: list[MoveShown]
    shifts: list[MoveShown]
    pair_again: str
    pairings: list[PairingsShown]
    enters: list[str]
    leaves: list[str]
    fallen: list[FallenResult]


def preview_shown(event: Event, preview: Preview) -> PreviewShown:
    """A preview for ``matches/results/preview.html``: three queries, for names, fallen results and a day 2."""
    entries = list(Entry.objects.filter(event=event).select_related("player"))
    names, by_pk = ({getattr(entry, key): entry.unique_name for entry in entries} for key in ("number", "pk"))
    moves, shifts = _sorted_moves(preview)
    return PreviewShown(
        sentences=[*_sentences(preview), *_elsewhere(preview), *_places(preview, by_pk), *_prizes(event, preview)]
        or [_("Only this result changes.")],
        after=round_label(preview.after) if preview.after else "",
        moves=[_move_shown(move, preview, names) for move in moves],
        shifts=[_move_shown(move, preview, names) for move in shifts],
        pair_again=round_label(preview.pair_again) if preview.pair_again else "",
        pairings=[_pairings_shown(other, names) for other in preview.pairings],
        enters=[names.get(number, "") for number in preview.enters],
        leaves=[names.get(number, "") for number in preview.leaves],
        fallen=_fallen(event, preview.bracket) if preview.bracket else [],
    )


def _sorted_moves(preview: Preview) -> tuple[list[Move], list[Move]]:
    """The moves to read, the two players and who crosses the line of the cut first; and those by one place only."""
    crossing = {*preview.cut.enters, *preview.cut.leaves} if preview.cut else set()
    first = [move for move in preview.moves if move.number in preview.players]
    first += [move for move in preview.moves if move.number in crossing and move not in first]
    others = [move for move in preview.moves if move not in first]
    shifts = [move for move in others if move.points[0] == move.points[1] and abs(move.rank[0] - move.rank[1]) == 1]
    return first + [move for move in others if move not in shifts], shifts


def _move_shown(move: Move, preview: Preview, names: Names) -> MoveShown:
    note = ""
    if preview.cut and move.number in preview.cut.enters:
        note = _("enters the top %(n)s") % {"n": preview.cut.size}
    elif preview.cut and move.number in preview.cut.leaves:
        note = _("leaves the top %(n)s") % {"n": preview.cut.size}
    points = [value_text(POINTS, points) for points in move.points]
    return MoveShown(names.get(move.number, ""), move.rank, points, note)


def _elsewhere(preview: Preview) -> Iterable[str]:
    """The events that have taken the points over, such as a day 2: their standings change, who is in them does not."""
    if preview.moves and preview.after is not None:
        for stage in stages_after(preview.after.stage):
            text = _("The standings of %(event)s change as well. The players who advanced to it stay in it.")
            yield text % {"event": isolated(stage.event.name)}


def _prizes(event: Event, preview: Preview) -> Iterable[str]:
    """That the prizes of an event that is over follow the new places."""
    if event.finished_at is not None and event.prizes and (preview.moves or preview.bracket is not None):
        yield _("The event is finished: its prizes follow the new places.")


def _sentences(preview: Preview) -> Iterable[str]:
    """The consequences, counted."""
    if preview.moves:
        n = len(preview.moves)
        text = ngettext("%(n)s player changes place or points.", "%(n)s players change place or points.", n)
        yield text % {"n": n}
    if preview.pair_again:
        yield _("%(round)s would be paired differently. It has no results yet, so it can be paired again.") % {
            "round": round_label(preview.pair_again)
        }
    pairings = sum(len(other.drawn) for other in preview.pairings if other.round != preview.pair_again)
    if pairings:
        text = ngettext(
            "%(n)s later pairing would have been different. It stays as played.",
            "%(n)s later pairings would have been different. They stay as played.",
            pairings,
        )
        yield text % {"n": pairings}
    if preview.cut and not preview.enters:
        yield _("The top %(n)s of the standings change.") % {"n": preview.cut.size}
    if preview.enters:
        yield _("The cut would have been different. The bracket stays as it was seeded.")
    if preview.bracket is not None:
        yield from _bracket_sentences(preview.bracket)


def _bracket_sentences(change: BracketChange) -> Iterable[str]:
    if change.fallen:
        n = len(change.fallen)
        text = ngettext("%(n)s later result no longer stands.", "%(n)s later results no longer stand.", n)
        yield text % {"n": n}
    if change.seated:
        yield _("The open round continues with its new players.")
    if change.withdrawn:
        rounds = ", ".join(round_label(round_) for round_ in change.withdrawn)
        yield _("Withdrawn, to be paired again: %(rounds)s.") % {"rounds": rounds}
    if change.carried:
        n = len(change.carried)
        text = ngettext(
            "%(n)s result in them stays and is carried over.", "%(n)s results in them stay and are carried over.", n
        )
        yield text % {"n": n}


def _places(preview: Preview, names: Names) -> Iterable[str]:
    """The places in a bracket that change, one sentence each; the winner first."""
    places = preview.bracket.places if preview.bracket is not None else ()
    for change in places:
        words = {
            "name": isolated(names.get(change.entry, "")),
            "before": place_text(change.before),
            "after": place_text(change.after),
        }
        if change.after is None:
            yield _("%(name)s no longer has place %(before)s.") % words
        elif change.after.first == change.after.last == 1:
            yield _("%(name)s becomes the winner.") % words
        elif change.before is None:
            yield _("%(name)s gets place %(after)s.") % words
        else:
            yield _("%(name)s moves from place %(before)s to place %(after)s.") % words


def _pairings_shown(other: OtherPairings, names: Names) -> PairingsShown:
    return PairingsShown(
        label=round_label(other.round),
        drawn=[_line_text(line, names) for line in other.drawn],
        instead=[_line_text(line, names) for line in other.instead],
    )


def _line_text(line: Line, names: Names) -> str:
    if len(line) == 1:
        return _("%(name)s has the bye") % {"name": names.get(line[0], "")}
    return " – ".join(isolated(names.get(number, "")) for number in line)


def _fallen(event: Event, change: BracketChange) -> list[FallenResult]:
    loaded = with_results(Match.objects.filter(pk__in=[match.pk for match in change.fallen]))
    by_pk = {match.pk: match for match in loaded.select_related("round__stage__event")}
    return [
        FallenResult(round_label(by_pk[match.pk].round), match_shown(by_pk[match.pk], event, staff=True))
        for match in change.fallen
    ]
