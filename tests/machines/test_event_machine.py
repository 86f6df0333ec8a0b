"""Organisers, scorekeepers, judges and players change an event in any order; what must be true stays true.

Hypothesis chooses who tries what, also without the right to it, repeated, and inside another change. After each step
that wrote something the rows are checked, and after every few steps the standings, the brackets and both logs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from matches.audit.services import Actor, audited_change
from matches.enums import EntryStatus, Role, StageKind
from matches.errors import Refused
from matches.models import AuditRow, Entry, Event, Result
from tests.factories import EntryFactory, EventFactory, StageFactory, UserFactory, staff
from tests.forms import in_form
from tests.machines.acts import ACTS, OFTEN, Nothing, go_on
from tests.machines.checks import check_brackets, check_chains, check_rows, check_standings
from tests.refusals import WriteWatch
from tests.rights import PLAYER, UNAUDITED, WHO_MAY, WRITE, RightsWatch

pytestmark = pytest.mark.django_db

STEPS = 100
EVERY = 12
"""Steps between two of the checks that take longer."""
SHRINKING = 60
"""The seconds that a failure may take to become shorter."""
OUTSIDERS = ("nobody", "account", "stranger", "their player")
WITH_LOCK = {Role.HEAD_JUDGE, Role.SCOREKEEPER}


class Writes:
    """The tables written since it was last emptied whose rows belong to a change."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if (found := WRITE.match(sql)) and found[1] not in UNAUDITED:
            self.tables.add(found[1])
        return execute(sql, params, many, context)


class EventMachine(RuleBasedStateMachine):
    """One event in a transaction that is taken back at the end."""

    kinds: tuple[StageKind, ...] = ()
    watch: RightsWatch
    refusals: WriteWatch
    nested = False

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.steps = 0
        self.unchecked = False
        self.writes = Writes()
        self.watching = connection.execute_wrapper(self.writes)
        self.watching.__enter__()
        self.last: tuple[Callable[..., None], Actor] | None = None
        self.event: Event = EventFactory()
        for number in range(1, 8):
            EntryFactory(event=self.event, number=number)
        EntryFactory(event=self.event, number=8, status=EntryStatus.REGISTERED, checked_in_at=None)
        for order, kind in enumerate(self.kinds, start=1):
            swiss = kind == StageKind.SWISS
            cut = {"cut_to": 4} if order > 1 else {}
            StageFactory(event=self.event, order=order, kind=kind, rounds_planned=3 if swiss else 0, **cut)
        other = EntryFactory()
        self.people = {str(role): Actor(user=staff(self.event, role)) for role in Role} | {
            "nobody": Actor(),
            "account": Actor(user=UserFactory()),
            "stranger": Actor(user=staff(other.event, Role.ORGANISER)),
            "their player": Actor(entry=other),
        }
        self.may_unlock = [self.people[str(role)] for role in WITH_LOCK]
        self._look()

    def _who(self, data: st.DataObject, act: str) -> Actor:
        """Mostly somebody who may do it."""
        may = sorted(WHO_MAY[act])
        everyone = [*(str(role) for role in Role), PLAYER, *OUTSIDERS]
        who = data.draw(st.sampled_from(may if data.draw(st.integers(0, 3)) else everyone), label="who")
        if who != PLAYER:
            return self.people[who]
        return Actor(entry=data.draw(st.sampled_from(list(Entry.objects.filter(event=self.event).order_by("number")))))

    @rule(data=st.data(), act=st.sampled_from([*OFTEN, *ACTS]))
    def change(self, data: st.DataObject, act: tuple[str, Callable[..., None]]) -> None:
        name, service = act
        actor = self._who(data, name)
        self.last = (service, actor)
        self._try(data, service, actor)

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """What the desk does next, so that events get far."""
        self._try(data, go_on, self.people[str(Role.ORGANISER)])

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """The last change once more."""
        if self.last is not None:
            self._try(data, *self.last)

    @rule(data=st.data(), acts=st.lists(st.sampled_from([*OFTEN, *ACTS]), min_size=1, max_size=3), fails=st.booleans())
    def nest(self, data: st.DataObject, acts: list[tuple[str, Callable[..., None]]], fails: bool) -> None:
        """Several changes by one person in one change, which is sometimes taken back as a whole."""
        actor = self._who(data, acts[0][0])
        before, complaints = self.log_length, len(self.refusals.complaints)
        self.nested = True
        try:
            with transaction.atomic(), audited_change(acts[0][0], event_id=self.event.pk, actor=actor):
                for name, service in acts:
                    if name in {"acknowledge_result", "report_result"}:
                        continue  # these two also act for the players, who have no part in this change
                    self._try(data, service, actor)
                if fails:
                    raise Nothing
        except (Nothing, Refused):
            self._look()
            assert self.log_length == before
        else:
            self._look()
            assert self.log_length == before + 1
        finally:
            self.nested = False
        # The second of these changes may well be refused after the first has written: no service calls both.
        del self.refusals.complaints[complaints:]

    def _try(self, data: st.DataObject, service: Callable[..., None], actor: Actor) -> None:
        before, locked, refusal = self.log_length, self.locked, None
        self.writes.tables.clear()
        try:
            with transaction.atomic():
                service(data.draw, self.event, actor)
        except (Refused, Nothing) as refused:
            refusal = refused
        assert not self.watch.complaints
        if not self.writes.tables:
            return
        self._look()
        if refusal is not None or self.nested:
            assert self.log_length == before, "a refusal, or a part of another change, has a row in the audit log"
        else:
            assert self.log_length > before, f"{self.writes.tables} were written without a row in the audit log"
        assert not locked - self.locked or actor in self.may_unlock, f"{actor} changed a locked result"

    def _look(self) -> None:
        """Read what the next step is compared with."""
        self.unchecked = True
        self.log_length = AuditRow.objects.count()  # of all events: their player drops out of the other one
        found = Result.objects.filter(match__round__stage__event=self.event, locked_at__isnull=False)
        self.locked = set(found.exclude(status="superseded").values_list("pk", flat=True))

    @invariant()
    def true_after_each_step(self) -> None:
        self.steps += 1
        if self.unchecked:
            check_rows(self.event)
            self.unchecked = False
        if self.steps % EVERY == 0:
            self._check_all()

    def _check_all(self) -> None:
        check_standings(self.event)
        check_brackets(self.event)
        check_chains(self.event)

    def teardown(self) -> None:
        try:
            self._check_all()
        finally:
            self.watching.__exit__(None, None, None)
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)


