"""What can be chosen about a game's rules: fields, variants and switches, declared once by the game.

The event form, the check form, the flags of commands, the API and the readers of records all work from a
``RuleSchema``. Labels are plain English; pages pass them through gettext.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.rules.configuration import ConfigurationProblem, shown, written
from rules_engine.whole_numbers import whole_number

Value = str | bool | int | None
Check = Callable[[Mapping[str, Any], Any, Any], list[ConfigurationProblem]]
"""A check across fields: takes the fields, the variants and the options of a record's ``rules``."""

VARIANTS = "variants"
OPTIONS = "options"
_ON_OFF = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Setting:
    """A field or a switch: one thing that has a value.

    ``values`` are offered in this order; the first is the default unless ``defaults`` names another one for an
    edition. ``whole`` are the least and the greatest whole number that may be given instead. With ``many`` the value
    is a list of ``values``, and ``chosen`` is the default.
    """

    key: str
    values: tuple[Value, ...]
    label: str = ""
    rule: str = ""
    help: str = ""
    labels: Mapping[Value, str] = field(default_factory=dict, hash=False)
    defaults: Mapping[str, Value] = field(default_factory=dict, hash=False)
    whole: tuple[int, int] | None = None
    many: bool = False
    chosen: tuple[Value, ...] = ()

    @property
    def is_boolean(self) -> bool:
        """Whether it is either true or false and nothing else."""
        return self.whole is None and not self.many and all(isinstance(value, bool) for value in self.values)

    def default(self, edition: str = "") -> Any:
        """The value that holds in an edition when nothing is chosen."""
        return list(self.chosen) if self.many else self.defaults.get(edition, self.values[0])

    def label_of(self, value: Value | list[Value]) -> str:
        """A value's label in plain English; the value as a record writes it where the game gives no label."""
        if isinstance(value, list):
            return ", ".join(map(self.label_of, value)) or "None"
        return self.labels.get(value) or (("Off", "On")[value] if isinstance(value, bool) else written(value))

    def choices(self) -> list[tuple[str, str]]:
        """What a form offers: each value as it is written, with its label."""
        return [(written(value), self.label_of(value)) for value in self.values]

    def allows(self, value: object) -> bool:
        """Whether a value may be chosen; types are told apart, so 1 is not true."""
        if self.many:
            return isinstance(value, list | tuple) and all(self._allows_one(each) for each in value)
        return self._allows_one(value)

    def _allows_one(self, value: object) -> bool:
        if any(type(value) is type(known) and value == known for known in self.values):
            return True
        return (
            self.whole is not None
            and isinstance(value, int)
            and not isinstance(value, bool)
            and self.whole[0] <= value <= self.whole[1]
        )

    def read(self, value: object) -> object:
        """A value as it is meant: words in either case, ``on`` for true, digits for a number; others unchanged."""
        if not isinstance(value, str):
            return list(value) if self.many and isinstance(value, tuple) else value
        if self.many:
            return [self._read_word(word) for word in value.replace(",", " ").split()]
        return self._read_word(value)

    def _read_word(self, value: str) -> object:
        word = value.strip().lower()
        for known in self.values:
            if word == written(known) or (isinstance(known, bool) and _ON_OFF.get(word) is known):
                return known
        number = whole_number(word, most=10**12) if self.whole is not None else None
        return value if number is None else number

    def problems(self, path: tuple[str | int, ...], value: object) -> list[ConfigurationProblem]:
        """What is wrong with a value: a list with at most one problem."""
        if self.allows(value):
            return []
        return [ConfigurationProblem(path, value, f"{self.key} is {self._allowed()}, not {shown(value)}.")]

    def _allowed(self) -> str:
        listed = [shown(value) for value in self.values]
        if self.whole is not None:
            listed = [f"a whole number from {self.whole[0]} to {self.whole[1]}", *(
                shown(value) for value in self.values if isinstance(value, bool | str | None)
            )]  # fmt: skip
        *before, last = listed
        return ("a list of " if self.many else "") + (f"{', '.join(before)} or {last}" if before else last)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant, played or not. ``home`` is the one value of the schema's home field that it belongs to.

    ``unsupported`` is the sentence with which a variant is refused that the rules name and the game cannot play.
    """

    key: str
    rule: str = ""
    home: str | None = None
    label: str = ""
    help: str = ""
    unsupported: str = ""


@dataclass(frozen=True, slots=True)
class RuleSchema:
    """Everything that can be chosen about a game's rules.

    ``edition`` and ``home`` name the fields that defaults depend on and that variants belong to; ``checks`` are the
    game's own checks across fields.
    """

    fields: tuple[Setting, ...] = ()
    variants: tuple[Variant, ...] = ()
    switches: tuple[Setting, ...] = ()
    checks: tuple[Check, ...] = ()
    edition: str = "edition"
    home: str = "format"

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a record's ``rules``, in canonical order."""
        return (*(field.key for field in self.fields), VARIANTS, OPTIONS)

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the switches."""
        return tuple(switch.key for switch in self.switches)

    def field_of(self, key: str) -> Setting | None:
        """The field of a key; None if there is no such field."""
        return next((field for field in self.fields if field.key == key), None)

    def switch_of(self, key: object) -> Setting | None:
        """The switch of a name; None if there is no such switch."""
        return next((switch for switch in self.switches if switch.key == key), None)

    def variant_of(self, key: object) -> Variant | None:
        """The variant of a name; None if there is no such variant."""
        return next((variant for variant in self.variants if variant.key == key), None)

    def variants_of(self, rule: str) -> list[Variant]:
        """The variants that a rule defines."""
        return [variant for variant in self.variants if variant.rule == rule]

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that defaults are told apart by; ``default`` alone where the game has one."""
        chosen = self.field_of(self.edition)
        return ("default",) if chosen is None else tuple(str(value) for value in chosen.values)

    def edition_of(self, rules: Mapping[str, Any]) -> str:
        """The edition that a record's ``rules`` are played under."""
        chosen = self.field_of(self.edition)
        return "" if chosen is None else str(rules.get(self.edition, chosen.default()))

    def problems(
        self, rules: Mapping[str, Any], variants: Any = None, options: Any = None
    ) -> list[ConfigurationProblem]:
        """Everything wrong with ``rules`` whose values have been read, in the order that a form would show it."""
        variants = rules.get(VARIANTS, ()) if variants is None else variants
        options = rules.get(OPTIONS, {}) if options is None else options
        found = [
            problem
            for field in self.fields
            if field.key in rules
            for problem in field.problems((field.key,), rules[field.key])
        ]
        found += self._variant_problems(rules, variants)
        found += self._option_problems(options)
        for check in self.checks:
            found += check(rules, variants, options)
        return found

    def _variant_problems(self, rules: Mapping[str, Any], variants: Any) -> list[ConfigurationProblem]:
        if not isinstance(variants, list | tuple | set | frozenset):
            return [ConfigurationProblem((VARIANTS,), variants, "Variants must be a list of names.")]
        return [problem for place, name in enumerate(variants) for problem in self._variant_problem(place, name, rules)]

    def _variant_problem(self, place: int, name: object, rules: Mapping[str, Any]) -> list[ConfigurationProblem]:
        known = self.variant_of(name) if isinstance(name, str) else None
        if known is None:
            refused = self._unsupported(str(name))
            message = f"There is no variant {shown(name)}." if refused is None else refused.unsupported
            return [ConfigurationProblem((VARIANTS, place), name, message)]
        if known.unsupported:
            return [ConfigurationProblem((VARIANTS, place), name, known.unsupported)]
        home = self.field_of(self.home)
        if home is None or known.home is None:
            return []
        played = rules.get(self.home, home.default(self.edition_of(rules)))
        if not home.allows(played) or played == known.home:
            return []
        message = f"{name} belongs to {known.home}; this match is {played} ({known.rule})."
        return [ConfigurationProblem((VARIANTS, place), name, message)]

    def _unsupported(self, name: str) -> Variant | None:
        """A variant that nobody can play, however its name is written."""
        plain = name.replace("_", "").replace(" ", "").lower()
        return next(
            (variant for variant in self.variants if variant.unsupported and variant.key.replace("_", "") == plain),
            None,
        )

    def _option_problems(self, options: Any) -> list[ConfigurationProblem]:
        if not isinstance(options, Mapping):
            return [ConfigurationProblem((OPTIONS,), options, "Options must be names with values.")]
        found: list[ConfigurationProblem] = []
        for name, value in options.items():
            switch = self.switch_of(name)
            if switch is None:
                found.append(ConfigurationProblem((OPTIONS, name), name, f"There is no option {shown(name)}."))
            else:
                found += switch.problems((OPTIONS, name), value)
        return found

    def spell(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[ConfigurationProblem]]:
        """A record's ``rules`` in canonical form, and everything wrong with them.

        Words are read in either case, variants as a list or as one text. Nothing that is left out is filled in; keys
        that mean nothing are kept, at the end.
        """
        keys = self.keys
        rules = {field.key: field.read(raw[field.key]) for field in self.fields if field.key in raw}
        variants = _names(raw.get(VARIANTS, []))
        options = raw.get(OPTIONS, {})
        if isinstance(options, Mapping):
            options = {name: self._read_option(name, value) for name, value in options.items()}
        problems = self.problems(rules, variants, options)
        if not problems:
            if variants:
                rules[VARIANTS] = [variant.key for variant in self.variants if variant.key in variants]
            if options:
                rules[OPTIONS] = {switch.key: options[switch.key] for switch in self.switches if switch.key in options}
        return rules | {key: raw[key] for key in raw if key not in keys}, problems

    def unknown(self, raw: Mapping[str, Any]) -> list[ConfigurationProblem]:
        """The keys of ``raw`` that mean nothing in this game. A record may have them; a request that has misspelt a
        rule would be answered under other rules.
        """
        return [
            ConfigurationProblem((key,), raw[key], f"There is no rule {shown(key)}.")
            for key in raw
            if key not in self.keys
        ]

    def _read_option(self, name: object, value: object) -> object:
        switch = self.switch_of(name)
        return value if switch is None else switch.read(value)

    def complete(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Valid ``rules`` with everything spelt out: what they leave out has the edition's default."""
        edition = self.edition_of(rules)
        options = rules.get(OPTIONS, {})
        full: dict[str, Any] = {field.key: rules.get(field.key, field.default(edition)) for field in self.fields}
        if self.variants:
            full[VARIANTS] = [variant.key for variant in self.variants if variant.key in rules.get(VARIANTS, ())]
        if self.switches:
            full[OPTIONS] = {switch.key: options.get(switch.key, switch.default(edition)) for switch in self.switches}
        return full

    def changed_switches(self, rules: Mapping[str, Any]) -> dict[str, Value]:
        """The switches whose value in ``rules`` differs from their edition's default."""
        full = self.complete(rules)
        edition = self.edition_of(full)
        chosen = full.get(OPTIONS, {})
        return {
            switch.key: chosen[switch.key] for switch in self.switches if chosen[switch.key] != switch.default(edition)
        }


def _names(raw: object) -> Any:
    names = raw.replace(",", " ").split() if isinstance(raw, str) else raw
    if not isinstance(names, list | tuple):
        return names
    return [name.strip().lower() if isinstance(name, str) else name for name in names]
