"""The printed bracket with the results so far."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from judging import paper
from judging.papers.queries import PaperTerms, heading, name_on
from matches.brackets.queries.brackets import stage_bracket
from matches.brackets.queries.pod_cuts import stage_cut
from matches.course.bracket_labels import bracket_code, bracket_match_name, bracket_round_name, pod_cut_round_name
from matches.course.queries import rounds_of
from matches.enums import RoundStatus, StageKind
from matches.errors import Refused
from matches.models import Entry, Event, Stage
from matches.pairing.bracket import NOBODY, Bracket, BracketKind, BracketState, Feeder, From, Side
from matches.pairing.bracket import BracketMatch as Drawn
from matches.results.labels.results import seat_scores
from matches.results.queries.results import confirmed, matches_of_round, score_of


def bracket_sheet(event: Event, terms: PaperTerms) -> paper.BracketSheet:
    """The event's last bracket with the results so far. Raises Refused before it is seeded."""
    stage = Stage.objects.filter(event=event, kind__in=StageKind.brackets()).order_by("-order").first()
    if stage is not None and stage.is_pod_cut:
        return pod_cut_sheet(event, stage, terms)
    seeded = stage_bracket(stage) if stage is not None else None
    if stage is None or seeded is None:
        raise Refused("no_bracket", _("The bracket is not seeded yet."))
    entries = Entry.objects.filter(pk__in=seeded.entries.values()).select_related("player").in_bulk()
    names = {seed: name_on(event, entries[pk], posted=True) for seed, pk in seeded.entries.items()}
    scores = bracket_scores(event, stage)
    sides = [
        paper.BracketSide(name=name, rounds=_bracket_rounds(seeded.bracket, seeded.state, side, names, scores))
        for side, name in _sides(seeded.bracket)
    ]
    return paper.BracketSheet(heading=heading(event, None, terms), sides=tuple(side for side in sides if side.rounds))


def pod_cut_sheet(event: Event, stage: Stage, terms: PaperTerms) -> paper.BracketSheet:
    """A cut in pods. The rounds before the last two stand on sheets of their own, because their winners are seeded
    again. Raises Refused before it is seeded.
    """
    known = stage_cut(stage)
    if known is None:
        raise Refused("no_bracket", _("The bracket is not seeded yet."))
    entries = Entry.objects.filter(pk__in=known.entries.values()).select_related("player").in_bulk()
    names = {seed: name_on(event, entries[pk], posted=True) for seed, pk in known.entries.items()}
    scores, drawn, state = bracket_scores(event, stage), known.bracket, known.state
    final = drawn.matches[-1].key
    rounds = [
        paper.BracketRound(
            name=pod_cut_round_name(size, number, drawn.depth),
            matches=tuple(
                _pod(match, state, names, scores, final if number == drawn.depth - 1 else None, known.seats)
                for match in drawn.matches
                if match.round == number
            ),
        )
        for number, size in enumerate(known.sizes, 1)
    ]
    sides = [*([round_] for round_ in rounds[:-2]), rounds[-2:]]
    return paper.BracketSheet(
        heading=heading(event, None, terms),
        sides=tuple(paper.BracketSide(name="", rounds=tuple(side)) for side in sides),
    )


def _pod(
    match: Drawn,
    state: BracketState,
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, ...]],
    feeds: str | None,
    seated: Mapping[str, tuple[int, ...]],
) -> paper.PrintedBracketMatch:
    now = state.matches[match.key]
    players = seated.get(match.key, now.seats)
    cells = scores.get(match.key, ("",) * len(players))
    seats = [
        paper.BracketSeat(
            name=names.get(seed or 0, ""),
            seed=str(seed) if seed else "",
            score=score,
            won=bool(seed) and now.winner == seed,
            awaited=not seed,
        )
        for seed, score in zip(players, cells, strict=True)
    ]
    return paper.PrintedBracketMatch(key=match.key, seats=tuple(seats), feeds=feeds, label=match.key)


