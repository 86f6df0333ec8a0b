"""Compares a list with the players who are known already, in the event and elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from matches.imports.lines import LineFinding, ListLine, ListReading, Weight, as_meant, without_seeds
from matches.names.display import name_key


@dataclass(frozen=True, slots=True)
class Known:
    """A player of the event: number, name, and id, seed and e-mail address if the player has them."""

    number: int
    name: str
    external_id: str = ""
    seed: int | None = None
    email: str = ""


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody who is invited to the event and has not answered: the key of the invitation, name, id and e-mail."""

    invitation: int
    name: str
    external_id: str = ""
    email: str = ""


def compare(
    reading: ListReading, known: Iterable[Known], elsewhere: Mapping[str, str], invited: Iterable[Invited] = ()
) -> ListReading:
    """Return the reading with findings from the event's players, those of other events, and open invitations.

    ``elsewhere`` maps case-folded ids to the names of players of other events. The id identifies a player,
    and so do name and e-mail address together. An equal name alone is a question unless both have ids (then they are
    two people), and so is a known id under another name, in this event or elsewhere.
    """
    event = _Event(known, invited)
    lines = as_meant(reading.lines, reading.findings)
    found = [finding for line in lines for finding in _about(line, event, elsewhere)]
    findings = tuple(sorted([*reading.findings, *found], key=lambda f: f.line))
    return replace(reading, findings=findings, lines=without_seeds(reading.lines, found))


class _Event:
    """The event's players by id, name and seed, and who is invited by name."""

    def __init__(self, known: Iterable[Known], invited: Iterable[Invited]) -> None:
        self.ids: dict[str, Known] = {}
        self.names: dict[str, Known] = {}
        self.without_id: dict[str, Known] = {}
        self.seeds: dict[int, Known] = {}
        for player in known:
            key = name_key(player.name)
            if player.external_id:
                self.ids[player.external_id.casefold()] = player
            else:
                self.without_id.setdefault(key, player)
            self.names.setdefault(key, player)
            if player.seed is not None:
                self.seeds.setdefault(player.seed, player)
        self.invited: dict[str, list[Invited]] = {}
        for one in invited:
            self.invited.setdefault(name_key(one.name), []).append(one)

    def asked_about(self, line: ListLine) -> Invited | None:
        """Who is invited by the line's name and may be somebody else: nobody, if one has its ID or address, too. Each
        is asked about once.
        """
        found = self.invited.get(name_key(line.name), [])
        same = next((one for one in found if _is_same(line, one)), None)
        doubtful = next((one for one in found if not (line.external_id and one.external_id)), None)
        if (answer := same or doubtful) is not None:
            found.remove(answer)
        return None if same is not None else doubtful


def _is_same(line: ListLine, one: Invited) -> bool:
    ids, emails = (line.external_id, one.external_id), (line.email, one.email)
    return any(all(pair) and pair[0].casefold() == pair[1].casefold() for pair in (ids, emails))


def _about(line: ListLine, event: _Event, elsewhere: Mapping[str, str]) -> Iterator[LineFinding]:
    ident, key = line.external_id.casefold(), name_key(line.name)
    if ident and (same := event.ids.get(ident)):
        params = {"number": same.number, "name": same.name}
        if name_key(same.name) == key:
            yield LineFinding(line.number, "id_known", Weight.KNOWN, line.external_id, params)
        else:
            yield LineFinding(line.number, "id_known_name", Weight.QUESTION, line.external_id, params)
        return
    namesake = event.without_id.get(key) if ident else event.names.get(key)
    if namesake is not None and line.email and line.email.casefold() == namesake.email.casefold():
        params = {"number": namesake.number, "name": namesake.name}
        yield LineFinding(line.number, "person_known", Weight.KNOWN, line.email, params)
        return
    has_other_name = bool(ident) and ident in elsewhere and name_key(elsewhere[ident]) != key
    if namesake is not None:
        yield LineFinding(line.number, "name_known", Weight.QUESTION, line.name, {"number": namesake.number})
    elif not has_other_name and (invited := event.asked_about(line)):
        params = {"invitation": invited.invitation}
        yield LineFinding(line.number, "name_invited", Weight.QUESTION, line.name, params)
    if line.seed is not None and (holder := event.seeds.get(line.seed)):
        params = {"number": holder.number, "name": holder.name}
        yield LineFinding(line.number, "seed_taken", Weight.QUESTION, str(line.seed), params)
    if has_other_name:
        params = {"name": elsewhere[ident], "listed": line.name}
        yield LineFinding(line.number, "id_elsewhere", Weight.QUESTION, line.external_id, params)
