"""A whole policy as a frozen value, with what its readers look up in it. ``reading`` reads and checks policies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pydantic import Field

from judging.policy.structs import (
    ROUND_LOSS,
    Appeals,
    Button,
    Corrections,
    Counting,
    FrozenMapping,
    InfractionRule,
    Matter,
    Penalty,
    Profile,
    RuleTerm,
    TimeRules,
    Value,
    no_entries,
)


class Policy(Value):
    """A complete, checked policy. Policies are equal if their ``digest``, the SHA-256 of the content, is equal.

    ``sections`` are the game's own values by section and name. ``terms`` are words in the sentences that pages
    replace by others; ``{SECTION.NAME}`` in one is replaced by a value of the policy. ``rule_terms`` are those that the
    rules of the event's game decide. ``idle_buttons`` mean nothing under those rules; what was logged behind one keeps
    its label.
    """

    policy: str
    version: str
    roles: tuple[str, ...]
    tracks: FrozenMapping[str]
    penalties: tuple[Penalty, ...]
    counting: Counting
    authority: FrozenMapping[Any]
    profiles: FrozenMapping[Profile]
    time: TimeRules
    buttons: tuple[Button, ...]
    idle_buttons: tuple[Button, ...] = ()
    matters: FrozenMapping[Matter] = Field(default_factory=no_entries)
    sections: FrozenMapping[Mapping[str, Any]] = Field(default_factory=no_entries)
    terms: FrozenMapping[str] = Field(default_factory=no_entries)
    rule_terms: FrozenMapping[RuleTerm] = Field(default_factory=no_entries)
    appeals: Appeals
    corrections: Corrections
    infractions: tuple[InfractionRule, ...]
    default_for: str = ""
    digest: str = ""

    @cached_property
    def _penalties(self) -> dict[str, Penalty]:
        return {penalty.code: penalty for penalty in self.penalties}

    @cached_property
    def _infractions(self) -> dict[str, InfractionRule]:
        return {infraction.code: infraction for infraction in self.infractions}

    @cached_property
    def _findings(self) -> dict[str, InfractionRule]:
        return {finding: infraction for infraction in self.infractions for finding in infraction.findings}

    def under(self, rules: Mapping[str, Any]) -> Policy:
        """The policy as it reads under a rule set of the game, given by fields and options: with their words in its
        sentences, and with the buttons that mean something.
        """
        words = {name: term.words.get(str(rules.get(term.option)), "") for name, term in self.rule_terms.items()}
        idle = tuple(button for button in self.buttons if button.only_with and not rules.get(button.only_with))
        buttons = tuple(button for button in self.buttons if button not in idle)
        return self.model_copy(
            update={"terms": {**self.terms, **words}, "buttons": buttons, "idle_buttons": (*self.idle_buttons, *idle)}
        )

    @property
    def short_version(self) -> str:
        """The version's name and the beginning of the digest, as every record stores it."""
        return f"{self.version}:{self.digest[:12]}"

    def penalty(self, code: str) -> Penalty:
        """The penalty with that code. Raises KeyError if there is no such penalty."""
        return self._penalties[code]

    def level(self, code: str) -> int:
        """The level of a penalty. Raises KeyError if there is no such penalty."""
        return self._penalties[code].level

    def infraction(self, code: str) -> InfractionRule:
        """The infraction with that code. Raises KeyError if there is no such infraction."""
        return self._infractions[code]

    def has_infraction(self, code: str) -> bool:
        return code in self._infractions

    @cached_property
    def _on_purpose(self) -> frozenset[str]:
        return frozenset(infraction.intent for infraction in self.infractions if infraction.intent)

    def may_be_noted(self, code: str) -> bool:
        """Whether an infraction may be a note because it was caught and fixed at once.

        None that is on purpose or costs a game round or more at once, and none that never is more than a note.
        """
        rule = self.infraction(code)
        grave = self.level(rule.base) >= self.level(ROUND_LOSS)
        return code not in self._on_purpose and not grave and any(self.level(step) for step in rule.path)

    def infraction_for_finding(self, finding: str) -> InfractionRule | None:
        """The infraction for a finding of the referee's report, or None if no player is at fault."""
        return self._findings.get(finding)

    def button(self, key: str) -> Button | None:
        """The button with that key, or None."""
        return next((button for button in self.buttons if button.key == key), None)

    def button_label(self, key: str) -> str:
        """The label of the button with that key, also of one that is not offered; the key if there is none."""
        return next((button.label for button in (*self.buttons, *self.idle_buttons) if button.key == key), key)

    def infractions_of(self, button: Button) -> tuple[InfractionRule, ...]:
        """The infractions behind a button, in the policy's order."""
        return tuple(infraction for infraction in self.infractions if infraction.button == button.label)

    def fault_of(self, matter: str, outcome: str) -> str:
        """The code of the infraction that a ruling's outcome means, or ""."""
        return self.matters[matter].outcome_faults.get(outcome, "") if matter in self.matters else ""

    def outcomes_of(self, matter: str) -> tuple[str, ...]:
        """The outcomes of a matter; () if its button leads to infractions directly."""
        return self.matters[matter].ruling_outcomes if matter in self.matters else ()

    def rule_of(self, matter: str, outcome: str) -> str:
        """The id of the rule that a ruling's outcome rests on, or ""."""
        return self.matters[matter].outcome_rules.get(outcome, "") if matter in self.matters else ""

    def value(self, path: str) -> Any:
        """A value of ``time`` or of the game's own sections by ``SECTION.NAME``, or None."""
        section, _dot, name = path.partition(".")
        if section == "time":
            return getattr(self.time, name, None)
        return self.sections.get(section, {}).get(name)

    @cached_property
    def slow_play(self) -> InfractionRule | None:
        """The infraction that a decision over the time box is, or None."""
        return self._infractions.get(self.time.decision_timebox_infraction)
