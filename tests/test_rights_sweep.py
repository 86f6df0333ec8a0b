"""Every writing address as every role, with a request that would succeed: what it writes is compared with the table.

The address must not only answer with a refusal: a role without the right leaves no row in the database, and a role with
the right leaves the change in the audit log. ``docs/rights.md`` says who may.
"""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from matches.accounts.staff_services import create_staff_account
from matches.audit.services import Actor
from matches.brackets.services.seeds import seeded_entries
from matches.enums import EntryStatus, Role
from matches.models import AuditRow, Entry, EventRole, Match, User
from matches.people.services.links import make_player_link
from matches.reporting.correction_queries import preview_correction
from matches.reporting.views.corrections import seen_of
from matches.roster.strike_views import strike_shown
from matches.snapshots.struck_queries import robin_player
from matches.tables.score import Duel
from tests.factories import EventFactory, UserFactory, any_organiser, staff
from tests.forms import LONG, sample
from tests.judging.evidence.pictures import photo
from tests.rights import PLAYER, UNAUDITED, WHO_MAY, WRITE
from tests.scenes import (
    Scene,
    all_reported,
    announced,
    appealed,
    archived,
    before_the_cut,
    between_rounds,
    called,
    checked_in,
    disqualified,
    draft_without_player,
    dropped,
    finished,
    in_play,
    judged,
    late_arrival,
    left_the_round_robin,
    locked,
    not_begun,
    on_stream,
    paused,
    provisional,
    published,
    reported,
    ruled,
    signed_up,
    struck,
    suspended,
    taken_back,
    unpublished,
    with_a_wall,
    with_draft,
    with_draft_of_pods,
    with_incident,
    without_penalty,
    zoned,
)

pytestmark = pytest.mark.django_db

JSON = "application/json"
SCORE = {"score": "2-1"}
REASON = {"reason": "seen at the table"}


@dataclass(frozen=True)
class Try:
    """A request that makes the change ``act``. ``may`` names who may, where that is fewer than the table's row."""

    act: str
    url: str
    args: Callable[[Scene], list[Any]] = lambda scene: []
    data: Callable[[Scene], dict[str, Any]] = lambda scene: {}
    scene: Callable[[], Scene] = in_play
    method: str = "POST"
    may: frozenset[str] | None = None
    api: bool = True

    @property
    def allowed(self) -> frozenset[str]:
        """The roles that may, without players: they have addresses of their own."""
        return (self.may if self.may is not None else WHO_MAY[self.act]) - {PLAYER}

    def __str__(self) -> str:
        return f"{self.url} {self.scene.__name__}"


def of(key: str) -> Callable[[Scene], list[Any]]:
    return lambda scene: [scene.things[key].pk]


