"""The rules layer: decisions without a classifier, from the message's own text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.observability.facts import RULES, record_fact
from fingerpost.routebook.model import Rule
from fingerpost.types import Resolved, Verdict

_WORD = re.compile(r"\w+")


def read_rules(rules: Sequence[Rule], resolved: Resolved) -> Verdict | None:
    """Return the verdict of the first rule that fires, in the routebook's order."""
    lowered = resolved.whole.lower()
    for rule in rules:
        if rule.addressed and not resolved.addressed:
            continue
        matched = _match(rule, resolved, lowered)
        if matched:
            record_fact(RULES, fired=rule.name)
            return Verdict(
                route=rule.route,
                accepted=True,
                confidence=1.0,
                reason=f"rule {rule.name}: {matched}",
                margin=1.0,
                signals=(f"rule:{rule.name}",),
            )
    record_fact(RULES, fired=None)
    return None


def _match(rule: Rule, resolved: Resolved, lowered: str) -> str | None:
    """Return a description of what matched; None where the rule does not fire."""
    for phrase in rule.contains:
        if phrase in lowered:
            return f'contains "{phrase}"'
    if rule.again and resolved.again:
        return "asks for the previous answer in another form"
    for pattern in rule.patterns:
        found = pattern.search(resolved.folded)
        if found:
            if not rule.unless.isdisjoint(_WORD.findall(resolved.folded)):
                return None
            return f'matches "{found.group(0).strip()}"'
    return None
