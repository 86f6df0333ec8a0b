"""A disqualification: the player leaves the event and loses the match under way."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from judging.enums import PrizeDecision
from judging.models import Infraction
from judging.policy.structs import DISQUALIFICATION, Penalty
from judging.records.services import RecordWriter
from judging.rulings.effects.kind_services import Done, EffectKind, GivenBack, Outlook
from judging.rulings.effects.match_loss_services import MatchLossKind, lost_to_penalty, open_match
from judging.rulings.effects.stored import Disqualification, GaveBack
from matches.attendance.services import check_disqualification, check_return, disqualify_entry, return_entry
from matches.audit.services import MOST_REASON
from matches.enums import EntryStatus, StageKind
from matches.events.queries.kinds import kind_of_event
from matches.models import Entry, Event, Match
from matches.people.queries.entries import first_stage_is_over, last_public_round
from matches.people.services.entries import current_entry

LOSS = MatchLossKind()


class DisqualificationKind(EffectKind):
    """The match under way is lost as by a match loss, and given back with it."""

    def is_of(self, penalty: Penalty) -> bool:
        return penalty.code == DISQUALIFICATION

    def check(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty) -> None:
        LOSS.check(writer, infraction, penalty)
        check_disqualification(current_entry(change=writer.change, entry=infraction.entry), reason=infraction.code)

    def apply(self, writer: RecordWriter, infraction: Infraction, penalty: Penalty, statements: dict[str, Any]) -> Done:
        keeps = statements.get("prize_decision") == PrizeDecision.WITH_PRIZE
        doubles = lost_to_penalty(infraction.entry_id, infraction.match) is not None
        counts = doubles or open_match(infraction) is not None
        loss = LOSS.apply(writer, infraction, penalty, statements) if counts else Done()
        disqualify_entry(
            actor=writer.change.actor,
            entry=infraction.entry,
            reason=infraction.code,
            keeps_place=keeps,
        )
        lost = loss.effect.match_loss if loss.effect is not None else None
        return Done(Disqualification(keeps, lost), loss.result)

    def foretell(self, outlook: Outlook, penalty: Penalty) -> list[str]:
        loses = outlook.counts_in is not None or outlook.doubles
        return [*(LOSS.foretell(outlook, penalty) if loses else []), _leaves_text(outlook)]

    def irreversible(self, outlook: Outlook) -> str:
        return _("This cannot be undone: a round paired without %(name)s is not replayed, even after an appeal.") % {
            "name": outlook.name
        }

    def check_give_back(
        self, writer: RecordWriter, infraction: Infraction, effect: Disqualification, reason: str
    ) -> None:
        entry = current_entry(change=writer.change, entry=infraction.entry)
        if entry.status == EntryStatus.DISQUALIFIED:
            check_return(writer.event, entry, reason=infraction.code)
        if effect.loss is not None:
            LOSS.check_give_back(writer, infraction, effect.loss, reason)

    def give_back(
        self, writer: RecordWriter, infraction: Infraction, effect: Disqualification, reason: str
    ) -> GivenBack:
        entry = Entry.objects.get(pk=infraction.entry_id)
        if entry.status == EntryStatus.DISQUALIFIED:
            return_entry(actor=writer.change.actor, entry=entry, reason=reason[:MOST_REASON])
        back = GivenBack() if effect.loss is None else LOSS.give_back(writer, infraction, effect.loss, reason)
        return GivenBack(GaveBack(effect.kind, loss=back.gave_back), back.left)

    def explain(self, entry: Entry, effect: Disqualification) -> list[str]:
        of_match = [] if effect.loss is None else LOSS.explain(entry, effect.loss)
        return [*of_match, _("%(name)s is reinstated from the next pairing on.") % {"name": entry.unique_name}]

    def to_correct(self, effect: Disqualification) -> Match | None:
        return None if effect.loss is None else LOSS.to_correct(effect.loss)


def _leaves_text(outlook: Outlook) -> str:
    event, params = outlook.event, {"name": outlook.name}
    if first_stage_is_over(event) and not kind_of_event(event).ends_with_loss:
        return _("%(name)s is out of the event. Their seat at later tables stays empty.") % params
    if first_stage_is_over(event) or _is_bracket(event):
        return _("%(name)s is out of the event. Their opponents win later matches by walkover.") % params
    text = _("%(name)s is no longer paired from round %(round)s on.")
    return text % {**params, "round": last_public_round(event) + 1}


def _is_bracket(event: Event) -> bool:
    return event.stages.filter(order=1, kind__in=StageKind.brackets()).exists()
