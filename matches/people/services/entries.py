"""Players of an event: sign-up by hand and edits.

A player is identified across events by the id, never by the name, and only for those who work at the desk of both.
Numbers are assigned at sign-up and not reused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change
from matches.enums import Admission, EntryStatus, NameDisplay
from matches.errors import Refused
from matches.events.services.suggestions import follow_attendance
from matches.imports.reading import MAX_BYES, MAX_SEED, email_problem, id_problem
from matches.models import Entry, Event, Player, SignUp
from matches.names.display import has_last_name, name_key, name_problem, tidy
from matches.names.services import mark_namesakes
from matches.organisations.services.checks import check_person
from matches.people.labels.imports import email_problem_text, id_problem_text, name_problem_text
from matches.people.queries.entries import field_is_drawn, first_stage_is_over, last_public_round, next_number
from matches.people.services.notes import checked_note
from matches.people.services.persons import SHOW_PLAYERS, Reach, change_reaching, known_by_id, save_persons, still_there
from matches.prizes.services import checked_categories, prizes_changed
from matches.prizes.table import from_stored
from matches.suspension import Person


def add_entry(
    *,
    event: Event,
    actor: Actor,
    name: str,
    external_id: str = "",
    email: str = "",
    last_name: str = "",
    seed: int | None = None,
    awarded_byes: int = 0,
    checked_in: bool = False,
    sure: bool = False,
    categories: Sequence[str] = (),
) -> Entry:
    """Sign a player up by hand. The player's first round is the next one to be published; ``categories`` are those of
    the event's prizes.

    ``external_id`` finds a player of the events at whose desk the actor works. Without ``sure``, raises ``Refused``
    with the code ``name_known`` if the event has a player with this name or has invited one, or ``id_elsewhere`` if the
    id belongs to a player of those events with another name.
    """
    person = checked_person(name, external_id, email, last_name)
    known = _known_person(actor, person)
    filled = [known.pk] if known is not None and person["email"] and not known.email else []
    with change_reaching("add_entry", event_id=event.pk, actor=actor, players=filled) as reach:
        change = reach.change
        check_open(change.event)
        known = _find_player(change, person, sure=sure)
        _check_not_suspended(change.event, known, person)
        check_seed(change.event, seed)
        if not 0 <= awarded_byes <= MAX_BYES:
            raise byes_out_of_range("awarded_byes")
        known_categories = from_stored(change.event.prizes).categories
        marks = checked_categories(categories, known_categories, parameter="categories")
        player = _save_found_player(reach, known, person)
        entry = new_entry(change, player, seed, awarded_byes, checked_in=checked_in, categories=marks)
        mark_namesakes(change=change, event=change.event)
        change.note(entry=entry.pk, number=entry.number, entered_round=entry.entered_round, checked_in=checked_in)
        follow_attendance(change)
        change.touch("people")
        if marks:
            change.note(categories=[known_categories.index(name) for name in marks])
            prizes_changed(change)
    return entry


def new_entry(
    change: Change,
    player: Player,
    seed: int | None = None,
    awarded_byes: int = 0,
    *,
    checked_in: bool = False,
    categories: Sequence[str] = (),
) -> Entry:
    """Enter a player in the change's event, from the next round to be published on."""
    return Entry.objects.create(
        event=change.event,
        player=player,
        number=next_number(change.event),
        seed=seed,
        awarded_byes=awarded_byes,
        categories=list(categories),
        entered_round=last_public_round(change.event) + 1,
        status=EntryStatus.CHECKED_IN if checked_in else EntryStatus.REGISTERED,
        checked_in_at=change.at if checked_in else None,
    )


