"""The changes that the machine makes, by name: each takes the hall and the actor, and draws the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from judging.appeals.services import acknowledge_result, decide_appeal, file_appeal
from judging.calls.services import call_judge, claim_call, resolve_call
from judging.enums import AppealState, TableAct
from judging.extensions.services import extend_time, mark_table
from judging.models import Appeal, Call, Infraction, Ruling
from judging.policies.services import delegate_to_deputy
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.penalties import confirm_penalty
from judging.rulings.services.rulings import log_ruling, withdraw_ruling
from judging.rulings.services.takebacks import apply_penalty, change_penalty, rescind_penalty, undo_infraction
from matches.attendance import services as attendance
from matches.attendance import strike_services as strikes
from matches.audit.services import Actor
from matches.brackets.services.rounds import correct_bracket_result
from matches.clock import services as clock
from matches.draws.services import drafts
from matches.enums import MatchKind, ResultStatus, RoundStatus, Source
from matches.final.services import finish_event, reopen_event
from matches.models import Entry, Event, Match, Result, Round, Stage
from matches.people.services.entries import add_entry
from matches.results.queries.results import missing_tables
from matches.results.services.results import correct_result, report_result
from matches.results.services.takebacks import take_back_result
from matches.rounds.services import rounds
from matches.tables.score import Duel, Score

Draw = Callable[[st.SearchStrategy[Any]], Any]

SCORES = [
    Duel(rounds=(2, 0), winner=0),
    Duel(rounds=(2, 1), winner=0),
    Duel(rounds=(1, 2), winner=1),
    Duel(rounds=(1, 1), decided_by="time"),
    Duel(winner=-1, decided_by="no_show"),
    Duel(winner=1, decided_by="no_show"),
]
REASONS = ["", "seen at the table", "seen at the table"]


class Nothing(Exception):  # noqa: N818 - not an error: there is nothing to try this on
    """There is no such thing in the event yet."""


def one_of(draw: Draw, found: Any, newest: int = 10) -> Any:
    """One of the newest rows."""
    rows = list(reversed(found))[:newest]
    if not rows:
        raise Nothing
    return draw(st.sampled_from(rows))


def a_round(draw: Draw, event: Event) -> Round:
    return one_of(
        draw, Round.objects.filter(stage__event=event).select_related("stage__event").order_by("pk"), newest=3
    )


def a_match(draw: Draw, event: Event, **among: Any) -> Match:
    found = Match.objects.filter(round__stage__event=event, **among).exclude(round__status=RoundStatus.WITHDRAWN)
    return one_of(draw, found.select_related("round__stage__event").order_by("pk"))


def an_entry(draw: Draw, event: Event) -> Entry:
    return one_of(draw, Entry.objects.filter(event=event).select_related("player", "event").order_by("-number"))


def a_stage(draw: Draw, event: Event) -> Stage:
    return one_of(draw, Stage.objects.filter(event=event).select_related("event"))


def a_score(draw: Draw) -> Score:
    return draw(st.sampled_from(SCORES))


def a_reason(draw: Draw) -> str:
    return draw(st.sampled_from(REASONS))


def pair(draw: Draw, event: Event, actor: Actor) -> None:
    rounds.pair_round(stage=a_stage(draw, event), actor=actor, seed=draw(st.integers(0, 9)))


def repair(draw: Draw, event: Event, actor: Actor) -> None:
    rounds.repair_round(round=a_round(draw, event), actor=actor, seed=draw(st.integers(0, 9)))


def withdraw(draw: Draw, event: Event, actor: Actor) -> None:
    rounds.withdraw_round(round=a_round(draw, event), actor=actor, reason=a_reason(draw))


def on_round(service: Callable[..., object], **more: Any) -> Callable[[Draw, Event, Actor], None]:
    def act(draw: Draw, event: Event, actor: Actor) -> None:
        service(round=a_round(draw, event), actor=actor, **more)

    return act


def swap(draw: Draw, event: Event, actor: Actor) -> None:
    first, second = an_entry(draw, event), an_entry(draw, event)
    drafts.swap_players(round=a_round(draw, event), first=first, second=second, actor=actor, reason=a_reason(draw))


def keep(draw: Draw, event: Event, actor: Actor) -> None:
    drafts.keep_pair(match=a_match(draw, event), keep=draw(st.booleans()), actor=actor)


def give_table(draw: Draw, event: Event, actor: Actor) -> None:
    drafts.give_table(match=a_match(draw, event), table=draw(st.integers(1, 5)), actor=actor)


def report(draw: Draw, event: Event, actor: Actor) -> None:
    source = Source.PLAYER if actor.is_player else Source.DESK
    report_result(match=a_match(draw, event), score=a_score(draw), actor=actor, source=source)


def report_all(draw: Draw, event: Event, actor: Actor) -> None:
    """Every missing result of the open rounds, as a desk does at the end of a round."""
    missing = Match.objects.filter(
        round__stage__event=event, round__status__in=RoundStatus.takes_results(), kind=MatchKind.PLAYED
    ).exclude(results__status=ResultStatus.CONFIRMED)
    for match in missing.select_related("round__stage__event"):
        report_result(match=match, score=draw(st.sampled_from(SCORES[:3])), actor=actor, source=Source.DESK)


def both_report(draw: Draw, event: Event, actor: Actor) -> None:
    """Both players of a table report the same; the actor is not asked."""
    match, score = a_match(draw, event), a_score(draw)
    for seat in match.seats.select_related("entry"):
        report_result(match=match, score=score, actor=Actor(entry=seat.entry), source=Source.PLAYER)


def correct(draw: Draw, event: Event, actor: Actor) -> None:
    match = a_match(draw, event, results__status=ResultStatus.CONFIRMED)
    terms: dict[str, Any] = {"match": match, "score": a_score(draw), "actor": actor, "source": Source.DESK}
    if match.round.stage.is_bracket:
        correct_bracket_result(**terms, reason=a_reason(draw), accept_fallen=draw(st.booleans()))
    else:
        correct_result(**terms, reason=a_reason(draw))


def take_back(draw: Draw, event: Event, actor: Actor) -> None:
    take_back_result(match=a_match(draw, event), actor=actor, reason=a_reason(draw))


def accept(draw: Draw, event: Event, actor: Actor) -> None:
    result = _a_result(draw, event)
    entry = one_of(draw, [seat.entry for seat in result.match.seats.select_related("entry")])
    protest = draw(st.booleans())
    acknowledge_result(result=result, entry=entry, actor=actor, under_protest=protest, statement="no")


def both_accept(draw: Draw, event: Event, actor: Actor) -> None:
    """Both players accept a result; the actor is not asked."""
    result = _a_result(draw, event)
    for seat in result.match.seats.select_related("entry"):
        acknowledge_result(result=result, entry=seat.entry, actor=Actor(entry=seat.entry))


def _a_result(draw: Draw, event: Event) -> Result:
    return one_of(draw, Result.objects.filter(match__round__stage__event=event).select_related("match").order_by("pk"))


def check_in(draw: Draw, event: Event, actor: Actor) -> None:
    everyone = draw(st.booleans())
    attendance.check_in(event=event, actor=actor, entries=None if everyone else [an_entry(draw, event)])


def undo_check_in(draw: Draw, event: Event, actor: Actor) -> None:
    attendance.undo_check_in(event=event, actor=actor, entries=[an_entry(draw, event)])


def drop(draw: Draw, event: Event, actor: Actor) -> None:
    attendance.drop_entry(actor=actor, entry=actor.entry or an_entry(draw, event))


def let_return(draw: Draw, event: Event, actor: Actor) -> None:
    attendance.return_entry(actor=actor, entry=an_entry(draw, event), reason=a_reason(draw))


def strike(draw: Draw, event: Event, actor: Actor) -> None:
    strikes.strike_results(actor=actor, entry=an_entry(draw, event))


def restore(draw: Draw, event: Event, actor: Actor) -> None:
    strikes.restore_results(actor=actor, entry=an_entry(draw, event))


def disqualify(draw: Draw, event: Event, actor: Actor) -> None:
    entry = an_entry(draw, event)
    attendance.disqualify_entry(actor=actor, entry=entry, reason=a_reason(draw), keeps_place=draw(st.booleans()))


def sign_up(draw: Draw, event: Event, actor: Actor) -> None:
    name = f"Ada {draw(st.integers(1, 30))}"
    add_entry(event=event, actor=actor, name=name, sure=True, checked_in=draw(st.booleans()))


def fault(draw: Draw, event: Event, actor: Actor) -> None:
    match = a_match(draw, event)
    entry = one_of(draw, [seat.entry for seat in match.seats.select_related("entry__player")])
    penalty = draw(st.sampled_from(["W", "W", "RL", "ML", "DQ", None]))
    statements = {"player": "no", "opponent": "yes", "prize_decision": "with_prize"}
    log_infraction(
        event=event,
        actor=actor,
        fault=Fault(entry=entry, code="GP-HAND", match=match, comment="counted twice at the table, with both players"),
        penalty=penalty,
        statements=statements,
    )


def on_fault(service: Callable[..., object], **more: Any) -> Callable[[Draw, Event, Actor], None]:
    def act(draw: Draw, event: Event, actor: Actor) -> None:
        rows = Infraction.objects.filter(event=event).select_related("event", "match__round__stage__event", "entry")
        service(infraction=one_of(draw, rows.order_by("sequence")), actor=actor, **more)

    return act


def appeal(draw: Draw, event: Event, actor: Actor) -> None:
    about = one_of(draw, Infraction.objects.filter(event=event).select_related("match").order_by("sequence"))
    file_appeal(event=event, of=about, actor=actor, statement="no")


def decide(draw: Draw, event: Event, actor: Actor) -> None:
    found = one_of(draw, Appeal.objects.filter(event=event).select_related("event", "match__round__stage__event"))
    state = draw(st.sampled_from([AppealState.UPHELD, AppealState.CHANGED, AppealState.WITHDRAWN]))
    decide_appeal(appeal=found, state=state, actor=actor, comment=a_reason(draw))


def rule(draw: Draw, event: Event, actor: Actor) -> None:
    log_ruling(event=event, actor=actor, match=a_match(draw, event), matter="other", outcome="x")


def unrule(draw: Draw, event: Event, actor: Actor) -> None:
    rows = Ruling.objects.filter(event=event).select_related("event", "match__round__stage__event")
    withdraw_ruling(ruling=one_of(draw, rows), reason=a_reason(draw), actor=actor)


def call(draw: Draw, event: Event, actor: Actor) -> None:
    call_judge(match=a_match(draw, event), actor=actor)


def on_call(service: Callable[..., object]) -> Callable[[Draw, Event, Actor], None]:
    def act(draw: Draw, event: Event, actor: Actor) -> None:
        rows = Call.objects.filter(event=event).select_related("event", "match__round__stage__event")
        service(call=one_of(draw, rows), actor=actor)

    return act


def more_time(draw: Draw, event: Event, actor: Actor) -> None:
    extend_time(match=a_match(draw, event), actor=actor, seconds=draw(st.integers(1, 400)))


def cover(draw: Draw, event: Event, actor: Actor) -> None:
    mark_table(match=a_match(draw, event), act=draw(st.sampled_from([TableAct.COVERED, TableAct.LEFT])), actor=actor)


def finish(draw: Draw, event: Event, actor: Actor) -> None:
    finish_event(event=event, actor=actor)


def reopen(draw: Draw, event: Event, actor: Actor) -> None:
    reopen_event(event=event, actor=actor, reason=a_reason(draw))


def delegate(draw: Draw, event: Event, actor: Actor) -> None:
    delegate_to_deputy(event=event, delegated=draw(st.booleans()), actor=actor)


def go_on(draw: Draw, event: Event, actor: Actor) -> None:
    """The next step of the event, as the desk would take it."""
    event.refresh_from_db()
    if event.finished_at is not None:
        reopen_event(event=event, actor=actor, reason="more to play")
        return
    open_round = Round.objects.filter(stage__event=event, status__in=RoundStatus.open()).select_related("stage__event")
    round_ = open_round.first()
    if round_ is None:
        stages = Stage.objects.filter(event=event, finished_at__isnull=True).select_related("event")
        rounds.pair_round(stage=one_of(draw, stages.order_by("order")[:1]), actor=actor, seed=draw(st.integers(0, 9)))
    elif round_.status == RoundStatus.DRAFT:
        rounds.publish_round(round=round_, actor=actor)
    elif round_.status == RoundStatus.PUBLISHED:
        clock.start_clock(round=round_, actor=actor)
    elif missing_tables(round_):
        report_all(draw, event, actor)
    else:
        rounds.close_round(round=round_, actor=actor)


OFTEN: list[tuple[str, Callable[[Draw, Event, Actor], None]]] = [
    ("pair_round", pair),
    ("publish_round", on_round(rounds.publish_round)),
    ("start_clock", on_round(clock.start_clock)),
    ("report_result", report_all),
    ("close_round", on_round(rounds.close_round)),
]
"""What brings an event on."""
ACTS: list[tuple[str, Callable[[Draw, Event, Actor], None]]] = [
    ("repair_round", repair),
    ("withdraw_round", withdraw),
    ("pause_clock", on_round(clock.pause_clock)),
    ("resume_clock", on_round(clock.resume_clock)),
    ("add_time", on_round(clock.add_time, seconds=60)),
    ("call_time", on_round(clock.call_time)),
    ("swap_players", swap),
    ("keep_pair", keep),
    ("give_table", give_table),
    ("report_result", report),
    ("report_result", both_report),
    ("correct_result", correct),
    ("take_back_result", take_back),
    ("acknowledge_result", accept),
    ("acknowledge_result", both_accept),
    ("check_in", check_in),
    ("undo_check_in", undo_check_in),
    ("drop_entry", drop),
    ("return_entry", let_return),
    ("strike_results", strike),
    ("restore_results", restore),
    ("disqualify_entry", disqualify),
    ("add_entry", sign_up),
    ("log_infraction", fault),
    ("confirm_penalty", on_fault(confirm_penalty)),
    ("change_penalty", on_fault(change_penalty, penalty="RL", reason="seen")),
    ("rescind_penalty", on_fault(rescind_penalty, reason="seen")),
    ("undo_infraction", on_fault(undo_infraction)),
    ("apply_penalty", on_fault(apply_penalty)),
    ("file_appeal", appeal),
    ("decide_appeal", decide),
    ("log_ruling", rule),
    ("withdraw_ruling", unrule),
    ("call_judge", call),
    ("claim_call", on_call(claim_call)),
    ("resolve_call", on_call(resolve_call)),
    ("extend_time", more_time),
    ("table_covered", cover),
    ("finish_event", finish),
    ("reopen_event", reopen),
    ("delegate_to_deputy", delegate),
]
__all__ = ["ACTS", "OFTEN", "Nothing", "go_on"]
