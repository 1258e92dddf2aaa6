"""The routing contract, RC-01 to RC-08, checked against the facts recorded while a message was handled.

RC-01  a message that contains a registered phrase goes to its route, and no classifier is asked
RC-02  a message that contains a platform's data goes to its route, whatever a classifier or the history says
RC-03  history is passed on only for a message that depends on it
RC-04  a route without retrieval never searches
RC-05  a route is answered by the model in its slot
RC-06  no classifier sees more than six entries of history
RC-07  code of a route that is validated goes to the parser before it goes to the caller, or is said to be unchecked
RC-08  a request has at most one retry, for any reason

RC-01 and RC-02 apply when the caller declared no route. A breach is logged and counted, never raised.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.language.text import clean, cut, fold
from fingerpost.observability import facts as fact
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.resilience.ladder import ANSWER
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.types import HISTORY, Fact, Route

_WORD = re.compile(r"\w+")


class Breach(NamedTuple):
    """A violated rule of the contract, and what happened."""

    rule: str
    what: str


class RequiredRoute(NamedTuple):
    """The route that a message's text requires, and the rule of the contract that requires it."""

    rule: str
    route: str


class ContractRules:
    """The contract's rules about texts; independent of the router's rules layer, which they check."""

    def __init__(self, book: Routebook) -> None:
        """Take the routebook's rules that implement RC-01 and RC-02."""
        rules = [rule for rule in book.rules if rule.contract == "RC-01"]
        self._phrases = [(phrase, RequiredRoute("RC-01", rule.route)) for rule in rules for phrase in rule.contains]
        self._data = [rule for rule in book.rules if rule.contract == "RC-02"]

    def required_route(self, text: str) -> RequiredRoute | None:
        """Return the route that RC-01, else RC-02, requires; None where neither applies."""
        return self._by_phrase(text) or self._by_data(text)

    def _by_phrase(self, text: str) -> RequiredRoute | None:
        if self._phrases:
            lowered = text.lower()
            for phrase, required in self._phrases:
                if phrase in lowered:
                    return required
        return None

    def _by_data(self, text: str) -> RequiredRoute | None:
        if not self._data:
            return None
        whole = clean(text).strip()
        lowered, folded = whole.lower(), fold(cut(whole)[0])
        return next(
            (RequiredRoute("RC-02", rule.route) for rule in self._data if _matches(rule, lowered, folded)), None
        )


def _matches(rule: Rule, lowered: str, folded: str) -> bool:
    if any(phrase in lowered for phrase in rule.contains):
        return True
    return any(pattern.search(folded) for pattern in rule.patterns) and rule.unless.isdisjoint(_WORD.findall(folded))


def check_routing(
    required: RequiredRoute | None, route: str | None, *, declared: bool, facts: Sequence[Fact]
) -> list[Breach]:
    """Return the breaches of the rules about deciding: RC-01, RC-02, RC-03 and RC-06."""
    breaches = []
    depends_on_context = any(f.what == fact.CONTEXT_DEPENDENT for f in facts)
    if required is not None and not declared:
        if route != required.route:
            breaches.append(Breach(required.rule, f"went to {route}, though its text requires {required.route}"))
        asked = [f.detail.get("kind") for f in facts if f.what == fact.CLASSIFIER]
        if required.rule == "RC-01" and asked:
            breaches.append(Breach("RC-01", f"{', '.join(map(str, asked))} was asked about a registered phrase"))
    for passed in (f.detail for f in facts if f.what == fact.HISTORY):
        entries = passed.get("entries", 0)
        if entries and not depends_on_context:
            breaches.append(
                Breach("RC-03", f"{passed.get('to')} was given history for a message that does not refer to it")
            )
        if entries > HISTORY:
            breaches.append(
                Breach("RC-06", f"{passed.get('to')} was given {entries} entries of history, more than {HISTORY}")
            )
    return breaches


def check_answering(book: Routebook, route: str | None, facts: Sequence[Fact]) -> list[Breach]:
    """Return the breaches of the rules about answering: RC-04, RC-05, RC-07 and RC-08."""
    if route is None:
        return []
    declared = book[route]
    breaches = []
    # While the model of a slot fails, another one may answer: the caller is told.
    stands_in = any(f.what == fact.DEGRADED and f.detail.get("part") == ANSWER for f in facts)
    for happened in facts:
        if happened.what == fact.RETRIEVER and not declared.retrieval:
            breaches.append(Breach("RC-04", f"{route} searched, but is a route without retrieval"))
        if happened.what == fact.MODEL and happened.detail.get("purpose") == "answer":
            slot = happened.detail.get("slot")
            if slot != declared.slot and not stands_in:
                breaches.append(
                    Breach("RC-05", f"{route} was answered by slot {slot}, but its slot is {declared.slot}")
                )
    return breaches + _check_validation(declared, facts)


def _check_validation(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    breaches = []
    if route.validation == "code" and _sent_unchecked(facts):
        breaches.append(Breach("RC-07", f"{route.name} sent code that was not checked by the parser"))
    retries = [str(f.detail.get("why")) for f in facts if f.what == fact.RETRY]
    if len(retries) > 1:
        breaches.append(Breach("RC-08", f"{route.name} was retried {len(retries)} times: {', '.join(retries)}"))
    return breaches


def _sent_unchecked(facts: Sequence[Fact]) -> bool:
    """Return whether programs were sent before the parser saw them, or other code without a word that it did not."""
    checked = {""}
    for happened in facts:
        if happened.what == fact.PARSER:
            checked.add(str(happened.detail.get("digest", "")))
        elif happened.what == fact.SENT and (
            happened.detail.get("digest", "") not in checked
            or (happened.detail.get("others") and not happened.detail.get("told"))
        ):
            return True
    return False


def report(breaches: Sequence[Breach], **where: str) -> None:
    """Log and count breaches; `where` names the request."""
    named = "".join(f" {name}={value}" for name, value in where.items())
    for breach in breaches:
        METRICS.count("contract_breaches", rule=breach.rule)
        log_event(f"[contract] {breach.rule}: {breach.what}{named}", logging.ERROR, rule=breach.rule, **where)
