"""What a routebook says of evidence: clues that are read in the text, and guards that act on what was found.

A guard overrules a decision at most once, on evidence, and says so. Evidence has these names:

    attachment       a file came with the message
    document         one of the files can be a document: a PDF, a table, an image, a text
    sql              the message holds a SQL statement
    hits             the documents hold something near to it
    earlier:ROUTE    a message of this conversation went there
    after:ROUTE      it leans on a message that went there
    the name of any clue, and of any extension of the routebook
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold

ATTACHMENT, DOCUMENT, SQL, HITS = "attachment", "document", "sql", "hits"
PROBES = (ATTACHMENT, DOCUMENT, SQL, HITS)
EARLIER, AFTER = "earlier:", "after:"

_WORD = re.compile(r"\w+")

MOVED = 0.8
"""How sure a decision is that a guard has moved."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Evidence in the words of a message: a whole word, or a pattern, in its folded text (lower case, no accents).

    No word of `unless` may stand beside it. `signal` is told with every decision on such a message.
    """

    name: str
    words: frozenset[str] = frozenset()
    patterns: tuple[re.Pattern[str], ...] = ()
    unless: frozenset[str] = frozenset()
    signal: str | None = None

    def __post_init__(self) -> None:
        """Words are looked for in folded text, so they are kept so."""
        object.__setattr__(self, "words", frozenset(map(fold, self.words)))
        object.__setattr__(self, "unless", frozenset(map(fold, self.unless)))

    def found(self, folded: str, present: Collection[str] | None = None) -> bool:
        """Whether it is in a folded text; `present` are the words of that, where somebody has them already."""
        if self.words or self.unless:
            present = _WORD.findall(folded) if present is None else present
            if not self.unless.isdisjoint(present):
                return False
            if not self.words.isdisjoint(present):
                return True
        return any(pattern.search(folded) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class Guard:
    """Sends a message elsewhere where all of `when` was found and nothing of `unless`.

    `off`: the routes that it overrules; none means all but its own. It leaves alone what was decided with a
    confidence of `Thresholds.trust` and more, unless it `contradicts` that outright.
    """

    name: str
    to: str
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    contradicts: bool = False
    signal: str = "supervisor_fallback"
    confidence: float = MOVED

    @property
    def reads(self) -> frozenset[str]:
        """Return the names of all evidence that it looks at."""
        return self.when | self.unless


@dataclass(frozen=True, slots=True)
class EnsembleVariant:
    """One voice of the ensemble: a language model that is shown more examples of the routes in `focus`."""

    name: str
    focus: frozenset[str] = frozenset()


def check_guards(
    file: Path | str,
    names: Sequence[str],
    clues: Sequence[Clue],
    guards: Sequence[Guard],
    variants: Sequence[EnsembleVariant],
    extensions: Sequence[str] = (),
) -> None:
    """Refuse what refers to something that is not there, with file, key, value and remedy."""
    known = f"no such route; routes: {', '.join(names)}"
    evidence = _check_clues(file, clues, extensions)
    for i, guard in enumerate(guards):
        where = f"guards[{i}]"
        if any(guard.name == other.name for other in guards[:i]):
            raise RoutebookError(file, f"{where}.name", guard.name, "two guards have this name: rename one")
        if guard.to not in names:
            raise RoutebookError(file, f"{where}.to", guard.to, known)
        for route in sorted(guard.off.difference(names)):
            raise RoutebookError(file, f"{where}.from", route, known)
        _check_evidence(file, where, guard, evidence, names)
    for i, variant in enumerate(variants):
        for route in sorted(variant.focus.difference(names)):
            raise RoutebookError(file, f"variants[{i}].focus", route, known)
        if any(variant.name == other.name for other in variants[:i]):
            raise RoutebookError(file, f"variants[{i}].name", variant.name, "two variants have this name: rename one")


def _check_clues(file: Path | str, clues: Sequence[Clue], extensions: Sequence[str]) -> set[str]:
    """Return the names of all evidence that does not depend on routes."""
    taken = {*PROBES, *extensions}
    for i, clue in enumerate(clues):
        if clue.name in taken or ":" in clue.name:
            remedy = "is the name of other evidence already, or holds a colon: choose another"
            raise RoutebookError(file, f"clues[{i}].name", clue.name, remedy)
        if not (clue.words or clue.patterns):
            raise RoutebookError(file, f"clues[{i}]", clue.name, "can never be found: give it words or patterns")
        taken.add(clue.name)
    return taken


def _check_evidence(file: Path | str, where: str, guard: Guard, evidence: set[str], names: Sequence[str]) -> None:
    if not guard.reads:
        raise RoutebookError(file, where, guard.name, "acts on no evidence: give it `when` or `unless`")
    of_routes = {kind + route for kind in (EARLIER, AFTER) for route in names}
    for name in sorted(guard.reads - evidence - of_routes):
        remedy = f"no such evidence; there is {', '.join(sorted(evidence))}, and earlier:ROUTE or after:ROUTE"
        raise RoutebookError(file, f"{where}.{'when' if name in guard.when else 'unless'}", name, remedy)
    both = guard.when & guard.unless
    if both:
        raise RoutebookError(file, f"{where}.unless", min(both), "stands in `when` too: it can never fire")
