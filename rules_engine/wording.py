"""How a game's records, results and terms are put into words; a game overrides what it words differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rules_engine.record.report import MatchOutcome, Report
from rules_engine.rules.configuration import written
from rules_engine.rules.options import VARIANTS, RuleSchema, Setting, Variant
from rules_engine.rules.sets import RuleSet
from rules_engine.text import EMPTY, Text
from rules_engine.text import text as _


class Wording:
    """The texts of a game. Each answer is a ``Text``, which pages translate.

    ``unsaid`` is what a key says of the decision that a record leaves unsaid; empty in a game without one. ``starts``
    stands beside the player whom a round's heading names, ``you_start`` tells that player, ``who_starts`` asks
    for that player.
    """

    unsaid: ClassVar[Text] = EMPTY
    starts: ClassVar[Text] = _("starts")
    you_start: ClassVar[Text] = _("You start")
    who_starts: ClassVar[Text] = _("Who starts?")

    def token(self, token: str) -> Text:
        """What a token of a record says, in a few words. The token is in canonical spelling."""
        return Text("{token}", {"token": token})

    def act(self, token: str) -> Text:
        """What a key for a token says: what to do, where ``token`` says what was done."""
        return self.token(token)

    def starter(self, player: str) -> Text:
        """Who is named in a round's heading."""
        return _("{player} starts", player=player)

    def round_title(self, name: int | str) -> Text:
        """A round by the name that it has in a record."""
        return _("Round {number}", number=name)

    def result(self, report: Report, names: Mapping[str, str]) -> Text:
        """Where the match stands, in a sentence; ``names`` are those of the players by seat."""
        outcome = report.outcome
        scores = _scores(outcome, names)
        if outcome.places is None:
            return _("In progress: {scores}.", scores=scores)
        *others, last = (names[seat] for seat in outcome.places[0])
        if len(names) == 1:
            return _("The game is over: {scores}.", scores=scores)
        if not others:
            return _("{player} won: {scores}.", player=last, scores=scores)
        players = _("{a} and {b}", a=", ".join(others), b=last)
        return _("{players} share first place: {scores}.", players=players, scores=scores)

    def summary(self, report: Report, names: Mapping[str, str]) -> Iterator[str]:
        """The result as lines for a terminal; ``names`` are those of the players by seat."""
        outcome = report.outcome
        scores = _scores(outcome, names)
        if outcome.places is None:
            yield f"In progress: {scores}."
            return
        order = ", ".join(" = ".join(names[seat] for seat in group) for group in outcome.places)
        yield f"Places: {order}; {scores}."

    def edition(self, schema: RuleSchema, edition: str) -> Text:
        """An edition of the rules by its key."""
        field = schema.field_of(schema.edition)
        return Text(edition if field is None else field.label_of(edition))

    def home(self, schema: RuleSchema, value: str) -> Text:
        """A value of the field that variants belong to, such as a format."""
        field = schema.field_of(schema.home)
        return Text(value if field is None else field.label_of(value))

    def variant_scope(self, schema: RuleSchema, variant: Variant) -> Text:
        """Where a variant can be played: in one format, or everywhere."""
        if variant.home is None:
            return _("everywhere")
        return _("{format} only", format=self.home(schema, variant.home))

    def terms(self, schema: RuleSchema, rules: RuleSet) -> list[Text]:
        """The terms of a match: every field, the variants, and the switches that are not set as usual."""
        chosen = rules.to_mapping()
        terms = [self.field(schema, field, chosen[field.key]) for field in schema.fields]
        variants = [schema.variant_of(name) for name in sorted(chosen.get(VARIANTS, ()))]
        terms += [Text(variant.label or variant.key) for variant in variants if variant is not None]
        return terms + [self.switch(schema, name, value) for name, value in rules.changed_options().items()]

    def switch(self, schema: RuleSchema, name: str, value: Any) -> Text:
        """A switch that is not set as usual, with its value."""
        known = schema.switch_of(name)
        label, text = (name, written(value)) if known is None else (known.label or name, known.label_of(value))
        return Text("{name}: {value}", {"name": label, "value": text})

    def field(self, schema: RuleSchema, field: Setting, value: Any) -> Text:
        """A field of the terms with its value; an edition or a format says itself what it is."""
        if field.is_boolean:
            return _("{name} on", name=field.label) if value else _("{name} off", name=field.label)
        if field.many:
            values = ", ".join(field.label_of(item) for item in value)
            return Text("{name}: {value}", {"name": field.label, "value": values or "–"})
        if field.key in (schema.edition, schema.home):
            return Text(field.label_of(value))
        return Text("{name}: {value}", {"name": field.label, "value": field.label_of(value)})


def _scores(outcome: MatchOutcome, names: Mapping[str, str]) -> str:
    """Each player with their score."""
    return ", ".join(f"{names[seat]} {'?' if score is None else score}" for seat, score in outcome.scores.items())
