"""Players sign themselves up, change what they wrote, and withdraw.

A person who signs up is a new person: nobody is joined to a person of other events by what a visitor types.
"""

from __future__ import annotations

import base64
import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from matches.admission import Act, State, may, on_sign_up
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission, EntryStatus
from matches.errors import Refused
from matches.events.declarations.sign_up import FieldNeed
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.models import Entry, Event, PlayerLink, SignUp
from matches.people.labels.imports import email_problem_text
from matches.people.services.entries import checked_person, update_entry
from matches.people.services.links import TOKEN_BYTES, token_hash
from matches.people.services.persons import folded_forms
from matches.people.services.removal import check_removable, delete_entry
from matches.questions import AnswerError, checked_answer
from matches.signups.labels import Notice, answer_problem_text, why_closed_text
from matches.signups.queries import next_turn, places_of, why_closed
from matches.signups.services.admission import admit, check_unfinished, fill_places
from matches.signups.services.notices import notify, takes_email

TELL_INVITED = "matches.tell_invited"
"""The task that writes to an invited person who may have signed up (``joining.tell_invited``)."""


@dataclass(frozen=True, slots=True)
class NewSignUp:
    """A new sign-up with the token of its personal link, which is not stored."""

    sign_up: SignUp
    token: str


def sign_up(
    *,
    event: Event,
    name: str,
    external_id: str = "",
    email: str = "",
    answers: Mapping[str, str] | None = None,
    code: str = "",
    token: str = "",
) -> NewSignUp:
    """Sign a visitor up: in while there is a place, else on the waiting list; or pending, where somebody accepts each.

    ``token`` is that of the personal link (``new_token``); without it, a new one.
    Raises Refused at one of: name, external_id, email, code, or ``answer_KEY``; with the code ``sign_up_closed`` if the
    event takes nobody now.
    """
    with audited_change("sign_up", event_id=event.pk, actor=Actor()) as change:
        event = change.event
        if (reason := why_closed(event, change.at)) is not None:
            raise Refused("sign_up_closed", why_closed_text(reason, event), conflict=True)
        _check_code(event, code)
        person = _checked_fields(event, name, external_id, email)
        given_answers = _checked_answers(event, answers or {})
        doubtful = _is_known_id(event, person["external_id"])
        places = places_of(event)
        state = on_sign_up(
            approval=sign_up_terms(event).sign_up_approval or doubtful, left=places.left, waiting=places.waiting
        )
        token = token or secrets.token_urlsafe(TOKEN_BYTES)
        row = SignUp(
            event=event,
            token_hash=token_hash(token),
            state=Admission(State.WAITING if state is State.CONFIRMED else state),
            turn=next_turn(event),
            answers=given_answers,
            is_doubtful=doubtful,
            created_at=change.at,
            changed_at=change.at,
            **person,
        )
        row.save(force_insert=True)
        if state is State.CONFIRMED:
            admit(change, [row])
        change.note(sign_up=row.pk, state=row.state)
        change.touch("sign_ups")
        notify(row, Notice.of_state(row.state), token)
        if settings.SENDS_EMAIL:  # whoever signs up: the answer takes no longer where somebody is invited
            transaction.on_commit(lambda: current_app.send_task(TELL_INVITED, [row.pk]), robust=True)
    return NewSignUp(row, token)


def new_token(submission: uuid.UUID) -> str:
    """The token of the personal link for a form that is sent: the same if it is sent twice, and known to nobody who
    does not have the site's secret key.
    """
    digest = salted_hmac("matches.sign-up", submission.hex, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def change_sign_up(
    *,
    sign_up: SignUp,
    actor: Actor,
    name: str,
    external_id: str = "",
    email: str = "",
    answers: Mapping[str, str] | None = None,
) -> SignUp:
    """Change what somebody wrote. Raises Refused as ``sign_up``, for a sign-up that is over, and once the player is
    checked in: then the name stands in pairings.
    """
    with audited_change("change_sign_up", event_id=sign_up.event_id, actor=actor) as change:
        row = current_sign_up(change, sign_up)
        _check_changeable(change.event, row)
        person = _checked_fields(change.event, name, external_id, email)
        new_answers = _checked_answers(change.event, answers or {})
        if row.entry is not None:
            update_entry(
                actor=actor, entry=row.entry, seed=row.entry.seed, name_display=row.entry.name_display, **person
            )
            row.entry.answers = row.entry.answers | new_answers
            row.entry.save(update_fields=["answers"])
        else:
            row.answers = row.answers | new_answers
            row.is_doubtful = _is_known_id(change.event, person["external_id"], but=row)
            if row.is_doubtful and row.state == Admission.WAITING:  # the desk looks before the place is theirs
                row.state = Admission.PENDING
            for key, value in person.items():
                setattr(row, key, value)
        row.changed_at = change.at
        row.save()
        change.note(sign_up=row.pk)
        change.touch("sign_ups")
    return row


def _check_changeable(event: Event, row: SignUp) -> None:
    check_unfinished(event)
    if row.entry is not None and row.entry.status != EntryStatus.REGISTERED:
        raise Refused("already_here", _("You are checked in. Ask the desk to change your details."), conflict=True)
    if row.state not in (*Admission.open(), Admission.CONFIRMED):
        raise Refused("sign_up_over", _("This sign-up is over. Sign up again."), conflict=True)


def withdraw_sign_up(*, sign_up: SignUp, actor: Actor) -> SignUp:
    """Take a sign-up back, or decline an invitation. The first of the waiting list gets the place.

    Raises Refused once the player is paired or checked in: from then on a player drops.
    """
    with audited_change("withdraw_sign_up", event_id=sign_up.event_id, actor=actor) as change:
        row = current_sign_up(change, sign_up)
        check_unfinished(change.event)
        if not may(Act.WITHDRAW, row.state):
            raise Refused("sign_up_over", _("This sign-up is over."), conflict=True)
        row.turned_down_at = change.at if row.state == Admission.INVITED else None
        leave(change, row, Admission.WITHDRAWN)
        fill_places(change)
    return row


def leave(change: Change, row: SignUp, state: Admission) -> None:
    """Take somebody out before the event begins: the sign-up keeps the person, the entry goes."""
    entry = row.entry
    if entry is not None:
        if entry.status != EntryStatus.REGISTERED or entry.seats.exists() or entry.stage_entries.exists():
            raise Refused("already_here", _("This player is checked in. Drop the player instead."), conflict=True)
        check_removable(entry)
        unlink(row, state)
        delete_entry(change, entry)
    row.state, row.changed_at = state, change.at
    row.save()
    change.note(sign_up=row.pk, state=row.state)
    change.touch("sign_ups", "people")


def unlink(row: SignUp, state: Admission) -> None:
    """Give the person back from the entry to the sign-up, before the entry is deleted, with the link that is valid now:
    one that was replaced or revoked stays so.
    """
    entry = row.entry
    if entry is None:
        return
    valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True).values_list("token_hash", flat=True)
    row.token_hash = valid.first() or token_hash(secrets.token_urlsafe(TOKEN_BYTES))
    row.name, row.external_id, row.email = entry.player.name, entry.player.external_id, entry.player.email
    row.take_mark(entry)
    row.answers = entry.answers
    row.entry, row.state = None, state
    row.save()


