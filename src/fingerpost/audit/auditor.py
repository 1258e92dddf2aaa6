"""The routing contract, RC-01 to RC-08, judged by a reading of its own and by the facts recorded on the way.

RC-01  a message that contains a registered phrase goes to its route, and no classifier is asked
RC-02  a message that contains a platform's data goes to its route, whatever a classifier or the history says
RC-03  history is passed on only for a message that depends on it
RC-04  a route without retrieval never searches
RC-05  a route is answered by the model in its slot
RC-06  no classifier sees more than six entries of history
RC-07  code of a route that is validated goes to the parser before it goes to the caller, or is said to be unchecked
RC-08  a request has at most one retry, for any reason

RC-01 and RC-02 apply when the caller declared no route. The routebook tells which phrases are registered and which
route holds a platform's data; nothing else of its rules is used. Where the auditor is not certain, and the router went
another way, the finding is a doubt: a person should look. A breach is logged and counted, never raised.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.audit.account_figures import find_account_figure
from fingerpost.audit.self_contained import is_self_contained
from fingerpost.language.text import normalised
from fingerpost.observability import facts as fact
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.types import HISTORY, Fact, Route

MAX_ANSWERS, MAX_SEARCHES = 2, 2
"""Answers that a request may have written, and searches that it may make: the first and those of its one retry."""

MAX_SPELLED = 4000
"""Characters of a text in which a registered phrase is looked for letter by letter."""

_WRITES_NO_ANSWER = ("classify", "read", "reformulate", "relevance", "document", "sql", "triage")
"""Purposes of model calls that do not write the answer of a route's slot."""


class Breach(NamedTuple):
    """A violated rule of the contract and what happened; a doubt where the auditor is not certain."""

    rule: str
    what: str
    certain: bool = True


class TextReading(NamedTuple):
    """What the auditor reads in a text: the rule and the route that it requires, and whether that is certain.

    `seen` tells why, without the person's words. `self_contained`: the text surely refers to nothing before it.
    """

    rule: str | None = None
    route: str | None = None
    certain: bool = False
    seen: str = ""
    self_contained: bool = False


class Auditor:
    """Judges decisions and answers of one routebook."""

    def __init__(self, book: Routebook) -> None:
        """Take the registered phrases, the route of a platform's data, and what the routes may do."""
        self.book = book
        rules = [rule for rule in book.rules if rule.contract == "RC-01"]
        self._phrases = [(phrase, _letters(phrase), rule.route) for rule in rules for phrase in rule.contains]
        self._data = next((rule.route for rule in book.rules if rule.contract == "RC-02"), None)

    def read(self, text: str, *, with_references: bool = True) -> TextReading:
        """Return the auditor's own reading of a message; without references where no history was passed on."""
        whole = with_references and is_self_contained(text)
        phrase = self._registered_phrase(text)
        # A registered phrase decides whatever the figures are, and reading them takes ten times as long.
        certain = phrase is not None and phrase.certain
        figure = find_account_figure(text) if self._data is not None and not certain else None
        if phrase is not None and figure is None:
            return phrase._replace(self_contained=True) if whole else phrase
        if figure is not None:
            return TextReading("RC-02", self._data, figure.certain, figure.seen, whole)
        return TextReading(self_contained=whole)

    def _registered_phrase(self, text: str) -> TextReading | None:
        if not self._phrases:
            return None
        lowered = normalised(text).lower()
        for phrase, _, route in self._phrases:
            if phrase in lowered:
                return TextReading("RC-01", route, certain=True, seen="a registered phrase")
        letters = _letters(lowered[:MAX_SPELLED])
        spelled = next((route for _, spelled, route in self._phrases if spelled in letters), None)
        return None if spelled is None else TextReading("RC-01", spelled, seen="the letters of a registered phrase")

    def check_decision(
        self, reading: TextReading, route: str | None, *, declared: bool, facts: Sequence[Fact]
    ) -> list[Breach]:
        """Return the breaches of the rules about deciding: RC-01, RC-02, RC-03 and RC-06."""
        found = self._check_history(reading, facts)
        return found if declared else _check_required(reading, route, facts) + found

    def _check_history(self, reading: TextReading, facts: Sequence[Fact]) -> list[Breach]:
        """Return what is wrong with the history that was passed on, whatever the router says of the message."""
        breaches: list[Breach] = []
        history = [f.detail for f in facts if f.what == fact.HISTORY]
        if not history:
            return breaches
        leans = any(f.what == fact.CONTEXT_DEPENDENT for f in facts)
        for passed in history:
            entries, to = passed.get("entries", 0), passed.get("to")
            if entries and (not leans or (reading.self_contained and not self.book.conversation)):
                breaches.append(Breach("RC-03", f"{to} was given history for a message that does not refer to it"))
            if entries > HISTORY:
                breaches.append(Breach("RC-06", f"{to} was given {entries} entries of history, more than {HISTORY}"))
        return breaches

    def check_answer(self, route: str | None, facts: Sequence[Fact]) -> list[Breach]:
        """Return the breaches of the rules about answering: RC-04, RC-05, RC-07 and RC-08."""
        if route is None:
            return []
        declared = self.book[route]
        return [
            *_check_searches(declared, facts),
            *_check_models(declared, facts),
            *_check_code(declared, facts),
            *_check_retries(declared, facts),
        ]

    def refuses_label(self, text: str, route: str | None, *, given_by_person: bool = False) -> bool:
        """Return whether nothing may learn this label: the text requires another route, or may do so.

        Where the auditor is not certain, the word of a person counts.
        """
        reading = self.read(text, with_references=False)
        if reading.rule is None or reading.route == route:
            return False
        return reading.certain or not given_by_person


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _check_required(reading: TextReading, route: str | None, facts: Sequence[Fact]) -> list[Breach]:
    if reading.rule is None:
        return []
    breaches = []
    if route != reading.route:
        what = f"went to {route}, though its text requires {reading.route}: {reading.seen}"
        breaches.append(Breach(reading.rule, what, reading.certain))
    asked = []
    for each in facts:
        if each.what == fact.CLASSIFIER:
            asked.append(str(each.detail.get("kind")))
        elif each.what == fact.MODEL and each.detail.get("purpose") == "classify":
            asked.append("a model")
    if reading.rule == "RC-01" and asked:
        what = f"{', '.join(dict.fromkeys(asked))} was asked about a registered phrase"
        breaches.append(Breach("RC-01", what, reading.certain))
    return breaches


