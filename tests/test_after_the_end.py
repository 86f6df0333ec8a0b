"""Every writing address of an event that is over: it stays as it is, and what refuses says what to do.

The same requests as in the sweep of the rights, each of which would succeed while the event goes on. What may still be
done is named in ``docs/rights.md``.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.audit.services import SYSTEM, Actor, audited_change
from matches.enums import Role
from matches.errors import Refused
from matches.life.deletion_services import delete_event
from matches.models import AuditRow, Event
from matches.plugins import registry
from tests.factories import EntryFactory, EventFactory, any_organiser, staff
from tests.forms import sample
from tests.rights import DOCUMENT, UNAUDITED
from tests.scenes import Scene
from tests.test_rights_sweep import API, JSON, PAGES, Try, signed_in, tables_written
from tests.undone import undone

pytestmark = pytest.mark.django_db

AFTER_THE_END = frozenset(
    re.findall(r"`(\w+)`", DOCUMENT.read_text().partition("## After the end\n")[2].partition("\n## ")[0])
)
OVER: dict[str, Callable[[Scene], None]] = {
    "event_finished": lambda scene: _store(scene, finished_at=timezone.now()),
    "event_archived": lambda scene: _store(scene, archived_at=timezone.now()),
}
ADVICE = {
    "event_finished": re.compile("This event is finished. (Reopen it|Ask the organiser to reopen it) first."),
    "event_archived": re.compile("This event is in the archive. (Take it|Ask the organiser to take it) out"),
}
BATCHES = {"api-results-batch"}
"""They answer 200 with what became of each part."""
BY_NOBODY = {"delete_attachments"}
"""What only the program does."""
FOR_VISITORS = {"sign_up": re.compile("The event is over.")}
OWN_ANSWER = {"finish_event", "archive_event", "unarchive_event", "reopen_event", "set_prizes", "mark_categories"}
"""Acts that turn on whether the event is over: each says itself when there is nothing for it to do, or asks why."""


def _store(scene: Scene, **fields: object) -> None:
    Event.objects.filter(pk=scene.event.pk).update(finished_at=None, archived_at=None)
    Event.objects.filter(pk=scene.event.pk).update(**fields)


SCENES: dict[str, list[Try]] = defaultdict(list)
for each in sample(3, [*API, *PAGES]):
    if each.allowed:
        SCENES[each.scene.__name__].append(each)


@contextmanager
def answered(attempt: Try, scene: Scene, client: Client) -> Iterator[tuple[set[str], set[str], int, str]]:
    """The changes that a request makes, the tables that it writes, its status and its text; all undone at the end."""
    url, data = reverse(attempt.url, args=[scene.event.slug, *attempt.args(scene)]), attempt.data(scene)
    last = AuditRow.objects.filter(event=scene.event).count()
    with transaction.atomic():
        with tables_written() as written:
            if attempt.api:
                answer = client.generic(attempt.method, url, json.dumps(data), content_type=JSON)
            else:
                answer = client.post(url, data)
        acts = set(AuditRow.objects.filter(event=scene.event, sequence__gt=last).values_list("act", flat=True))
        text = answer.text
        if answer.status_code in (302, 303):
            text = client.get(answer.url).text
        yield acts, written - UNAUDITED, answer.status_code, text
        transaction.set_rollback(True)
    cache.clear()  # it knows the log by numbers that come again


def whoever_may(attempt: Try) -> Role:
    """A role that may do it while the event goes on: the organiser if they may."""
    return next(role for role in Role if str(role) in attempt.allowed)


@pytest.mark.parametrize("attempts", SCENES.values(), ids=SCENES)
def test_an_event_that_is_over_takes_only_what_is_named(attempts: list[Try]) -> None:
    scene, wrong = attempts[0].scene(), {}
    people = {role: signed_in(scene.hall.user(role)) for role in {whoever_may(attempt) for attempt in attempts}}
    for code, end in OVER.items():
        end(scene)
        for attempt in attempts:
            with answered(attempt, scene, people[whoever_may(attempt)]) as (acts, written, status, text):
                if attempt.act in AFTER_THE_END:
                    is_right = attempt.act in OWN_ANSWER or acts == {attempt.act}
                else:
                    says = FOR_VISITORS.get(attempt.act, ADVICE[code]).search(text) is not None
                    is_right = says and not acts and not written
                    is_right = is_right and (
                        not attempt.api or (code in text and (status == 409 or attempt.url in BATCHES))
                    )
                if not is_right:
                    wrong[str(attempt), attempt.act, code] = (status, acts, written, text[-600:] if attempt.api else "")
    assert wrong == {}


def test_the_document_names_what_is_still_done() -> None:
    assert {act for act, right in registry.rights.items() if right.after_end} == AFTER_THE_END


def test_each_change_is_refused_to_everyone_but_the_program(subtests: pytest.Subtests) -> None:
    event = EventFactory()
    actors = [Actor(user=staff(event, role)) for role in Role] + [Actor(entry=EntryFactory(event=event)), Actor()]
    for field, code in (("finished_at", "event_finished"), ("archived_at", "event_archived")):
        Event.objects.filter(pk=event.pk).update(finished_at=None, archived_at=None)
        Event.objects.filter(pk=event.pk).update(**{field: timezone.now()})
        for act in registry.rights.keys() - AFTER_THE_END:
            with subtests.test(act=act, code=code), undone():
                refusals = [refusal(act, event, actor) for actor in actors]
                assert {refused.code for refused in refusals if refused} <= {code, "not_allowed"}
                assert any(refused and refused.code == code for refused in refusals) or act in BY_NOBODY
                with audited_change(act, event_id=event.pk, actor=SYSTEM):
                    pass


def refusal(act: str, event: Event, actor: Actor) -> Refused | None:
    """What a change answers somebody; it is not None for anything that is not named."""
    try:
        with audited_change(act, event_id=event.pk, actor=actor):
            return None
    except Refused as refused:
        return refused


@pytest.mark.parametrize("attempts", SCENES.values(), ids=SCENES)
def test_a_deleted_event_has_no_address(attempts: list[Try]) -> None:
    scene = attempts[0].scene()
    client = signed_in(staff(scene.event, Role.ORGANISER))
    asked = [
        (attempt, reverse(attempt.url, args=[scene.event.slug, *attempt.args(scene)]), attempt.data(scene))
        for attempt in attempts
    ]
    delete_event(event=scene.event, actor=any_organiser(), reason="a trial", typed_name=scene.event.name)
    statuses = {}
    for attempt, url, data in asked:
        if attempt.api:
            answer = client.generic(attempt.method, url, json.dumps(data), content_type=JSON)
        else:
            answer = client.post(url, data)
        statuses[str(attempt)] = answer.status_code
    assert set(statuses.values()) == {404}, statuses