def _sides(bracket: Bracket) -> list[tuple[Side, str]]:
    if bracket.kind is BracketKind.SINGLE:
        return [(Side.WINNERS, "")]
    return [(Side.WINNERS, _("Winners’ side")), (Side.LOSERS, _("Losers’ side")), (Side.GRAND_FINAL, _("Grand final"))]


def bracket_scores(event: Event, stage: Stage) -> dict[str, tuple[str, ...]]:
    """The confirmed scores of a bracket, as one text a seat, by the key of the match in the bracket."""
    found = {}
    for round_ in rounds_of(event).filter(stage=stage, status__in=RoundStatus.public()):
        for match in matches_of_round(round_):
            result = confirmed(match)
            if result is not None:
                found[match.bracket_key] = seat_scores(score_of(result), event)
    return found


def _bracket_rounds(
    bracket: Bracket,
    state: BracketState,
    side: Side,
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, ...]],
) -> tuple[paper.BracketRound, ...]:
    fed = {
        feeder.match: match.key for match in bracket.matches for feeder in match.feeders if feeder.origin is From.WINNER
    }
    columns: dict[int, list[paper.PrintedBracketMatch]] = {}
    for match in bracket.matches:
        if match.side is side:
            columns.setdefault(match.round, []).append(_bracket_match(bracket, match, state, fed, names, scores))
        elif match.side is Side.THIRD_PLACE:  # under the final
            columns.setdefault(bracket.depth, []).append(_bracket_match(bracket, match, state, fed, names, scores))
    return tuple(
        paper.BracketRound(name=bracket_round_name(bracket.kind, bracket.size, side, number), matches=tuple(matches))
        for number, matches in sorted(columns.items())
    )


def _bracket_match(
    bracket: Bracket,
    match: Drawn,
    state: BracketState,
    fed: Mapping[str, str],
    names: Mapping[int, str],
    scores: Mapping[str, tuple[str, ...]],
) -> paper.PrintedBracketMatch:
    now = state.matches[match.key]
    seats = []
    for index, seed in enumerate(now.seats):
        feeder = match.feeders[index]
        name = names.get(seed or 0, "")
        seats.append(
            paper.BracketSeat(
                name=name or _awaited(bracket, feeder, seed),
                seed=str(seed) if seed and feeder.origin is From.SEED else "",
                score=scores.get(match.key, ("", ""))[index],
                won=bool(seed) and now.winner == seed,
                awaited=not name,
            )
        )
    feeds = fed.get(match.key)
    same_side = feeds is not None and feeds[0] == match.key[0]
    label, following = _label(bracket, match), feeds if same_side else None
    return paper.PrintedBracketMatch(key=match.key, seats=tuple(seats), feeds=following, label=label)


def _label(bracket: Bracket, match: Drawn) -> str:
    """What other matches call this one; a last match, to which none refers, by the name of its round."""
    last = match.side is Side.THIRD_PLACE or match.round == bracket.depth
    if bracket.kind is BracketKind.SINGLE and last:
        return bracket_round_name(bracket.kind, bracket.size, match.side, match.round)
    return capfirst(_called(bracket, match.key))


def _called(bracket: Bracket, key: str) -> str:
    """A match as pages call it: *semi-final 2*; by its code in a double elimination, whose sides are wide."""
    return bracket_match_name(bracket, key) if bracket.kind is BracketKind.SINGLE else bracket_code(bracket, key)


def _awaited(bracket: Bracket, feeder: Feeder, seed: int | None) -> str:
    """The text in a seat whose player is not known yet, or that stays empty."""
    if seed == NOBODY:
        return _("no player")
    if feeder.origin is From.SEED:
        return ""
    words = _("Winner of %(key)s") if feeder.origin is From.WINNER else _("Loser of %(key)s")
    return words % {"key": _called(bracket, feeder.match)}
