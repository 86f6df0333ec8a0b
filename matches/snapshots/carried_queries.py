"""What a stage takes over from other events: the rounds of the flights that its players qualified from.

The rounds stand before the stage's own and have the numbers …, -1, 0, so that these keep theirs. All flights play them
at the same time: round k of one is beside round k of the others. Players who did not qualify are opponents, with keys
beyond all numbers of players; they have no place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from matches.history import Played, RoundPlayed
from matches.models import Entry, QualifyingEvent, Stage, StandingsSnapshot

CARRIED = "carried"
"""The option of a stage whose players bring points along. Other stages are not asked for more."""
ELSEWHERE = 1_000_000
"""Added to the primary key of an entry of another event: its number in the keys of a stage that counts its matches."""


Reader = Callable[[Stage], list[RoundPlayed]]


def carries(stage: Stage) -> bool:
    """Whether the players of a stage bring points along."""
    return bool(stage.options.get(CARRIED))


def flights_of(stage: Stage) -> list[Stage]:
    """The stages that a stage takes its points from, in the order in which they were added: one query, two with any."""
    if not carries(stage):
        return []
    sources = QualifyingEvent.objects.filter(event=stage.event_id, carries_points=True).order_by("pk")
    events = list(sources.values_list("source", flat=True))
    stages = {
        known.event_id: known
        for known in Stage.objects.filter(event__in=events).select_related("event").order_by("-order")
        if known.has_open_field
    }
    return [stages[pk] for pk in events if pk in stages]


def stages_after(stage: Stage) -> list[Stage]:
    """The stages that take a stage's points over: one query, two with any."""
    targets = QualifyingEvent.objects.filter(source=stage.event_id, carries_points=True).order_by("event")
    events = list(targets.values_list("event", flat=True))
    stages = Stage.objects.filter(event__in=events).select_related("event").order_by("event", "order") if events else ()
    return [known for known in stages if carries(known)]


def carried_into(stage: Stage, read: Reader) -> list[RoundPlayed]:
    """The rounds that a stage takes over; ``read`` reads those that count for a flight. No query for other stages."""
    flights = flights_of(stage)
    if not flights:
        return []
    own = dict(Entry.objects.filter(event=stage.event_id, came_from__isnull=False).values_list("came_from", "number"))
    played: list[list[RoundPlayed]] = []
    for flight in flights:
        entries = Entry.objects.filter(event=flight.event_id).values_list("pk", "number")
        translated = {number: own.get(pk, ELSEWHERE + pk) for pk, number in entries}
        played.append([_translated(round_, translated) for round_ in read(flight)])
    return _beside(played)


def entries_elsewhere(stage: Stage) -> dict[int, Entry]:
    """Who played in the flights of a stage and did not qualify, by the number in its keys."""
    found: dict[int, Entry] = {}
    for flight in flights_of(stage):
        entries = Entry.objects.filter(event=flight.event_id).exclude(went_on_as__event=stage.event_id)
        found |= {ELSEWHERE + entry.pk: entry for entry in entries.select_related("player", "event")}
        found |= entries_elsewhere(flight)
    return found


def carried_digest(stage: Stage) -> str:
    """A text that changes with the standings of the flights; "" for a stage that takes nothing over."""
    newest = StandingsSnapshot.objects.order_by("-round__number", "-version")
    found = [newest.filter(stage=flight).values_list("digest", flat=True).first() for flight in flights_of(stage)]
    return "+".join(digest for digest in found if digest)


def _translated(round_: RoundPlayed, numbers: Mapping[int, int]) -> RoundPlayed:
    """The round with the keys of the stage that takes it over; keys from beyond the flight stay as they are."""
    return msgspec.structs.replace(
        round_,
        matches=tuple(
            msgspec.structs.replace(match, seats=tuple(f"{numbers.get(int(key), int(key)):06d}" for key in match.seats))
            for match in round_.matches
        ),
    )


def _beside(played: list[list[RoundPlayed]]) -> list[RoundPlayed]:
    """The rounds of all flights, the first of each beside the first of the others."""
    most = max((len(rounds) for rounds in played), default=0)
    found = []
    for place in range(most):
        matches: list[Played] = []
        for rounds in played:
            matches += rounds[place].matches if place < len(rounds) else ()
        found.append(RoundPlayed(number=place + 1 - most, matches=tuple(matches)))
    return found
