"""Rules: decisions that need no classifier. They read the message's own text and nothing else."""

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
        found = _finds(rule, resolved, lowered)
        if found:
            record_fact(RULES, fired=rule.name)
            return Verdict(
                route=rule.route,
                accepted=True,
                confidence=1.0,
                reason=f"rule {rule.name}: {found}",
                margin=1.0,
                signals=(f"rule:{rule.name}",),
            )
    record_fact(RULES, fired=None)
    return None


def _finds(rule: Rule, resolved: Resolved, lowered: str) -> str | None:
    for phrase in rule.contains:
        if phrase in lowered:
            return f'holds "{phrase}"'
    if rule.again and resolved.again:
        return "wants the prior answer in another form"
    for pattern in rule.patterns:
        found = pattern.search(resolved.folded)
        if found:
            if not rule.unless.isdisjoint(_WORD.findall(resolved.folded)):
                return None
            return f'matches "{found.group(0).strip()}"'
    return None
