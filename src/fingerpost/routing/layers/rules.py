"""The rules layer: decisions without a classifier, from the message's own text alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from fingerpost.conversation.objection import objects
from fingerpost.conversation.resolve import resolve
from fingerpost.language.text import fold, normalised
from fingerpost.observability.facts import RULES, record_fact
from fingerpost.routebook.model import Rule
from fingerpost.types import Message, Resolved, Verdict

_WORD = re.compile(r"\w+")


class RuleTexts:
    """The texts of a message in which rules look: for phrases and, folded, for patterns; and its words."""

    def __init__(self, lowered: str, folded: str) -> None:
        """Create it; the words are found only where a rule asks for them."""
        self.lowered, self.folded = lowered, folded

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the words of the folded text."""
        return frozenset(_WORD.findall(self.folded))


def read_rules(rules: Sequence[Rule], resolved: Resolved) -> Verdict | None:
    """Return the verdict of the first rule that fires, in the routebook's order."""
    if rules:
        texts = rule_texts(resolved)
        for rule in rules:
            matched = None if rule.addressed and not resolved.addressed else _match(rule, resolved, texts)
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


def required_route(rules: Sequence[Rule], text: str) -> str | None:
    """Return the route of the first rule of the contract that fires on a text by itself; None where none does."""
    resolved = resolve(Message(text))
    texts = rule_texts(resolved)
    return next((rule.route for rule in rules if rule.contract and _match(rule, resolved, texts)), None)


def rule_texts(resolved: Resolved) -> RuleTexts:
    """Return the normalised texts in which rules look."""
    lowered = normalised(resolved.whole).lower()
    same = lowered.isascii() and len(resolved.text) == len(resolved.whole)
    folded = lowered if same else fold(normalised(resolved.text))
    return RuleTexts(lowered, folded)


def _match(rule: Rule, resolved: Resolved, texts: RuleTexts) -> str | None:
    """Return a description of what matched; None where the rule does not fire."""
    for phrase in rule.contains:
        if phrase in texts.lowered:
            return f'contains "{phrase}"'
    if rule.again and resolved.again:
        return "asks for the previous answer in another form"
    turn = resolved.turn
    if turn is not None and turn.route in rule.objects_to and objects(texts.folded):
        return "objects to the previous answer"
    found = _matched_pattern(rule, texts)
    return None if found is None else f'matches "{found.group(0).strip()}"'


def _matched_pattern(rule: Rule, texts: RuleTexts) -> re.Match[str] | None:
    # The cheap conditions first: most messages meet none of the patterns.
    if not rule.patterns or not rule.unless.isdisjoint(texts.words):
        return None
    if rule.requires is not None and not rule.requires.search(texts.folded):
        return None
    found = next((found for pattern in rule.patterns if (found := pattern.search(texts.folded))), None)
    if found is None or any(pattern.search(texts.folded) for pattern in rule.unless_patterns):
        return None
    return found
