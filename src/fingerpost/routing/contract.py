"""The contract, RC-01 to RC-08, checked against facts that were noted where they happened.

RC-01  a message that holds a registered phrase goes to its route, and no classifier is asked
RC-02  a message that holds a platform's data goes to its route, whatever a classifier or the history says
RC-03  history is handed over only for a message that leans on it
RC-04  a route without retrieval never searches
RC-05  a route is answered by the model in its slot
RC-06  no classifier sees more than six entries of history
RC-07  code of a route that is validated goes to the parser before it goes to the caller
RC-08  a request has one retry, whatever for

RC-01 and RC-02 hold when the caller declared nothing. A breach is logged and counted, never raised.
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
from fingerpost.routebook.model import Routebook, Rule
from fingerpost.types import HISTORY, Fact, Route

_WORD = re.compile(r"\w+")


class Breach(NamedTuple):
    """A rule of the contract that was not kept, and how."""

    rule: str
    what: str


class Owed(NamedTuple):
    """What a message's own text demands: by which rule of the contract, and which route."""

    rule: str
    route: str


class Demands:
    """What the contract demands of texts. Reads them itself, apart from the router's rules layer."""

    def __init__(self, book: Routebook) -> None:
        """Take the rules that carry the contract out."""
        rules = [rule for rule in book.rules if rule.contract == "RC-01"]
        self._phrases = [(phrase, Owed("RC-01", rule.route)) for rule in rules for phrase in rule.contains]
        self._data = [rule for rule in book.rules if rule.contract == "RC-02"]

    def of(self, text: str) -> Owed | None:
        """Return what RC-01, else RC-02, demands."""
        return self._by_phrase(text) or self._by_data(text)

    def _by_phrase(self, text: str) -> Owed | None:
        if self._phrases:
            lowered = text.lower()
            for phrase, demand in self._phrases:
                if phrase in lowered:
                    return demand
        return None

    def _by_data(self, text: str) -> Owed | None:
        if not self._data:
            return None
        whole = clean(text).strip()
        lowered, folded = whole.lower(), fold(cut(whole)[0])
        return next((Owed("RC-02", rule.route) for rule in self._data if _holds(rule, lowered, folded)), None)


def _holds(rule: Rule, lowered: str, folded: str) -> bool:
    if any(phrase in lowered for phrase in rule.contains):
        return True
    return any(pattern.search(folded) for pattern in rule.patterns) and rule.unless.isdisjoint(_WORD.findall(folded))


def check_routing(demand: Owed | None, route: str | None, *, declared: bool, facts: Sequence[Fact]) -> list[Breach]:
    """Compare a decision with the rules about deciding."""
    breaches = []
    leans = any(f.what == fact.CONTEXT_DEPENDENT for f in facts)
    if demand is not None and not declared:
        if route != demand.route:
            breaches.append(Breach(demand.rule, f"went to {route}, though its text demands {demand.route}"))
        asked = [f.detail.get("kind") for f in facts if f.what == fact.CLASSIFIER]
        if demand.rule == "RC-01" and asked:
            breaches.append(Breach("RC-01", f"{', '.join(map(str, asked))} was asked about a registered phrase"))
    for handed in (f.detail for f in facts if f.what == fact.HISTORY):
        entries = handed.get("entries", 0)
        if entries and not leans:
            breaches.append(Breach("RC-03", f"{handed.get('to')} was given history for a message that does not lean"))
        if entries > HISTORY:
            breaches.append(Breach("RC-06", f"{handed.get('to')} was given {entries} entries, more than {HISTORY}"))
    return breaches


def check_answering(book: Routebook, route: str | None, facts: Sequence[Fact]) -> list[Breach]:
    """Compare what was done for an answer with what the route declares."""
    if route is None:
        return []
    declared = book[route]
    breaches = []
    for happened in facts:
        if happened.what == fact.RETRIEVER and not declared.retrieval:
            breaches.append(Breach("RC-04", f"{route} searched, and is a route without retrieval"))
        if happened.what == fact.MODEL and happened.detail.get("purpose") == "answer":
            slot = happened.detail.get("slot")
            if slot != declared.slot:
                breaches.append(Breach("RC-05", f"{route} was answered by slot {slot}, and belongs to {declared.slot}"))
    return breaches + _check_validation(declared, facts)


def _check_validation(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    breaches = []
    checked: set[str] = set()
    for happened in facts:
        if happened.what == fact.PARSER:
            checked.add(str(happened.detail.get("digest", "")))
        sent = happened.detail.get("digest") if happened.what == fact.SENT else None
        if sent and sent not in checked and route.validation == "code":
            breaches.append(Breach("RC-07", f"{route.name} sent code that had not been put to the parser"))
    retries = [str(f.detail.get("why")) for f in facts if f.what == fact.RETRY]
    if len(retries) > 1:
        breaches.append(Breach("RC-08", f"{route.name} was tried again {len(retries)} times: {', '.join(retries)}"))
    return breaches


def report(breaches: Sequence[Breach], **where: str) -> None:
    """Log and count breaches; `where` tells in which request."""
    named = "".join(f" {name}={value}" for name, value in where.items())
    for breach in breaches:
        METRICS.count("contract_breaches", rule=breach.rule)
        log_event(f"[contract] {breach.rule}: {breach.what}{named}", logging.ERROR, rule=breach.rule, **where)