def update_entry(
    *,
    actor: Actor,
    entry: Entry,
    name: str,
    external_id: str = "",
    email: str = "",
    last_name: str | None = None,
    seed: int | None = None,
    name_display: int | None = None,
    note: str | None = None,
) -> Entry:
    """Edit a player. Name, ID and email change at every event of the player if the actor works at the desk of each;
    otherwise they change at this event alone (``matches.people.services.persons``).

    Lists sort by ``last_name``, which is a part of the name; None keeps it, as long as it is one. None keeps the
    ``note``, which is for the desk alone.
    """
    kept_note = None if note is None else checked_note(note)
    person = checked_person(name, external_id, email, last_name)
    with change_reaching("update_entry", event_id=entry.event_id, actor=actor, players=[entry.player_id]) as reach:
        change = reach.change
        entry = current_entry(change=change, entry=entry)
        check_seed(change.event, seed, but=entry)
        if last_name is None and has_last_name(person["name"], entry.player.last_name):
            person["last_name"] = entry.player.last_name
        changed = {key: value for key, value in person.items() if getattr(entry.player, key) != value}
        if "external_id" in changed:
            _check_id_free(change, entry, person)
        if changed:
            entry.player = save_persons(reach=reach, edits={entry.player_id: changed})[entry.player_id]
        entry.seed = seed
        entry.name_display = None if name_display is None else NameDisplay(name_display).value
        if kept_note is not None and kept_note != entry.note:
            entry.note = kept_note
            changed["note"] = kept_note
        entry.save(update_fields=["seed", "name_display", "note"])
        change.note(entry=entry.pk, changed=list(changed), seed=seed, name_display=entry.name_display)
        change.touch(*SHOW_PLAYERS)
        mark_namesakes(change=change, event=change.event)
    return entry


# Shared by the services about players ------------------------------------------------------------------------------


def current_entry(*, change: Change, entry: Entry) -> Entry:
    """Return the current entry with its player. Raises ``Refused`` if it is not in the change's event (any more)."""
    now = Entry.objects.select_related("player").filter(event=change.event, pk=entry.pk).first()
    if now is None:
        raise not_in_event()
    return now


def not_in_event() -> Refused:
    """The refusal of a player who is no longer in the event."""
    return Refused("not_in_event", _("This player is no longer in the event. Reload the list."), conflict=True)


def check_open(event: Event) -> None:
    """Raise ``Refused`` if no more players can enter: event or first stage over, or the first stage's field drawn."""
    if event.finished_at is not None:
        raise Refused("event_finished", _("The event is finished, so players can no longer sign up."))
    if first_stage_is_over(event):
        raise Refused("sign_up_over", _("The first stage is over, so players can no longer enter."))
    if field_is_drawn(event):
        message = _(
            "The field is already drawn. Until round 1 has a result, you can withdraw it and pair it again "
            "with more players."
        )
        raise Refused("field_drawn", message)


def check_seed(event: Event, seed: int | None, *, but: Entry | None = None) -> None:
    """Raise ``Refused`` for a seed that is out of range or belongs to another player of the event."""
    if seed is None:
        return
    if not 1 <= seed <= MAX_SEED:
        raise Refused("seed", _("The seed must be a whole number of 1 or more."), parameter="seed")
    holders = event.entries.filter(seed=seed).select_related("player")
    holder = next((entry for entry in holders if entry != but), None)
    if holder is not None:
        message = _("%(name)s already has seed %(seed)d.") % {"seed": seed, "name": holder.unique_name}
        raise Refused("seed_taken", message, parameter="seed")


def _check_not_suspended(event: Event, known: Player | None, person: dict[str, Any]) -> None:
    """Raise SuspendedPerson for somebody whom the event's club has suspended."""
    key, email = (known.pk, person["email"] or known.email) if known else (None, person["email"])
    check_person(event, Person(key, person["name"], person["external_id"], email))


def byes_out_of_range(parameter: str) -> Refused:
    message = _("Award 0 to %(most)d byes.") % {"most": MAX_BYES}
    return Refused("byes_out_of_range", message, parameter=parameter)


