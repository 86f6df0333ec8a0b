"""The number of rounds and the cut of a plan in words and rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.columns import Column, columns
from matches.planner.cut import FEWEST_PLAYERS, MOST_PLAYERS, CutAnswer, CutQuestion, RecordChance
from matches.planner.labels import share_text
from rules_engine.planning.matches import Share


def cut_problem(players: int, cut: int) -> str:
    """Why an event of so many players cannot have such a cut; empty if it can."""
    if cut <= players:
        return ""
    return _("There are only %(players)d players, so the cut cannot be larger than that.") % {"players": players}


def no_cut_text(code: str) -> str:
    """Why the rounds and the cut are not simulated, by the code of ``cut.why_not``; empty if they are."""
    texts = {
        "few": _("With fewer than %(fewest)d players there is nothing to compare."),
        "many": _("Only events with up to %(most)s players are simulated."),
        "all_in_cut": _("All players are in the cut. Set a smaller cut to compare numbers of rounds."),
    }
    return texts[code] % {"fewest": FEWEST_PLAYERS, "most": f"{MOST_PLAYERS:,}"} if code else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsShown:
    """What a number of rounds brings: players without a loss, and how often the strongest player does well."""

    rounds: int
    chosen: bool
    undefeated: str
    wins: str
    in_cut: str
    unbeaten: str


@dataclass(frozen=True, slots=True)
class Reached:
    """How many players have a record, and the share of them that is in the cut."""

    players: str
    reached: str


@dataclass(frozen=True, slots=True)
class RecordShown:
    """A record as players usually have it, and where those who need a draw agree on one."""

    record: str
    usual: Reached
    agreed: Reached


@dataclass(frozen=True, slots=True)
class CutHeads:
    """What stands over the tables of the rounds and of the records."""

    rounds: list[Column]
    records: list[Column]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutShown:
    """The rounds and the cut for ``matches/planner/_cut.html``; ``beside_real`` where real events say the same."""

    cut: int
    heads: CutHeads
    beside_real: bool
    events: str
    rounds: list[RoundsShown]
    records: list[RecordShown]


def cut_shown(answer: CutAnswer, question: CutQuestion) -> CutShown:
    """The rounds and the cut in words and rows."""
    usual = {(row.wins, row.losses, row.draws): row for row in answer.records}
    agreed = {(row.wins, row.losses, row.draws): row for row in answer.agreed}
    keys = sorted({*usual, *agreed}, key=lambda key: (3 * key[0] + key[2], key[0]), reverse=True)
    return CutShown(
        cut=question.cut,
        heads=cut_heads(question),
        beside_real=(question.rounds, question.cut) == (7, 8),
        events=f"{answer.events:,}",
        rounds=[
            RoundsShown(
                rounds=row.rounds,
                chosen=row.rounds == question.rounds,
                undefeated=f"{row.undefeated:.1f}",
                wins=_events_text(row.wins, answer.events),
                in_cut=_events_text(row.in_cut, answer.events),
                unbeaten=_events_text(row.strongest_undefeated, answer.events),
            )
            for row in answer.rounds
        ],
        records=[
            RecordShown(
                "–".join(str(part) for part in (key if key[2] else key[:2])),
                _reached(usual.get(key)),
                _reached(agreed.get(key)),
            )
            for key in keys
            if _matters(usual.get(key)) or _matters(agreed.get(key))
        ],
    )


def cut_heads(question: CutQuestion) -> CutHeads:
    in_cut = [_("Strongest player makes the cut")] if question.cut else []
    return CutHeads(
        rounds=columns(
            _("Swiss rounds"),
            _("Undefeated players"),
            _("Strongest player undefeated"),
            *in_cut,
            _("Strongest player wins the event"),
        ),
        records=columns(
            _("Won–lost–drawn"),
            _("Players"),
            _("In the cut"),
            _("Players, with agreed draws"),
            _("In the cut, with agreed draws"),
        ),
    )


def _matters(row: RecordChance | None) -> bool:
    """Whether a record is near the cut: the many that never make it are left out."""
    return row is not None and row.reached > 0


def _reached(row: RecordChance | None) -> Reached:
    if row is None:
        return Reached("–", "–")
    return Reached(f"{row.players:.1f}", share_text(Share(row.reached, row.error)))


def _events_text(share: float, events: int) -> str:
    return share_text(Share(share, (share * (1 - share) / events) ** 0.5))
