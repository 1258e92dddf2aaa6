"""Clues, guards and ensemble variants of a routebook.

A guard overrides a decision on evidence. Evidence has these names:

    attachment       the message comes with a file
    document         one of the files can be a document: a PDF, a table, an image, a text
    sql              the message contains a SQL statement
    items            the message lists at least two things with their amounts
    figures          the message holds at least three figures, in digits or in words; years are none
    hits             the documents hold a passage near the message
    paper            one of the files is a document other than an image
    short            the message has at most five words
    wordless         the message has no words but those that every message may have: "", "have a look", "mira esto"
    yes-or-no        the message says only yes or no
    guess-told       the last answer tells what a question may mean
    unsure           no layer is sure of the decision
    unrecorded       an earlier message of the conversation, whose route is not known
    earlier:ROUTE    an earlier message of the conversation went to this route, or a document was kept for it
    after:ROUTE      the message depends on an earlier one that went to this route
    the name of any clue, and of any extension of the routebook

Where no layer is sure, evidence weighs: each weight of a route is what its evidence adds to the logarithm of the
route's probability.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold
from fingerpost.routebook.near_names import no_such_route

ATTACHMENT, DOCUMENT, SQL, HITS = "attachment", "document", "sql", "hits"
PAPER, SHORT, WORDLESS, UNRECORDED, UNSURE = "paper", "short", "wordless", "unrecorded", "unsure"
ITEMS, FIGURES, YES_OR_NO, GUESS_TOLD = "items", "figures", "yes-or-no", "guess-told"
PROBES = (
    ATTACHMENT, DOCUMENT, SQL, ITEMS, FIGURES, HITS, PAPER, SHORT, WORDLESS, YES_OR_NO, GUESS_TOLD, UNRECORDED, UNSURE,
)  # fmt: skip
EARLIER, AFTER = "earlier:", "after:"

Weights = Mapping[str, Mapping[str, float]]
"""The weights of evidence by route."""

_WORD = re.compile(r"\w+")

GUARD_CONFIDENCE = 0.8
"""The confidence of a decision that a guard has overridden."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Evidence in the text: a whole word or a pattern, matched in the folded text (lower case, no accents).

    It does not count if a word of `unless` occurs. `signal` is added to every decision on such a message. With `files`
    it is looked for in the names of the files that came along, and not in the text.
    """

    name: str
    words: frozenset[str] = frozenset()
    patterns: tuple[re.Pattern[str], ...] = ()
    unless: frozenset[str] = frozenset()
    signal: str | None = None
    files: bool = False

    def __post_init__(self) -> None:
        """Fold the words, as the text is matched folded."""
        object.__setattr__(self, "words", frozenset(map(fold, self.words)))
        object.__setattr__(self, "unless", frozenset(map(fold, self.unless)))

    def found(self, folded: str, present: Collection[str] | None = None) -> bool:
        """Whether the clue occurs in a folded text; `present` are its words, if the caller has them already."""
        if self.words or self.unless:
            present = _WORD.findall(folded) if present is None else present
            if not self.unless.isdisjoint(present):
                return False
            if not self.words.isdisjoint(present):
                return True
        return any(pattern.search(folded) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Guard:
    """Overrides a decision with the route `to` if all evidence of `when` is present and none of `unless`.

    `off`: the routes that it overrides; empty means all but its own. A decision with a confidence of at least
    `Thresholds.trust` is overridden only by a guard with `contradicts`.
    """

    name: str
    to: str
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    contradicts: bool = False
    signal: str = "supervisor_fallback"
    confidence: float = GUARD_CONFIDENCE

    @property
    def reads(self) -> frozenset[str]:
        """Return the names of all evidence that the guard reads."""
        return self.when | self.unless


@dataclass(frozen=True, slots=True)
class EnsembleVariant:
    """One variant of the ensemble's question: its prompt has more examples of the routes in `focus`."""

    name: str
    focus: frozenset[str] = frozenset()


def check_guards(
    file: Path | str,
    names: Sequence[str],
    clues: Sequence[Clue],
    guards: Sequence[Guard],
    variants: Sequence[EnsembleVariant],
    extensions: Sequence[str] = (),
    weights: Weights | None = None,
) -> None:
    """Raise RoutebookError for a guard, clue, weight or variant that refers to an unknown route or unknown evidence."""
    evidence = _check_clues(file, clues, extensions)
    for i, guard in enumerate(guards):
        where = f"guards[{i}]"
        if any(guard.name == other.name for other in guards[:i]):
            raise RoutebookError(file, f"{where}.name", guard.name, "two guards have this name: rename one")
        if guard.to not in names:
            raise RoutebookError(file, f"{where}.to", guard.to, no_such_route(guard.to, names))
        for route in sorted(guard.off.difference(names)):
            raise RoutebookError(file, f"{where}.from", route, no_such_route(route, names))
        _check_evidence(file, where, guard, evidence, names)
    for route, by_evidence in (weights or {}).items():
        if route not in names:
            raise RoutebookError(file, f"weights.{route}", route, no_such_route(route, names))
        _check_known(file, f"weights.{route}", by_evidence, evidence, names)
    for i, variant in enumerate(variants):
        for route in sorted(variant.focus.difference(names)):
            raise RoutebookError(file, f"variants[{i}].focus", route, no_such_route(route, names))
        if any(variant.name == other.name for other in variants[:i]):
            raise RoutebookError(file, f"variants[{i}].name", variant.name, "two variants have this name: rename one")


def _check_clues(file: Path | str, clues: Sequence[Clue], extensions: Sequence[str]) -> set[str]:
    """Check the clues and return the names of all evidence that does not depend on routes."""
    taken = {*PROBES, *extensions}
    for i, clue in enumerate(clues):
        if clue.name in taken or ":" in clue.name:
            remedy = "is the name of other evidence, or contains a colon: choose another"
            raise RoutebookError(file, f"clues[{i}].name", clue.name, remedy)
        if not (clue.words or clue.patterns):
            raise RoutebookError(file, f"clues[{i}]", clue.name, "can never be found: give it words or patterns")
        taken.add(clue.name)
    return taken


def _check_evidence(file: Path | str, where: str, guard: Guard, evidence: set[str], names: Sequence[str]) -> None:
    if not guard.reads:
        raise RoutebookError(file, where, guard.name, "acts on no evidence: give it `when` or `unless`")
    _check_known(file, f"{where}.when", guard.when, evidence, names)
    _check_known(file, f"{where}.unless", guard.unless, evidence, names)
    both = guard.when & guard.unless
    if both:
        raise RoutebookError(file, f"{where}.unless", min(both), "is in `when` too: the guard can never fire")


def _check_known(file: Path | str, where: str, read: Collection[str], evidence: set[str], names: Sequence[str]) -> None:
    of_routes = {kind + route for kind in (EARLIER, AFTER) for route in names}
    for name in sorted(set(read) - evidence - of_routes):
        remedy = f"no such evidence; there is {', '.join(sorted(evidence))}, and earlier:ROUTE or after:ROUTE"
        raise RoutebookError(file, where, name, remedy)