def _check_searches(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    searches = sum(f.what == fact.RETRIEVER for f in facts)
    if searches and not route.retrieval:
        return [Breach("RC-04", f"{route.name} searched, but is a route without retrieval")]
    return []


def _check_models(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    breaches = []
    # While the model of a slot fails another one may answer, and the caller is told.
    stands_in = any(f.what == fact.DEGRADED and f.detail.get("part") == "answer" for f in facts)
    for used in (f.detail for f in facts if f.what == fact.MODEL):
        purpose, slot = used.get("purpose"), used.get("slot")
        if slot != route.slot and purpose not in _WRITES_NO_ANSWER and not stands_in:
            what = f"{route.name} was answered by slot {slot}, but its slot is {route.slot}"
            breaches.append(Breach("RC-05", what, certain=purpose == "answer"))
    return breaches


def _check_code(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    """Return whether code was sent that the parser had not seen by then, without a word that it was not checked."""
    if route.validation != "code":
        return []
    parsed: set[str] = set()
    for happened in facts:
        if happened.what == fact.PARSER:
            parsed.update(happened.detail.get("pieces", ()))
        elif happened.what == fact.SENT and not happened.detail.get("told"):
            unseen = set(happened.detail.get("pieces", ())) - parsed
            if unseen:
                what = f"{route.name} sent code that was not checked by the parser: {len(unseen)} pieces"
                return [Breach("RC-07", what)]
    return []


def _check_retries(route: Route, facts: Sequence[Fact]) -> list[Breach]:
    """Return whether the request was retried more than once: as it says, or as its model calls and searches show."""
    retries = [str(f.detail.get("why")) for f in facts if f.what == fact.RETRY]
    if len(retries) > 1:
        return [Breach("RC-08", f"{route.name} was retried {len(retries)} times: {', '.join(retries)}")]
    answers = sum(f.what == fact.MODEL and f.detail.get("purpose") == "answer" for f in facts)
    # A search for the commands that a request names is no second attempt, nor is the other slot while one fails.
    searches = sum(f.what == fact.RETRIEVER and f.detail.get("purpose") != "pieces" for f in facts)
    stands_in = any(f.what == fact.DEGRADED and f.detail.get("part") == "answer" for f in facts)
    if answers > MAX_ANSWERS * (1 + stands_in) or searches > MAX_SEARCHES:
        return [Breach("RC-08", f"{route.name} wrote {answers} answers and searched {searches} times for one request")]
    return []


def report(breaches: Sequence[Breach]) -> None:
    """Log and count breaches; doubts are counted, for `fingerpost measure audit` to list."""
    for breach in breaches:
        if breach.certain:
            METRICS.count("contract_breaches", rule=breach.rule)
            log_event(f"[contract] {breach.rule}: {breach.what}", logging.ERROR, rule=breach.rule)
        else:
            METRICS.count("contract_doubts", rule=breach.rule)
