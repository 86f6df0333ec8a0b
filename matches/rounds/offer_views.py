"""What can be done with a round now, by its state, its clock and the person's roles: the next act, and the others."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clock import State
from matches.desk.views import pair_act, round_act_url
from matches.enums import RoundStatus, StageKind
from matches.models import Event, Round
from matches.pages.access_views import Roles
from matches.permissions import can_report_results, can_run_clock, can_run_rounds
from matches.rounds.queries import next_number, stage_to_pair

Act = dict[str, Any]


def add_offers(context: dict[str, Any], event: Event, roles: Roles, round_: Round) -> None:
    """Put ``round_acts`` (at most one, the primary) and ``other_acts`` into the context of a round's page."""
    clock = context["round_clock"].read(timezone.now())
    offers = Offers(event, round_, roles, clock.state, clock.left)
    first = offers.next_act(missing=bool(context["missing"]), gone=bool(context.get("gone")))
    context["round_acts"] = [{"kind": "primary", **first}] if first else []
    context["other_acts"] = [act for act in offers.others() if not first or act["url"] != first["url"]]


class Offers:
    """The acts on one round for one person. ``state`` and ``left`` (seconds) are the clock's."""

    def __init__(self, event: Event, round_: Round, roles: Roles, state: State, left: float) -> None:
        self.event, self.round, self.roles, self.state, self.left = event, round_, roles, state, left
        self.url = round_act_url(event, round_)

    def next_act(self, *, missing: bool, gone: bool) -> Act | None:
        """The one act that brings the round on."""
        if self.round.status == RoundStatus.DRAFT:
            name, label = ("repair", _("Pair again")) if gone else ("publish", _("Publish"))
            return self._post(name, label) if can_run_rounds(self.roles) else None
        if self.round.status == RoundStatus.CLOSED:
            return self._pair_next()
        if not missing:
            return self._post("close", _("Close the round")) if can_run_rounds(self.roles) else None
        return self._clock_act() or self._results()

    def _clock_act(self) -> Act | None:
        if not can_run_clock(self.roles):
            return None
        if self.round.status == RoundStatus.PUBLISHED:
            return self._post("start", _("Start the clock"))
        if self.round.status == RoundStatus.RUNNING and self.state == State.TIME_CALLED:
            return self._post("call", _("Call time"))
        if self.round.status == RoundStatus.RUNNING and self.state == State.PAUSED:
            return self._post("resume", _("Go on"))
        return None

    def _results(self) -> Act | None:
        if not can_report_results(self.roles):
            return None
        return {"url": reverse("matches:results", args=[self.event.slug]), "label": _("Enter results")}

    def _pair_next(self) -> Act | None:
        stage = stage_to_pair(self.event)
        if stage is None or not can_run_rounds(self.roles):
            return None
        due = Round(stage=stage, number=next_number(stage))
        follows = (stage.pk == self.round.stage_id and due.number == self.round.number + 1) or due.number == 1
        return pair_act(self.event, due) if follows else None

    def others(self) -> list[Act]:
        """The other acts that fit, the quiet one last."""
        acts: list[Act] = []
        if can_run_clock(self.roles) and self.round.status == RoundStatus.RUNNING:
            acts += self._running()
        if can_run_rounds(self.roles) and self.round.status == RoundStatus.DRAFT and self._by_lot():
            acts.append(self._post("repair", _("Pair again")))
        if can_run_rounds(self.roles) and self.round.status in RoundStatus.open():
            acts.append({"url": self.url("withdraw"), "label": _("Withdraw …"), "kind": "quiet"})
        return acts

    def _running(self) -> list[Act]:
        if self.state == State.TIME_CALLED:
            return []
        pause = self._post("pause", _("Pause")) if self.state == State.RUNNING else self._post("resume", _("Go on"))
        minutes, seconds = divmod(int(self.left), 60)
        call = self._post("call", _("Call time"))
        return [
            pause,
            {
                **call,
                "key": "call",
                "question": _("Call time now?"),
                "consequence": _("%(left)s are left on the clock; they are taken away.")
                % {"left": f"{minutes}:{seconds:02d}"},
            },
        ]

    def _by_lot(self) -> bool:
        return self.round.stage.kind == StageKind.SWISS

    def _post(self, name: str, label: str) -> Act:
        return {"url": self.url(name), "label": label, "method": "post"}