def sign_up_of(token: str) -> SignUp | None:
    """The sign-up of a personal link that has no entry; None for any other link."""
    if not token or len(token) > 64:
        return None
    rows = SignUp.objects.filter(token_hash=token_hash(token), entry__isnull=True)
    return rows.select_related("event").first()


def renew_token(*, sign_up: SignUp) -> str:
    """Give a sign-up without an entry a new personal link; the older one stops working."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    SignUp.objects.filter(pk=sign_up.pk, entry__isnull=True).update(token_hash=token_hash(token))
    return token


def current_sign_up(change: Change, sign_up: SignUp) -> SignUp:
    """The sign-up as it is now. Raises Refused if it is gone or, for a player, somebody else's."""
    row = SignUp.objects.select_related("entry__player", "player").filter(event=change.event, pk=sign_up.pk).first()
    own = change.actor.own
    if row is None or (own is not None and own not in (row, row.entry)):
        raise Refused("sign_up_gone", _("This sign-up is no longer here. Reload the page."), conflict=True)
    return row


def _check_code(event: Event, code: str) -> None:
    wanted = sign_up_terms(event).join_code
    if wanted and not constant_time_compare(code.strip().casefold(), wanted.casefold()):
        raise Refused("code_wrong", _("This is not the code of the event. Ask the organiser for it."), parameter="code")


def _checked_fields(event: Event, name: str, external_id: str, email: str) -> dict[str, Any]:
    """Name, id and e-mail as the event asks for them. Raises Refused at the first that is wrong or missing."""
    wanted = {
        "external_id": (sign_up_terms(event).sign_up_id, external_id, _("Enter your ID.")),
        "email": (sign_up_terms(event).sign_up_email, email, _("Enter your email address.")),
    }
    values = {key: "" if need == FieldNeed.NO else text for key, (need, text, _message) in wanted.items()}
    person = checked_person(name, values["external_id"], values["email"], None)
    if settings.SENDS_EMAIL and person["email"] and not takes_email(person["email"]):
        raise Refused("email", email_problem_text("email"), parameter="email")
    for key, (need, _text, message) in wanted.items():
        if need == FieldNeed.REQUIRED and not person[key]:
            raise Refused(f"{key}_missing", message, parameter=key)
    return {key: person[key] for key in ("name", "external_id", "email")}


def _checked_answers(event: Event, answers: Mapping[str, str]) -> dict[str, str]:
    checked: dict[str, str] = {}
    for question in sign_up_terms(event).questions:
        try:
            checked[question.key] = checked_answer(question, answers.get(question.key, ""))
        except AnswerError as error:
            raise Refused(
                f"answer_{error.code}", answer_problem_text(error.code), parameter=f"answer_{question.key}"
            ) from error
    return checked


def _is_known_id(event: Event, external_id: str, *, but: SignUp | None = None) -> bool:
    """Whether somebody else of the event has this id: nobody is told so but the desk."""
    if not external_id:
        return False
    forms = folded_forms(external_id)
    others = SignUp.objects.alias(folded=Lower("external_id")).filter(
        event=OuterRef("pk"), state__in=Admission.open(), folded__in=forms
    )
    if but is not None:
        others = others.exclude(pk=but.pk)
    entries = Entry.objects.alias(folded=Lower("player__external_id")).filter(event=OuterRef("pk"), folded__in=forms)
    return Event.objects.filter(Exists(others) | Exists(entries), pk=event.pk).exists()
