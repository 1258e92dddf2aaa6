"""What decided a message, layer by layer: the rule and the words it matched, the guard and its evidence, and so on."""

from __future__ import annotations

import re

from fingerpost.routebook.model import Routebook, Rule
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.explanation.guard_outcomes import GUARD_STEP, decision_before_guards
from fingerpost.routing.explanation.model import Cause, Continuation, GuardOutcome
from fingerpost.routing.explanation.trial import Outcome
from fingerpost.routing.layers.rules import rule_texts
from fingerpost.types import Decision, Resolved

_MODEL_SAID = re.compile(r"\bthe model said (.+?), (?:but the classifier's|the classifier:)")
_LIKE = re.compile("like “(.+)”$", re.DOTALL)
_FIRST_BY = re.compile(r"^as before, by (.+?): ")
_AGAIN = "asks for the previous answer in another form"


def cause_of(
    book: Routebook, decision: Decision, resolved: Resolved, base: Outcome, guards: list[GuardOutcome]
) -> Cause:
    """Return what decided; `base` is the decision of the router itself, without memo and language model."""
    layer, said = decision.layer, decision.reason
    alone = base.prediction.ranked(1)[0][0] if base.prediction is not None else None
    if layer == "rules":
        rule = next((rule for rule in book.rules if f"rule:{rule.name}" in decision.signals), None)
        matched, pattern = (None, None) if rule is None else _matched(rule, resolved)
        return Cause(layer, said, rule.name if rule else None, matched, pattern)
    if layer == SUPERVISOR:
        before = decision_before_guards(decision)
        name = next(step.who for step in decision.trail if step.who.startswith(GUARD_STEP)).removeprefix(GUARD_STEP)
        evidence = next((guard.why for guard in guards if guard.fired), None)
        return Cause(layer, said, name, evidence, before=before.route, before_layer=before.layer)
    if layer == "memo":
        first = _FIRST_BY.match(said)
        return Cause(layer, said, before_layer=first[1] if first else None, before=base.decision.route)
    if layer == "llm":
        chosen = _MODEL_SAID.search(said)
        label = chosen[1] if chosen else decision.route
        return Cause(layer, said, name=label, before=alone, agrees=None if alone is None else alone == label)
    if layer == "declared":
        return Cause(layer, said, before=base.decision.route, before_layer=base.decision.layer)
    like = _LIKE.search(said) if layer == "small_talk" else None
    return Cause(layer, said, matched=like[1] if like else None, before=alone)


def _matched(rule: Rule, resolved: Resolved) -> tuple[str | None, str | None]:
    """Return the words that a rule matched, and its phrase or pattern; in the order in which the rules layer looks."""
    lowered = resolved.whole.lower()
    for phrase in rule.contains:
        place = lowered.find(phrase)
        if place >= 0:
            # Lower case can be longer than what was written.
            same = len(lowered) == len(resolved.whole)
            return (resolved.whole[place : place + len(phrase)] if same else phrase), phrase
    if rule.again and resolved.again:
        return resolved.text, _AGAIN
    for pattern in rule.patterns:
        found = pattern.search(resolved.folded)
        if found:
            place, end = found.span()
            same = len(resolved.folded) == len(resolved.text)
            words = resolved.text[place:end] if same else found.group(0)
            return words.strip(), pattern.pattern
    return _matched_when_normalised(rule, resolved)


def _matched_when_normalised(rule: Rule, resolved: Resolved) -> tuple[str | None, str | None]:
    """Return what a rule matched in a disguised text: in the form that the rules layer reads."""
    texts = rule_texts(resolved)
    phrase = next((phrase for phrase in rule.contains if phrase in texts.lowered), None)
    if phrase is not None:
        return phrase, phrase
    found = next((found for pattern in rule.patterns if (found := pattern.search(texts.folded))), None)
    return (None, None) if found is None else (found.group(0).strip(), found.re.pattern)


def continuation_of(resolved: Resolved | None) -> Continuation | None:
    """Return the earlier turn that a message depends on; None where it stands alone."""
    if resolved is None or not (resolved.leans or resolved.again or resolved.follows or resolved.attached):
        return None
    how = resolved.leans or ("asks again" if resolved.again else "attachment" if resolved.attached else "continues")
    turn = resolved.turn
    return Continuation(
        "editor" if resolved.on_editor else how,
        None if turn is None else turn.text,
        None if turn is None else turn.route,
        resolved.follows,
        resolved.complete or None,
    )
