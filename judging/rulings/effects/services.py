"""The kinds of effects: which one a penalty of the policy has, and which one a penalty that was given had."""

from __future__ import annotations

from collections.abc import Mapping

from judging.policy.structs import Penalty
from judging.rulings.effects.disqualification_services import DisqualificationKind
from judging.rulings.effects.kind_services import EffectKind
from judging.rulings.effects.match_loss_services import MatchLossKind
from judging.rulings.effects.round_loss_services import RoundLossKind
from judging.rulings.effects.stored import Disqualification, Effect, MatchLoss, RoundLoss, TimePenalty
from judging.rulings.effects.time_penalty_services import TimePenaltyKind

KINDS: Mapping[type[Effect], EffectKind] = {
    TimePenalty: TimePenaltyKind(),
    RoundLoss: RoundLossKind(),
    MatchLoss: MatchLossKind(),
    Disqualification: DisqualificationKind(),
}
NO_EFFECT = EffectKind()


def kind_for(penalty: Penalty) -> EffectKind:
    """The kind of what a penalty of the policy does; the first that says so."""
    return next((kind for kind in KINDS.values() if kind.is_of(penalty)), NO_EFFECT)


def kind_of_effect(effect: Effect | None) -> EffectKind:
    """The kind of what a penalty did."""
    return NO_EFFECT if effect is None else KINDS[type(effect)]
