"""The prizes of an event as the organiser sets them and the desk marks categories."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.final.services import finish_event, reopen_event
from matches.life.copy_services import CopyTerms, copy_event
from matches.live.queries import event_versions
from matches.models import Entry, Event
from matches.prizes.services import mark_categories, set_prizes
from matches.prizes.table import Equal, OnePrize, as_lines, from_stored
from tests.factories import staff
from tests.matches.playing import event_of

pytestmark = pytest.mark.django_db

LINES = "1: €500\n3-4: €100\nUnder 16: €50\nNewcomer: Mat"


@pytest.fixture
def event() -> Event:
    return event_of(4)


def organiser(event: Event) -> Actor:
    return Actor(user=staff(event, Role.ORGANISER))


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_the_table_is_kept_with_how_it_is_shared(event: Event) -> None:
    set_prizes(event=event, actor=organiser(event), lines=LINES, equal=Equal.LOT, one_prize=OnePrize.EVENT)
    table = from_stored(fresh(event).prizes)
    assert (as_lines(table), table.equal, table.one_prize) == (LINES, Equal.LOT, OnePrize.EVENT)
    row = event.audit_rows.get(act="set_prizes")
    assert row.details == {"prizes": 4, "total": 75_000, "equal": "lot", "one_prize": "event"}
    versions = event_versions(event)
    assert versions["event"] == versions["standings"] == 1


def test_all_wrong_lines_are_refused_together(event: Event) -> None:
    with pytest.raises(Refused) as refused:
        set_prizes(event=event, actor=organiser(event), lines="1: 500\nfirst\n0: 3")
    assert (refused.value.code, refused.value.parameter, len(refused.value.details)) == ("prizes_wrong", "lines", 1)
    assert fresh(event).prizes == {}


def test_only_the_organiser_sets_prizes_and_the_desk_marks_categories(event: Event) -> None:
    scorekeeper = Actor(user=staff(event, Role.SCOREKEEPER))
    with pytest.raises(NotAllowed):
        set_prizes(event=event, actor=scorekeeper, lines=LINES)
    set_prizes(event=event, actor=organiser(event), lines=LINES)
    mark_categories(event=event, actor=scorekeeper, marks={2: ["Newcomer", "Under 16"]})
    assert Entry.objects.get(event=event, number=2).categories == ["Under 16", "Newcomer"]
    row = event.audit_rows.get(act="mark_categories")
    assert row.details == {"marks": {"2": [0, 1]}}, "keys and numbers, no names"


@pytest.mark.parametrize(
    ("marks", "code"), [({9: ["Under 16"]}, "player_unknown"), ({1: ["Over 60"]}, "category_unknown")]
)
def test_a_mark_names_a_player_and_a_category_that_there_are(
    event: Event, marks: dict[int, list[str]], code: str
) -> None:
    set_prizes(event=event, actor=organiser(event), lines=LINES)
    with pytest.raises(Refused) as refused:
        mark_categories(event=event, actor=organiser(event), marks=marks)
    assert (refused.value.code, refused.value.parameter) == (code, "marks")


def test_once_the_event_is_finished_a_change_needs_a_reason(event: Event) -> None:
    actor = organiser(event)
    set_prizes(event=event, actor=actor, lines=LINES)
    finish_event(event=event, actor=actor)
    with pytest.raises(Refused, match="reason"):
        set_prizes(event=event, actor=actor, lines="1: €400")
    with pytest.raises(Refused, match="reason"):
        mark_categories(event=event, actor=actor, marks={1: ["Under 16"]})
    mark_categories(event=event, actor=actor, marks={1: ["Under 16"]}, reason="forgotten at check-in")
    set_prizes(event=event, actor=actor, lines="1: €400", reason="fewer players than planned")
    assert event.audit_rows.get(act="set_prizes", reason="fewer players than planned")
    reopen_event(event=event, actor=actor, reason="a final to come")
    set_prizes(event=event, actor=actor, lines=LINES)


def test_another_event_like_it_has_the_prizes_and_not_the_marks(event: Event) -> None:
    actor = organiser(event)
    set_prizes(event=event, actor=actor, lines=LINES, equal=Equal.RANKING)
    mark_categories(event=event, actor=actor, marks={1: ["Under 16"]})
    terms = CopyTerms(name="Next one", day=event.date, venue="", as_template=True)
    copy = copy_event(event=fresh(event), actor=actor, terms=terms)
    assert fresh(copy).prizes == fresh(event).prizes


def test_the_page_keeps_what_is_wrong_and_names_each_line(client: Client, event: Event) -> None:
    client.force_login(staff(event, Role.ORGANISER))
    url = reverse("matches:event_prizes", args=[event.slug])
    sent = {"lines": "1: 500\nfirst\n0: 3", "equal": "divide", "one_prize": "no"}
    answer = client.post(url, sent)
    assert answer.status_code == 422
    assert len(answer.context["form"].errors["lines"]) == 2
    assert "2 things to correct" in answer.content.decode()
    assert "first\n0: 3" in answer.content.decode()
    assert client.post(url, {**sent, "lines": LINES}).status_code == 302
    assert client.get(url).context["form"]["lines"].value() == LINES


def test_categories_are_marked_by_number_and_change_only_what_was_changed(client: Client, event: Event) -> None:
    user = staff(event, Role.ORGANISER)
    set_prizes(event=event, actor=Actor(user=user), lines=LINES)
    mark_categories(event=event, actor=Actor(user=user), marks={1: ["Under 16"], 2: ["Newcomer"]})
    client.force_login(user)
    url = reverse("matches:prize_categories", args=[event.slug])
    form = client.get(reverse("matches:event_prizes", args=[event.slug])).context["categories"]
    shown = {name: form[name].value() for name in form.fields}
    assert shown == {"in-0": "1", "was-0": "1", "in-1": "2", "was-1": "2"}
    mark_categories(event=event, actor=Actor(user=user), marks={4: ["Under 16"]})  # by a colleague meanwhile
    assert client.post(url, {**shown, "in-0": "3", "in-1": "2, 1"}).status_code == 302
    marks = dict(Entry.objects.filter(event=event).values_list("number", "categories"))
    assert marks == {1: ["Newcomer"], 2: ["Newcomer"], 3: ["Under 16"], 4: ["Under 16"]}
    wrong = client.post(url, {**shown, "in-0": "Ada"})
    assert (wrong.status_code, set(wrong.context["categories"].errors)) == (422, {"in-0"})
    unknown = client.post(url, {**shown, "in-0": "99"})
    assert unknown.status_code == 422


def test_a_player_s_page_marks_the_categories_of_the_event(client: Client, event: Event) -> None:
    user = staff(event, Role.SCOREKEEPER)
    client.force_login(user)
    url = reverse("matches:person", args=[event.slug, 1])
    assert "categories" not in client.get(url).context["acts"]
    set_prizes(event=event, actor=organiser(event), lines=LINES)
    assert "categories" in client.get(url).context["acts"]
    act = reverse("matches:person_act", args=[event.slug, 1, "categories"])
    assert client.post(act, {"categories": ["Newcomer"]}).status_code == 302
    assert Entry.objects.get(event=event, number=1).categories == ["Newcomer"]
    finish_event(event=event, actor=organiser(event))
    answer = client.post(act, {"categories": []})
    assert answer.status_code == 422
    assert answer.context["acts"]["categories"].form.errors["reason"]
    assert client.post(act, {"categories": [], "reason": "is 17"}).status_code == 302
    assert Entry.objects.get(event=event, number=1).categories == []