def machine_of(watch: RightsWatch, refusals: WriteWatch, stages: tuple[StageKind, ...]) -> type[EventMachine]:
    return type("Machine", (EventMachine,), {"kinds": stages, "watch": watch, "refusals": refusals})


def run(machine: type[EventMachine], steps: int, patch: pytest.MonkeyPatch) -> None:
    """Run the machine. A failure is made shorter for a minute, not for Hypothesis's five."""
    patch.setattr(engine, "MAX_SHRINKING_SECONDS", SHRINKING)
    phases = (Phase.explicit, Phase.generate, Phase.shrink)
    checks: Any = list(HealthCheck)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=steps // STEPS,
            stateful_step_count=STEPS,
            phases=phases,
            suppress_health_check=checks,
            deadline=None,
            database=None,
        ),
    )


STAGES = [
    (StageKind.SWISS, StageKind.SINGLE_ELIMINATION),
    (StageKind.DOUBLE_ELIMINATION,),
    (StageKind.SINGLE_ELIMINATION,),
    (StageKind.ROUND_ROBIN, StageKind.DOUBLE_ELIMINATION),
]


@pytest.mark.parametrize("stages", STAGES, ids="-".join)
def test_an_event_stays_true_whatever_is_done_to_it(
    rights_watch: RightsWatch,
    refusals_watch: WriteWatch,
    monkeypatch: pytest.MonkeyPatch,
    stages: tuple[StageKind, ...],
) -> None:
    steps = in_form(gate=400, long=100_000)
    run(machine_of(rights_watch, refusals_watch, stages), steps // len(STAGES), monkeypatch)
