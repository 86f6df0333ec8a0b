"""The toy game: players in turn add a digit to their score; who reaches the goal first wins.

It has a field with a number, a field with a list, a switch and a variant. No list names it: ``toy_game`` registers it.
"""

from __future__ import annotations

from rules_engine.game import Game, Moment, Preset, ScoreKind
from rules_engine.record import Language, all_seats, seats_of
from rules_engine.record.report import Finding, GameResult, Report, places_by_score
from rules_engine.rules.options import RuleSchema, Setting, Variant
from rules_engine.scoring import ScoreForm, SheetColumn, TieDecision, WayToDecide
from rules_engine.table import Bank, View
from rules_engine.text import Text
from rules_engine.time_call import Field, Question, Step

SCHEMA = RuleSchema(
    fields=(Setting("goal", (10,), "Goal", "TY-1", whole=(5, 99)), Setting("dice", ("d4", "d6"), "Dice", many=True)),
    variants=(Variant("sprint", "TY-2", label="Half the goal"),),
    switches=(Setting("overshoot", ("wins", "loses_turn"), "Above the goal", "TY-3"),),
)


class ToyLanguage(Language):
    schema, seats, first_word, canonical = SCHEMA, all_seats(4), "starts", frozenset("123456")
    max_bytes, max_parts, head_tags = 3_000_000, 50, ("board",)


ROLL_OFF = TieDecision(
    "roll_off",
    "ro",
    "roll_off",
    "the roll-off went to the first or second player",
    ("First seat", "Second seat"),
    "Roll-off: I won",
    "Roll-off: my opponent won",
    "A roll-off decides only level scores.",
)


def at_time(answers, table):
    fields = tuple(Field(f"lap_{seat}", Text(f"Distance of {name}")) for seat, name in enumerate(table.names))
    if "lap_0" not in answers:
        return Step(Question("laps", fields))
    return Step(
        announcement=Text("The longer distance wins."), numbers=tuple(answers[one.name] for one in fields), mark="t"
    )


class Toy(Game):
    key, name, seats, cap_minutes, schema, language = "toy", "Toy race", (2, 4), (5, 30), SCHEMA, ToyLanguage()
    presets = (Preset("short", "Short", {"goal": 5}, 10), Preset("long", "Long", {"goal": 20}, 20))

    def scoring(self, rules):
        columns, ways = (SheetColumn("Laps"), SheetColumn("Falls")), (WayToDecide("roll_off", "roll-off"),)
        form = ScoreForm(("Laps", "Falls"), columns, "Distance", ways_to_decide=ways, tie_decisions=(ROLL_OFF,))
        return ScoreKind("money", None, None, 1, ("omw", "lot"), form=form, time_call=at_time)

    def opening(self, record):
        return dict.fromkeys(seats_of(record) or ("A", "B"), 0)

    def view(self, state, seat=None):
        return View(tuple(state), banks=tuple(Bank("score", one, Text("Score"), state[one]) for one in state))

    def replay(self, record, look, time_box=None):
        scores, rules, findings, expected = self.opening(record), self.rule_set(record.rules), [], None
        goal, order = rules["goal"] // (2 if rules["sprint"] else 1), list(scores)
        for place, played in enumerate(record.rounds):
            look(Moment(place), scores)
            for number, turn in enumerate(played.turns, 1):
                if turn.seat != (expected or played.first):
                    findings.append(
                        Finding(
                            "wrong_seat",
                            "illegal",
                            "TY-4",
                            played.round,
                            number,
                            None,
                            turn.seat,
                            Text("Another player was to move."),
                            Text("Play on."),
                            place=place,
                        )
                    )
                expected = order[(order.index(turn.seat) + 1) % len(order)]
                for action, token in enumerate(turn.actions, 1):
                    scores[turn.seat] += int(token)
                    look(Moment(place, number, action), scores)
        over = max(scores.values()) >= goal
        places = places_by_score(scores) if over else None
        status, by = ("complete", "goal") if over else ("in_progress", None)
        return Report.of(
            GameResult(status, places, dict(scores), by), [{"round": one.round} for one in record.rounds], findings
        )


GAME = Toy()
