"""What a table is told when its time is up, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.standings.formats import money
from matches.time_call import Comparison, Decision, TableStep


def finish_text(name: str) -> str:
    """The open turn is finished first."""
    return _("%(name)s finishes this turn. Nobody starts another one.") % {"name": name}


def decision_text(decision: Decision, names: tuple[str, str]) -> str:
    """Who wins and why, or that the match is level."""
    if decision.step is TableStep.DRAW:
        return _("Level: the match is a draw.")
    if decision.step is TableStep.SUDDEN_DEATH:
        return _("Level, and a bracket needs a winner: play Sudden Death, then enter its Banks.")
    assert decision.winner is not None  # noqa: S101 - the match is won
    ahead, behind = sorted(decision.compared, reverse=True)
    in_rounds = decision.by in (Comparison.PLAYED, Comparison.ROUNDS)
    params = {
        "name": names[decision.winner],
        "ahead": str(ahead) if in_rounds else money(ahead),
        "behind": str(behind) if in_rounds else money(behind),
    }
    return {
        Comparison.PLAYED: _("The last turn decided it: %(name)s wins %(ahead)s–%(behind)s."),
        Comparison.ROUNDS: _("%(name)s leads %(ahead)s–%(behind)s in rounds and wins on time."),
        Comparison.RUNNING_BANK: _("Level in rounds. %(name)s has the higher Bank, %(ahead)s to %(behind)s, and wins."),
        Comparison.TOTAL: _("%(name)s has the higher total, %(ahead)s to %(behind)s, and wins."),
        Comparison.SUDDEN_DEATH: _("%(name)s wins Sudden Death, %(ahead)s to %(behind)s."),
    }[decision.by] % params
