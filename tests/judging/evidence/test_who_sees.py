"""Evidence is shown to those who see it, and nowhere to anybody else: what happened in an incident, what was stated
about it, and what a disqualification was given with.

Every address of both apps is asked with the keys of the event's rows, and each place that shows evidence by its name.
"""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judging.evidence.services import take_statement
from judging.papers.queries import PaperTerms
from judging.papers.services import may_print
from judging.permissions import can_see_evidence
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.rulings import log_incident
from matches.enums import Role
from matches.people.services.links import make_player_link
from tests.forms import LONG
from tests.judging.paper.reading import text
from tests.scenes import Scene, in_play
from tests.test_events_apart import readings, shared_models
from tests.undone import undone

pytestmark = pytest.mark.django_db

SUMMARY, SAID, PLAYER, JUDGE = "xqzwsummary", "xqzwsaid", "xqzwplayer", "xqzwjudge"
EVERYTHING = {SUMMARY, SAID, PLAYER, JUDGE}
STATED = {"statement_player": PLAYER, "statement_judge": JUDGE, "prize_decision": "without_prize"}
SEEING = [role for role in Role if can_see_evidence({role})]
GATE = [(Role.SCOREKEEPER, slice(0, None, 2)), ("player", slice(1, None, 2))]
BLIND = [*(role for role in Role if role not in SEEING), "player", "nobody"]


@pytest.fixture
def case(db: None) -> Scene:
    """A disqualification with its statements, and the incident about it with another one."""
    return log_case(Role.HEAD_JUDGE)


def log_case(role: Role) -> Scene:
    scene = in_play()
    event, match, judge = scene.event, scene.match, scene.judge(role)
    incident = log_incident(event=event, actor=judge, match=match, summary=SUMMARY)
    take_statement(incident=incident, text=SAID, actor=judge, by="witness")
    entry = scene.hall.seated(match)[0]
    fault = Fault(entry=entry, code="UC-CHEAT", match=match, comment="a marked Ace", incident=incident)
    row = log_infraction(event=event, actor=judge, fault=fault, penalty="DQ", statements=STATED)
    scene.things.update(incident=incident, infraction=row, entry=entry)
    return scene


def places(scene: Scene) -> dict[str, tuple[str, set[str]]]:
    """Each place that shows evidence, and which."""
    slug, given_with = scene.event.slug, {PLAYER, JUDGE}
    log, printed = reverse("judging:log", args=[slug]), reverse("paper:document", args=[slug, "log"])
    number = scene.things["entry"].number
    return {
        "infraction": (reverse("judging:infraction", args=[slug, scene.things["infraction"].pk]), given_with),
        "incident": (reverse("judging:incident", args=[slug, scene.things["incident"].pk]), EVERYTHING),
        "log": (log, given_with),
        "everything": (f"{log}?show=everything", EVERYTHING),
        "player's log": (reverse("judging:player_log", args=[slug, number]), given_with),
        "table": (reverse("judging:table", args=[slug, scene.match.pk]), EVERYTHING),
        "csv": (reverse("matches:export", args=[slug, "rulings", "csv"]), EVERYTHING),
        "json lines": (reverse("matches:export", args=[slug, "rulings", "jsonl"]), EVERYTHING),
        "paper": (printed, EVERYTHING),
        "player's paper": (f"{printed}?player={number}", given_with),
        "api": (f"/api/v1/events/{slug}/rulings/", {SAID}),
    }


def seen(answer: HttpResponse) -> set[str]:
    if answer.streaming:
        return set()
    found = text(answer.content) if answer.content.startswith(b"%PDF-") else answer.content.decode(errors="replace")
    return {secret for secret in EVERYTHING if secret in found}


def client_of(scene: Scene, who: str) -> Client:
    if who == "player":
        link = make_player_link(entry=scene.hall.seated(scene.match)[1], actor=scene.hall.actor())
        return Client(headers={"authorization": f"Link {link.token}"})
    client = Client()
    if who != "nobody":
        client.force_login(scene.hall.user(Role(who)))
    return client


def test_each_place_shows_evidence_to_those_who_see_it(subtests: pytest.Subtests, case: Scene) -> None:
    for who in [*SEEING, *BLIND]:
        with subtests.test(who=who), undone():
            client = client_of(case, who)
            for place, (address, evidence) in places(case).items():
                assert (place, seen(client.get(address))) == (place, evidence if who in SEEING else set())


def test_the_head_judge_s_page_shows_what_a_disqualification_that_waits_was_given_with(db: None) -> None:
    scene = log_case(Role.FLOOR_JUDGE)
    page = reverse("judging:head", args=[scene.event.slug])
    assert seen(client_of(scene, Role.HEAD_JUDGE).get(page)) == {PLAYER, JUDGE}
    assert client_of(scene, Role.SCOREKEEPER).get(page).status_code == 403


def test_no_address_shows_evidence_to_anybody_else(subtests: pytest.Subtests, case: Scene) -> None:
    # In the gate each asks every other address.
    for who, share in [(who, slice(None)) for who in BLIND] if LONG else GATE:
        with subtests.test(who=who), undone():
            case.event.options = {"publish_records": True}
            case.event.save()
            keys = {str(case.things["entry"].number)}
            for model, path in shared_models():
                for row in model._default_manager.filter(**{path: case.event.pk}).order_by("pk").values()[:2]:
                    keys |= {str(row[name]) for name in ("id", "key", "record_ptr_id") if row.get(name)}
            client, shown = client_of(case, who), {}
            for address in list(readings(case.event.slug, sorted(keys)))[share]:
                if found := seen(client.get(address)):
                    shown[address] = found
            assert shown == {}


def test_the_log_with_evidence_is_printed_only_for_those_who_see_it(subtests: pytest.Subtests) -> None:
    for role in Role:
        with subtests.test(role=role):
            assert may_print({role}, PaperTerms(kind="log", evidence=True)) == (role in SEEING)
            assert may_print({role}, PaperTerms(kind="log"))
