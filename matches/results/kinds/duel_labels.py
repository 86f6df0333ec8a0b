"""The results of matches of two as text."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from matches.enums import DecidedBy
from matches.events.queries.games import shape_of
from matches.models import Event
from matches.results.kinds.labels import LineHint, MarkLegend, OwnResult, decided_text
from matches.tables.duel_score import numbers, show, tie_marks
from matches.tables.outcome import Outcome
from matches.tables.round_losses import takes_off
from matches.tables.score import DRAWN, Duel
from rules_engine.text import isolated
from rules_engine.units import UNITS

PROBLEMS = {
    "line_unreadable": _("Type a table and a result, for example 12 %(score)s."),
    "score_missing": _("The result is missing. Type one, for example 12 %(score)s."),
    "score_unreadable": _("“%(text)s” is not a result. Type one such as %(score)s, or %(level)s t if time decided it."),
    "score_not_needed": _("%(mark)s takes no score. Leave the score out."),
    "too_many_wins": _("A player can win at most %(needed)s rounds."),
    "too_many_rounds": _("A match has at most %(most)s rounds."),
    "too_much_money": _("A total can be at most $%(most)s."),
    "too_little_money": _("A total must be at least $%(least)s."),
    "too_many_points": _("A player can have at most %(most)s points."),
    "too_few_points": _("A player must have at least %(least)s points."),
    "places_wrong": _("Type places such as 1-2, or 1-1 for a shared first place."),
    "concession_level": _("The score is level. Add who conceded: c1 for the first player or c2 for the second."),
    "too_much_off": _("The round loss takes off more than the player has."),
    "no_round_loss": _("%(mark)s: this player has no round loss in this match."),
    "round_loss_missing": _(
        "This match has a round loss. Add %(mark)s and the amount from that round, for example %(mark)s 300, "
        "or %(mark)s 0 if the total already leaves it out."
    ),
    "winner_needed": _("A bracket match needs a winner: play again, or add c1 or c2 for the player who conceded."),
    "places_for_pods": _("Places are for pods only. Send a score."),
}
TAKEN_OFF = gettext_noop("the amount from the round that the first or second player lost by penalty; it is subtracted")
WITHOUT_PLAY = (DecidedBy.NO_SHOW, DecidedBy.INTENTIONAL_DRAW, DecidedBy.WALKOVER)


class _DuelLabels:
    """The texts of matches of two (``labels.KindLabels``)."""

    problems = PROBLEMS

    def is_counted(self, score: Duel, event: Event) -> bool:
        """A penalty may have decided a match of a game that counts no rounds."""
        unplayed = score.decided_by == DecidedBy.PENALTY and not any(numbers(score, shape_of(event)))
        return score.decided_by not in WITHOUT_PLAY and not unplayed

    def text(self, score: Duel, event: Event) -> str:
        if not self.is_counted(score, event):
            return decided_text(score.decided_by, event)
        return "–".join(self.amounts(score, event))

    def sentence(self, score: Duel, event: Event) -> str:
        shape = shape_of(event)
        is_sentence = UNITS[shape.unit].is_money or not self.is_counted(score, event)
        return self.text(score, event) if is_sentence else show(score, shape)

    def amounts(self, score: Duel, event: Event) -> tuple[str, ...]:
        shape = shape_of(event)
        return tuple(map(UNITS[shape.unit].text, numbers(score, shape)))

    def decided(self, score: Duel, event: Event) -> str:
        return decided_text(score.decided_by, event) if self.is_counted(score, event) else ""

    def own(self, score: Duel, event: Event, seat: int) -> OwnResult:
        word = gettext("Drew") if score.winner is DRAWN else gettext("Won") if score.winner == seat else gettext("Lost")
        if not self.is_counted(score, event):
            return OwnResult(word, self.text(score, event))
        amounts = self.amounts(score, event)
        return OwnResult(word, "–".join(amounts if seat == 0 else reversed(amounts)))

    def reported(self, score: Duel, event: Event, seat: int, names: Sequence[str]) -> str:
        return " ".join(self.own(score, event, seat))

    def report_waits(self, mine: str) -> str:
        return gettext("You reported “%(mine)s”. It stands once your opponent reports the same.") % {"mine": mine}

    def report_asks(self, theirs: str) -> str:
        text = gettext("Your opponent has reported “%(theirs)s” for you. Report the same if it is right.")
        return text % {"theirs": theirs}

    def reports_differ(self, mine: str, theirs: str) -> str:
        text = gettext(
            "You reported “%(mine)s”, but your opponent’s report means “%(theirs)s” for you. Talk to each other. The "
            "player who made the mistake reports again. If you cannot agree, call a judge. The desk can see this."
        )
        return text % {"mine": mine, "theirs": theirs}

    def bye(self, event: Event) -> str:
        return gettext("You have the bye this round: it counts as a win. There is nothing to report.")

    def order(self, score: Duel, event: Event, names: Sequence[str]) -> list[str]:
        return []

    def is_first(self, score: Duel, seat: int) -> bool:
        return score.winner == seat

    def question(self, score: Duel, event: Event, seat: int = 0) -> str:
        first, second = self.amounts(score, event)[:: -1 if seat else 1]
        return gettext("%(first)s to %(second)s") % {"first": first, "second": second}

    def saved(self, table: int | None, score: Duel, event: Event, names: Sequence[str]) -> str:
        first, second = map(isolated, names)
        text = self.text(score, event)
        words = {"table": table, "first": first, "second": second, "score": text}
        if any(letter.isdigit() for letter in text):
            return gettext("Table %(table)s: %(first)s %(score)s %(second)s") % words
        if score.outcomes == (Outcome.WON, Outcome.LOST):
            return gettext("Table %(table)s: %(first)s beats %(second)s, %(score)s") % words
        if score.outcomes == (Outcome.LOST, Outcome.WON):
            return gettext("Table %(table)s: %(second)s beats %(first)s, %(score)s") % words
        return gettext("Table %(table)s: %(first)s – %(second)s, %(score)s") % words

    def line_hint(self, event: Event) -> LineHint:
        unit = UNITS[shape_of(event).unit]
        example = {"score": unit.example}
        line = gettext(unit.line).format(**example)
        if shape_of(event).form.pot_label:
            line = gettext("%(format)s, and the pot: pot 4390") % {"format": line}
        return LineHint(line, str(PROBLEMS["line_unreadable"]) % example)

    def score_hint(self, event: Event) -> str:
        unit = UNITS[shape_of(event).unit]
        return gettext("Same format as at the desk: %(score)s, or %(level)s t.") % {
            "score": unit.example,
            "level": unit.level,
        }

    def marks(self, event: Event) -> list[MarkLegend]:
        decisions = [decision for decision in shape_of(event).form.tie_decisions if not decision.counted]
        lines = [
            MarkLegend(["t"], gettext("decided when time was called")),
            *(MarkLegend(list(tie_marks((decision,))), gettext(decision.legend)) for decision in decisions),
            MarkLegend(["c", "c1", "c2"], gettext("conceded by the player behind, or by the first or second player")),
            MarkLegend(["x1", "x2", "xx"], gettext("no-show: the first player, the second or both; no score")),
            MarkLegend(["w1", "w2"], gettext("walkover: the first or the second player has dropped; no score")),
            MarkLegend(["l1", "l2", "ll"], gettext("assigned loss for the first player, the second or both; no score")),
        ]
        if takes_off(shape_of(event)):
            text = gettext(
                "the amount from the round that the first or second player lost by penalty; it is subtracted"
            )
            lines.append(MarkLegend(["rl1 300", "rl2 300"], text))
        if shape_of(event).form.pot_label:
            lines.append(MarkLegend(["pot 4390"], gettext("the pot of the match, at the end of the line")))
        if event.intentional_draws:
            lines.append(MarkLegend(["id"], gettext("intentional draw; no score")))
        return lines


DUEL_LABELS = _DuelLabels()