def saying(**data: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: data


def round_1(scene: Scene) -> list[Any]:
    return [1, 1]


def round_2(scene: Scene) -> list[Any]:
    return [1, 2]


def number_1(scene: Scene) -> list[Any]:
    return [1]


def leaver(scene: Scene) -> list[Any]:
    return [scene.things["left"]]


def leaver_act(act: str) -> Callable[[Scene], list[Any]]:
    return lambda scene: [scene.things["left"], act]


def strike_seen(scene: Scene) -> dict[str, Any]:
    player = robin_player(scene.entry(scene.things["left"]))
    assert player is not None
    return {"confirmed": "1", "seen": strike_shown(scene.event, player).seen}


def second_wall(scene: Scene) -> list[Any]:
    return [scene.things["wall"].number]


def a_wall(scene: Scene) -> dict[str, Any]:
    return {"submission": uuid.uuid4(), "name": "Stage", "shows": ["clock"], "metres": 20, "height_cm": 135}


def number_6(scene: Scene) -> list[Any]:
    return [6]


def match_key(scene: Scene) -> list[Any]:
    return [scene.match.key]


def match_pk(scene: Scene) -> list[Any]:
    return [scene.match.pk]


def two_players(scene: Scene) -> dict[str, Any]:
    first, second = scene.hall.matches[:2]
    return {"first": scene.hall.seated(first)[0].number, "second": scene.hall.seated(second)[0].number, **REASON}


def to_a_bye(scene: Scene) -> dict[str, Any]:
    return {"player": scene.hall.seated(scene.match)[0].number, "table": None, **REASON}


def late_and_bye(scene: Scene) -> dict[str, Any]:
    return {"first": scene.things["late"].number, "second": scene.things["bye"].number, **REASON}


def seen_correction(scene: Scene) -> dict[str, Any]:
    """A correction whose consequences were looked at."""
    preview = preview_correction(scene.match, Duel(rounds=(0, 2), winner=1))
    return {"score": "0-2", "seen": seen_of(preview), **REASON}


def late_and_bye_on_page(scene: Scene) -> dict[str, Any]:
    people = {"first": scene.things["late"].pk, "second": scene.things["bye"].pk}
    return {**people, "submission": str(uuid.uuid4()), **REASON}


def appeal(scene: Scene) -> dict[str, Any]:
    return {"player": scene.hall.seated(scene.match)[0].number, "of": "", "statement": "no", "record": uuid.uuid4()}


def fault(scene: Scene) -> dict[str, Any]:
    return {
        "player": scene.hall.seated(scene.match)[0].number,
        "code": "GP-HAND",
        "penalty": "W",
        "match": scene.match.pk,
    }


HEADS_AND_DESK = frozenset({"organiser", "scorekeeper", "head_judge", "deputy_head"})
WITH_LOCK = frozenset({"scorekeeper", "head_judge"})
HEAD = frozenset({"head_judge"})

API = [
    Try("update_event", "api-event", data=saying(name="Renamed"), scene=not_begun, method="PATCH"),
    Try("unpublish_event", "api-event-unpublish"),
    Try("publish_event", "api-event-publish"),
    Try("finish_event", "api-event-finish", scene=between_rounds),
    Try("archive_event", "api-event-archive", scene=finished),
    Try("add_entry", "api-entries", data=saying(name="Grace Hopper")),
    Try("check_in", "api-entries-check-in", data=saying(all=True)),
    Try("update_entry", "api-entry", number_1, saying(name="Grace Hopper"), method="PATCH"),
    Try("remove_entry", "api-entry", number_6, method="DELETE"),
    Try("check_in", "api-entry-check-in", number_6),
    Try("undo_check_in", "api-entry-undo-check-in", number_6, scene=checked_in),
    Try("drop_entry", "api-entry-drop", number_1),
    Try("return_entry", "api-entry-return", number_1, scene=dropped),
    Try("strike_results", "api-entry-strike", leaver, scene=left_the_round_robin),
    Try("restore_results", "api-entry-restore-results", leaver, scene=struck),
    Try("award_byes", "api-entry-byes", number_6, saying(rounds=3), scene=not_begun),
    Try("set_fixed_table", "api-entry-table", number_1, saying(table=9, reason="wheelchair")),
    Try("disqualify_entry", "api-entry-disqualify", number_1, saying(**REASON)),
    Try("pair_round", "api-rounds", data=saying(stage=1, number=2), scene=between_rounds),
    Try("publish_round", "api-round-publish", round_2, scene=with_draft),
    Try("start_clock", "api-round-start", round_2, scene=published),
    Try("pause_clock", "api-round-pause", round_2),
    Try("resume_clock", "api-round-resume", round_2, scene=paused),
    Try("add_time", "api-round-add", round_2, saying(minutes=1)),
    Try("call_time", "api-round-call", round_2),
    Try("close_round", "api-round-close", round_2, scene=all_reported),
    Try("repair_round", "api-round-repair", round_2, scene=with_draft),
    Try("withdraw_round", "api-round-withdraw", round_2, saying(**REASON)),
    Try("swap_players", "api-round-swap", round_2, two_players, scene=with_draft),
    Try("move_player", "api-round-move", round_1, to_a_bye, scene=with_draft_of_pods),
    Try("back_to_draft", "api-round-back-to-draft", round_2, saying(**REASON), scene=published),
    Try("restore_attempt", "api-round-restore", round_2, saying(attempt=1, **REASON), scene=taken_back),
    Try("make_table", "api-round-table", round_2, late_and_bye, scene=late_arrival),
    Try("remove_players_gone", "api-round-remove-gone", round_2, scene=draft_without_player),
    Try("keep_pair", "api-match-keep", match_key, scene=with_draft),
    Try("keep_pair", "api-match-free", match_key, scene=with_draft),
    Try("give_table", "api-match-table", match_key, saying(table=7), scene=with_draft),
    Try("report_result", "api-results", match_key, saying(**SCORE)),
    Try("correct_result", "api-result-correct", match_key, saying(score="0-2", **REASON), scene=reported),
    Try("correct_result", "api-result-correct", match_key, saying(score="0-2", **REASON), scene=locked, may=WITH_LOCK),
    Try("take_back_result", "api-result-take-back", match_key, scene=reported, may=HEADS_AND_DESK),
    Try("take_back_result", "api-result-take-back", match_key, saying(**REASON), scene=locked, may=WITH_LOCK),
    Try("take_back_result", "api-result-take-back", match_key, scene=locked, may=frozenset()),
    Try("log_ruling", "api-rulings", data=saying(matter="other", outcome="x")),
    Try("log_infraction", "api-infractions", data=fault),
    Try("issue_penalty", "api-infractions-issue", of("infraction"), saying(penalty="W"), scene=without_penalty),
    Try("confirm_penalty", "api-infractions-confirm", of("infraction"), scene=provisional, may=HEAD),
    Try(
        "change_penalty",
        "api-infractions-change",
        of("infraction"),
        saying(penalty="RM", **REASON),
        scene=judged,
        may=HEAD,
    ),
    Try("rescind_penalty", "api-infractions-rescind", of("infraction"), saying(**REASON), scene=judged),
    Try("undo_infraction", "api-infractions-undo", of("infraction"), scene=judged, may=HEAD),
    Try("keep_both", "api-infractions-keep-both", of("infraction"), scene=judged),
    Try("undo_ruling", "api-rulings-undo", of("ruling"), scene=ruled, may=HEAD),
    Try("withdraw_ruling", "api-rulings-withdraw", of("ruling"), saying(**REASON), scene=ruled),
    Try("call_judge", "api-calls", data=lambda scene: {"match": scene.match.pk}),
    Try("claim_call", "api-calls-claim", of("call"), scene=called),
    Try("escalate_call", "api-calls-escalate", of("call"), scene=called),
    Try("resolve_call", "api-calls-resolve", of("call"), scene=called),
]


def first_attempt(scene: Scene) -> list[Any]:
    return [1, 2, 1]


def match_of_round_1(scene: Scene) -> Match:
    return Match.objects.select_related("round__stage__event").get(
        round__number=1, table=1, round__stage__event=scene.event
    )


def first_match(scene: Scene) -> list[Any]:
    return [match_of_round_1(scene).pk]


def pairing_again(scene: Scene) -> dict[str, Any]:
    seen = seen_of(preview_correction(match_of_round_1(scene), Duel(rounds=(0, 2), winner=1)))
    return {"score": "0-2", "seen": seen, "pair_again": "1", **REASON}


def person(act: str) -> Callable[[Scene], list[Any]]:
    return lambda scene: [1, act]


def second_round(scene: Scene) -> dict[str, Any]:
    return {"stage": scene.event.stages.get(order=1).pk, "number": "2"}


def three_minutes(scene: Scene) -> dict[str, Any]:
    return {"minutes": "3", "submission": uuid.uuid4(), **REASON}


def act_on_round(name: str) -> Callable[[Scene], list[Any]]:
    return lambda scene: [scene.round.pk, name]


PAGES = [
    Try("unpublish_event", "matches:event_publish", api=False),
    Try("finish_event", "matches:event_finish", scene=between_rounds, api=False),
    Try("check_in", "matches:people_check_in_all", api=False),
    Try("make_player_links", "matches:people_links", data=saying(which="all"), may=frozenset({"organiser"}), api=False),
    Try("revoke_player_links", "matches:people_links_revoke", may=frozenset({"organiser"}), api=False),
    Try("make_player_links", "matches:person_link", number_1, api=False),
    Try("check_in", "matches:person_act", lambda scene: [6, "check-in"], api=False),
    Try("drop_entry", "matches:person_act", person("drop"), saying(confirmed="1"), api=False),
    Try("return_entry", "matches:person_act", person("return"), scene=dropped, api=False),
    Try("strike_results", "matches:person_act", leaver_act("strike"), strike_seen, left_the_round_robin, api=False),
    Try("restore_results", "matches:person_act", leaver_act("restore-results"), scene=struck, api=False),
    Try("disqualify_entry", "matches:person_act", person("disqualify"), saying(**REASON), api=False),
    Try("set_fixed_table", "matches:person_act", person("table"), saying(table="9", reason="wheelchair"), api=False),
    Try("revoke_player_links", "matches:person_act", person("revoke-link"), api=False),
    Try("pair_round", "matches:pair", data=second_round, scene=between_rounds, api=False),
    Try("publish_round", "matches:round_act", act_on_round("publish"), scene=with_draft, api=False),
    Try("start_clock", "matches:round_act", act_on_round("start"), scene=published, api=False),
    Try("pause_clock", "matches:round_act", act_on_round("pause"), api=False),
    Try("resume_clock", "matches:round_act", act_on_round("resume"), scene=paused, api=False),
    Try("add_time", "matches:round_act", act_on_round("add"), three_minutes, api=False),
    Try("call_time", "matches:round_act", act_on_round("call"), saying(confirmed="1"), api=False),
    Try("close_round", "matches:round_act", act_on_round("close"), scene=all_reported, api=False),
    Try("repair_round", "matches:round_act", act_on_round("repair"), scene=with_draft, api=False),
    Try("withdraw_round", "matches:round_act", act_on_round("withdraw"), saying(**REASON), api=False),
    Try("back_to_draft", "matches:round_act", act_on_round("back-to-draft"), saying(**REASON), published, api=False),
    Try("restore_attempt", "matches:round_attempt", first_attempt, saying(**REASON), taken_back, api=False),
    Try("make_table", "matches:round_act", act_on_round("table"), late_and_bye_on_page, late_arrival, api=False),
    Try("remove_players_gone", "matches:round_act", act_on_round("remove-gone"), scene=draft_without_player, api=False),
    Try(
        "give_table",
        "matches:match_act",
        lambda s: [s.match.pk, "table"],
        saying(table="7"),
        scene=with_draft,
        api=False,
    ),
    Try("keep_pair", "matches:match_act", lambda s: [s.match.pk, "keep"], scene=with_draft, api=False),
    Try("report_result", "matches:results", data=saying(line="1 2-1"), api=False),
    Try("report_result", "matches:open_table", match_pk, saying(**SCORE), api=False),
    Try("report_result", "matches:table", match_pk, saying(**SCORE), api=False),
    Try("correct_result", "matches:table", match_pk, seen_correction, scene=reported, api=False),
    Try(
        "correct_result",
        "matches:table",
        match_pk,
        seen_correction,
        scene=locked,
        may=WITH_LOCK,
        api=False,
    ),
    Try("correct_and_pair_again", "matches:table", first_match, pairing_again, scene=published, api=False),
    Try("take_back_result", "matches:undo_result", match_pk, scene=reported, may=HEADS_AND_DESK, api=False),
    Try("take_back_result", "matches:undo_result", match_pk, saying(**REASON), scene=locked, may=WITH_LOCK, api=False),
    Try("take_back_result", "matches:undo_result", match_pk, scene=locked, may=frozenset(), api=False),
    Try("table_covered", "judging:table_act", lambda s: [s.match.pk, "cover"], api=False),
    Try("call_judge", "judging:table_act", lambda s: [s.match.pk, "call"], api=False),
    Try("claim_call", "judging:call_act", lambda s: [s.things["call"].pk, "claim"], scene=called, api=False),
    Try("file_appeal", "judging:appeal", match_pk, appeal, api=False),
    Try("delegate_to_deputy", "judging:delegate", data=saying(on="1"), api=False),
    Try("keep_both", "judging:keep_both", of("infraction"), scene=judged, api=False),
]


def import_list(scene: Scene) -> dict[str, Any]:
    return {"text": "name\nGrace Hopper\n", "act": "import", "submission": uuid.uuid4()}


def new_account(scene: Scene) -> dict[str, Any]:
    return {"name": "Grace Hopper", "username": "grace", "role": "floor_judge", "submission": uuid.uuid4()}


def lost_password(scene: Scene) -> list[Any]:
    """An account that was made at the event and has a role nowhere else."""
    if "lost" not in scene.things:
        actor = Actor(user=scene.hall.user(Role.ORGANISER))
        made = create_staff_account(event=scene.event, actor=actor, username="ida", name="Ida", role=Role.FLOOR_JUDGE)
        scene.things["lost"] = made.user
    return [scene.things["lost"].pk]


def new_api_account(scene: Scene) -> dict[str, Any]:
    return {"name": "Grace Hopper", "username": "grace", "role": "floor_judge"}


def seed_order(scene: Scene) -> dict[str, Any]:
    field = seeded_entries(scene.event.stages.get(order=2))
    return {"numbers": [entry.number for entry in reversed(field)], **REASON}


def seeds_typed(scene: Scene) -> dict[str, Any]:
    field = seeded_entries(scene.event.stages.get(order=2))
    return {**{f"seed-{entry.number}": place for place, entry in enumerate(reversed(field), start=1)}, **REASON}


def batch(scene: Scene) -> dict[str, Any]:
    return {"results": [{"match": str(scene.match.key), **SCORE}]}


def more_time(scene: Scene) -> dict[str, Any]:
    return {"match": scene.match.pk, "seconds": 60}


def to_someone(scene: Scene) -> dict[str, Any]:
    return {"username": scene.hall.user(Role.FLOOR_JUDGE).username, "role": "scorekeeper"}


def held_role(scene: Scene) -> list[Any]:
    return [EventRole.objects.get(event=scene.event, user=scene.hall.user(Role.FLOOR_JUDGE)).pk]


def waiting_player(scene: Scene) -> dict[str, Any]:
    return {"entry": scene.entry(6).pk}


def timed(scene: Scene) -> dict[str, Any]:
    return {"player": scene.hall.seated(scene.match)[0].number, "seconds": 5, "record": uuid.uuid4()}


def tapped(scene: Scene) -> dict[str, Any]:
    return {"player": scene.hall.seated(scene.match)[0].number, "record": uuid.uuid4()}


def added(scene: Scene) -> dict[str, Any]:
    return {"how": "by_hand", "minutes": 1, "seconds": 0, "record": uuid.uuid4()}


def decision(scene: Scene) -> dict[str, Any]:
    return {"state": "upheld", "comment": "seen at the table", "record": uuid.uuid4()}


def record(**data: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: {"record": uuid.uuid4(), **data}


def infraction(act: str, url: str, scene: Callable[[], Scene], **more: Any) -> Try:
    return Try(act, f"judging:{url}", of("infraction"), scene=scene, api=False, **more)


def on_incident(act: str, url: str, data: Callable[[Scene], dict[str, Any]]) -> Try:
    return Try(act, f"judging:{url}", of("incident"), data, with_incident, api=False)


def camera() -> SimpleUploadedFile:
    return SimpleUploadedFile("photo.jpg", photo())


ORGANISER = frozenset({"organiser"})
PAGES += [
    Try(
        "return_entry", "matches:person_act", person("return"), saying(**REASON), disqualified, may=ORGANISER, api=False
    ),
    Try("publish_event", "matches:event_publish", data=saying(on="1"), scene=unpublished, api=False),
    Try("reopen_event", "matches:event_reopen", data=saying(**REASON), scene=finished, api=False),
    Try("archive_event", "matches:event_archive", scene=finished, api=False),
    Try("unarchive_event", "matches:event_unarchive", scene=archived, api=False),
    Try("unarchive_event", "api-event-unarchive", scene=archived),
    Try("grant_role", "matches:staff", data=to_someone, api=False),
    Try("create_staff_account", "matches:staff_account", data=new_account, api=False),
    Try("renew_password", "matches:staff_password", lost_password, api=False),
    Try("revoke_role", "matches:staff_revoke", held_role, api=False),
    Try("import_entries", "matches:people_import_confirm", data=import_list, api=False),
    Try(
        "add_entry",
        "matches:people_add",
        data=lambda s: {"name": "Grace Hopper", "submission": uuid.uuid4()},
        api=False,
    ),
    Try("check_in", "matches:people_quick", data=saying(q="6"), api=False),
    Try("check_in", "matches:people_check_in", data=waiting_player, api=False),
    Try("undo_check_in", "matches:people_undo", data=waiting_player, scene=checked_in, api=False),
    Try("award_byes", "matches:person_act", lambda s: [6, "byes"], saying(awarded_byes="2"), not_begun, api=False),
    Try("remove_entry", "matches:person_act", lambda s: [6, "remove"], api=False),
    Try("undo_check_in", "matches:person_act", lambda s: [6, "undo-check-in"], scene=checked_in, api=False),
    Try("start_policy", "judging:rules", data=saying(profile="learning"), scene=not_begun, api=False),
    Try("time_decision", "judging:stopwatch", match_pk, timed, api=False),
    Try("extend_time", "judging:time", match_pk, added, api=False),
    Try("decide_appeal", "judging:decide", of("appeal"), decision, appealed, may=HEAD, api=False),
    infraction("issue_penalty", "issue", without_penalty, data=record(penalty="W")),
    infraction("confirm_penalty", "confirm", provisional, data=record(), may=HEAD),
    infraction("change_penalty", "change", judged, data=record(penalty="RM", **REASON), may=HEAD),
    infraction("rescind_penalty", "rescind", judged, data=record(**REASON)),
    infraction("undo_infraction", "undo_infraction", judged, may=HEAD),
    Try("undo_ruling", "judging:undo_ruling", of("ruling"), scene=ruled, may=HEAD, api=False),
    Try("withdraw_ruling", "judging:withdraw_ruling", of("ruling"), record(**REASON), scene=ruled, api=False),
    Try("log_ruling", "judging:note", match_pk, record(outcome="said so"), api=False),
    Try("acknowledge_result", "judging:accept", match_pk, tapped, reported, api=False),
    Try("log_incident", "judging:incident_start", match_pk, record(summary="a card on the floor"), api=False),
    Try("log_incident", "judging:deck_check", match_pk, record(marks="right"), api=False),
    Try("take_sheet", "judging:sheet", match_pk, record(score="2-1", written_at="10:15"), api=False),
    on_incident("take_statement", "incident_statement", record(who="witness", statement="it fell")),
    on_incident("attach_photo", "incident_photo", lambda scene: {**record()(scene), "photo": camera()}),
    on_incident(
        "join_incident",
        "incident_join",
        lambda scene: {**record()(scene), "joined": [str(scene.things["infraction"].pk)]},
    ),
]
API += [
    Try("return_entry", "api-entry-return", number_1, saying(**REASON), disqualified, may=ORGANISER),
    Try("publish_event", "api-event-publish", scene=unpublished),
    Try("set_seeds", "api-seeds", lambda scene: [2], seed_order, scene=before_the_cut),
    Try("set_seeds", "matches:seeds", lambda scene: [2], seeds_typed, scene=before_the_cut, api=False),
    Try("make_player_links", "api-links", data=saying(numbers=[1])),
    Try("make_player_links", "api-links", may=ORGANISER),
    Try("revoke_player_links", "api-links-revoke", data=saying(numbers=[1])),
    Try("grant_role", "api-staff", data=to_someone),
    Try("revoke_role", "api-staff-role", held_role, method="DELETE"),
    Try("create_staff_account", "api-staff-accounts", data=new_api_account),
    Try("report_result", "api-results-batch", data=batch),
    Try("extend_time", "api-extensions", data=more_time),
    Try("import_entries", "api-entries-import", data=saying(text="name\nGrace Hopper\n")),
]


def keys_of(*things: str, **more: Any) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: {"keys": [str(scene.things[thing].key) for thing in things], **more}


def ticked(act: str, thing: str = "pending") -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: {"act": act, "row": [str(scene.things[thing].pk)]}


def up_the_list(scene: Scene) -> list[Any]:
    return [scene.things["last"].key]


FIRST = {"place": 1, **REASON}
PAYERS = {"text": "number,amount\n1,10\n6,\n"}
EVERYBODY = frozenset({*(str(role) for role in Role), "of another event", "without a role", "nobody", "a player"})


def new_sign_up(scene: Scene) -> dict[str, Any]:
    return {"name": "Grace Hopper", "submission": uuid.uuid4()}


API += [
    Try("accept_sign_ups", "api-sign-ups-accept", data=keys_of("pending"), scene=signed_up),
    Try(
        "accept_sign_ups",
        "api-sign-ups-accept",
        data=keys_of("waiting", over_capacity=True),
        scene=signed_up,
        may=ORGANISER,
    ),
    Try("decline_sign_ups", "api-sign-ups-decline", data=keys_of("waiting", **REASON), scene=signed_up),
    Try("move_sign_up", "api-sign-up-move", up_the_list, saying(**FIRST), scene=signed_up),
    Try("mark_paid", "api-paid", data=keys_of("pending", numbers=[1], amount="10"), scene=signed_up),
]
API += [
    Try("announce", "api-announcements", data=saying(text="Lunch")),
    Try("end_announcement", "api-announcement-end", lambda scene: [scene.things["announcement"].key], scene=announced),
    Try(
        "set_schedule", "api-schedule", data=saying(items=[{"at": "2026-12-01T10:00", "text": "Round 1"}]), method="PUT"
    ),
    Try("shift_schedule", "api-schedule-shift", data=saying(minutes=10), scene=announced),
    Try("set_prizes", "api-prizes", data=saying(lines=["1: €500"]), method="PUT"),
    Try(
        "mark_categories", "api-prize-categories", data=saying(marks=[{"number": 1, "categories": []}]), method="PATCH"
    ),
]
PAGES += [
    Try(
        "announce",
        "matches:desk_announcements",
        data=lambda scene: {"submission": uuid.uuid4(), "text": "Lunch", "audience": "everyone", "lasts": "30"},
        api=False,
    ),
    Try(
        "end_announcement",
        "matches:announcement_end",
        lambda scene: [scene.things["announcement"].key],
        scene=announced,
        api=False,
    ),
    Try("make_stream_key", "judging:stream_act", lambda scene: ["make"], api=False),
    Try("revoke_stream_key", "judging:stream_act", lambda scene: ["revoke"], api=False),
    Try("feature_match", "judging:feature_act", lambda scene: [scene.match.pk, "show"], api=False),
    Try("show_on_stream", "judging:feature_act", lambda scene: [scene.match.pk, "stream"], scene=on_stream, api=False),
    Try("put_match_first", "judging:feature_act", lambda scene: [scene.match.pk, "first"], scene=on_stream, api=False),
    Try("unfeature_match", "judging:feature_act", lambda scene: [scene.match.pk, "stop"], api=False),
    Try("set_wall", "matches:desk_wall_new", data=a_wall, api=False),
    Try("set_wall", "matches:desk_wall", second_wall, a_wall, scene=with_a_wall, api=False),
    Try("remove_wall", "matches:desk_wall_remove", second_wall, scene=with_a_wall, api=False),
    Try("set_schedule", "matches:desk_schedule", data=saying(lines="10:00 Round 1"), api=False),
    Try(
        "set_prizes",
        "matches:event_prizes",
        data=saying(lines="1: €500", equal="divide", one_prize="no"),
        api=False,
    ),
    Try("mark_categories", "matches:prize_categories", api=False),
    Try(
        "shift_schedule",
        "matches:schedule_delay",
        data=lambda scene: {"submission": uuid.uuid4(), "minutes": 10},
        scene=announced,
        api=False,
    ),
]
PAGES += [
    Try("sign_up", "matches:sign_up", data=new_sign_up, scene=signed_up, may=EVERYBODY, api=False),
    Try("accept_sign_ups", "matches:sign_ups_act", data=ticked("accept"), scene=signed_up, api=False),
    Try(
        "accept_sign_ups",
        "matches:sign_ups_act",
        data=ticked("accept_over"),
        scene=signed_up,
        may=ORGANISER,
        api=False,
    ),
    Try("decline_sign_ups", "matches:sign_ups_act", data=ticked("decline"), scene=signed_up, api=False),
    Try("mark_paid", "matches:sign_ups_act", data=ticked("pay"), scene=signed_up, api=False),
    Try("mark_paid", "matches:paid_list", data=saying(**PAYERS), scene=signed_up, api=False),
    Try("mark_paid", "matches:person_act", person("paid"), saying(amount="10"), scene=signed_up, api=False),
    Try("mark_paid", "matches:person_act", person("unpaid"), scene=signed_up, api=False),
    Try("restore_sign_up", "matches:sign_up_restore", of("declined"), scene=signed_up, api=False),
    Try("move_sign_up", "matches:sign_up_move", of("last"), saying(**FIRST), scene=signed_up, api=False),
    Try(
        "set_picture",
        "matches:event_picture",
        data=lambda scene: {"picture": camera(), "alt": "The hall"},
        scene=signed_up,
        api=False,
    ),
    Try("remove_picture", "matches:event_picture_remove", scene=signed_up, api=False),
    Try("close_sign_up", "matches:sign_up_open", data=saying(on="0"), scene=signed_up, api=False),
    Try("open_sign_up", "matches:sign_up_open", data=saying(on="1"), scene=signed_up, api=False),
]


def suspension_key(scene: Scene) -> list[Any]:
    return [scene.things["suspension"].key]


PAGES += [
    Try("override_suspension", "matches:suspension_override", suspension_key, saying(**REASON), suspended, api=False),
    Try("set_organisation", "matches:event_club", data=saying(club=""), scene=suspended, api=False),
]


def plan(name: str) -> Callable[[Scene], list[Any]]:
    return lambda scene: [name]


def row_of(key: str) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: {"id": scene.things[key].pk}


def on_rota(scene: Scene) -> dict[str, Any]:
    return {"user": scene.things["shift"].user_id, "duty": "deck_checks", "starts": "16:00", "ends": "16:20"}


def posted(scene: Scene) -> dict[str, Any]:
    return {"user": scene.things["shift"].user_id, "zone": scene.things["zone"].pk}


NEW_ZONE = {"name": "South", "tables": "2-9"}
PAGES += [
    Try("set_zone", "judging:rota_act", plan("zone"), saying(**NEW_ZONE), zoned, api=False),
    Try("remove_zone", "judging:rota_act", plan("remove-zone"), row_of("zone"), zoned, api=False),
    Try("post_judge", "judging:rota_act", plan("post"), posted, zoned, api=False),
    Try("set_shift", "judging:rota_act", plan("shift"), on_rota, zoned, api=False),
    Try("remove_shift", "judging:rota_act", plan("remove-shift"), row_of("shift"), zoned, api=False),
    Try("set_duty", "judging:own_duty", plan("break"), scene=zoned, api=False),
]


@contextmanager
def tables_written() -> Iterator[set[str]]:
    """The tables of the two apps that are written inside."""
    found: set[str] = set()

    def see(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if match := WRITE.match(sql):
            found.add(match[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(see):
        yield found


def effects(attempt: Try, scene: Scene, client: Client) -> tuple[set[str], set[str], int]:
    """The changes in the log, the tables written, and the status; everything is undone."""
    url = reverse(attempt.url, args=[scene.event.slug, *attempt.args(scene)])
    data = attempt.data(scene)
    last = AuditRow.objects.filter(event=scene.event).count()
    with transaction.atomic():
        with tables_written() as written:
            if attempt.api:
                answer = client.generic(attempt.method, url, _json(data), content_type=JSON)
            else:
                answer = client.post(url, data)
        acts = set(AuditRow.objects.filter(event=scene.event, sequence__gt=last).values_list("act", flat=True))
        transaction.set_rollback(True)
    cache.clear()  # it knows the log by numbers that come again
    return acts, written - UNAUDITED, answer.status_code


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def with_link(scene: Scene) -> Client:
    """A player's link, which opens only the own result and call: of a player who does not sit at the scene's match."""
    others = Entry.objects.filter(event=scene.event, status=EntryStatus.CHECKED_IN)
    if scene.event.stages.filter(rounds__isnull=False).exists():
        others = others.exclude(seats__match=scene.match)
    neighbour = others.latest("number")
    link = make_player_link(entry=neighbour, actor=any_organiser())
    return Client(headers={"authorization": f"Link {link.token}"})


def session_of(client: Client) -> str | None:
    """The session that a client is signed in by."""
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else None


ATTEMPTS: dict[str, list[Try]] = defaultdict(list)
for each in sample(3, [*API, *PAGES]):
    ATTEMPTS[str(each) if LONG else each.scene.__name__].append(each)


@pytest.mark.parametrize("attempts", ATTEMPTS.values(), ids=ATTEMPTS)
def test_what_each_role_writes(attempts: list[Try]) -> None:
    """In each scene: each role, staff of another event, who is signed in, a player with a link, and nobody.

    In the long form each attempt has a scene of its own.
    """
    scene, wrong = attempts[0].scene(), {}
    people = {str(role): signed_in(scene.hall.user(role)) for role in Role}
    people["of another event"] = signed_in(staff(EventFactory(), Role.ORGANISER))
    people["without a role"] = signed_in(UserFactory())
    people["nobody"] = Client()
    player = with_link(scene) if any(attempt.api for attempt in attempts) else None
    sessions = [session_of(client) for client in people.values()]
    for attempt in attempts:
        there = {**people, "a player": player} if attempt.api and player else people
        for who, client in there.items():
            acts, written, status = effects(attempt, scene, client)
            wanted = {attempt.act} if who in attempt.allowed else set()
            if acts != wanted or bool(written) != bool(wanted) or (wanted and status >= 400):
                wrong[str(attempt), who] = (status, acts, written)
    assert wrong == {}
    assert [session_of(client) for client in people.values()] == sessions  # each was who they are to the end