def checked_person(name: str, external_id: str, email: str, last_name: str | None) -> dict[str, Any]:
    """Return name, id, e-mail and last name, tidied. Raises ``Refused`` at the first invalid field."""
    person = {"name": tidy(name), "external_id": tidy(external_id), "email": tidy(email)}
    person["last_name"] = tidy(last_name or "")
    if code := name_problem(person["name"]):
        raise Refused(code, name_problem_text(code), parameter="name")
    if code := id_problem(person["external_id"]):
        raise Refused(code, id_problem_text(code), parameter="external_id")
    if code := email_problem(person["email"]):
        raise Refused(code, email_problem_text(code), parameter="email")
    if person["last_name"] and not has_last_name(person["name"], person["last_name"]):
        message = _("The last name must be part of the name as written: %(name)s.") % {"name": person["name"]}
        raise Refused("last_name", message, parameter="last_name")
    return person


def _known_person(actor: Actor, person: dict[str, Any]) -> Player | None:
    """The person with this id who is known to the actor."""
    ident = person["external_id"]
    return known_by_id(actor=actor, names={ident: person["name"]}).get(ident.casefold()) if ident else None


def _check_id_free(change: Change, entry: Entry, person: dict[str, Any]) -> None:
    """Raise ``Refused`` if somebody else in the event, or whom the actor knows, has this id."""
    ident, known = person["external_id"].casefold(), _known_person(change.actor, person)
    others = change.event.entries.exclude(pk=entry.pk).values_list("player__external_id", flat=True) if ident else []
    if (known is not None and known != entry.player) or ident in [other.casefold() for other in others]:
        raise Refused("id_taken", _("Another player already has this ID."), parameter="external_id", conflict=True)


def _find_player(change: Change, person: dict[str, Any], *, sure: bool) -> Player | None:
    """Return the person with this id who is known to the actor. Raises ``Refused`` as ``add_entry`` does."""
    ident, key = person["external_id"], name_key(person["name"])
    in_event = list(change.event.entries.values_list("player__name", "player__external_id", "number"))
    same = next(((name, n) for name, other, n in in_event if ident and other.casefold() == ident.casefold()), None)
    if same is not None:
        message = _("%(name)s with this ID is already in the event, as number %(number)d.")
        raise Refused("id_known", message % {"name": same[0], "number": same[1]}, parameter="external_id")
    player = _known_person(change.actor, person)
    if player is not None:
        player = still_there([player]).get(player.pk)
    if player is not None and name_key(player.name) != key and not sure:
        message = _("This ID belongs to %(name)s. Check the ID, or confirm that it is the same person.")
        raise Refused("id_elsewhere", message % {"name": player.name}, parameter="external_id")
    namesake = next((n for name, other, n in in_event if name_key(name) == key and not (ident and other)), None)
    if namesake is not None and not sure:
        message = _("%(name)s is already in the event, as number %(number)d. Is this a different person?")
        raise Refused("name_known", message % {"name": person["name"], "number": namesake}, parameter="name")
    if not sure and _is_name_of_invited(change.event, person, player):
        message = _(
            "%(name)s is invited to this event. Accept the invitation under Sign-ups, or confirm that this is "
            "a different person."
        )
        raise Refused("name_known", message % {"name": person["name"]}, parameter="name")
    return player


def _is_name_of_invited(event: Event, person: dict[str, Any], player: Player | None) -> bool:
    """Whether somebody is invited by this name who may be another person: not if ``player`` is the one who is invited,
    or both have an ID.
    """
    key, ident = name_key(person["name"]), person["external_id"]
    for row in SignUp.objects.filter(event=event, state=Admission.INVITED).select_related("player"):
        invited = row.person
        if (
            name_key(invited.name) == key
            and (player is None or row.player != player)
            and not (ident and invited.external_id)
        ):
            return True
    return False


def _save_found_player(reach: Reach, player: Player | None, person: dict[str, Any]) -> Player:
    """Store a new player, or the e-mail address of a player without one."""
    if player is None:
        return Player.objects.create(**person)
    if person["email"] and not player.email:
        return save_persons(reach=reach, edits={player.pk: {"email": person["email"]}})[player.pk]
    return player
