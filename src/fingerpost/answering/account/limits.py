"""What a sentence says of limits without a figure of its own: within, beyond, the fullest, a part of a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fingerpost.answering.account.claims import SentenceReading
from fingerpost.answering.account.derive import Resource
from fingerpost.answering.account.figures import PERCENT
from fingerpost.answering.account.rankings import superlatives
from fingerpost.answering.account.vocabulary import ABOVE, BELOW, LIMIT, role_of
from fingerpost.language.tokens import at, listed

_UNSURE = listed(
    "not no não nao never nunca if si se would will could may might podría pode before antes until hasta até"
)
_SHARES = listed(
    "use usage used uso usado proporcional proportional percentage porcentaje porcentagem relative relativo full"
)
_REACH = 5


def refuted(reading: SentenceReading, known: Sequence[Resource]) -> Iterator[int]:
    """Yield the clauses that are wrong by the limits that are known."""
    limited = [one for one in known if one.left is not None and one.limit]
    yield from _larger_than_whole(reading, limited)
    if limited:
        yield from _beyond(reading, limited)
        yield from _ranked(reading, limited)


def _named(reading: SentenceReading, known: Sequence[Resource]) -> list[Resource]:
    """Return the resources that a sentence names; all where it names none."""
    said = frozenset().union(*reading.names)
    found = [one for one in known if (one.things | one.labels) & said]
    return found or list(known)


def _beyond(reading: SentenceReading, known: Sequence[Resource]) -> Iterator[int]:
    """Yield clauses that say "below your included minutes" of what is above, or the other way round."""
    words = reading.words
    for place, word in enumerate(words):
        if word.folded not in ABOVE and word.folded not in BELOW:
            continue
        clause = reading.clause_at(place)
        begin, end = reading.clauses[clause]
        after = range(place + 1, min(place + _REACH, end))
        if not any(role_of(at(words, one)) == LIMIT for one in after) or reading.future:
            continue
        figured = any(begin <= one.figure.first < end for one in reading.claims)
        if figured or any(at(words, one) in _UNSURE for one in range(begin, end)):
            continue
        lefts = [one.left or 0.0 for one in _named(reading, known)]
        if all(left < 0 for left in lefts) if word.folded in BELOW else all(left > 0 for left in lefts):
            yield clause


def _ranked(reading: SentenceReading, known: Sequence[Resource]) -> Iterator[int]:
    """Yield clauses that call a resource the most or least used one, by its share, and another is."""
    for place, direction, rank in superlatives(reading):
        clause = reading.clause_at(place)
        begin, end = reading.clauses[clause]
        if not any(reading.words[one].folded in _SHARES for one in range(begin, end)):
            continue
        own = [one for one in known if one.things & reading.names[clause]]
        if len({one.things for one in own}) != 1:
            continue
        share = own[0].share or 0.0
        if 1 + sum(((other.share or 0.0) - share) * direction > 0 for other in known) != rank:
            yield clause


def _larger_than_whole(reading: SentenceReading, known: Sequence[Resource]) -> Iterator[int]:
    """Yield clauses with a part that is larger than its whole, unless that much is used of so much."""
    for part, whole in pairwise(reading.claims):
        between = [at(reading.words, one) for one in range(part.figure.after, whole.figure.first)]
        joined = (
            between[-1:] in (["of"], ["de"], ["dos"], ["del"]) and len(between) <= _REACH + 3 and "," not in between
        )
        if not joined or part.figure.unit != whole.figure.unit or part.figure.unit == PERCENT:
            continue
        if part.figure.value <= whole.figure.value or (part.thing not in ("", whole.thing) and whole.thing):
            continue
        if not any(one.used == part.figure.value and one.limit == whole.figure.value for one in known):
            yield part.clause
            yield whole.clause
